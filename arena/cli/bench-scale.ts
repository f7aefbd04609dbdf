/** How a tournament grows with workers: the same CPU-bound matches by one worker process, then by two. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAgent } from '../../plugins/index.ts'
import { openTournaments } from '../host/tournament-open.ts'
import { planOf } from '../host/tournament-plan.ts'
import { enterPlan, runTournament } from '../host/tournament-run.ts'
import type { Measure } from './bench.ts'
import { scenarioCache } from './tournament-run.ts'

const PLAN = {
  scenarios: ['mystery:simple:1'],
  agents: ['detective', 'culprit', 'detective:honest', 'talker', 'random', 'random:2'],
  matches: 1800,
}
/** Processes take a while to start; a rate is taken over the matches after this share of them. */
const WARM = 0.25

export async function benchScale(): Promise<Record<string, Measure>> {
  const one = await matchesPerSecond(1)
  const two = await matchesPerSecond(2)
  return {
    'tournament by 1 worker': { value: Math.round(one), unit: 'matches/s', baseline: Math.round(one), ratio: 1 },
    'tournament by 2 workers': {
      value: Math.round(two),
      unit: 'matches/s',
      baseline: Math.round(one),
      ratio: two / one,
    },
  }
}

async function matchesPerSecond(workers: number): Promise<number> {
  const data = mkdtempSync(join(tmpdir(), 'parley-scale-'))
  const place = await openTournaments({ data })
  const plan = planOf({ ...PLAN, id: `scale-${workers}` })
  await enterPlan(plan, place.store)
  const call = [...process.execArgv, process.argv[1]!, 'worker', '--data', data, '--quiet']
  const children = Array.from({ length: workers }, () => spawn(process.execPath, call, { stdio: 'ignore' }))
  let warm: { at: number; done: number } | undefined
  try {
    const { view } = await runTournament(
      plan.id,
      { ...place, openAgent, openScenario: scenarioCache() },
      {
        stop: new AbortController().signal,
        worker: null,
        beat: 0,
        progress: ({ done }) => {
          if (done >= WARM * PLAN.matches) warm ??= { at: performance.now(), done }
        },
      },
    )
    return (view.done - warm!.done) / ((performance.now() - warm!.at) / 1000)
  } finally {
    for (const child of children) child.kill('SIGTERM')
    await Promise.all(children.map((child) => child.exitCode ?? new Promise((done) => child.once('exit', done))))
    await place.close()
    rmSync(data, { recursive: true, force: true })
  }
}
