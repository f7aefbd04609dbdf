/** What a tournament costs over `parley play`: the same agents in the same scenario, in one process, both without and with a log a match. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAgent } from '../../plugins/index.ts'
import { workerName } from '../host/jobs-sql.ts'
import { openTournaments } from '../host/tournament-open.ts'
import { planOf } from '../host/tournament-plan.ts'
import { enterPlan, runTournament } from '../host/tournament-run.ts'
import { openScenario } from '../scenario/index.ts'
import type { Measure } from './bench.ts'
import { playOne } from './play.ts'
import { PlayTally } from './play-tally.ts'

/** Who plays what, and how many matches a second-long round has. */
export interface Workload {
  readonly scenario: string
  readonly agent: string
  readonly matches: number
  /** Matches where each leaves a log: making the file costs more than the match. */
  readonly logged: number
}

const WORKLOADS: readonly Workload[] = [
  { scenario: 'kuhn-poker', agent: 'random', matches: 20_000, logged: 2000 },
  { scenario: 'tic-tac-toe', agent: 'random', matches: 10_000, logged: 2000 },
  { scenario: 'mystery:simple:1', agent: 'detective', matches: 500, logged: 500 },
]
/** Bare and tournament take turns, so that what else the machine does falls on both; the least of the rounds counts. */
const ROUNDS = 5

export async function benchTournament(): Promise<Record<string, Measure>> {
  const found: Record<string, Measure> = {}
  for (const workload of WORKLOADS) Object.assign(found, await overheadOf(workload))
  return found
}

/** Microseconds a match, by the clock and by processor time of the whole process. */
interface Spent {
  readonly wall: number
  readonly cpu: number
}

export async function overheadOf(workload: Workload): Promise<Record<string, Measure>> {
  const found: Record<string, Measure> = {}
  for (const logs of [false, true]) {
    const size = logs ? workload.logged : workload.matches
    const bare: Spent[] = []
    const held: Spent[] = []
    for (let round = -1; round < ROUNDS; round++) {
      const [one, other] = [await bareRound(workload, size, logs), await tournamentRound(workload, size, logs)]
      if (round < 0) continue // the first is for warming up
      bare.push(one)
      held.push(other)
    }
    for (const which of ['cpu', 'wall'] as const) {
      const least = (spent: readonly Spent[]) => Math.min(...spent.map((one) => one[which]))
      const [value, baseline] = [least(held), least(bare)]
      const name = `${workload.scenario} by ${workload.agent}, ${logs ? 'with logs, ' : ''}${which === 'cpu' ? 'CPU' : 'time'}`
      found[name] = { value: rounded(value), baseline: rounded(baseline), ratio: value / baseline, unit: 'us/match' }
    }
  }
  return found
}

const rounded = (value: number) => Math.round(value * 10) / 10

async function bareRound({ scenario: name, agent }: Workload, matches: number, logs: boolean): Promise<Spent> {
  const scenario = await openScenario(name)
  return await inFolder(async (log) => {
    const tally = new PlayTally()
    const how = { agents: `${agent}:1`, seed: 3, survey: 'never', rotate: false, ...(logs && { log }) } as const
    return await spent(async () => {
      for (let index = 0; index < matches; index++) {
        await playOne(scenario, how, index, tally)
        if (index % 256 === 255) await new Promise((done) => setImmediate(done)) // signals get through
      }
      return tally.summary(matches, 1).matches
    })
  })
}

async function tournamentRound({ scenario: name, agent }: Workload, matches: number, logs: boolean): Promise<Spent> {
  const scenario = await openScenario(name)
  return await inFolder(async (data) => {
    const place = await openTournaments({ data })
    const agents = [1, 2, 3, 4].map((n) => `${agent}:${n}`)
    const plan = planOf({ scenarios: [name], agents, matches, seed: 3, ...(logs && { logs: 'all' }) })
    await enterPlan(plan, place.store)
    const deps = { ...place, openAgent, openScenario: async () => scenario }
    const options = { stop: new AbortController().signal, worker: workerName() }
    const value = await spent(async () => (await runTournament(plan.id, deps, options)).view.done)
    await place.close()
    return value
  })
}

/** `play` says how many matches it played. */
async function spent(play: () => Promise<number>): Promise<Spent> {
  const [wall, cpu] = [performance.now(), process.cpuUsage()]
  const matches = await play()
  const { user, system } = process.cpuUsage(cpu)
  return { wall: ((performance.now() - wall) * 1000) / matches, cpu: (user + system) / matches }
}

async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-overhead-'))
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
