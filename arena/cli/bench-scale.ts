/** How a tournament grows with workers: the same CPU-bound matches by one worker process, then by two, by the clock and by processor time. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAgent } from '../../plugins/index.ts'
import { openTournaments } from '../host/tournament-open.ts'
import { planOf } from '../host/tournament-plan.ts'
import { enterPlan, runTournament } from '../host/tournament-run.ts'
import type { Measure } from './bench.ts'
import { scenarioCache } from './tournament-run.ts'

/** Detectives in complex mysteries think; what is left of a match is next to nothing. */
const PLAN = {
  scenarios: ['mystery:complex:1-3'],
  agents: ['detective', 'detective:honest', 'culprit', 'detective:2', 'detective:3', 'culprit:2'],
  logs: 'none',
}
/** Of one worker; two get twice as many, so that both runs last as long. */
const MATCHES = 720
/** Processes take a while to start and to warm up; a rate is taken over the matches after this share of them. */
const WARM = 0.3
/** The collector's own threads would take the second core from the second worker: neither run has them. */
const FLAGS = ['--single-threaded-gc', '--max-semi-space-size=32']

interface Rate {
  /** Matches a second of the clock. */
  readonly wall: number
  /** Matches a second of all workers' processor time together, times the workers: what idle cores would give. */
  readonly cpu: number
  /** Processor seconds of the coordinator a match, in milliseconds. */
  readonly coordinator: number
}

export async function benchScale(): Promise<Record<string, Measure>> {
  const one = await rateOf(1)
  const two = await rateOf(2)
  const apart = await Promise.all([rateOf(1), rateOf(1)]) // nothing shared but the machine
  const sum = (which: keyof Rate) => apart.reduce((total, one) => total + one[which], 0)
  const measure = (value: number, baseline: number, unit = 'matches/s'): Measure => {
    const rounded = (number: number) => Math.round(number * 100) / 100
    return { value: rounded(value), unit, baseline: rounded(baseline), ratio: value / baseline }
  }
  return {
    'tournament by 2 workers, time': measure(two.wall, one.wall),
    'tournament by 2 workers, CPU': measure(two.cpu, one.cpu),
    'the same, over 2 that share nothing, time': measure(two.wall, sum('wall')),
    'the same, over 2 that share nothing, CPU': measure(two.cpu, sum('cpu')),
    'coordinator, CPU a match': measure(two.coordinator, one.coordinator, 'ms'),
    'cores, and load of the machine': measure(availableParallelism(), loadavg()[0]!, 'cores'),
  }
}

async function rateOf(workers: number): Promise<Rate> {
  const data = mkdtempSync(join(tmpdir(), 'parley-scale-'))
  const place = await openTournaments({ data })
  const plan = planOf({ ...PLAN, matches: MATCHES * workers })
  await enterPlan(plan, place.store)
  const call = [...FLAGS, ...process.execArgv, process.argv[1]!, 'worker', '--data', data, '--quiet']
  const children = Array.from({ length: workers }, () => spawn(process.execPath, call, { stdio: 'ignore' }))
  const now = () => ({ at: performance.now(), cpu: secondsOf(children), own: process.cpuUsage() })
  let warm: (ReturnType<typeof now> & { readonly done: number }) | undefined
  try {
    const { view } = await runTournament(
      plan.id,
      { ...place, openAgent, openScenario: scenarioCache() },
      {
        stop: new AbortController().signal,
        worker: null,
        beat: 0,
        progress: ({ done }) => {
          if (done >= WARM * plan.matches!) warm ??= { ...now(), done }
        },
      },
    )
    const end = now()
    const matches = view.done - warm!.done
    const { user, system } = process.cpuUsage(warm!.own)
    return {
      wall: matches / ((end.at - warm!.at) / 1000),
      cpu: (workers * matches) / (end.cpu - warm!.cpu),
      coordinator: (user + system) / 1000 / matches,
    }
  } finally {
    for (const child of children) child.kill('SIGTERM')
    await Promise.all(children.map((child) => child.exitCode ?? new Promise((done) => child.once('exit', done))))
    await place.close()
    rmSync(data, { recursive: true, force: true })
  }
}

/** Ticks of the kernel's clock a second, on every Linux there is. */
const TICKS = 100

/** Processor seconds the processes have used, by the kernel's books; NaN where it keeps none that can be read. */
function secondsOf(children: readonly ChildProcess[]): number {
  let ticks = 0
  for (const { pid } of children) {
    try {
      const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 13)
      ticks += Number(user) + Number(system)
    } catch {
      return Number.NaN
    }
  }
  return ticks / TICKS
}
