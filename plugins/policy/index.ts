/**
 * Plays a trained policy: `policy:runs/kuhn` the version in use when the match begins, `policy:runs/kuhn@3` version 3.
 * `+greedy` takes the likeliest move instead of a drawn one, `+average` the average policy of a small game's run. A newly
 * published version is picked up by the next match without a restart; a running match keeps the one it began with.
 */
import { resolve } from 'node:path'
import type { Agent, AgentContext, Plugin } from '../../arena/core/agent.ts'
import { ParleyError, unknownName } from '../../arena/core/errors.ts'
import { currentVersion, versionsOf } from '../../arena/train/checkpoint.ts'
import { drawn, likeliest } from '../../arena/train/self-play.ts'
import { type Model, openModel } from './model.ts'

export const policy: Plugin = {
  id: 'policy',
  title: 'a trained policy: policy:DIR, policy:DIR@version, with +greedy or +average',
  make: (context) => makeAgent(context),
}

export interface Spec {
  readonly dir: string
  /** null: the one in use. */
  readonly version: number | null
  readonly greedy: boolean
  readonly average: boolean
}

/** Throws `bad-policy` for a version that is no number or a word that is neither greedy nor average. */
export function readSpec(argument: string): Spec {
  const [place = '', ...words] = argument.split('+')
  const unknown = words.find((word) => word !== 'greedy' && word !== 'average')
  if (unknown !== undefined) throw unknownName('policy option', unknown, ['greedy', 'average'])
  const mark = place.lastIndexOf('@')
  const dir = mark < 0 ? place : place.slice(0, mark)
  const version = mark < 0 ? null : Number(place.slice(mark + 1))
  if (dir === '' || (version !== null && !(Number.isSafeInteger(version) && version >= 0))) {
    throw new ParleyError(
      'bad-policy',
      `"policy:${argument}": write policy:DIR or policy:DIR@version, as policy:runs/kuhn@3`,
    )
  }
  return { dir: resolve(dir), version, greedy: words.includes('greedy'), average: words.includes('average') }
}

async function makeAgent({ argument, random, reading = {} }: AgentContext): Promise<Agent> {
  const spec = readSpec(argument)
  const version = versionOf(spec)
  const model = await shared(spec.dir, version, spec.average)
  return {
    name: 'policy',
    version: String(version),
    async act({ view, seat, moves }) {
      const logProbs = await model.ask(model.encode(reading, view, seat, moves))
      const chosen = spec.greedy ? likeliest(logProbs) : drawn(logProbs, random())
      return { move: moves[chosen]!, note: { policy: version, logProb: spec.greedy ? 0 : logProbs[chosen]! } }
    },
  }
}

/** The version a spec names, which must be there; throws `no-version`. */
export function versionOf({ dir, version }: Spec): number {
  const found = version ?? currentVersion(dir)
  const there = versionsOf(dir)
  if (found !== null && there.includes(found)) return found
  const list = there.length > 0 ? `versions are ${there.join(', ')}` : 'no version was ever published there'
  throw new ParleyError(
    'no-version',
    `policy: ${dir} has no ${version === null ? 'version in use' : `version ${version}`}; ${list}`,
  )
}

/** Versions never change once published, so they are opened once; the oldest are forgotten. */
const open = new Map<string, Promise<Model>>()
const KEPT = 16

function shared(dir: string, version: number, average: boolean): Promise<Model> {
  const key = `${dir}@${version}${average ? '+average' : ''}`
  const known = open.get(key)
  if (known !== undefined) return known
  const opening = openModel(dir, version, average)
  open.set(key, opening)
  opening.catch(() => open.delete(key))
  const [oldest] = open.keys()
  if (open.size > KEPT) open.delete(oldest!)
  return opening
}
