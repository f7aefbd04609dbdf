/** A worker: takes jobs, plays their matches, keeps the results, until it is told to stop. */
import { existsSync, readdirSync } from 'node:fs'
import type { Scenario } from '../scenario/scenario.ts'
import { matchesOfRound, type PlannedMatch, type Setting } from '../tournament/index.ts'
import { needsServer } from './connected.ts'
import type { Jobs, TakenJob } from './jobs.ts'
import { LEASE } from './jobs.ts'
import type { TournamentPlan } from './tournament-plan.ts'
import { type Order, type PlayDeps, type Played, playPlanned, Stop } from './tournament-play.ts'
import type { PartialMatch, ResultRow, TournamentStore } from './tournament-store.ts'

export interface WorkerDeps extends PlayDeps {
  readonly store: TournamentStore
  /** The line it takes from. */
  readonly jobs: Jobs
}

export interface WorkerOptions {
  /** Its name among workers; tells the dead from the living. */
  readonly name: string
  /** Aborted with a StopReason: matches under way are given up, their logs kept. */
  readonly stop: AbortSignal
  /** Called after results are in the store. */
  readonly kept?: (rows: readonly ResultRow[]) => void
  /** Lease of a job, milliseconds. */
  readonly lease?: number
  /** Milliseconds between looks at an empty line. */
  readonly idle?: number
  /** Matches of a round that this process has at hand; undefined where it hasn't. */
  readonly planned?: (tournament: string, round: number) => readonly PlannedMatch[] | undefined
  /** Matches with connected agents, for a server: how one is played, and whether its agents are here. Absent: plays all the others. */
  readonly serves?: Serves
}

export interface Serves {
  play(order: Order, stop: Stop): Promise<Played>
  ready(match: PlannedMatch): boolean
}

/** Results wait at most this long for company on their way to the store, milliseconds. */
const FLUSH = 250
/** Jobs are taken for about this much work at a time, milliseconds; more at a time would only lie about in memory. */
const STRIDE = 120
const MOST_JOBS = 64
/** A worker whose last matches take this many milliseconds takes more of them, so that none waits for the slowest. */
const REFILL = 500
/** While matches are being played, all else gets its turn after this many milliseconds. */
const BREATH = 50

/** Resolves when stopped. Throws what a scenario, an agent's making or the store throws; jobs held are given back. */
export async function work(deps: WorkerDeps, options: WorkerOptions): Promise<void> {
  const worker = new Working(deps, options)
  const beat = setInterval(() => worker.renew(), (options.lease ?? LEASE) / 3)
  try {
    await worker.run()
  } finally {
    clearInterval(beat)
    await worker.giveBack()
  }
}

class Working {
  readonly #deps: WorkerDeps
  readonly #options: WorkerOptions
  readonly #rounds = new Map<string, readonly PlannedMatch[]>()
  readonly #plans = new Map<string, { plan: TournamentPlan; settings: readonly Setting[] }>()
  /** Logs there were when this worker began: of matches cut short, unless they are finished. */
  readonly #logsBefore: ReadonlySet<string>
  readonly #stop: Stop
  readonly #held = new Map<string, TakenJob>()
  /** A match of the jobs in hand was given up for now, though nobody told this worker to stop. */
  #leftOpen = false

  constructor(deps: WorkerDeps, options: WorkerOptions) {
    this.#deps = deps
    this.#options = options
    this.#stop = new Stop(options.stop)
    this.#logsBefore = new Set(existsSync(deps.logs) ? readdirSync(deps.logs) : [])
  }

  renew(): void {
    this.#deps.jobs.renew(this.#options.name).catch(() => {}) // the lease may run out; matches count once all the same
  }

  async giveBack(): Promise<void> {
    await this.#deps.jobs.giveBack(this.#options.name, [...this.#held.values()])
  }

