/** Plays one planned match in process and says what it came to. */
import { existsSync, renameSync } from 'node:fs'
import type { Agent, Answer, Ask, Beliefs, OpenAgent, SurveyAsk } from '../core/agent.ts'
import { ParleyError } from '../core/errors.ts'
import type { Event } from '../core/log.ts'
import { Match, type MatchOptions } from '../core/match.ts'
import { playMatch } from '../core/play.ts'
import { hash32, type Random, stream } from '../core/rng.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { PlannedMatch } from '../tournament/index.ts'
import { needsServer } from './connected.ts'
import { inTime } from './deadline.ts'
import { LogFile, logPath } from './log-file.ts'
import type { Shown, ShownMatches } from './shown-matches.ts'
import { Meter } from './tournament-meter.ts'
import type { TournamentPlan } from './tournament-plan.ts'
import type { MatchRecord } from './tournament-store.ts'

export interface PlayDeps {
  readonly openScenario: (name: string) => Promise<Scenario>
  readonly openAgent: OpenAgent
  /** Folder of the logs. */
  readonly logs: string
  /** Where spectators see matches as they are played. */
  readonly shows?: ShownMatches
}

/** Why matches under way are given up: for now (they go on later) or for good. */
export type StopReason = 'paused' | 'cancelled'

export type Played =
  | { readonly done: true; readonly record: MatchRecord; readonly earlier: Earlier | null }
  /** `reason`: a StopReason, or who is away. */
  | { readonly done: false; readonly events: number; readonly log: string; readonly reason: string }

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
    if (!match.done) {
      // agents that answer at once are through by now
      journal.shown = deps.shows?.begin(shownOf(planned, plan, scenario), journal.seen)
      await unlessStopped(playing, stop)
    }
    if (match.result === null) throw new Error(`${planned.id}: the match ended without a result`)
    return { done: true, record: meter.record(match.result, match.turn), earlier: journal.earlier }
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

function shownOf(planned: PlannedMatch, { survey }: TournamentPlan, { kind }: Scenario) {
  const { tournament, round, block, meets, scenario, seed, agents } = planned
  const sealedWith = {
    id: `${tournament}.${block}`,
    round,
    size: meets.length,
    strangers: needsServer({ agents: meets }),
  }
  return { scenario, seed, agents, survey, kind, tournament, block: sealedWith }
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
    const chair = new PlannedSeat({ seat, seed, meter, limit: plan.turnSeconds })
    agents.push(chair.take(await openAgent(spec, { game: scenario.game, random: chair.random })))
  }
  return agents
}

/** Of the answers of an agent that never makes anyone wait, one in so many is timed. */
const SAMPLE = 8

interface Chair {
  readonly seat: number
  readonly seed: number
  readonly meter: Meter
  /** Seconds a turn. */
  readonly limit: number
}

/**
 * One seat of a planned match: its agent, whose chance is drawn anew each turn (as `randomByTurn` does), held to the
 * plan's seconds, its time counted. Of one that answers at once it is counted in samples, begun at another act each
 * match: reading the clock costs more than many a move.
 */
class PlannedSeat implements Agent {
  name = ''
  declare version?: string
  declare survey?: NonNullable<Agent['survey']>
  #agent: Agent | undefined
  readonly #chair: Chair
  #acts: number
  #quick = true
  #current: Random | null = null
  #ask: Ask | null = null
  #surveyed = -1

  constructor(chair: Chair) {
    this.#chair = chair
    this.#acts = chair.seed + chair.seat
  }

  /** What the agent draws from. */
  readonly random: Random = () => (this.#current ??= this.#drawn())()

  #drawn(): Random {
    const { seed, seat } = this.#chair
    if (this.#surveyed >= 0) return stream(seed, 'seat', seat, 'survey', this.#surveyed)
    const ask = this.#ask
    return ask ? stream(seed, 'seat', seat, 'turn', ask.turn, ask.refusal?.left ?? 'first') : stream(seed, 'seat', seat)
  }

  take(agent: Agent): this {
    this.#agent = agent
    this.name = agent.name
    if (agent.version !== undefined) this.version = agent.version
    if (agent.survey) this.survey = (ask) => this.#survey(ask)
    return this
  }

  act(ask: Ask): Answer | Promise<Answer> {
    this.#ask = ask
    this.#surveyed = -1
    this.#current = null
    const timed = !this.#quick || ++this.#acts % SAMPLE === 0
    const since = timed ? performance.now() : 0
    const answer = this.#agent!.act(ask)
    if (answer instanceof Promise) return this.#inTime(answer, ask, timed ? since : null)
    const { seat, meter } = this.#chair
    if (timed) meter.took(seat, (performance.now() - since) * (this.#quick ? SAMPLE : 1))
    return answer
  }

  #survey(ask: SurveyAsk): Beliefs | Promise<Beliefs> {
    this.#surveyed = ask.turn
    this.#current = null
    return this.#agent!.survey!(ask)
  }

  async #inTime(answer: Promise<Answer>, { game, turn }: Ask, since: number | null): Promise<Answer> {
    this.#quick = false
    const { seat, meter, limit } = this.#chair
    const late = () => new ParleyError('late', `${game}: ${this.name} took more than ${limit} s over turn ${turn}`)
    try {
      return await inTime(answer, limit * 1000, late)
    } finally {
      if (since !== null) meter.took(seat, performance.now() - since)
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
  /** Where spectators see it, once it makes somebody wait. */
  shown: Shown | undefined
  #log: LogFile | null
  readonly #new: Event[] = []

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
    this.#log?.append(event)
    this.#new.push(event)
    this.shown?.add(event)
    if (this.#log || this.#policy !== 'slow' || this.#new.length % LOOK !== 0) return
    if (Date.now() - this.#began > SLOW) this.keep()
  }

  /** What was played so far, by an earlier attempt too. */
  get seen(): readonly Event[] {
    return [...this.events, ...this.#new]
  }

  /** From here on the log is on disk. */
  keep(): void {
    if (this.#log) return
    this.#log = this.#created()
    for (const event of this.#new) this.#log.append(event)
  }

  #created(): LogFile {
    try {
      return LogFile.create(this.#dir, this.#match)
    } catch (error) {
      if (!(error instanceof ParleyError) || error.code !== 'log-exists') throw error
      aside(logPath(this.#dir, this.#match)) // of a worker whose lease ran out
      return LogFile.create(this.#dir, this.#match)
    }
  }

  close(): void {
    this.#log?.close()
    this.shown?.end()
  }
}

/** The log of an attempt that is not gone on with, renamed so that it stays. */
export function aside(path: string): string {
  for (let n = 1; ; n++) {
    const kept = path.replace(/\.jsonl$/, `.partial-${n}.jsonl`)
    if (existsSync(kept)) continue
    renameSync(path, kept)
    return kept
  }
}
