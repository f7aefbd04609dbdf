/** Finding matches, running or over, and saying what they are. */
import { brief, ParleyError } from '../core/errors.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { Told } from './frames.ts'
import type { MatchSummary } from './protocol.ts'
import type { Room } from './room.ts'
import type { Rooms } from './rooms.ts'
import type { MatchQuery, MatchSpec, Store } from './store.ts'
import { summaryOfRoom, summaryOfStored } from './summaries.ts'

export interface Found {
  readonly summary: MatchSummary
  readonly spec: MatchSpec
  readonly told: Told
}

const RECENT = 20

export class Registry {
  readonly #rooms: Rooms
  readonly #store: Store
  readonly #openScenario: (name: string) => Promise<Scenario>

  constructor(rooms: Rooms, store: Store, openScenario: (name: string) => Promise<Scenario>) {
    this.#rooms = rooms
    this.#store = store
    this.#openScenario = openScenario
  }

  /** Throws `no-match`. */
  async find(id: string): Promise<Found> {
    const { summary, spec } = await this.summary(id)
    const told = await this.#rooms.told(id)
    if (!told) throw noMatch(id)
    return { summary, spec, told }
  }

  /** Throws `no-match`. */
  async summary(id: string): Promise<{ summary: MatchSummary; spec: MatchSpec }> {
    const room = this.#rooms.get(id)
    if (room) return { summary: this.ofRoom(room), spec: room.spec }
    const stored = await this.#store.match(id)
    if (!stored) throw noMatch(id)
    const scenario = await this.#openScenario(stored.spec.scenario)
    return { summary: summaryOfStored(stored, scenario), spec: stored.spec }
  }

  ofRoom(room: Room): MatchSummary {
    const { isBuiltIn, sessions } = this.#rooms.options
    return summaryOfRoom(room, (name) => isBuiltIn(name) || sessions.isHere(name))
  }

  /** Newest first; matches whose scenario is gone are left out. */
  async list(query: MatchQuery): Promise<MatchSummary[]> {
    const found: MatchSummary[] = []
    for (const stored of await this.#store.matches(query)) {
      const room = this.#rooms.get(stored.spec.id)
      try {
        found.push(room ? this.ofRoom(room) : summaryOfStored(stored, await this.#openScenario(stored.spec.scenario)))
      } catch (error) {
        if (!(error instanceof ParleyError)) throw error
      }
    }
    return found
  }

  async lobby(): Promise<{ running: readonly MatchSummary[]; recent: readonly MatchSummary[] }> {
    const running = [...this.#rooms.running(), ...this.#rooms.waiting()].slice(-200).map((room) => this.ofRoom(room))
    const recent = await this.list({ state: 'over', limit: RECENT })
    return { running: running.reverse(), recent }
  }
}

const noMatch = (id: string) => new ParleyError('no-match', `there is no match "${brief(id)}"`)
