/** Telling a match to a sight: a fold over its events, the only place where frames are made. */
import { type Played, witnessed } from '../core/game.ts'
import { type Event, type Moment, replay } from '../core/log.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { News } from './agent-messages.ts'
import type { Frame, FrameBatch, Snapshot, WatchSight } from './protocol.ts'

export interface Told {
  readonly match: string
  readonly scenario: Scenario
  /** May still grow. */
  readonly events: readonly Event[]
  /** Where the match is still played: who tells of what comes, and its moments, gone through once for all who follow. */
  readonly grows?: Growing
}

export interface Growing {
  /** Calls `listener` with everything new for this sight from now on. Returns what ends it. */
  watch(sight: WatchSight, listener: (batch: FrameBatch) => void): () => void
  readonly moments: Moments
}

/** The moments of a growing log, each made once, when somebody first asks for it. */
export class Moments {
  readonly #events: readonly Event[]
  readonly #replay: Generator<Moment>
  readonly #made: Moment[] = []

  constructor({ scenario, events }: Told) {
    this.#events = events
    this.#replay = replay(scenario.game, events)
  }

  /** Null when event `id` is not there yet. Throws `replay-differs` when the log is of other rules. */
  at(id: number): Moment | null {
    if (id < 0 || id >= this.#events.length) return null
    while (this.#made.length <= id) this.#made.push(this.#replay.next().value as Moment)
    return this.#made[id]!
  }
}

/** Walks along a growing log with the state before and after each event. */
export class Follower {
  readonly #moments: Moments
  #next = 0
  #state: unknown

  constructor(told: Told) {
    this.#moments = told.grows?.moments ?? new Moments(told)
    this.#state = told.scenario.game.start()
  }

  /** Id of the event to come. */
  get next(): number {
    return this.#next
  }

  get state(): unknown {
    return this.#state
  }

  /** The next event that is there already, or null. Throws `replay-differs` when the log is of other rules. */
  step(): Moment | null {
    const moment = this.#moments.at(this.#next)
    if (!moment) return null
    this.#next++
    this.#state = moment.after
    return moment
  }
}

/** Frames of a match for one sight, in order, each once. */
export class Teller {
  readonly told: Told
  readonly sight: WatchSight
  readonly #follower: Follower
  #begun = false

  constructor(told: Told, sight: WatchSight) {
    this.told = told
    this.sight = sight
    this.#follower = new Follower(told)
  }

  get next(): number {
    return this.#follower.next
  }

  /** Goes over events without making frames of them. */
  skipTo(id: number): void {
    while (this.#follower.next < id && this.#follower.step());
  }

  /** How things stand after the last event told; null before the first. */
  snapshot(): Snapshot | null {
    const { next, state } = this.#follower
    return next === 0 ? null : { id: next - 1, ...viewsOf(this.told.scenario, state, this.sight) }
  }

  /** The next events, at most `limit` of them; null when none is there. */
  batch(limit: number): FrameBatch | null {
    const { match, events } = this.told
    const from = this.#follower.next
    const frames: Frame[] = []
    while (this.#follower.next < from + limit) {
      const moment = this.#follower.step()
      if (!moment) break
      const frame = frameOf(this.told, moment, this.sight)
      if (frame)
        frames.push(this.#begun ? frame : { ...frame, ...viewsOf(this.told.scenario, moment.after, this.sight) })
      this.#begun ||= frame !== null
    }
    const to = this.#follower.next - 1
    if (to < from) return null
    return { match, sight: this.sight, from, to, frames, complete: isLast(events[to]!) }
  }
}

/** An event after which none comes. */
export const isLast = (event: Event): boolean => event.type === 'ended' || event.type === 'stopped'

/** One event as `sight` may see it; null when it may not. */
function frameOf(told: Told, { id, event, before, after }: Moment, sight: WatchSight): Frame | null {
  const { scenario } = told
  const own = (seat: number) => sight === 'all' || sight === seat
  const base = { id, type: event.type }
  const seen = () => viewsOf(scenario, after, sight)
  switch (event.type) {
    case 'opened':
      return { ...base, ...seen() }
    case 'dealt':
    case 'moved': {
      const speech = spoken(told, { id, event, before, after }, sight)
      if (!speech) return null
      if (event.type === 'dealt') return { ...base, ...speech, ...seen() }
      const { turn, forced, beliefs, note } = event
      const inner = own(event.seat) ? { ...(beliefs && { beliefs }), ...(note && { note }) } : {}
      return { ...base, turn, ...speech, ...(forced && { forced }), ...inner, ...seen() }
    }
    case 'refused':
      return own(event.seat) ? { ...base, seat: event.seat, turn: event.turn, code: event.code } : null
    case 'surveyed':
      return own(event.seat) ? { ...base, seat: event.seat, turn: event.turn, beliefs: event.beliefs } : null
    case 'forfeited':
      return { ...base, seat: event.seat, turn: event.turn, fault: event.fault, ...seen() }
    case 'ended':
      return { ...base, scores: event.scores, outcome: event.outcome, ...seen() }
    case 'stopped':
      return { ...base, reason: event.reason, ...seen() }
    default:
      return event satisfies never
  }
}

/** What `sight` witnesses of a deal or a move, and how it reads; null when it witnesses nothing. */
export function spoken(
  { match, scenario }: Told,
  { id, event, before }: Moment,
  sight: WatchSight,
): (Played & { line: string }) | null {
  if (event.type !== 'moved' && event.type !== 'dealt') return null
  const done: Played =
    event.type === 'dealt'
      ? { seat: null, move: event.move }
      : { seat: event.seat, move: event.move, ...(event.text !== undefined && { text: event.text }) }
  const seen = sight === 'all' ? done : witnessed(scenario.game, before, done, sight)
  if (!seen) return null
  const view = scenario.game.view(before, sight === 'all' ? 'audience' : sight)
  return { ...seen, line: scenario.line(view, seen, `${match}:${id}`) }
}

function viewsOf({ game }: Scenario, state: unknown, sight: WatchSight): { view: unknown; views?: readonly unknown[] } {
  if (sight !== 'all') return { view: game.view(state, sight) }
  const view = game.view(state, 'audience')
  return { view, views: game.seats.map((_, seat) => ownParts(game.view(state, seat), view)) }
}

/** What a seat's view holds beyond the audience's: parts that are the same there are left out, or `all` would say everything many times. */
function ownParts(own: unknown, shared: unknown): unknown {
  if (!isRecord(own) || !isRecord(shared)) return own
  return Object.fromEntries(Object.entries(own).filter(([key, part]) => part !== shared[key]))
}

const isRecord = (came: unknown): came is Readonly<Record<string, unknown>> =>
  typeof came === 'object' && came !== null && !Array.isArray(came)

/** What one seat hears of a match between its own moves. */
export class Listener {
  readonly #told: Told
  readonly #seat: number
  readonly #follower: Follower
  #since = 0
  #news: News[] = []

  constructor(told: Told, seat: number) {
    this.#told = told
    this.#seat = seat
    this.#follower = new Follower(told)
  }

  /** Everything witnessed after the seat's last own move. */
  hear(): { since: number; news: readonly News[] } {
    for (let moment = this.#follower.step(); moment; moment = this.#follower.step()) {
      const { id, event } = moment
      if (event.type === 'moved' && event.seat === this.#seat) {
        this.#since = id + 1
        this.#news = []
        continue
      }
      const heard = spoken(this.#told, moment, this.#seat)
      if (heard) this.#news.push({ id, ...heard })
    }
    return { since: this.#since, news: this.#news }
  }
}
