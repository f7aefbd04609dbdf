/** Every kind of game there is. Adding one: write its file, list it here, run `npm run playthroughs`. */
import type { Kind } from './kind.ts'

export const kinds: readonly Kind[] = []
