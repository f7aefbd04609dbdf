/** Every kind of game there is. Adding one: write its file, list it here, run `npm run playthroughs`. */
import { connectFour } from './connect-four.ts'
import { hanabi } from './hanabi/index.ts'
import type { Kind } from './kind.ts'
import { kuhnPoker } from './kuhn-poker.ts'
import { leducPoker } from './leduc-poker.ts'
import { murderMystery } from './murder-mystery/index.ts'
import { ticTacToe } from './tic-tac-toe.ts'

export const kinds: readonly Kind[] = [kuhnPoker, leducPoker, ticTacToe, connectFour, hanabi, murderMystery]
