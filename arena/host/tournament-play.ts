/** Plays one planned match in process and says what it came to. */
import { existsSync, renameSync } from 'node:fs'
import type { Agent, OpenAgent } from '../core/agent.ts'
import { ParleyError } from '../core/errors.ts'
import type { Event, Fault } from '../core/log.ts'
import { Match, type MatchOptions } from '../core/match.ts'
import { playMatch } from '../core/play.ts'
import { hash32 } from '../core/rng.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { PlannedMatch } from '../tournament/index.ts'
import { inTime } from './deadline.ts'
import { LogFile, logPath } from './log-file.ts'
import { randomByTurn } from './seat-agents.ts'
import type { TournamentPlan } from './tournament-plan.ts'
import type { MatchRecord } from './tournament-store.ts'

export interface PlayDeps {
  readonly openScenario: (name: string) => Promise<Scenario>
  readonly openAgent: OpenAgent
  /** Folder of the logs. */
  readonly logs: string
}

/** Why matches under way are given up: for now (they go on later) or for good. */
export type StopReason = 'paused' | 'cancelled'

export type Played =
  | { readonly done: true; readonly record: MatchRecord; readonly earlier: Earlier | null }
  | { readonly done: false; readonly events: number; readonly log: string; readonly reason: StopReason }

/** What an earlier attempt left behind. */
export interface Earlier {
  readonly events: number
  readonly log: string
}

/** A match leaves a log once it has taken this many milliseconds, in case it is cut short. */
const SLOW = 1000
/** Events between two looks at the clock. */
const LOOK = 4

export interface Order {
  readonly match: PlannedMatch
  readonly plan: TournamentPlan
  /** Whether an earlier attempt may have left a log. */
  readonly again: boolean
}

export async function playPlanned(order: Order, deps: PlayDeps, stop: Stop): Promise<Played> {
  const { match: planned, plan } = order
  const scenario = await deps.openScenario(planned.scenario)
  const meter = new Meter(planned.agents.length)
  const agents = await seated(planned, plan, scenario, deps, meter)
  const journal = Journal.open(order, deps.logs)
  const options = optionsOf({ planned, plan, scenario, agents, journal, meter, stop })
  for (const event of journal.events) meter.see(event)
  let match: Match | undefined
  try {
    match = journal.events.length > 0 ? Match.resume(options, journal.events) : Match.open(options)
    const playing = playMatch(match, agents)
    if (!match.done) await unlessStopped(playing, stop) // agents that answer at once are through by now
    if (match.result === null) throw new Error(`${planned.id}: the match ended without a result`)
    return { done: true, record: meter.record(match), earlier: journal.earlier }
  } catch (error) {
    const { reason } = stop
    if (reason === null) throw error
    if (reason === 'cancelled' && match && !match.done) match.stop('the tournament was cancelled')
    if (match) journal.keep()
    return { done: false, events: match?.events ?? 0, log: journal.path, reason }
  } finally {
    journal.close()
  }
}

interface Table {
  readonly planned: PlannedMatch
  readonly plan: TournamentPlan
  readonly scenario: Scenario
  readonly agents: readonly Agent[]
  readonly journal: Journal
  readonly meter: Meter
  readonly stop: Stop
}

function optionsOf({ planned, plan, scenario, agents, journal, meter, stop }: Table): MatchOptions {
  return {
    game: scenario.game,
    match: planned.id,
    seed: planned.seed,
    seats: agents.map(({ version }, seat) => ({
      agent: planned.agents[seat]!,
      ...(version !== undefined && { version }),
    })),
    scenarioHash: scenario.hash,
    survey: plan.survey,
    record(event) {
      if (stop.reason !== null && event.type !== 'stopped') throw new Error('stopped') // an answer after the end of waiting
      meter.see(event)
      journal.append(event)
    },
    word: (view, seat, choice) => scenario.prompt(view, seat, choice),
  }
}

/** Tells every match under way that it is to stop: one listener on the signal, however many matches there are. */
export class Stop {
  reason: StopReason | null = null
  readonly #hooks = new Set<() => void>()

  constructor(signal: AbortSignal) {
    const stop = () => {
      this.reason = signal.reason as StopReason
      for (const hook of this.#hooks) hook()
    }
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  }

  add(hook: () => void): void {
    this.#hooks.add(hook)
  }

  delete(hook: () => void): void {
    this.#hooks.delete(hook)
  }
}

/** Rejects as soon as the stop comes: a slow agent is not waited for. */
async function unlessStopped(playing: Promise<unknown>, stop: Stop): Promise<void> {
  if (stop.reason !== null) throw new Error('stopped')
  let hook = () => {}
  const stopped = new Promise<never>((_, reject) => {
    hook = () => reject(new Error('stopped'))
    stop.add(hook)
  })
  try {
    await Promise.race([playing, stopped])
  } finally {
    stop.delete(hook)
    playing.catch(() => {}) // ends by itself once its agent answers; nobody listens any more
  }
}

async function seated(
  planned: PlannedMatch,
  plan: TournamentPlan,
  scenario: Scenario,
  { openAgent }: PlayDeps,
  meter: Meter,
): Promise<Agent[]> {
  const agents: Agent[] = []
  const seed = hash32(`${planned.seed}/${planned.id}`) // matches of a block share their deals, not their agents' luck
  for (const [seat, spec] of planned.agents.entries()) {
    const { random, reseeded } = randomByTurn(seed, seat)
    const agent = reseeded(await openAgent(spec, { game: scenario.game, random }))
    agents.push(meter.timed(seat, agent, { limit: plan.turnSeconds, from: seed + seat }))
  }
  return agents
}

/** Of the answers of an agent that never makes anyone wait, one in so many is timed. */
const SAMPLE = 8

const tokenKeys = new Map<string, boolean>()

/** `tokens`, `promptTokens`, `tokens_out`: whatever a note calls them. */
function countsTokens(key: string): boolean {
  const known = tokenKeys.get(key)
  if (known !== undefined) return known
  const counts = /tokens/i.test(key)
  if (tokenKeys.size < 1000) tokenKeys.set(key, counts)
  return counts
}

/** Counts what the match costs and what goes wrong, by seat. */
class Meter {
  readonly #seconds: number[]
  readonly #tokens: number[]
  readonly #refused: number[]
  readonly #faults: (Fault | null)[]
  #outcome: readonly number[] = []

