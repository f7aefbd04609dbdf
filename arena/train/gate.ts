/** The closing evaluation of a run, and whether what it made may come into use. */
import { ParleyError } from '../core/errors.ts'
import { meanInterval } from '../ratings/interval.ts'
import { averageOf, nashConvOf, profileOf } from './average.ts'
import type { Manifest } from './checkpoint.ts'
import { readVersion } from './checkpoint.ts'
import { contest, type EvaluateOptions, outcomesOf } from './evaluate.ts'
import type { FrozenPolicy } from './learner.ts'
import type { Run } from './run-state.ts'
import type { Policy } from './self-play.ts'
import { sourceOf } from './source.ts'

/**
 * Against the parent, pair by pair: the new policy in a faction's seats, and the parent in them, in the same matches with
 * the parent everywhere else. `gain` is the mean difference of outcome with its interval.
 */
export async function closingEvaluation(run: Run, learner: Policy): Promise<Manifest['evaluation']> {
  const exact = await exactEvaluation(run, learner)
  const { options } = run
  if (options.evaluate === 0) return exact
  const parent = await parentPolicy(run)
  const against = (measured: Policy): EvaluateOptions => ({
    source: sourceOf(options.scenarios, 'held-out'),
    matches: options.evaluate,
    seed: options.seed + 1,
    encode: run.encode,
    player: async (_game, _index, _seat, isMeasured) => (isMeasured ? measured : parent),
    ...(options.learn && { roles: options.learn }),
  })
  const mine = await contest(against(learner))
  const theirs = await contest(against(parent))
  const before = outcomesOf(theirs)
  await parent.close()
  return {
    ...exact,
    parent: run.parent,
    againstParent: mine.evaluation,
    gain: meanInterval(outcomesOf(mine).map((outcome, i) => outcome - before[i]!)),
  }
}

/** Holds unless the new policy is worse than its parent with 95 % confidence. */
export function gateHolds({ gain }: Manifest['evaluation']): boolean {
  const { ci95 } = (gain ?? { ci95: [0, 0] }) as { ci95: readonly [number, number] }
  return !(ci95[1] < 0)
}

async function exactEvaluation({ tree, source, encode, average, recipe }: Run, policy: Policy) {
  if (!tree) return {}
  const nashConv = nashConvOf(tree, await profileOf(tree, (await source(0)).game, policy, encode))
  return !recipe.average ? { nashConv } : { nashConv, averageNashConv: nashConvOf(tree, averageOf(tree, average)) }
}

/** The version this run began with, opened beside the learner. */
export async function parentPolicy({ parent, options, learner }: Run, name = String(parent)): Promise<FrozenPolicy> {
  const saved = readVersion(options.out, parent ?? 0)
  if (!saved) throw new ParleyError('no-version', `${options.out}: version ${parent} is not there any more`)
  return learner.frozen(name, saved.state)
}
