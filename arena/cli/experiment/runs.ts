/** The trainings of an experiment: each keeps its policy, and what is kept is not trained again. */
import { join } from 'node:path'
import { readVersion } from '../../train/checkpoint.ts'
import { trainPolicy, type Watching } from '../train-policy.ts'
import { fileName, keep, kept } from './keep.ts'
import type { Plan } from './plan.ts'

export interface RunKey {
  readonly cell: string
  readonly variant: string
  readonly seed: number
}

export interface Trained {
  /** By the clock. */
  readonly seconds: number
  /** Of all threads, user and system. */
  readonly processorSeconds: number
  readonly size: string
  /** What would do the training alone. */
  readonly command: string
}

export const keysOf = (plan: Plan): RunKey[] =>
  plan.seeds.flatMap((seed) =>
    Object.keys(plan.cells).flatMap((cell) =>
      Object.entries(plan.variants).flatMap(([variant, how]) =>
        how?.cells && !how.cells.includes(cell) ? [] : [{ cell, variant, seed }],
      ),
    ),
  )

/** Where a run keeps its policy and its results. */
export const folderOf = (out: string, { cell, variant, seed }: RunKey): string =>
  join(out, 'runs', fileName(`${cell}-${variant}-${seed}`))

export const trainedOf = (out: string, key: RunKey): Trained | null =>
  kept<Trained>(join(folderOf(out, key), 'trained.json'))

/** Trains a run that has no policy yet; false when it was stopped before its end, from where the same call goes on. */
export async function trainRun(plan: Plan, out: string, key: RunKey, watching: Watching): Promise<boolean> {
  if (trainedOf(out, key)) return true
  const folder = folderOf(out, key)
  const request = requestOf(plan, key)
  const before = kept<Pick<Trained, 'seconds' | 'processorSeconds'>>(join(folder, 'spent.json'))
  const usage = process.cpuUsage()
  const done = await trainPolicy({ ...request, out: folder, gate: false, evaluate: 0, checkpointEvery: 50 }, watching)
  const { user, system } = process.cpuUsage(usage)
  const spent = {
    seconds: done.seconds + (before?.seconds ?? 0),
    processorSeconds: (user + system) / 1e6 + (before?.processorSeconds ?? 0),
  }
  if (!done.finished) {
    keep(join(folder, 'spent.json'), spent)
    return false
  }
  const size = readVersion(folder, 0)?.manifest.recipe.size ?? ''
  keep(join(folder, 'trained.json'), { ...spent, size, command: commandOf(request) } satisfies Trained)
  return true
}

function requestOf(plan: Plan, { cell: name, variant: called, seed }: RunKey) {
  const cell = plan.cells[name]!
  const variant = plan.variants[called] ?? null
  const here = variant?.in?.[name]
  return {
    scenarios: cell.scenario.split(','),
    method: variant?.method ?? 'mars',
    seed,
    steps: variant === null ? 0 : (here?.steps ?? variant.steps ?? cell.steps ?? 1000),
    recipe: { ...cell.recipe, ...variant?.recipe, ...here?.recipe },
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
