/**
 * Runs a tournament to its end: plans rounds, puts their matches in line, waits for results. Everything is in the
 * store, so it may die at any point and be started again; several may run at once and change nothing.
 */
import { setMaxListeners } from 'node:events'
import { ParleyError, unknownName } from '../core/errors.ts'
import { type PlannedMatch, scheduleOf } from '../tournament/index.ts'
import { connectedName, connectedNames, needsServer } from './connected.ts'
import type { Job, Jobs } from './jobs.ts'
import type { TournamentPlan } from './tournament-plan.ts'
import type { StopReason } from './tournament-play.ts'
import { TournamentView } from './tournament-state.ts'
import type { ResultRow, TournamentState, TournamentStore } from './tournament-store.ts'
import { pause, type WorkerDeps, work } from './tournament-worker.ts'

export interface RunDeps extends WorkerDeps {
  /** The line of matches that only servers can play: those with connected agents. */
  readonly served: Jobs
  /** Names of the agents that have a token. */
  remoteNames(): Promise<readonly string[]>
}

export interface RunOptions {
  /** Aborted with a StopReason: `paused` leaves the tournament to be resumed. */
  readonly stop: AbortSignal
  /** Name of the worker in this process; null: only workers elsewhere play. */
  readonly worker: string | null
  /** Called about every `beat` milliseconds with how far it has come. */
  readonly progress?: (view: TournamentView, elapsed: Elapsed) => void
  readonly beat?: number
}

export interface Elapsed {
  readonly seconds: number
  /** Matches finished in this run. */
  readonly matches: number
}

export interface RunEnd {
  readonly state: TournamentState
  readonly reason: string
  readonly view: TournamentView
  readonly elapsed: Elapsed
}

/** A schedule that need not wait plans rounds until this many matches are open, and where they are quick this many seconds' worth. */
const AHEAD = { least: 2048, most: 8192, seconds: 0.2 }
/** Matches of one job: few, so that workers share slow ones, and where they are quick so many seconds' worth. */
const CHUNK = { least: 16, most: 256, seconds: 0.01 }

/**
 * Puts the plan in the store unless it is there. A paused one runs again; one that is over or cancelled stays so.
 * Throws `other-plan` when the id is taken by a plan that would play other matches.
 */
export async function enterPlan(plan: TournamentPlan, store: TournamentStore): Promise<TournamentState> {
  if (await store.create(plan, Date.now())) return 'running'
  const record = (await store.tournament(plan.id))!
  const same = (
    ['scenarios', 'schedule', 'seed', 'deals', 'challengers', 'survey', 'matches', 'rounds'] as const
  ).every((key) => JSON.stringify(record.plan[key]) === JSON.stringify(plan[key]))
  if (!same) {
    throw new ParleyError(
      'other-plan',
      `tournament "${plan.id}" is in this store with another plan; give this one another id`,
    )
  }
  if (record.state !== 'paused') return record.state
  await store.setState(plan.id, 'running', '')
  return 'running'
}

/** Throws `unknown-tournament`, and whatever keeps its scenarios or agents from being opened, before anything is played. */
export async function runTournament(id: string, deps: RunDeps, options: RunOptions): Promise<RunEnd> {
  const record = await deps.store.tournament(id)
  if (!record) throw new ParleyError('unknown-tournament', `no tournament "${id}" in this store`)
  const view = await TournamentView.read(record.plan, deps.store, deps.openScenario)
  await tryAgents(view.present(), record.plan, deps)
  const running = new Running(view, deps, options)
  const stop = new AbortController()
  setMaxListeners(0, stop.signal) // every match under way listens
  const forward = () => stop.abort(options.stop.reason)
  options.stop.addEventListener('abort', forward)
  if (options.stop.aborted) forward()
  const { worker } = options
  const playing =
    worker === null
      ? Promise.resolve()
      : work(deps, {
          name: worker,
          stop: stop.signal,
          kept: (rows) => running.hear(rows),
          idle: 20,
          planned: (tournament, round) => running.planned(tournament, round),
        })
  try {
    const failing = playing.then(() => new Promise<never>(() => {})) // a worker that fails ends the run, one that ends doesn't
    return await Promise.race([running.run(stop), failing])
  } finally {
    if (!stop.signal.aborted) stop.abort('paused' satisfies StopReason)
    options.stop.removeEventListener('abort', forward)
    await playing
  }
}

