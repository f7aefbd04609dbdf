/** A run in progress: the learner, how far it is, and what has to be carried to resume it bit for bit. */
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ParleyError, unknownName } from '../core/errors.ts'
import type { Game } from '../core/game.ts'
import { parseDevice } from '../onnx/session.ts'
import { type Tensors, tensor } from '../onnx/tensor.ts'
import { type Method, methodNamed } from '../rewards/methods.ts'
import type { Tree } from '../solve/index.ts'
import { smallTree } from './average.ts'
import { currentVersion, type Manifest, readRunning, readVersion, tidyFolder } from './checkpoint.ts'
import { chooseDevice } from './device.ts'
import { ENCODER_VERSION, type Encode, encoder } from './encode.ts'
import type { Learner } from './learner.ts'
import { networkLearner } from './network-learner.ts'
import type { Surroundings, TrainOptions } from './options.ts'
import { type Recipe, recipeFor } from './recipe.ts'
import { type Source, sourceOf } from './source.ts'
import { isSparse, SparseLearner } from './sparse.ts'
import { ValuePotential } from './value-potential.ts'

export interface Run {
  readonly options: TrainOptions
  readonly recipe: Recipe
  readonly method: Method
  readonly steps: number
  readonly source: Source
  readonly encode: Encode
  readonly learner: Learner
  /** What the `value` potential reads; null under every other. */
  readonly value: ValuePotential | null
  /** Of the scenario, when there is one and it is small. */
  readonly tree: Tree | null
  /** The version it began with; null until one is published. */
  parent: number | null
  step: number
  round: number
  memory: Record<string, number>
  /** Hash over the logs learned from so far. */
  logs: string
  /** Sums of the average policy; length of the tree's entries. */
  readonly average: Float64Array
}

/** Opens a run: where an interrupted one stopped, else from the version in use, else from scratch. */
export async function openRun(options: TrainOptions, surroundings: Surroundings): Promise<Run> {
  const source = sourceOf(options.scenarios, 'training')
  const { game } = await source(0)
  checkSeats(game, options.learn ?? [])
  const method = methodNamed(options.method)
  const recipe = recipeFor(
    { scenario: game.id, kind: game.kind, method: method.id, published: options.published ?? false },
    options.recipe,
  )
  const steps = options.steps ?? recipe.steps
  const tree = options.scenarios.length === 1 ? smallTree(game) : null
  const learner = await openLearner(options, { recipe, method, surroundings })
  tidyFolder(options.out)
  const saved = options.fresh ? null : readRunning(options.out)
  const parent = currentVersion(options.out)
  const run: Run = {
    options,
    recipe,
    method,
    steps,
    source,
    encode: encoder(recipe.encoder),
    learner,
    value: recipe.credit.potential === 'value' ? new ValuePotential(recipe.encoder.vocabulary) : null,
    tree,
    parent: saved ? saved.manifest.parent : parent,
    step: 0,
    round: 0,
    memory: {},
    logs: '',
    average: new Float64Array(tree?.entries ?? 0),
  }
  if (saved) {
    checkSame(run, saved.manifest)
    await resume(run, saved)
  } else if (parent !== null) await inherit(run, parent)
  return run
}

function checkSeats(game: Game, learn: readonly string[]): void {
  const known = [...new Set(game.seats.flatMap(({ role, faction }) => [role, faction]))]
  const unknown = learn.find((name) => !known.includes(name))
  if (unknown !== undefined) throw unknownName('role or faction', unknown, known)
}

interface LearnerParts {
  readonly recipe: Recipe
  readonly method: Method
  readonly surroundings: Surroundings
}

async function openLearner(options: TrainOptions, { recipe, method, surroundings }: LearnerParts): Promise<Learner> {
  const { size } = recipe
  const device = parseDevice(options.device)
  if (isSparse(size) && device !== 'cpu' && device !== 'auto') {
    throw new ParleyError(
      'no-device',
      `a ${size} policy learns on the CPU; for ${device} choose --size bag, tiny or small`,
    )
  }
  if (isSparse(size) && device === 'auto') surroundings.remark?.(`device: cpu (where a ${size} policy learns)`)
  if (isSparse(size)) return new SparseLearner(size, size === 'table' ? recipe.table : recipe.encoder.vocabulary)
  const chosen = device === 'auto' ? await chooseDevice(surroundings.open) : { device, why: null }
  if (chosen.why !== null) surroundings.remark?.(`device: ${chosen.device} (${chosen.why})`)
  return networkLearner({
    shape: { size, vocabulary: recipe.encoder.vocabulary, facts: recipe.encoder.facts },
    device: chosen.device,
    threads: options.threads ?? 1,
    seed: options.seed,
    objective: method.objective,
    settings: recipe,
    open: surroundings.open,
  })
}

