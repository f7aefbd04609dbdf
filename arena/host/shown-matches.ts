/**
 * Lets spectators of a server see matches that a worker plays: those that take their time are put into the store as
 * they go, a few at once, and are forgotten soon after their end. Results are kept elsewhere.
 */
import { randomBytes } from 'node:crypto'
import type { Event } from '../core/log.ts'
import { isLast } from './frames.ts'
import type { MatchSpec, Store } from './store.ts'

export interface ShownOptions {
  /** The worker's name. */
  readonly node: string
  /** Matches shown at once; default 8. */
  readonly most?: number
  /** Milliseconds a match has to last before it is shown; default 1,000. */
  readonly slow?: number
  /** Milliseconds a match is kept after its end; default 60,000. */
  readonly keep?: number
  /** Milliseconds that those who watch have to see the last end before it is forgotten; default 1,000. */
  readonly linger?: number
  /** Hears of writes that failed; the match goes on unseen. */
  failed(error: unknown): void
}

export interface Shown {
  add(event: Event): void
  /** Nothing more is played of it. */
  end(): void
}

export type ShownMatch = Pick<MatchSpec, 'scenario' | 'seed' | 'agents' | 'survey' | 'block'> & {
  readonly kind: string
  readonly tournament: string
}

/** Milliseconds between writes. */
const TICK = 250
/** Words that a worker still lives go into the store this often; those it showed are ended when it has said nothing for long. */
const BEAT = 5_000
const DEAD = 60_000
const KIND = 'shows'

class Showing implements Shown {
  readonly match: ShownMatch
  readonly startedAt = Date.now()
  readonly events: Event[]
  /** Unguessable, and another one at each attempt, so that what an earlier one showed is never mixed with this; null while it isn't shown. */
  id: string | null = null
  /** Events in the store. */
  written = 0
  ended = false
  readonly #all: Set<Showing>

  constructor(match: ShownMatch, events: readonly Event[], all: Set<Showing>) {
    this.match = match
    this.events = [...events]
    this.#all = all
    all.add(this)
  }

  add(event: Event): void {
    this.events.push(event)
  }

  end(): void {
    this.ended = true
    if (this.id === null) this.#all.delete(this)
  }
}

export class ShownMatches {
  readonly #store: Store
  readonly #options: Required<ShownOptions>
  readonly #all = new Set<Showing>()
  /** Ended ones, with the time from which they may be forgotten. */
  readonly #past = new Map<string, number>()
  readonly #timer: NodeJS.Timeout
  #ticking: Promise<void> | null = null
  #beat = 0

  constructor(store: Store, options: ShownOptions) {
    this.#store = store
    this.#options = { most: 8, slow: 1_000, keep: 60_000, linger: 1_000, ...options }
    this.#timer = setInterval(() => this.#tick(), TICK).unref()
  }

  /** `events`: what was played before, when the match is gone on with. */
  begin(match: ShownMatch, events: readonly Event[]): Shown {
    return new Showing(match, events, this.#all)
  }

  /** Ends and forgets what is shown. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#ticking
    for (const showing of this.#all) showing.end()
    await this.#write(Date.now())
    if (this.#past.size > 0) await new Promise((done) => setTimeout(done, this.#options.linger))
    for (const id of this.#past.keys()) await this.#store.removeMatch(id)
    await this.#store.removeDocument(KIND, this.#options.node)
  }

  #tick(): void {
    this.#ticking ??= this.#write(Date.now())
      .catch((error: unknown) => this.#options.failed(error))
      .finally(() => {
        this.#ticking = null
      })
  }

  async #write(now: number): Promise<void> {
    await this.#showSome(now)
    const shown = [...this.#all].filter(({ id }) => id !== null)
    for (const showing of shown) await this.#append(showing)
    if ((shown.length > 0 || this.#past.size > 0) && now - this.#beat > BEAT) await this.#say(now)
    for (const showing of shown) if (showing.ended) await this.#finish(showing)
    for (const [id, until] of this.#past) {
      if (now < until) continue
      await this.#store.removeMatch(id)
      this.#past.delete(id)
    }
  }

  async #showSome(now: number): Promise<void> {
    const { slow, most, node } = this.#options
    let room = most - [...this.#all].filter(({ id }) => id !== null).length
    for (const showing of this.#all) {
      if (room <= 0) return
      if (showing.id !== null || now - showing.startedAt < slow) continue
      const { kind, ...match } = showing.match
      const id = randomBytes(12).toString('hex')
      showing.id = id
      await this.#say(now) // before it is there, so that whatever is there can be forgotten for us
      const spec = { ...match, id, open: false, pace: 0, node, shown: true } as const
      await this.#store.addMatch({ spec, kind, startedAt: showing.startedAt, state: 'running' })
      room--
    }
  }

  /** Says that this worker lives, and which matches are its own. */
  async #say(now: number): Promise<void> {
    this.#beat = now
    const matches = [...[...this.#all].flatMap(({ id }) => id ?? []), ...this.#past.keys()]
    await this.#store.putDocument(KIND, this.#options.node, { at: now, matches } satisfies Word)
  }

  async #append(showing: Showing): Promise<void> {
    const { events, written } = showing
    const id = showing.id!
    const fresh = events.slice(written).map((event, at) => ({ match: id, id: written + at, event }))
    if (fresh.length === 0) return
    await this.#store.addEvents(fresh)
    showing.written = written + fresh.length
  }

  async #finish(showing: Showing): Promise<void> {
    const last = showing.events.at(-1)
    if (!last || !isLast(last)) showing.add({ type: 'stopped', reason: 'given up by this worker' })
    await this.#append(showing)
    const id = showing.id!
    await this.#store.finish(id, {
      state: last?.type === 'ended' ? 'over' : 'stopped',
      endedAt: Date.now(),
      events: showing.events.length,
      turns: showing.events.filter(({ type }) => type === 'moved').length,
      results: [],
    })
    this.#all.delete(showing)
    this.#past.set(id, Date.now() + this.#options.keep)
  }
}

interface Word {
  readonly at: number
  readonly matches: readonly string[]
}

/** Forgets what workers showed that have died since. */
export async function forgetDead(store: Store, now: number): Promise<void> {
  for (const { id, value } of await store.documents(KIND)) {
    const { at, matches } = value as Word
    if (now - at < DEAD) continue
    for (const match of matches) await store.removeMatch(match)
    await store.removeDocument(KIND, id)
  }
}