/** Makes every agent once for every scenario, so that a wrong name, or one that can't play this, is told at the start. Connected ones need a token. */
export async function tryAgents(
  agents: readonly string[],
  { scenarios }: TournamentPlan,
  { openAgent, openScenario, remoteNames }: Pick<RunDeps, 'openAgent' | 'openScenario' | 'remoteNames'>,
): Promise<void> {
  const names = agents.some((agent) => connectedName(agent) !== null) ? await remoteNames() : []
  for (const name of connectedNames(agents))
    if (!names.includes(name)) throw unknownName('connected agent', name, names)
  for (const scenario of scenarios) {
    const { game } = await openScenario(scenario)
    for (const agent of agents) if (connectedName(agent) === null) await openAgent(agent, { game, random: () => 0.5 })
  }
}

class Running {
  readonly #view: TournamentView
  readonly #store: TournamentStore
  readonly #jobs: Jobs
  readonly #served: Jobs
  readonly #options: RunOptions
  readonly #began = performance.now()
  readonly #doneBefore: number
  #ended = false
  #wake: () => void = () => {}
  #heard = 0
  #answered = 0
  /** Rounds that are in the store as this process knows them. */
  #settled = 0

  constructor(view: TournamentView, { store, jobs, served }: RunDeps, options: RunOptions) {
    this.#view = view
    this.#store = store
    this.#jobs = jobs
    this.#served = served
    this.#options = options
    this.#doneBefore = view.done
    this.#settled = view.rounds.length
  }

  /** Results of this process's own worker come without a detour. */
  hear(rows: readonly ResultRow[]): void {
    this.#view.addResults(rows.filter(({ tournament }) => tournament === this.#view.plan.id))
    this.#heard++
    this.#wake()
  }

  /** The matches of a round that is settled: another process may still plan a later one otherwise. */
  planned(tournament: string, round: number): readonly PlannedMatch[] | undefined {
    const { plan } = this.#view
    return tournament === plan.id && round < this.#settled ? this.#view.matchesOf(round) : undefined
  }

