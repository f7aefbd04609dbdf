/** How fast a train step is, on every device present, beside plain matrix products on the same device in the same run. */
import { availableParallelism } from 'node:os'
import { ParleyError } from '../core/errors.ts'
import { encode } from '../onnx/encode.ts'
import { input } from '../onnx/graph.ts'
import { matmul, sum } from '../onnx/operators.ts'
import { DEVICES, openSessionHere, type Session, type SessionOptions } from '../onnx/session.ts'
import { floats, type Tensors } from '../onnx/tensor.ts'
import { trainFeeds } from '../train/feeds.ts'
import { madeUpColumns, SETTINGS } from '../train/made-up-batch.ts'
import { initialParameters, layoutFor, NETWORKS, type NetworkShape } from '../train/network.ts'
import { scheduleFeeds, trainModel, trainState } from '../train/train-step.ts'
import type { Measure } from './bench.ts'

/** The batch that figures are compared on: rows, facts a row, moves a row. */
const ROWS = 16
const FACTS = 128
const MOVES = 6
const VOCABULARY = 512
/** Steps and products are taken in turns, so that whatever else the machine does hits both; the fastest of each counts. */
const ROUNDS = 12
const SIZES = ['bag', 'tiny', 'small'] as const

/** Step time, tokens a second, and the share of the matrix-product rate, by device, threads and network. */
export async function benchTrain(): Promise<Record<string, Measure>> {
  const found: Record<string, Measure> = {}
  for (const where of places()) {
    try {
      for (const size of SIZES) Object.assign(found, await measured(size, where))
    } catch (error) {
      if (!(error instanceof ParleyError && error.code === 'no-device')) throw error
    }
  }
  return found
}

type Where = Pick<SessionOptions, 'threads'> & { readonly device: (typeof DEVICES)[number] }

function places(): Where[] {
  const threads = availableParallelism() > 1 ? [1, 2] : [1]
  return DEVICES.flatMap((device): Where[] =>
    device === 'cpu' ? threads.map((count) => ({ device, threads: count })) : [{ device }],
  )
}

async function measured(size: NetworkShape['size'], where: Where): Promise<Record<string, Measure>> {
  const shape = { size, vocabulary: VOCABULARY, facts: FACTS }
  const product = await products(where)
  const state = trainState(initialParameters(shape, 1))
  const step = await openSessionHere(trainModel(shape, { ...SETTINGS, objective: 'surrogate' }), { ...where, state })
  const columns = madeUpColumns({ rows: ROWS, moves: MOVES, facts: FACTS, vocabulary: VOCABULARY, seed: 1 })
  const feeds = {
    ...trainFeeds(shape, columns),
    ...scheduleFeeds({ learningRate: 1e-4, entropy: 0.01, averageRate: 0.01 }),
  }
  const [stepSeconds, productSeconds] = await fastest(
    [
      [step, feeds],
      [product.session, product.feeds],
    ],
    clockOf(where),
  )
  await Promise.all([step.close(), product.session.close()])
  const name = `${size} on ${where.device}${where.threads === undefined ? '' : `, ${where.threads} thread${where.threads === 1 ? '' : 's'}`}`
  const peak = product.operations / productSeconds!
  return figures(name, { seconds: stepSeconds!, operations: operationsOf(shape), peak })
}

interface Timing {
  readonly seconds: number
  /** Multiplications and additions of a step. */
  readonly operations: number
  /** Of plain matrix products, a second. */
  readonly peak: number
}

function figures(name: string, { seconds, operations, peak }: Timing): Record<string, Measure> {
  const ideal = operations / peak
  const measure = (value: number, unit: string, baseline: number): Measure => ({
    value,
    unit,
    baseline,
    ratio: value / baseline,
  })
  return {
    [`${name}: step`]: measure(seconds * 1000, 'ms', ideal * 1000),
    [`${name}: tokens`]: measure(Math.round((ROWS * FACTS) / seconds), 'tokens/s', Math.round((ROWS * FACTS) / ideal)),
    [`${name}: rate`]: measure(operations / seconds / 1e9, 'GFLOP/s', peak / 1e9),
  }
}

/**
 * The matrix products that a step can't do without: forward once, backward twice. Every weight of a layer meets every
 * token (for `bag`, every row), and attention adds two products [T, W] x [W, T] a layer.
 */
function operationsOf(shape: NetworkShape): number {
  const { width, layers } = NETWORKS[shape.size]
  const matrices = layoutFor(shape).parts.filter(
    (part) => part.shape.length === 2 && !['token', 'age'].includes(part.name),
  )
  const perRow = ['move', 'value', 'hidden', 'context']
  const weights = (wanted: boolean) =>
    matrices
      .filter(({ name }) => perRow.includes(name) === wanted)
      .reduce((total, { start, end }) => total + end - start, 0)
  const attention = layers * 4 * FACTS * width * ROWS * FACTS
  const bag = layers === 0 ? 2 * ROWS * VOCABULARY * width : 0
  return 3 * (2 * weights(false) * ROWS * FACTS + 2 * weights(true) * ROWS + attention + bag)
}

/** A chain of square products with one number as its result, large enough to keep the device busy. */
async function products(where: Where): Promise<{ session: Session; feeds: Tensors; operations: number }> {
  const size = where.device === 'cpu' ? 512 : 2048
  const links = 4
  const a = input('a', 'float32', [size, size])
  let chain = a
  for (let link = 0; link < links; link++) chain = matmul(chain, a)
  const state = {
    a: floats(
      [size, size],
      Float32Array.from({ length: size * size }, (_, at) => (((at * 7919) % 1013) - 506) / 506 / Math.sqrt(size)),
    ),
  }
  const session = await openSessionHere(encode({ total: sum(chain) }), { ...where, state })
  return { session, feeds: {}, operations: links * 2 * size ** 3 }
}

/** Seconds so far. One thread is timed by the processor time it uses, so that a busy machine changes little. */
function clockOf({ device, threads }: Where): () => number {
  if (device !== 'cpu' || threads !== 1) return () => performance.now() / 1000
  return () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
}

/** The shortest run of each, in seconds, taken in turns after a warm-up. */
async function fastest(jobs: readonly (readonly [Session, Tensors])[], clock: () => number): Promise<number[]> {
  const best = jobs.map(() => Number.POSITIVE_INFINITY)
  for (let round = -2; round < ROUNDS; round++) {
    for (const [index, [session, feeds]] of jobs.entries()) {
      const started = clock()
      await session.run(feeds)
      if (round >= 0) best[index] = Math.min(best[index]!, clock() - started)
    }
  }
  return best
}
