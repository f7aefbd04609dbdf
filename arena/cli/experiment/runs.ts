/** The runs of an experiment: train, measure, keep the result; what is kept is not run again. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openAgent } from '../../../plugins/index.ts'
import { ParleyError } from '../../core/errors.ts'
import { stream } from '../../core/rng.ts'
import { measure } from '../../rewards/measures/index.ts'
import { encoder } from '../../train/encode.ts'
import { contest } from '../../train/evaluate.ts'
import { sourceOf } from '../../train/source.ts'
import { trainPolicy } from '../train-policy.ts'
import type { Cell, Measurement, Metric, Plan } from './plan.ts'

export interface RunKey {
  readonly cell: string
  readonly variant: string
  readonly seed: number
}

/** One number a metric, for each measurement of the cell. */
export type Found = Readonly<Record<string, Partial<Record<Metric, number>>>>

export interface RunResult extends RunKey {
  readonly found: Found
  readonly seconds: number
  /** What would do the training alone. */
  readonly command: string
}

export const keysOf = (plan: Plan): RunKey[] =>
  plan.seeds.flatMap((seed) =>
    Object.keys(plan.cells).flatMap((cell) => Object.keys(plan.variants).map((variant) => ({ cell, variant, seed }))),
  )

const nameOf = ({ cell, variant, seed }: RunKey) => `${cell}-${variant}-${seed}`.replaceAll(/[^\w-]/g, '_')

const folderOf = (out: string, key: RunKey) => join(out, 'runs', nameOf(key))

/** Trains every run that has no policy yet; then measures, so that policies can be measured against each other. */
export async function trainRun(plan: Plan, out: string, key: RunKey): Promise<void> {
  const folder = folderOf(out, key)
  const done = join(folder, 'trained.json')
  if (existsSync(done)) return
  const request = requestOf(plan, key)
  const { seconds } = await trainPolicy({ ...request, out: folder, gate: false, evaluate: 0, checkpointEvery: 50 })
  keep(done, { seconds, command: commandOf(request) })
}

function requestOf(plan: Plan, { cell: name, variant: called, seed }: RunKey) {
  const cell = plan.cells[name]!
  const variant = plan.variants[called] ?? null
  return {
    scenarios: cell.scenario.split(','),
    method: variant?.method ?? 'mars',
    seed,
    steps: variant === null ? 0 : (variant.steps ?? cell.steps ?? 1000),
    recipe: { ...cell.recipe, ...variant?.recipe },
    ...(variant?.published && { published: true }),
    ...(cell.learn && { learn: cell.learn }),
    ...(cell.trainAgainst && { against: cell.trainAgainst }),
  }
}

type Request = ReturnType<typeof requestOf>

const commandOf = ({ scenarios, method, seed, steps, recipe, learn, against, published }: Request): string =>
  [
    `parley train --scenario ${scenarios.join(',')} --method ${method} --seed ${seed} --steps ${steps} --no-gate --evaluate 0`,
    ...(learn ? [`--learn ${learn.join(',')}`] : []),
    ...(against ? [`--against ${against.join(',')}`] : []),
    ...(published ? ['--published'] : []),
    ...(Object.keys(recipe).length > 0 ? [`--recipe '${JSON.stringify(recipe)}'`] : []),
  ].join(' ')

export async function measureRun(plan: Plan, out: string, key: RunKey): Promise<RunResult> {
  const folder = folderOf(out, key)
  const file = join(folder, 'result.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as RunResult
  const { seconds, command } = JSON.parse(readFileSync(join(folder, 'trained.json'), 'utf8')) as RunResult
  const cell = plan.cells[key.cell]!
  const found: Record<string, Partial<Record<Metric, number>>> = {}
  for (const [name, one] of Object.entries(cell.measure)) found[name] = await measureOne({ plan, out, key, cell, one })
  const result: RunResult = { ...key, found, seconds, command }
  keep(file, result)
  return result
}

interface Job {
  readonly plan: Plan
  readonly out: string
  readonly key: RunKey
  readonly cell: Cell
  readonly one: Measurement
}

async function measureOne({ plan, out, key, cell, one }: Job): Promise<Partial<Record<Metric, number>>> {
  const trained = plan.variants[key.variant] !== null
  const word = one.greedy ? '+greedy' : ''
  const mine = `policy:${folderOf(out, key)}`
  const player = { trained: `${trained ? mine : `${mine}@0`}${word}`, untrained: `${mine}@0` }[one.player ?? 'trained']
  const against = opponentOf({ plan, out, key, one }, trained)
  const roles = one.roles ?? cell.learn
  const { evaluation, played } = await contest({
    source: sourceOf((one.scenario ?? cell.scenario).split(','), 'held-out'),
    matches: one.matches,
    seed: key.seed,
    encode: encoder({ vocabulary: 2, facts: 0, words: 0 }),
    ...(roles && { roles }),
    survey: 'round',
    player: (game, index, seat, measured) =>
      openAgent(measured ? (player ?? one.player!) : against, {
        game,
        random: stream(key.seed, 'measure', index, seat),
      }),
    surveyor: (game, index, seat) =>
      openAgent(game.survey ? 'detective' : 'random', { game, random: stream(key.seed, 'survey', index, seat) }),
  })
  const of = measure(played.map(({ match }) => match))
  const faction = factionOf(played[0]!)
  return {
    winRate: evaluation.winRate.mean,
    nonLoss: evaluation.nonLoss.mean,
    score: evaluation.score.mean,
    ...present('victory', of.victory[faction]?.mean),
    ...present('tii', of.tii[faction]?.mean),
    ...present('cic', of.cicReachable?.mean),
    ...present('responsiveness', of.responsiveness[faction]?.mean),
    ...present('consistency', of.consistency[faction]?.mean),
    ...exactOf(folderOf(out, key), trained),
  }
}

const factionOf = ({ match, measured }: Awaited<ReturnType<typeof contest>>['played'][number]) =>
  match.game.seats[measured[0]!]!.faction

const present = (name: Metric, value: number | undefined) => (value === undefined ? {} : { [name]: value })

/** What the closing evaluation of the training found exactly. */
function exactOf(folder: string, trained: boolean): Partial<Record<Metric, number>> {
  const file = join(folder, 'versions', trained ? '1' : '0', 'manifest.json')
  const { evaluation } = JSON.parse(readFileSync(file, 'utf8')) as { evaluation: Record<string, unknown> }
  return {
    ...present('nashConv', evaluation['nashConv'] as number | undefined),
    ...present('averageNashConv', evaluation['averageNashConv'] as number | undefined),
  }
}

function opponentOf({ plan, out, key, one }: Omit<Job, 'cell'>, trained: boolean): string {
  if (!one.against.startsWith('@')) return one.against
  const [cell = '', version] = one.against.slice(1).split('/')
  if (!(cell in plan.cells)) {
    throw new ParleyError('bad-experiment', `against "${one.against}": cells are ${Object.keys(plan.cells).join(', ')}`)
  }
  return `policy:${folderOf(out, { ...key, cell })}${version === '0' || !trained ? '@0' : ''}`
}

function keep(file: string, value: object): void {
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(`${file}.draft`, `${JSON.stringify(value, null, 2)}\n`)
  renameSync(`${file}.draft`, file)
}