  async run(stop: AbortController): Promise<RunEnd> {
    const { progress, beat = 1000 } = this.#options
    await this.#clearLines()
    await this.#queue(0)
    let told = 0
    for (;;) {
      await this.#planAhead()
      if (this.#ended && this.#view.open === 0) return await this.#end('over', '')
      const given = await this.#givenUp(stop)
      if (given) return given
      if (performance.now() - told >= beat) {
        told = performance.now()
        progress?.(this.#view, this.elapsed())
      }
      await this.#news(stop.signal)
    }
  }

  elapsed(): Elapsed {
    return { seconds: (performance.now() - this.#began) / 1000, matches: this.#view.done - this.#doneBefore }
  }

  async #end(state: TournamentState, reason: string): Promise<RunEnd> {
    await this.#store.setState(this.#view.plan.id, state, reason)
    return { state, reason, view: this.#view, elapsed: this.elapsed() }
  }

  async #planAhead(): Promise<void> {
    const { waits } = scheduleOf(this.#view.plan.schedule)
    const ahead = this.#worth(AHEAD)
    if (this.#ended || (waits ? this.#view.open > 0 : this.#view.open > ahead / 2)) return
    this.#view.entrants = await this.#store.entrants(this.#view.plan.id)
    const from = this.#view.rounds.length
    while (!this.#ended && (waits ? this.#view.open === 0 : this.#view.open < ahead)) {
      const meetings = this.#view.nextMeetings()
      if (meetings === null) this.#ended = true
      else this.#view.addRound(meetings)
    }
    await this.#keepRounds(from)
  }

  /** What another process planned in the meantime counts. */
  async #keepRounds(from: number): Promise<void> {
    const { plan, rounds } = this.#view
    const planned = rounds.slice(from).map(({ meetings }) => meetings)
    if (planned.length === 0) return
    if ((await this.#store.addRounds(plan.id, from, planned)) < planned.length) {
      this.#view.replaceRounds(from, await this.#store.rounds(plan.id, from))
      this.#ended = false
    }
    this.#settled = rounds.length
    await this.#queue(from)
  }

  async #clearLines(): Promise<void> {
    for (const line of [this.#jobs, this.#served]) await line.remove(this.#view.plan.id)
  }

  /** Matches for so many seconds at the rate so far. */
  #worth({ least, most, seconds }: typeof AHEAD): number {
    const { matches, seconds: spent } = this.elapsed()
    return Math.max(least, Math.min(most, Math.round((seconds * matches) / spent) || 0))
  }

  /** Puts what has no result, from a round on, in line; what is in line already stays there once. */
  async #queue(first: number): Promise<void> {
    const { rounds, plan } = this.#view
    const chunk = this.#worth(CHUNK)
    const jobs: Job[] = []
    const served: Job[] = []
    for (let round = first; round < rounds.length; ) {
      const grouped = smallRounds(rounds, round, chunk)
      const some = rounds.slice(round, round + grouped)
      const size = some.reduce((sum, one) => sum + one.size, 0)
      for (let from = 0; from < size; from += chunk) {
        const to = Math.min(size, from + chunk)
        const done = doneOf(some, from, to)
        if (done === to - from) continue
        const id = `${plan.id}.${round}.${from}-${to}`
        const job = {
          id,
          tournament: plan.id,
          round,
          rounds: grouped,
          from,
          to,
          ...(done > 0 && ({ begun: true } as const)),
        }
        const { here, elsewhere } = this.#whoPlays(job)
        if (here) jobs.push(job)
        if (elsewhere) served.push(job)
      }
      round += grouped
    }
    await this.#jobs.add(jobs)
    if (served.length > 0) await this.#served.add(served)
  }

  /** Whether any worker, or only a server, can play open matches of the job. */
  #whoPlays({ round, rounds, from, to }: Job): { here: boolean; elsewhere: boolean } {
    if (!needsServer({ agents: this.#view.entrants.map(({ agent }) => agent) })) return { here: true, elsewhere: false }
    const numbers = Array.from({ length: rounds }, (_, at) => round + at)
    const matches = numbers.flatMap((at) => this.#view.matchesOf(at)).slice(from, to)
    const open = matches.filter((match) => !this.#view.isDone(match))
    return { here: !open.every(needsServer), elsewhere: open.some(needsServer) }
  }

  /** The end of a run before the end of the tournament: a signal, another process's word, or the budget. */
  async #givenUp(stop: AbortController): Promise<RunEnd | null> {
    const { id, budget } = this.#view.plan
    const spent = this.#spent(budget)
    const { state, reason } = (await this.#store.tournament(id))!
    if (stop.signal.aborted) return await this.#give(stop, stop.signal.reason as StopReason, 'stopped')
    if (state === 'paused' || state === 'cancelled') return await this.#give(stop, state, reason)
    return spent === null ? null : await this.#give(stop, 'paused', spent)
  }

  async #give(stop: AbortController, state: StopReason, reason: string): Promise<RunEnd> {
    if (!stop.signal.aborted) stop.abort(state)
    await this.#clearLines()
    return await this.#end(state, reason)
  }

  #spent({ seconds, tokens }: TournamentPlan['budget']): string | null {
    if (seconds !== undefined && this.elapsed().seconds >= seconds) return `its ${seconds} seconds are used up`
    if (tokens === undefined) return null
    const used = this.#view.tokens()
    return used >= tokens ? `${used} of its ${tokens} tokens are used up` : null
  }

  /** Waits for results: this process's own at once, others' by looking now and then. */
  async #news(stop: AbortSignal): Promise<void> {
    if (this.#heard === this.#answered) {
      await Promise.race([pause(250, stop), new Promise<void>((done) => (this.#wake = done))])
    }
    if (this.#heard === this.#answered) {
      this.#view.addResults(await this.#store.results(this.#view.plan.id, this.#view.firstOpen))
    }
    this.#answered = this.#heard
  }
}

type Sized = Pick<TournamentView['rounds'][number], 'size' | 'records'>

/** How many rounds from `from` on together make one job; 1 when the first is big enough by itself. */
function smallRounds(rounds: readonly Sized[], from: number, chunk: number): number {
  let matches = 0
  let count = 0
  while (from + count < rounds.length && (count === 0 || matches + rounds[from + count]!.size <= chunk)) {
    matches += rounds[from + count]!.size
    count++
  }
  return count
}

/** Of the matches `from` up to `to`, counted through the rounds, how many have results. */
function doneOf(rounds: readonly Sized[], from: number, to: number): number {
  let [before, done] = [0, 0]
  for (const { size, records } of rounds) {
    for (let at = Math.max(0, from - before); at < Math.min(size, to - before); at++) if (records[at]) done++
    before += size
  }
  return done
}
