/** `parley serve --settings FILE`: limits and times other than the defaults. */
import { readFileSync } from 'node:fs'
import { ParleyError } from '../core/errors.ts'
import { readSettings, type Settings } from '../host/settings.ts'

/** Throws `bad-setting` or `unknown-setting`, with the file, what came and what is allowed. */
export function settingsFrom(path: string): Partial<Settings> {
  try {
    return readSettings(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    const code = error instanceof ParleyError ? error.code : 'bad-setting'
    throw new ParleyError(code, `${path}: ${(error as Error).message}`)
  }
}
