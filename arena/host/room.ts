/** A room: one match being played, its events, and whoever watches. */
import type { Agent } from '../core/agent.ts'
import { ParleyError } from '../core/errors.ts'
import type { Seat } from '../core/game.ts'
import type { Event } from '../core/log.ts'
import { Match } from '../core/match.ts'
import { playMatch } from '../core/play.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { SeatClock } from './deadline.ts'
import type { Told } from './frames.ts'
import { Lines } from './lines.ts'
import type { FrameBatch, WatchSight } from './protocol.ts'
import type { Settings } from './settings.ts'
import type { MatchSpec, SeatResult } from './store.ts'

export interface RoomOptions {
  readonly spec: MatchSpec
  readonly scenario: Scenario
  readonly startedAt: number
  readonly retries: number
  readonly illegal: Settings['illegal']
  readonly framesPerBatch: number
  /** Puts the event where it survives; a throw leaves the match where it stands. */
  record(event: Event, id: number): void
  /** Something a summary shows has changed. */
  changed(): void
}

export class Room {
  readonly spec: MatchSpec
  readonly scenario: Scenario
  readonly startedAt: number
  readonly events: Event[]
  /** Null while the room waits for its agents. */
  match: Match | null = null
  agents: readonly Agent[] = []
  /** Seconds each seat's agent has thought; only where they are counted (tournaments). */
  readonly seconds: number[] = []
  /** By seat; of remote seats only. */
  readonly clocks: (SeatClock | undefined)[] = []
  readonly #options: RoomOptions
  readonly #lines: Lines
  #told = true
  #halted = false

  /** `events`: what was played before a crash; empty for a new match. */
  constructor(options: RoomOptions, events: readonly Event[]) {
    this.#options = options
    this.spec = options.spec
    this.scenario = options.scenario
    this.startedAt = options.startedAt
    this.events = [...events]
    const { spec, scenario, framesPerBatch } = options
    this.#lines = new Lines({ match: spec.id, scenario, events: this.events }, framesPerBatch)
  }

  get id(): string {
    return this.spec.id
  }

  /** Plays to the end. Returns false when the room was halted first; throws what the disk or the rules threw. */
  async play(agents: readonly Agent[]): Promise<boolean> {
    this.agents = agents
    try {
      this.match = this.#open()
      await playMatch(this.match, this.agents)
      return true
    } catch (error) {
      if (error instanceof ParleyError && error.code === 'halted') return false
      throw error
    }
  }

  #open(): Match {
    const { spec, scenario, retries, illegal } = this.#options
    const options = {
      game: scenario.game,
      match: spec.id,
      seed: spec.seed,
      seats: this.agents.map(({ name, version }) => ({ agent: name, ...(version !== undefined && { version }) })),
      scenarioHash: scenario.hash,
      survey: spec.survey,
      retries,
      illegal,
      record: (event: Event, id: number) => this.#record(event, id),
      word: scenario.prompt.bind(scenario),
    }
    return this.events.length > 0 ? Match.resume(options, [...this.events]) : Match.open(options)
  }

  #record(event: Event, id: number): void {
    if (this.#halted) throw new ParleyError('halted', `${this.id} was halted`)
    this.#options.record(event, id)
    this.events.push(event)
    if (!this.#told) return
    this.#told = false
    queueMicrotask(() => this.#tell()) // once the event has been played
  }

  #tell(): void {
    this.#told = true
    this.#lines.tell()
    this.#options.changed()
  }

  /** Everything new for this sight from now on; what was before is told by a teller of one's own. Returns what ends it. */
  watch(sight: WatchSight, listener: (batch: FrameBatch) => void): () => void {
    return this.#lines.watch(sight, listener)
  }

  think(seat: Seat, seconds: number): void {
    this.seconds[seat] = (this.seconds[seat] ?? 0) + seconds
  }

  asTold(): Told {
    return this.#lines.told
  }

  /** Leaves the match as it stands, to be gone on with later: nothing more is recorded. */
  halt(): void {
    this.#halted = true
  }

  /** Gives the match up for good. */
  stop(reason: string): void {
    this.match?.stop(reason)
  }

  /** Who made move number `turn`, and whether the arena made it for the seat. */
  movedAt(turn: number): { readonly seat: Seat; readonly forced: boolean } | undefined {
    const found = this.events.find((event) => event.type === 'moved' && event.turn === turn)
    return found?.type === 'moved' ? { seat: found.seat, forced: found.forced !== undefined } : undefined
  }

  waitingFor(): readonly Seat[] {
    return !this.match || this.match.done ? [] : this.match.asks().map(({ seat }) => seat)
  }

  /** Epoch milliseconds by which the seats waited for must answer; null where no clock runs. */
  deadline(): number | null {
    const times = this.waitingFor().flatMap((seat) => this.clocks[seat]?.deadline ?? [])
    return times.length > 0 ? Math.min(...times) : null
  }

  results(): readonly SeatResult[] {
    return resultsOf(this.events)
  }
}

/** What each seat got, by the log; empty for a match that was given up. */
export function resultsOf(events: readonly Event[]): readonly SeatResult[] {
  const opened = events[0]
  const ended = events.at(-1)
  if (opened?.type !== 'opened' || ended?.type !== 'ended') return []
  return opened.seats.map(({ agent, version, role, faction }, seat) => ({
    seat,
    agent,
    ...(version !== undefined && { version }),
    role,
    faction,
    score: ended.scores[seat]!,
    outcome: ended.outcome[seat]!,
    faults: faultsOf(events, seat),
  }))
}

function faultsOf(events: readonly Event[], seat: Seat): SeatResult['faults'] {
  const faults: Record<string, number> = {}
  for (const event of events) {
    const fault =
      event.type === 'moved' && event.seat === seat
        ? event.forced
        : event.type === 'forfeited' && event.seat === seat
          ? event.fault
          : undefined
    if (fault) faults[fault] = (faults[fault] ?? 0) + 1
  }
  return faults
}
