/** Matches and moves a second of self-play, on the trainer's own thread and by one and two threads, policy included. */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAgent } from '../../plugins/index.ts'
import { openSessionHere } from '../onnx/session.ts'
import { startThread } from '../onnx/thread.ts'
import { type Surroundings, TRAIN_DEFAULTS, type TrainOptions } from '../train/options.ts'
import { Players } from '../train/players.ts'
import { openRun } from '../train/run-state.ts'
import type { Measure } from './bench.ts'

const SECONDS = 3
/** Rounds before the clock starts. */
const WARM = 3

const CASES: Readonly<Record<string, Pick<TrainOptions, 'scenarios' | 'method'> & Partial<TrainOptions>>> = {
  'mysteries, linear': { scenarios: ['mystery:simple'], method: 'maro', learn: ['victim'], against: ['culprit'] },
  'Mini Hanabi, tiny': { scenarios: ['mini-hanabi'], method: 'mars', recipe: { size: 'tiny', matches: 256 } },
  'Kuhn poker, bag': { scenarios: ['kuhn-poker'], method: 'mars' },
}

const surroundings: Surroundings = {
  openAgent,
  open: openSessionHere,
  rollout: (order) => startThread(new URL('./rollout-thread.ts', import.meta.url), order),
}

/** The baseline is the trainer's own thread. */
export async function benchRollouts(): Promise<Record<string, Measure>> {
  const found: Record<string, Measure> = {}
  for (const [name, asked] of Object.entries(CASES)) {
    const alone = await rates(asked, 0)
    for (const threads of availableParallelism() > 1 ? [0, 1, 2] : [0, 1]) {
      const { matches, moves } = threads === 0 ? alone : await rates(asked, threads)
      const by = threads === 0 ? "the trainer's own" : `${threads} thread${threads === 1 ? '' : 's'}`
      found[`${name}: ${by}`] = measure(matches, 'matches/s', alone.matches)
      found[`${name}: ${by}, moves`] = measure(moves, 'moves/s', alone.moves)
    }
  }
  return found
}

const measure = (value: number, unit: string, baseline: number): Measure => ({
  value: Math.round(value),
  unit,
  baseline: Math.round(baseline),
  ratio: value / baseline,
})

async function rates(asked: (typeof CASES)[string], rollouts: number) {
  const out = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const run = await openRun({ ...TRAIN_DEFAULTS, threads: 2, ...asked, out, rollouts }, surroundings)
  const { learner } = run
  const policy = { version: 'training', logProbs: learner.logProbs.bind(learner) }
  const players = new Players(run, { policy, first: null, surroundings })
  try {
    let [matches, moves, started] = [0, 0, 0]
    for (let round = -WARM; round <= 0 || performance.now() - started < SECONDS * 1000; round++) {
      if (round === 0) started = performance.now()
      const harvest = await players.play()
      run.round++
      if (round < 0) continue
      matches += harvest.matches.length
      moves += harvest.matches.reduce((sum, { turns }) => sum + turns.length, 0)
    }
    const seconds = (performance.now() - started) / 1000
    return { matches: matches / seconds, moves: moves / seconds }
  } finally {
    await players.close()
    await learner.close()
    rmSync(out, { recursive: true, force: true })
  }
}
