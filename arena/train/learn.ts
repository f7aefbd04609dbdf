/** Epochs of minibatches over a round's lessons, and what they left behind in numbers. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brief, ParleyError } from '../core/errors.ts'
import type { Columns } from './columns.ts'
import type { Figures, UpdateSettings } from './learner.ts'
import { merge } from './merge.ts'
import { type BehaviourLine, type StepLine, writeBehaviours, writeSteps } from './progress.ts'
import { at } from './recipe.ts'
import { type Lessons, minibatches } from './rounds.ts'
import type { Run } from './run-state.ts'
import { logProbsOf } from './self-play.ts'

export interface Learned {
  /** Of the last step. */
  readonly figures: Figures
  readonly rows: number
  readonly tokens: number
  readonly seconds: number
}

export async function learn(run: Run, lessons: Lessons): Promise<Learned> {
  const { recipe, options } = run
  const began = performance.now()
  const steps: StepLine[] = []
  let [rows, tokens] = [0, 0]
  for (let epoch = 0; epoch < recipe.epochs; epoch++) {
    const parts = minibatches(lessons.lessons, recipe.minibatch, options.seed, run.round, epoch)
    for (const [i, part] of parts.entries()) {
      if (run.step >= run.steps || part.length === 0) break
      const columns = merge(part)
      const last = run.step + 1 === run.steps || (epoch + 1 === recipe.epochs && i + 1 === parts.length)
      steps.push(await stepOn(run, columns, last))
      rows += columns.rows
      tokens += tokensOf(columns)
    }
  }
  if (lessons.lessons.length === 0) run.step += recipe.epochs // nothing to learn from: the round still counts
  const seconds = (performance.now() - began) / 1000
  writeSteps(options.out, steps)
  if (options.behaviours) writeBehaviours(options.out, await behavioursOf(run, lessons))
  const { step: _, round: __, learningRate: ___, ...figures } = steps.at(-1) ?? NOTHING
  return { figures, rows, tokens, seconds }
}

const NOTHING: StepLine = {
  ...{ step: 0, round: 0, learningRate: 0 },
  ...{ loss: 0, entropy: 0, divergence: 0, gradientNorm: 0 },
}

async function stepOn(run: Run, columns: Columns, lastOfRound: boolean): Promise<StepLine> {
  const settings = settingsAt(run, lastOfRound)
  const figures = await run.learner.update(run.method.objective, columns, settings)
  refuseDivergence(run, figures, columns)
  run.step++
  return { step: run.step, round: run.round + 1, learningRate: settings.learningRate, ...figures }
}

function settingsAt({ recipe, step, steps }: Run, lastOfRound: boolean): UpdateSettings {
  const share = step / steps
  const warm = recipe.warmup === 0 ? 1 : Math.min(1, (step + 1) / recipe.warmup)
  const rate = recipe.reference === 'latest' ? 1 : recipe.reference === 'average' ? recipe.rate : 0
  return {
    ...recipe,
    learningRate: warm * at(recipe.learningRate, share),
    entropy: at(recipe.entropy, share),
    averageRate: lastOfRound ? rate : 0,
  }
}

const tokensOf = ({ positions }: Columns): number =>
  positions.reduce((sum, { facts, moves }) => sum + facts.length + moves.reduce((all, move) => all + move.length, 0), 0)

/** No number, or one beyond all reason: the batch is kept for inspection and the last good version stays in use. */
function refuseDivergence(run: Run, figures: Figures, columns: Columns): void {
  const sane = Number.isFinite(figures.loss) && Math.abs(figures.loss) < 1e6 && figures.gradientNorm < 1e6
  if (sane) return
  const file = join(run.options.out, `diverged-step-${run.step}.json`)
  const kept = keepBatch(file, { step: run.step, figures, recipe: run.recipe, columns })
  throw new ParleyError(
    'diverged',
    `step ${run.step}: loss ${figures.loss}, gradient norm ${figures.gradientNorm}; ${kept}, the version in use is untouched; try a smaller learning rate`,
  )
}

/** What to tell of it: a full disk must not hide why the run stops. */
function keepBatch(file: string, batch: object): string {
  const plain = (_: string, value: unknown) => (value instanceof Float32Array ? Array.from(value) : value)
  try {
    writeFileSync(file, JSON.stringify(batch, plain))
    return `the batch is kept in ${file}`
  } catch (error) {
    return `the batch could not be kept (${brief(error instanceof Error ? error.message : error)})`
  }
}

/** Every lesson under the policy that came out of the round, beside the reference it was learned against. */
async function behavioursOf(run: Run, { lessons, turns }: Lessons): Promise<BehaviourLine[]> {
  const rows = await logProbsOf(
    run.learner,
    lessons.map(({ decision }) => decision.position),
  )
  return lessons.map(({ decision: { chosen }, refLogProbs, value, weight }, i) => {
    const { match, turn, seat, role, move } = turns[i]!
    const [logProb, refLogProb] = [rows[i]![chosen]!, refLogProbs[chosen]!]
    const implicitReward = run.recipe.beta * (logProb - refLogProb)
    return {
      ...{ round: run.round + 1, match, turn, seat, role, move, value, weight },
      ...{ logProb, refLogProb, implicitReward },
    }
  })
}
