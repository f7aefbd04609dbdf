/**
 * Matches that others play: another server of the cluster, or a worker of a tournament. Their events are read from the
 * store that all share, and told by the same folds as those of our own rooms.
 */
import type { Logger } from 'pino'
import type { Event } from '../core/log.ts'
import type { Scenario } from '../scenario/scenario.ts'
import { isLast, type Told } from './frames.ts'
import { Lines } from './lines.ts'
import type { Store, StoredMatch } from './store.ts'

export interface ElsewhereOptions {
  readonly store: Store
  readonly log: Logger
  /** This node's own name: what bears it is played here. */
  readonly node?: string
  openScenario(name: string): Promise<Scenario>
  readonly settings: { readonly framesPerBatch: number; readonly followMs: number }
}

/** Events read at a time. */
const ROWS = 1_000
/** Looks after which a match nobody follows is let go, and after which one that stands still is asked after. */
const PATIENCE = 20

/** One match as far as the store has it. */
class Distant {
  readonly lines: Lines
  readonly #events: Event[] = []
  readonly #store: Store
  readonly #moved: () => void
  #looking: Promise<void> | null = null
  /** Looks since somebody last wanted it. */
  idle = 0
  /** Looks since it last moved. */
  still = 0

  constructor(told: Omit<Told, 'events'>, { store, settings }: ElsewhereOptions, moved: (told: Told) => void) {
    this.#store = store
    this.lines = new Lines({ ...told, events: this.#events }, settings.framesPerBatch)
    this.#moved = () => moved(this.lines.told)
  }

  get over(): boolean {
    const last = this.#events.at(-1)
    return last !== undefined && isLast(last)
  }

  /** Takes what is new and tells it. Those who come meanwhile wait for the same look. */
  look(): Promise<void> {
    this.#looking ??= this.#read().finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  async #read(): Promise<void> {
    const { match } = this.lines.told
    this.still++
    for (let more = true; more; ) {
      const rows = await this.#store.eventsFrom(match, this.#events.length, ROWS)
      const gap = rows.findIndex(({ id }, at) => id !== this.#events.length + at) // the one between is still on its way
      for (const { event } of gap < 0 ? rows : rows.slice(0, gap)) this.#events.push(event)
      this.lines.tell()
      if (rows.length > 0) {
        this.still = 0
        this.#moved()
      }
      more = rows.length === ROWS && gap < 0
    }
  }
}

export class Elsewhere {
  readonly #options: ElsewhereOptions
  readonly #known = new Map<string, Promise<Distant>>()
  readonly #timer: NodeJS.Timeout
  /** Called when a match that is followed here has come further. */
  onMove: (match: StoredMatch, told: Told) => void = () => {}
  /** Called when a match that is followed here is in the store no more: who played it died. */
  onGone: (match: string) => void = () => {}

  constructor(options: ElsewhereOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#lookAll(), options.settings.followMs).unref()
  }

  close(): void {
    clearInterval(this.#timer)
  }

  /** Whether somebody else plays it now. */
  has({ spec, state }: StoredMatch): boolean {
    return (state === 'running' || state === 'waiting') && spec.node !== undefined && spec.node !== this.#options.node
  }

  /** Running matches of others, newest first. */
  async running(limit: number): Promise<readonly StoredMatch[]> {
    const { store, node = null } = this.#options
    return await store.matches({ state: 'running', elsewhere: node, limit })
  }

  /** A match as far as it has come; whoever follows it hears the rest. */
  async told(match: StoredMatch): Promise<Told> {
    const { id } = match.spec
    const opening = this.#known.get(id) ?? this.#open(match)
    this.#known.set(id, opening)
    try {
      const distant = await opening
      distant.idle = 0
      await distant.look()
      return distant.lines.told
    } catch (error) {
      this.#known.delete(id)
      throw error
    }
  }

  async #open(match: StoredMatch): Promise<Distant> {
    const scenario = await this.#options.openScenario(match.spec.scenario)
    return new Distant({ match: match.spec.id, scenario }, this.#options, (told) => this.onMove(match, told))
  }

  #lookAll(): void {
    for (const [match, opening] of this.#known) {
      this.#lookAt(match, opening).catch((error: unknown) => {
        this.#options.log.error({ err: error, match }, 'a match that is played elsewhere can not be told; trying again')
      })
    }
  }

  async #lookAt(match: string, opening: Promise<Distant>): Promise<void> {
    const distant = await opening
    const { looked } = distant.lines
    distant.idle = looked ? 0 : distant.idle + 1
    if (distant.over || distant.idle > PATIENCE) this.#known.delete(match)
    else if (looked) await distant.look()
    if (distant.still <= PATIENCE) return
    distant.still = 0
    if (await this.#options.store.match(match)) return
    this.#known.delete(match)
    this.onGone(match)
  }
}
