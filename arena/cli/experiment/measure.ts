/** The measurements of a run, each kept by name: one that is added to the file later is made then, the others stay. */
import { join } from 'node:path'
import { openAgent } from '../../../plugins/index.ts'
import { ParleyError } from '../../core/errors.ts'
import { stream } from '../../core/rng.ts'
import { measure } from '../../rewards/measures/index.ts'
import { openScenario } from '../../scenario/index.ts'
import { nashConv, profileOfAgent } from '../../solve/index.ts'
import { smallTree } from '../../train/average.ts'
import { readVersion } from '../../train/checkpoint.ts'
import type { Contest } from '../../train/evaluate.ts'
import { fileName, once } from './keep.ts'
import type { Measurement, Metric, Plan } from './plan.ts'
import { meet, specOf } from './players.ts'
import { folderOf, type RunKey, type Trained, trainedOf } from './runs.ts'

export type Numbers = Partial<Readonly<Record<Metric, number>>>

export interface RunResult extends RunKey, Omit<Trained, 'size'> {
  readonly size?: string
  /** One number a metric, for each measurement of the cell. */
  readonly found: Readonly<Record<string, Numbers>>
}

/** Throws `not-trained` for a run without a policy. */
export async function measureRun(plan: Plan, out: string, key: RunKey): Promise<RunResult> {
  const trained = trainedOf(out, key)
  if (!trained) throw new ParleyError('not-trained', `${folderOf(out, key)} has no trained policy yet`)
  const found: Record<string, Numbers> = {}
  for (const [i, [name, one]] of Object.entries(plan.cells[key.cell]!.measure).entries()) {
    const file = join(folderOf(out, key), `measured-${fileName(name)}.json`)
    const { numbers } = await once(file, async () => ({ one, numbers: await measureOne(plan, out, key, one) }))
    found[name] = i === 0 && !one.exact ? { ...numbers, ...(await worth(plan, out, key)) } : numbers
  }
  return { ...key, ...trained, found }
}

async function measureOne(plan: Plan, out: string, key: RunKey, one: Measurement): Promise<Numbers> {
  const { scenario, learn } = plan.cells[key.cell]!
  const named = { trained: `@${key.cell}`, untrained: `@${key.cell}/0` }[one.player ?? 'trained'] ?? one.player!
  const measured = specOf(plan, out, key, named) + (one.greedy ? '+greedy' : '')
  const others = specOf(plan, out, key, one.against)
  const roles = one.roles ?? learn
  const where = one.scenario ?? scenario
  const met = await meet({
    ...{ scenario: where, matches: one.matches, seed: key.seed, measured, others, surveyed: true },
    ...(roles && { roles }),
  })
  return { ...numbersOf(met), ...(one.exact && (await exactly(where, measured, key.seed))) }
}

function numbersOf({ evaluation, played }: Contest): Numbers {
  const { winRate, nonLoss, score } = evaluation
  const of = measure(played.map(({ match }) => match))
  const { match, measured } = played[0]!
  const { faction } = match.game.seats[measured[0]!]!
  return {
    winRate: winRate.mean,
    nonLoss: nonLoss.mean,
    score: score.mean,
    ...present('victory', of.victory[faction]?.mean),
    ...present('tii', of.tii[faction]?.mean),
    ...present('cic', of.cicReachable?.mean),
    ...present('responsiveness', of.responsiveness[faction]?.mean),
    ...present('consistency', of.consistency[faction]?.mean),
  }
}

const present = (name: Metric, value: unknown): Numbers => (typeof value === 'number' ? { [name]: value } : {})

/**
 * NashConv of the run's policy and of its average, as the closing evaluation of the training found them; stands with the
 * cell's first measurement, as it is the run's and not the match's.
 */
async function worth(plan: Plan, out: string, key: RunKey): Promise<Numbers> {
  const { scenario } = plan.cells[key.cell]!
  if (plan.variants[key.variant] === null) {
    const wanted = plan.metrics.includes('nashConv') && !/[,:]/.test(scenario)
    return wanted && smallTree((await openScenario(scenario)).game)
      ? exactly(scenario, `policy:${folderOf(out, key)}@0`, key.seed)
      : {}
  }
  const evaluation = readVersion(folderOf(out, key), 1)?.manifest.evaluation ?? {}
  return {
    ...present('nashConv', evaluation['nashConv']),
    ...present('averageNashConv', evaluation['averageNashConv']),
  }
}

/** The player's own NashConv; throws `too-large` for a game that cannot be laid out. */
async function exactly(name: string, player: string, seed: number): Promise<Numbers> {
  const scenario = await openScenario(name)
  const { game } = scenario
  const tree = smallTree(game)
  if (!tree) throw new ParleyError('too-large', `${name} cannot be laid out, so "exact" has nothing to state`)
  const agent = await openAgent(player, { game, random: stream(seed, 'solve') })
  const { profile } = await profileOfAgent(tree, agent, {
    samples: 200,
    roles: game.seats.map(({ role }) => role),
    word: ({ view, seat, moves }) => scenario.prompt(view, seat, { seat, moves }),
  })
  return { nashConv: nashConv(tree, profile).nashConv }
}
