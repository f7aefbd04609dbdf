/** Logs from paths: files as they are, folders as the .jsonl files in them. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ParleyError } from '../core/errors.ts'
import { type ParsedLog, parseLog } from '../core/log.ts'
import { sha256Digest } from '../scenario/index.ts'

/** Paths of log files, folders read through, sorted. Throws `no-log` for a path where nothing is. */
export function logFiles(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (!existsSync(path)) throw new ParleyError('no-log', `no file or folder "${path}"`)
    if (!statSync(path).isDirectory()) return [path]
    return readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .map((name) => join(path, name))
  })
}

/** One log; a torn tail is left out and counted. Throws `bad-log` naming the file. */
export function readLog(path: string): ParsedLog {
  try {
    return parseLog(readFileSync(path, 'utf8'), sha256Digest)
  } catch (error) {
    if (error instanceof ParleyError) throw new ParleyError(error.code, `${path}: ${error.message}`)
    throw error
  }
}