  async run(): Promise<void> {
    const { stop, name, idle = 100 } = this.#options
    let count = 1
    while (!stop.aborted) {
      const jobs = [...(await this.#deps.jobs.take(name, count))]
      for (const job of jobs) this.#held.set(job.id, job)
      if (jobs.length === 0) {
        await pause(idle, stop)
        continue
      }
      const from = performance.now()
      await breathe()
      await this.#playAll(jobs)
      if (this.#leftOpen) await pause(idle, stop) // what can't be played now is not asked for without end
      const each = (performance.now() - from) / jobs.length
      count = Math.max(1, Math.min(MOST_JOBS, count * 2, Math.round(STRIDE / each)))
    }
  }

  /** Jobs that are taken while slow matches go on are added to `jobs`. */
  async #playAll(jobs: TakenJob[]): Promise<void> {
    const { store, jobs: line } = this.#deps
    const outbox = new Outbox(store, this.#options.kept)
    const waiting = (await this.#matchesOf(jobs)).reverse()
    this.#leftOpen = false
    await this.#pool(waiting, outbox, async () => {
      if (jobs.length >= MOST_JOBS) return
      const more = await line.take(this.#options.name, 1)
      for (const job of more) this.#held.set(job.id, job)
      jobs.push(...more)
      waiting.unshift(...(await this.#matchesOf(more)).reverse())
    })
    await outbox.flush()
    if (this.#options.stop.aborted) return
    if (this.#leftOpen) await line.giveBack(this.#options.name, jobs)
    else await line.done(this.#options.name, jobs)
    for (const { id } of jobs) this.#held.delete(id)
  }

  /** The jobs' matches that have no result yet. */
  async #matchesOf(jobs: readonly TakenJob[]) {
    const found: Order[] = []
    for (const job of jobs) {
      const { plan } = await this.#plan(job.tournament)
      const all: PlannedMatch[] = []
      const until = job.round + job.rounds
      for (let at = job.round; at < until; at++) {
        for (const match of await this.#round(job.tournament, at, jobs)) all.push(match)
      }
      const { size } = this.#logsBefore
      const serves = this.#options.serves !== undefined
      const finished = job.again ? await this.#deps.store.finished(job.tournament, job.round, until) : null
      for (const match of all.slice(job.from, job.to)) {
        if (finished?.has(match.id) || needsServer(match) !== serves) continue
        const again = job.again || (size > 0 && this.#logsBefore.has(`${match.id}.jsonl`))
        found.push({ match, plan, again })
      }
    }
    return found
  }

  async #plan(tournament: string) {
    const known = this.#plans.get(tournament)
    if (known) return known
    const record = await this.#deps.store.tournament(tournament)
    if (!record) throw new Error(`no tournament ${tournament} in this store`)
    const made = { plan: record.plan, settings: await settingsOf(record.plan, this.#deps.openScenario) }
    this.#plans.set(tournament, made)
    return made
  }

  /** The matches of a round; all rounds of the jobs are read at once. */
  async #round(tournament: string, round: number, jobs: readonly TakenJob[]): Promise<readonly PlannedMatch[]> {
    const key = (at: number) => `${tournament}.${at}`
    const known = this.#options.planned?.(tournament, round) ?? this.#rounds.get(key(round))
    if (known) return known
    const { plan, settings } = await this.#plan(tournament)
    const own = jobs.filter((job) => job.tournament === tournament)
    const from = Math.min(...own.map((job) => job.round))
    const to = Math.max(...own.map((job) => job.round + job.rounds))
    this.#rounds.clear()
    for (const [i, meetings] of (await this.#deps.store.rounds(tournament, from, to)).entries()) {
      this.#rounds.set(key(from + i), roundMatches(plan, settings, from + i, meetings))
    }
    const made = this.#rounds.get(key(round))
    if (!made) throw new Error(`no round ${round} of tournament ${tournament} in this store`)
    return made
  }

  /**
   * Plays as many at once as the plan allows, in order, an agent with a limit no more often than that. `waiting` is in
   * reverse order; `more` adds to it while the last ones take their time.
   */
  async #pool(waiting: Order[], outbox: Outbox, more: () => Promise<void>): Promise<void> {
    const busy = new Map<string, number>()
    const turn = new Turn()
    let running = 0
    let broken: { error: unknown } | undefined
    let breath = performance.now()
    let refill = breath + REFILL
    let most = 0
    const start = (order: Order) => {
      const counts = isLimited(order.plan)
      const ended = () => {
        if (counts) count(busy, order.match, -1)
        running--
        turn.wake()
      }
      running++
      if (counts) count(busy, order.match, 1)
      this.#playOne(order, outbox).then(ended, (error: unknown) => {
        broken ??= { error }
        ended()
      })
    }
    while ((waiting.length > 0 && !broken && this.#stop.reason === null) || running > 0) {
      most = waiting.at(-1)?.plan.concurrency ?? most
      const free = running < most && !broken && this.#stop.reason === null
      const next = free ? takeFree(waiting, busy, this.#options.serves) : undefined
      if (next) start(next)
      const idle = free && !next
      if (idle && waiting.length === 0 && performance.now() > refill) {
        await more()
        refill = performance.now() + (waiting.length > 0 ? 0 : REFILL)
        if (waiting.length > 0) continue
      }
      // Agents that answer at once are through before the event loop turns: one match at a time is quicker.
      await (next ? turn.next() : turn.end(idle ? REFILL : null))
      if (performance.now() - breath > BREATH) {
        await breathe()
        await outbox.flushOld()
        breath = performance.now()
      }
    }
    if (broken) {
      await outbox.flush()
      throw broken.error
    }
  }

  async #playOne(order: Order, outbox: Outbox): Promise<void> {
    const { serves } = this.#options
    const played = serves ? await serves.play(order, this.#stop) : await playPlanned(order, this.#deps, this.#stop)
    if (!played.done) this.#leftOpen = true
    const { id, tournament, round, place } = order.match
    if (played.done) outbox.add({ match: id, tournament, round, place, record: played.record })
    const partial = played.done ? played.earlier && { ...played.earlier, reason: 'interrupted' } : played
    if (partial && (partial.events > 0 || serves)) await this.#keepPartial({ match: id, tournament, ...partial })
  }

  async #keepPartial({ match, tournament, events, reason, log }: Omit<PartialMatch, 'attempt'>): Promise<void> {
    const { store } = this.#deps
    const before = (await store.partials(tournament)).filter((one) => one.match === match)
    if (before.some((one) => one.events === events && one.log === log)) return
    await store.addPartial({ match, tournament, attempt: before.length, events, reason, log })
  }
}

/** What the pool waits for. */
class Turn {
  wake: () => void = () => {}
  #immediate: NodeJS.Immediate | undefined

  /** Until a match has ended, or so many milliseconds are over. */
  async end(milliseconds: number | null = null): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((done) => {
      this.wake = done
      if (milliseconds !== null) timer = setTimeout(done, milliseconds)
    })
    clearTimeout(timer)
  }

  /** Until a match has ended or the event loop has turned. */
  next(): Promise<void> {
    this.#immediate ??= setImmediate(() => {
      this.#immediate = undefined
      this.wake()
    })
    return this.end()
  }
}

const limited = new WeakMap<TournamentPlan, boolean>()

function isLimited(plan: TournamentPlan): boolean {
  const known = limited.get(plan) ?? Object.keys(plan.limits).length > 0
  limited.set(plan, known)
  return known
}

/** The next match whose agents all have room, one whose agents are here before others. `waiting` is in reverse order. */
function takeFree(waiting: Order[], busy: ReadonlyMap<string, number>, serves?: Serves): Order | undefined {
  const hasRoom = ({ match, plan }: Order) => !isLimited(plan) || fits(match, plan, busy)
  const ready = serves ? waiting.findLastIndex((one) => hasRoom(one) && serves.ready(one.match)) : -1
  const next = ready >= 0 ? ready : waiting.findLastIndex(hasRoom)
  return next < 0 ? undefined : waiting.splice(next, 1)[0]
}

/** An agent may always play one match, even if it fills more seats of it than its limit. */
function fits({ agents }: PlannedMatch, { limits }: TournamentPlan, busy: ReadonlyMap<string, number>): boolean {
  return agents.every((agent) => {
    const limit = limits[agent]
    const now = busy.get(agent) ?? 0
    return limit === undefined || now === 0 || now + agents.filter((one) => one === agent).length <= limit
  })
}

function count(busy: Map<string, number>, { agents }: PlannedMatch, by: number): void {
  for (const agent of agents) busy.set(agent, (busy.get(agent) ?? 0) + by)
}

/** Results on their way to the store, in batches. */
class Outbox {
  readonly #store: TournamentStore
  readonly #kept: ((rows: readonly ResultRow[]) => void) | undefined
  #rows: ResultRow[] = []
  #writing: Promise<void> = Promise.resolve()
  /** When the oldest row came. */
  #since = 0

  constructor(store: TournamentStore, kept: ((rows: readonly ResultRow[]) => void) | undefined) {
    this.#store = store
    this.#kept = kept
  }

  add(row: ResultRow): void {
    if (this.#rows.length === 0) {
      this.#since = performance.now()
      setTimeout(() => void this.flush().catch(() => {}), FLUSH).unref() // tried again, and told, by the flush at the end
    }
    this.#rows.push(row)
  }

  /** While matches follow one another without a pause, timers come late. */
  async flushOld(): Promise<void> {
    if (this.#rows.length > 0 && performance.now() - this.#since > FLUSH) await this.flush()
  }

  async flush(): Promise<void> {
    const before = this.#writing
    this.#writing = (async () => {
      await before.catch(() => {})
      const rows = this.#rows
      if (rows.length === 0) return
      this.#rows = []
      try {
        await this.#store.addResults(rows)
      } catch (error) {
        this.#rows = [...rows, ...this.#rows]
        throw error
      }
      this.#kept?.(rows)
    })()
    await this.#writing
  }
}

export const settingsOf = async (
  plan: TournamentPlan,
  openScenario: (name: string) => Promise<Scenario>,
): Promise<Setting[]> =>
  await Promise.all(
    plan.scenarios.map(async (scenario) => ({ scenario, seats: (await openScenario(scenario)).game.seats })),
  )

export function roundMatches(
  { id, deals, seed }: TournamentPlan,
  settings: readonly Setting[],
  round: number,
  meetings: readonly { readonly agents: readonly string[] }[],
): PlannedMatch[] {
  return matchesOfRound({ tournament: id, round, meetings, settings, deals, seed })
}

const breathe = () => new Promise((done) => setImmediate(done))

/** Waits, or less when the signal comes. */
export async function pause(milliseconds: number, stop: AbortSignal): Promise<void> {
  if (stop.aborted) return
  await new Promise<void>((done) => {
    const timer = setTimeout(finish, milliseconds)
    function finish() {
      clearTimeout(timer)
      stop.removeEventListener('abort', finish)
      done()
    }
    stop.addEventListener('abort', finish)
  })
}
