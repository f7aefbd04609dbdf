/** Finding matches, running or over, and saying what they are. */
import { brief, ParleyError } from '../core/errors.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { Told } from './frames.ts'
import type { MatchSummary } from './protocol.ts'
import type { Room } from './room.ts'
import type { Rooms } from './rooms.ts'
import { underSeal } from './seals.ts'
import type { MatchQuery, MatchSpec, Store, StoredMatch } from './store.ts'
import { summaryOfRoom, summaryOfStored, withProgress } from './summaries.ts'

export interface Found {
  readonly summary: MatchSummary
  readonly spec: MatchSpec
  readonly told: Told
}

const RECENT = 20
/** Running matches the lobby shows of this server, and as many of others. */
const MOST = 200

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
    return { summary: told.grows && !this.#rooms.get(id) ? withProgress(summary, told) : summary, spec, told }
  }

  /** Throws `no-match`. */
  async summary(id: string): Promise<{ summary: MatchSummary; spec: MatchSpec }> {
    const room = this.#rooms.get(id)
    if (room) return { summary: this.ofRoom(room), spec: room.spec }
    const stored = await this.#store.match(id)
    if (!stored) throw noMatch(id)
    const scenario = await this.#openScenario(stored.spec.scenario)
    return { summary: await this.#ofStored(stored, scenario), spec: stored.spec }
  }

  async #ofStored(stored: StoredMatch, scenario: Scenario): Promise<MatchSummary> {
    const summary = summaryOfStored(stored, scenario)
    const sealed = await this.#rooms.options.seals?.isSealed(stored.spec, stored.endedAt !== null)
    return sealed ? underSeal(summary) : summary
  }

  ofRoom(room: Room): MatchSummary {
    const { isBuiltIn, sessions, seals } = this.#rooms.options
    const summary = summaryOfRoom(room, (name) => isBuiltIn(name) || sessions.isHere(name))
    return seals?.mayBe(room.spec, room.match?.done === true) ? underSeal(summary) : summary
  }

  /** Newest first; matches whose scenario is gone are left out. */
  async list(query: MatchQuery): Promise<MatchSummary[]> {
    return await this.#summaries(await this.#store.matches(query))
  }

  async #summaries(matches: readonly StoredMatch[]): Promise<MatchSummary[]> {
    const found: MatchSummary[] = []
    for (const stored of matches) {
      if (stored.spec.shown && stored.endedAt !== null) continue // soon forgotten; its result is the tournament's
      const room = this.#rooms.get(stored.spec.id)
      try {
        found.push(
          room ? this.ofRoom(room) : await this.#ofStored(stored, await this.#openScenario(stored.spec.scenario)),
        )
      } catch (error) {
        if (!(error instanceof ParleyError)) throw error
      }
    }
    return found
  }

  async lobby(): Promise<{ running: readonly MatchSummary[]; recent: readonly MatchSummary[] }> {
    const here = [...this.#rooms.running(), ...this.#rooms.waiting()].slice(-MOST).map((room) => this.ofRoom(room))
    const recent = await this.list({ state: 'over', limit: RECENT })
    return { running: [...here.reverse(), ...(await this.elsewhere())], recent }
  }

  /** Running matches that other servers or workers play, newest first. */
  async elsewhere(): Promise<MatchSummary[]> {
    return await this.#summaries(await this.#rooms.elsewhere.running(MOST))
  }
}

const noMatch = (id: string) => new ParleyError('no-match', `there is no match "${brief(id)}"`)
