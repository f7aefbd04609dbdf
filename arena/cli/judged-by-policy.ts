/** What a trained policy makes of behaviours in logs: log-probabilities, and beside a reference the implicit reward of each. */
import { readSpec, versionOf } from '../../plugins/policy/index.ts'
import { type Model, openModel } from '../../plugins/policy/model.ts'
import { ParleyError } from '../core/errors.ts'
import type { Lived } from '../rewards/methods.ts'
import { readManifest, versionFolder } from '../train/checkpoint.ts'

export interface NamedPolicy {
  readonly name: string
  readonly model: Model
  readonly dir: string
  readonly version: number
}

/** `policy:runs/kuhn`, with @version. Throws `bad-policy` for anything else, `no-version`, `other-encoder`. */
export async function openPolicy(name: string): Promise<NamedPolicy> {
  if (!name.startsWith('policy:')) {
    throw new ParleyError('bad-policy', `"${name}" is no trained policy: write policy:DIR or policy:DIR@version`)
  }
  const spec = readSpec(name.slice('policy:'.length))
  const version = versionOf(spec)
  return { name, dir: spec.dir, version, model: await openModel(spec.dir, version, spec.average) }
}

/** Log-probability of every turn's move; null for turns that were forced, and moves that were not offered. */
export function logProbsOfTurns({ model }: NamedPolicy, { game, turns }: Lived): Promise<(number | null)[]> {
  return Promise.all(
    turns.map(async ({ view, seat, moves, move, forced }) => {
      const chosen = moves.indexOf(move)
      return forced || chosen < 0 ? null : (await model.ask(model.encode(game, view, seat, moves)))[chosen]!
    }),
  )
}

/** What implicit rewards are measured against unless told otherwise: the policy that the version was trained from. */
export function referenceOf({ dir, version }: NamedPolicy): string {
  return `policy:${dir}@${readManifest(versionFolder(dir, version)).parent ?? version}`
}

/** beta (logp - refLogp) of every turn of every match, with the beta the policy was trained with. */
export async function implicitRewards(
  matches: readonly Lived[],
  policy: NamedPolicy,
  reference: NamedPolicy,
): Promise<(number | null)[][]> {
  const { beta } = readManifest(versionFolder(policy.dir, policy.version)).recipe
  return Promise.all(
    matches.map(async (match) => {
      const [mine, its] = await Promise.all([logProbsOfTurns(policy, match), logProbsOfTurns(reference, match)])
      return mine.map((logp, i) => (logp === null || its[i] === null ? null : beta * (logp - its[i]!)))
    }),
  )
}
