/**
 * A match's log on disk, `<dir>/<match>.jsonl`: a line is written before its event is played. A line is in the
 * operating system's hands once `append` returns, so it survives the death of this process; it survives the loss of
 * power too when `sync` is `event` (each line) or, once finished, `end`. Default `never`: a loss of
 * power may then cost the newest lines, which are cut off and counted when the log is opened again.
 */
import { hash } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { ParleyError } from '../core/errors.ts'
import { type Event, headerOf, lineOf, type ParsedLog, parseLog } from '../core/log.ts'

export type SyncPolicy = 'event' | 'end' | 'never'

/** SHA-256 over UTF-8, first 16 hex digits: the digest of every log. */
export const sha16 = (text: string): string => hash('sha256', text, 'hex').slice(0, 16)

export interface Reopened {
  readonly log: LogFile
  readonly events: readonly Event[]
  /** Lines at the end that were torn and cut off. */
  readonly torn: number
}

export class LogFile {
  readonly path: string
  #fd: number | null
  #hash = ''
  #id = 0
  /** Bytes of whole lines. */
  #length = 0
  readonly #sync: SyncPolicy

  /** A new log; throws `log-exists` when the match has one. */
  static create(dir: string, match: string, sync: SyncPolicy = 'never'): LogFile {
    const path = logPath(dir, match)
    return new LogFile(path, openNew(path, dir), sync)
  }

  /** Goes on with a log: a torn tail is cut off the file first. Throws `bad-log` when more than the tail is damaged. */
  static reopen(dir: string, match: string, sync: SyncPolicy = 'never'): Reopened {
    const path = logPath(dir, match)
    const text = readFileSync(path, 'utf8')
    const parsed = parseLog(text, sha16)
    const log = new LogFile(path, openSync(path, 'r+'), sync)
    log.#goOnFrom(parsed, Buffer.byteLength(text.slice(0, parsed.length)))
    return { log, events: parsed.events, torn: parsed.torn }
  }

  private constructor(path: string, fd: number, sync: SyncPolicy) {
    this.path = path
    this.#fd = fd
    this.#sync = sync
  }

  #goOnFrom(parsed: ParsedLog, bytes: number): void {
    ftruncateSync(this.#fd!, bytes)
    this.#hash = parsed.hash
    this.#id = parsed.events.length
    this.#length = bytes
  }

  /** Writes the line whole or not at all; throws what the disk said. */
  append(event: Event): void {
    if (this.#fd === null) throw new ParleyError('log-closed', `${this.path} is closed`)
    const line = lineOf(this.#id, event, this.#hash, sha16)
    this.#write(Buffer.from(`${line.text}\n`))
    this.#hash = line.hash
    this.#id++
    const last = event.type === 'ended' || event.type === 'stopped'
    if (this.#sync === 'event' || (this.#sync === 'end' && last)) fsyncSync(this.#fd)
  }

  #write(bytes: Buffer): void {
    const fd = this.#fd!
    let done = 0
    try {
      while (done < bytes.length) done += writeSync(fd, bytes, done, bytes.length - done, this.#length + done)
    } catch (error) {
      ftruncateSync(fd, this.#length) // half a line must not fuse with the next one
      throw error
    }
    this.#length += bytes.length
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd)
    this.#fd = null
  }
}

/** The folder is made when it turns out to be missing: most logs find it there. */
function openNew(path: string, dir: string): number {
  try {
    return openSync(path, 'ax')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new ParleyError('log-exists', `${path} is there already; a log is never overwritten`)
    if (code !== 'ENOENT') throw error
    mkdirSync(dir, { recursive: true })
    return openSync(path, 'ax')
  }
}

/** Reads a log without touching it. Throws `bad-log` for a damaged one and `no-log` when there is none. */
export function readLogFile(path: string): ParsedLog {
  if (!existsSync(path)) throw new ParleyError('no-log', `there is no log ${path}`)
  const parsed = parseLog(readFileSync(path, 'utf8'), sha16)
  headerOf(parsed.events)
  return parsed
}

/** Match ids name files: letters, digits, `.`, `_` and `-`, at most 120 of them, beginning with a letter or digit. */
export function logPath(dir: string, match: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/.test(match)) {
    throw new ParleyError('bad-match-id', `"${match.slice(0, 40)}" can't be a match id: letters, digits, ".", "_", "-"`)
  }
  return join(dir, `${match}.jsonl`)
}