async function resume(run: Run, { manifest, state }: { manifest: Manifest; state: Tensors }): Promise<void> {
  const { average, tensors } = split(state)
  await run.learner.load(run.value ? run.value.load(tensors) : tensors)
  if (average) run.average.set(average.data as Float64Array)
  run.step = manifest.steps
  run.round = manifest.rounds
  run.memory = { ...manifest.memory }
  run.logs = manifest.logs
}

/** A new run begins with the parameters of its parent, and with an optimiser at rest. */
async function inherit(run: Run, parent: number): Promise<void> {
  const saved = readVersion(run.options.out, parent)
  if (!saved) throw new ParleyError('no-version', `${run.options.out}: version ${parent} is in use but not there`)
  const { recipe } = saved.manifest
  const same = recipe.size === run.recipe.size && recipe.encoder.vocabulary === run.recipe.encoder.vocabulary
  if (!same) {
    throw new ParleyError(
      'other-policy',
      `${run.options.out} holds a ${recipe.size} policy with ${recipe.encoder.vocabulary} tokens; a ${run.recipe.size} one with ${run.recipe.encoder.vocabulary} needs another --out`,
    )
  }
  await run.learner.inherit(split(saved.state).tensors)
}

/** The state that is written: the learner's, and the average policy's sums. */
export async function stateOf(run: Run): Promise<Tensors> {
  const state = { ...(await run.learner.state()), ...run.value?.state() }
  return run.tree ? { ...state, [AVERAGE]: tensor('float64', [run.average.length], run.average.slice()) } : state
}

const AVERAGE = 'average-policy'

function split(state: Tensors): { tensors: Tensors; average: Tensors[string] | undefined } {
  const { [AVERAGE]: average, ...tensors } = state
  return { tensors, average }
}

/** Who plays: a run that goes on must play with the same. */
const companyOf = ({ learn, against, surveyor, logs }: TrainOptions) => ({
  ...(learn && { learn }),
  ...(against && { against }),
  ...(surveyor && { surveyor }),
  ...(logs && { logs }),
})

function checkSame(run: Run, manifest: Manifest): void {
  const { recipe, options, method, steps } = run
  const mine = JSON.stringify([recipe, options.scenarios, options.seed, method.id, steps])
  const { scenarios, seed, target } = manifest
  const others = manifest.company && JSON.stringify(manifest.company) !== JSON.stringify(companyOf(options))
  if (others || mine !== JSON.stringify([manifest.recipe, scenarios, seed, manifest.method, target])) {
    throw new ParleyError(
      'other-run',
      `${options.out} holds an unfinished run with other settings (${manifest.method} on ${scenarios.join(', ')}, seed ${seed}, ${target} steps); repeat them to go on, or give --fresh to drop it`,
    )
  }
}

/** What the manifest of a checkpoint or version says of the run. */
export const manifestOf = (run: Run, version: number, evaluation: Manifest['evaluation'] = {}): Manifest => ({
  version,
  parent: run.parent,
  method: run.method.id,
  scenarios: run.options.scenarios,
  seed: run.options.seed,
  steps: run.step,
  target: run.steps,
  rounds: run.round,
  recipe: run.recipe,
  encoder: { ...run.recipe.encoder, version: ENCODER_VERSION },
  logs: run.logs,
  memory: run.memory,
  evaluation,
  company: companyOf(run.options),
})

/** Folds the logs of matches, as JSON, into the hash of all that was learned from. */
export function foldLogs(before: string, logs: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256').update(before)
  for (const log of logs) hash.update(log)
  return hash.digest('hex').slice(0, 16)
}

/** The run is finished: what it left for resuming is of no more use. */
export const dropRunning = ({ options }: Run): void =>
  rmSync(join(options.out, 'running'), { recursive: true, force: true })
