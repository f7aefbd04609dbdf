/** Measures a trained policy beside the untrained one it came from, in the same matches, and keeps both with the run. */
import { openAgent } from '../../plugins/index.ts'
import { readSpec } from '../../plugins/policy/index.ts'
import { ParleyError } from '../core/errors.ts'
import { stream } from '../core/rng.ts'
import { currentVersion, versionsOf } from '../train/checkpoint.ts'
import { encoder } from '../train/encode.ts'
import { contest } from '../train/evaluate.ts'
import { keepMeasured, type Measured, measuredSides } from '../train/measured.ts'
import { type Split, sourceOf } from '../train/source.ts'

export interface Asked {
  /** `policy:DIR`, `policy:DIR@3`, with `+greedy` or `+average`. */
  readonly agent: string
  readonly scenario: string
  readonly against: string
  readonly matches: number
  readonly seed: number
  readonly split: Split
  readonly roles?: readonly string[]
}

/** The version and, where it was published, version 0. Throws `not-a-run` for an agent that no run keeps. */
export async function measureVersions(asked: Asked): Promise<Measured[]> {
  const [kind, rest = ''] = [asked.agent.split(':')[0], asked.agent.slice(asked.agent.indexOf(':') + 1)]
  if (kind !== 'policy')
    throw new ParleyError('not-a-run', `--measures are kept with a training run; "${asked.agent}" is no policy:DIR`)
  const { dir, version, greedy, average } = readSpec(rest)
  const newest = version ?? currentVersion(dir)
  const wanted = [0, ...(newest === null || newest === 0 ? [] : [newest])]
  const words = `${greedy ? '+greedy' : ''}`
  const found: Measured[] = []
  for (const one of wanted.filter((each) => versionsOf(dir).includes(each))) {
    const name = `policy:${dir}@${one}${words}${average && one > 0 ? '+average' : ''}`
    const measured = await measureVersion(name, one, asked)
    keepMeasured(dir, measured)
    found.push(measured)
  }
  return found
}

async function measureVersion(
  name: string,
  version: number,
  { scenario, against, matches, seed, split, roles }: Asked,
): Promise<Measured> {
  const random = (index: number, seat: number, what: string) => stream(seed, what, index, 'seat', seat)
  const met = await contest({
    source: sourceOf(scenario.split(','), split),
    matches,
    seed,
    encode: encoder({ vocabulary: 2, facts: 0, words: 0 }),
    survey: 'round',
    player: (game, index, seat, measured) =>
      openAgent(measured ? name : against, { game, random: random(index, seat, 'evaluate') }),
    surveyor: (game, index, seat) =>
      openAgent(game.survey ? 'detective' : 'random', { game, random: random(index, seat, 'survey') }),
    ...(roles && { roles }),
  })
  return { version, scenario, against, matches, seed, factions: measuredSides(met) }
}