  constructor(seats: number) {
    const zeros = () => Array.from({ length: seats }, () => 0)
    this.#seconds = zeros()
    this.#tokens = zeros()
    this.#refused = zeros()
    this.#faults = Array.from({ length: seats }, () => null)
  }

  see(event: Event): void {
    if (event.type === 'ended') this.#outcome = event.outcome
    if (event.type === 'refused') this.#refused[event.seat]!++
    if (event.type === 'forfeited') this.#faults[event.seat] ??= event.fault
    if (event.type !== 'moved') return
    if (event.forced) this.#faults[event.seat] ??= event.forced
    const { note, seat } = event
    for (const key in note) if (countsTokens(key)) this.#tokens[seat]! += Number(note[key]) || 0
  }

  /** The agent, held to `limit` seconds a turn, its time counted: of one that answers at once in samples, begun at another act each match; reading the clock costs more than many a move. */
  timed(seat: number, agent: Agent, { limit, from }: { readonly limit: number; readonly from: number }): Agent {
    const took = (since: number, times: number) => {
      this.#seconds[seat]! += (times * (performance.now() - since)) / 1000
    }
    let acts = from
    let quick = true
    return {
      name: agent.name,
      ...(agent.version !== undefined && { version: agent.version }),
      act(ask) {
        const timed = !quick || ++acts % SAMPLE === 0
        const since = timed ? performance.now() : 0
        const answer = agent.act(ask)
        if (!(answer instanceof Promise)) {
          if (timed) took(since, quick ? SAMPLE : 1)
          return answer
        }
        quick = false
        const late = () =>
          new ParleyError('late', `${ask.game}: ${agent.name} took more than ${limit} s over turn ${ask.turn}`)
        return inTime(answer, limit * 1000, late).finally(() => timed && took(since, 1))
      },
      ...(agent.survey && { survey: (ask) => agent.survey!(ask) }),
    }
  }

  record(match: Match): MatchRecord {
    return {
      scores: match.result!,
      outcome: this.#outcome,
      turns: match.turn,
      seconds: this.#seconds.map((one) => Math.round(one * 1e6) / 1e6),
      ...(this.#faults.some((one) => one !== null) && { faults: this.#faults }),
      ...(this.#refused.some((one) => one > 0) && { refused: this.#refused }),
      ...(this.#tokens.some((one) => one > 0) && { tokens: this.#tokens }),
    }
  }
}

/** The match's log: on disk from the start, once the match turns out slow, or only when it is cut short. */
class Journal {
  /** What an earlier attempt had played, when this one goes on from there. */
  readonly events: readonly Event[]
  readonly earlier: Earlier | null
  readonly #dir: string
  readonly #match: string
  readonly #policy: TournamentPlan['logs']
  readonly #began = Date.now()
  #log: LogFile | null
  #waiting: Event[] = []

  static open({ match: { id }, plan, again }: Order, dir: string): Journal {
    const path = again ? logPath(dir, id) : ''
    if (!again || !existsSync(path)) return new Journal(dir, id, plan, { log: null, events: [], earlier: null })
    const { log, events } = LogFile.reopen(dir, id)
    const ended = events.at(-1)?.type
    if (plan.unfinished === 'continue' && events.length > 0 && ended !== 'stopped') {
      const earlier = ended === 'ended' ? null : { events: events.length, log: path }
      return new Journal(dir, id, plan, { log, events, earlier })
    }
    log.close()
    const kept = aside(path)
    return new Journal(dir, id, plan, { log: null, events: [], earlier: { events: events.length, log: kept } })
  }

  private constructor(
    dir: string,
    match: string,
    plan: TournamentPlan,
    from: { log: LogFile | null; events: readonly Event[]; earlier: Earlier | null },
  ) {
    this.#dir = dir
    this.#match = match
    this.#policy = plan.logs
    this.#log = from.log
    this.events = from.events
    this.earlier = from.earlier
    if (plan.logs === 'all') this.keep()
  }

  get path(): string {
    return this.#log?.path ?? ''
  }

  append(event: Event): void {
    if (this.#log) this.#log.append(event)
    else {
      this.#waiting.push(event)
      const look = this.#policy === 'slow' && this.#waiting.length % LOOK === 0
      if (look && Date.now() - this.#began > SLOW) this.keep()
    }
  }

  /** From here on the log is on disk. */
  keep(): void {
    if (this.#log) return
    const path = logPath(this.#dir, this.#match)
    if (existsSync(path)) aside(path) // of a worker whose lease ran out
    this.#log = LogFile.create(this.#dir, this.#match)
    for (const event of this.#waiting) this.#log.append(event)
    this.#waiting = []
  }

  close(): void {
    this.#log?.close()
  }
}

/** The log of an attempt that is not gone on with, renamed so that it stays. */
function aside(path: string): string {
  for (let n = 1; ; n++) {
    const kept = path.replace(/\.jsonl$/, `.partial-${n}.jsonl`)
    if (existsSync(kept)) continue
    renameSync(path, kept)
    return kept
  }
}
