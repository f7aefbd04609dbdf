/**
 * The event log: the only trajectory there is. One JSON object a line, in order, `id` counting from 0; each line
 * carries `hash` = digest(hash of the line before + this line without it), so a changed line shows.
 */
import type { Beliefs, Note, Refusal } from './agent.ts'
import { ParleyError } from './errors.ts'
import { choiceOf, type Game, type Move, type Next, type Seat } from './game.ts'

export const LOG_FORMAT = 1

export interface Opened {
  readonly type: 'opened'
  readonly format: number
  readonly match: string
  readonly game: string
  readonly kind: string
  readonly version: number
  /** Of the scenario's files; what the game was made from. */
  readonly scenarioHash: string
  readonly seed: number
  readonly seats: readonly { agent: string; version?: string; role: string; faction: string; name: string }[]
}

/** Why a seat's move was made for it, or its match lost. */
export type Fault = 'illegal' | 'late' | 'gone' | 'error'

export type Event =
  | Opened
  | { readonly type: 'dealt'; readonly move: Move }
  | {
      readonly type: 'moved'
      readonly turn: number
      readonly seat: Seat
      readonly move: Move
      readonly text?: string
      readonly beliefs?: Beliefs
      readonly note?: Note
      /** Set when the arena played the fallback move for the seat. */
      readonly forced?: Fault
    }
  | {
      readonly type: 'refused'
      readonly turn: number
      readonly seat: Seat
      readonly code: Refusal['code']
      /** What came, cut to one line; private to the seat. */
      readonly came: string
    }
  | { readonly type: 'surveyed'; readonly turn: number; readonly seat: Seat; readonly beliefs: Beliefs }
  | { readonly type: 'forfeited'; readonly turn: number; readonly seat: Seat; readonly fault: Fault }
  | { readonly type: 'ended'; readonly scores: readonly number[]; readonly outcome: readonly number[] }
  /** The match was given up before its end (server stopped for good, tournament cancelled). */
  | { readonly type: 'stopped'; readonly reason: string }

/** A digest of text as lowercase hex, cut to 16 characters; the caller brings SHA-256. */
export type Digest = (text: string) => string

/** One line of a log file. `before` is the hash of the line before, '' for the first. */
export function lineOf(id: number, event: Event, before: string, digest: Digest): { text: string; hash: string } {
  const body = JSON.stringify({ id, ...event })
  const hash = digest(before + body)
  return { text: `${body.slice(0, -1)},"hash":"${hash}"}`, hash }
}

export interface ParsedLog {
  readonly events: readonly Event[]
  /** Hash of the last whole line. */
  readonly hash: string
  /** Characters of whole lines: where an append goes on after cutting a torn tail. */
  readonly length: number
  /** Lines at the end that are torn or padded and were left out. */
  readonly torn: number
}

/**
 * Reads a log, mending a torn tail: whatever follows the last whole line is left out and counted.
 * Throws `bad-log` when a line before the tail is damaged or its hash doesn't follow.
 */
export function parseLog(text: string, digest: Digest): ParsedLog {
  const events: Event[] = []
  let hash = ''
  let length = 0
  while (length < text.length) {
    const end = text.indexOf('\n', length)
    const line = end < 0 ? undefined : readLine(text.slice(length, end), events.length, hash, digest)
    if (!line) {
      const rest = text.slice(length).split('\n')
      const ended = rest.slice(0, -1) // a line without its end is torn, however whole it looks
      if (ended.some(looksWhole)) {
        throw new ParleyError('bad-log', `log line ${events.length + 1} is damaged, or its hash does not follow`)
      }
      return { events, hash, length, torn: rest.filter((piece) => piece !== '').length }
    }
    events.push(line[0])
    hash = line[1]
    length = end + 1
  }
  return { events, hash, length, torn: 0 }
}

function readLine(text: string, id: number, before: string, digest: Digest): [Event, string] | undefined {
  const mark = text.lastIndexOf(',"hash":"')
  if (mark < 0 || !text.endsWith('"}')) return undefined
  const hash = text.slice(mark + 9, -2)
  const body = `${text.slice(0, mark)}}`
  if (digest(before + body) !== hash) return undefined
  const { id: came, ...event } = JSON.parse(body) as { id: number } & Event
  return came === id ? [event as Event, hash] : undefined
}

const looksWhole = (text: string) => text.startsWith('{"id":') && text.endsWith('"}')

/** One event with the state it met. */
export interface Moment<State = unknown> {
  readonly id: number
  readonly event: Event
  readonly before: State
  readonly after: State
}

/**
 * Plays a log again, event by event. Throws `replay-differs` with the reason when the log names another game or
 * version, or a move that is not offered.
 */
export function* replay(game: Game, events: readonly Event[]): Generator<Moment> {
  let state = game.start()
  for (const [id, event] of events.entries()) {
    const before = state
    if (event.type === 'opened') checkHeader(game, event)
    if (event.type === 'dealt' || event.type === 'moved') {
      const { seat, text } = event.type === 'moved' ? event : { seat: null, text: undefined }
      if (!offers(game.next(state), seat, event.move)) {
        const whom = seat === null ? 'chance' : `seat ${seat}`
        throw new ParleyError('replay-differs', `${game.id}: event ${id}: "${event.move}" is not offered to ${whom}`)
      }
      state = game.play(state, text === undefined ? { seat, move: event.move } : { seat, move: event.move, text })
    }
    yield { id, event, before, after: state }
  }
}

function checkHeader(game: Game, header: Opened): void {
  const faults = [
    header.format !== LOG_FORMAT && `log format ${header.format}, this arena reads ${LOG_FORMAT}`,
    header.game !== game.id && `the log is of "${header.game}"`,
    header.version !== game.version && `played under version ${header.version} of ${game.kind}, now ${game.version}`,
  ].filter((fault) => fault !== false)
  if (faults.length > 0) throw new ParleyError('replay-differs', `${game.id}: ${faults.join('; ')}`)
}

export function offers(next: Next, seat: Seat | null, move: Move): boolean {
  if (seat !== null) return choiceOf(next, seat)?.moves.includes(move) ?? false
  return next.kind === 'deal' && next.odds.some((outcome) => outcome.move === move)
}

export function headerOf(events: readonly Event[]): Opened {
  const first = events[0]
  if (first?.type !== 'opened') throw new ParleyError('bad-log', 'a log begins with an "opened" event')
  return first
}
