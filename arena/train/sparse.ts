/**
 * Policies without hidden layers, learned by Adam on the entries that a batch touches:
 *
 *   `table`    a logit of its own for every position and move, found by hash: exact where positions are few (Kuhn,
 *              Leduc), useless where they never come back. Two that meet in one entry spoil each other, so a game of
 *              some thousand positions wants a larger table (`recipe.table`)
 *   `linear`   a move's logit is the sum of a weight for each of its tokens: right where the game describes its moves
 *              in the light of the view (mysteries), and a hundred times cheaper than a network
 */
import { hash32 } from '../core/rng.ts'
import { encode } from '../onnx/encode.ts'
import { input } from '../onnx/graph.ts'
import { maskedLogSoftmax } from '../onnx/losses.ts'
import { gather, sum } from '../onnx/operators.ts'
import { floats, ints, type Tensors } from '../onnx/tensor.ts'
import type { Columns, Objective } from './columns.ts'
import type { Position } from './encode.ts'
import type { Figures, FrozenPolicy, Learner, UpdateSettings } from './learner.ts'
import { columnLoss } from './loss.ts'
import type { Policy } from './self-play.ts'

/** Entries of a table unless the recipe says otherwise. */
export const TABLE = 2 ** 18
const [BETA1, BETA2, TINY] = [0.9, 0.999, 1e-8]

export const SPARSE = ['table', 'linear'] as const
export type SparseSize = (typeof SPARSE)[number]

export const isSparse = (size: string): size is SparseSize => SPARSE.some((one) => one === size)

/** The weights that add up to the logit of each legal move. Entry 0 is padding: its weight is always 0. */
function entriesOf(size: SparseSize, { key, moves }: Position, entries: number): readonly (readonly number[])[] {
  if (size === 'linear') return moves
  const hash = hash32(key)
  return moves.map((_, i) => [1 + ((Math.imul(hash ^ (i + 1), 0x9e3779b1) >>> 0) % (entries - 1))])
}

/** `entries` int32 [R, M, W] and `legal` [R, M] give `logp` [R, M]. */
function model(weights: Float32Array): Uint8Array {
  const table = input('table', 'float32', [weights.length])
  const legal = input('legal', 'float32', ['R', 'M'])
  const logits = sum(gather(table, input('entries', 'int32', ['R', 'M', 'W'])), [-1])
  const logp = maskedLogSoftmax(logits, legal)
  return encode({ logp }, { fixed: { table: floats([weights.length], weights) } })
}

/** What a sparse policy's graph is fed; `table`: entries of it. */
export function sparseFeeds(size: SparseSize, positions: readonly Position[], table = TABLE): Tensors {
  const rows = positions.map((position) => entriesOf(size, position, table))
  const moves = Math.max(1, ...rows.map((row) => row.length))
  const words = Math.max(1, ...rows.flatMap((row) => row.map((move) => move.length)))
  const entries = new Int32Array(rows.length * moves * words)
  const legal = new Float32Array(rows.length * moves)
  for (const [r, row] of rows.entries()) {
    for (const [m, move] of row.entries()) entries.set(move, (r * moves + m) * words)
    legal.fill(1, r * moves, r * moves + row.length)
  }
  return { entries: ints([rows.length, moves, words], entries), legal: floats([rows.length, moves], legal) }
}

/** A table that plays the given log-probabilities. */
export function tableOf(
  rows: readonly { readonly position: Position; readonly logProbs: readonly number[] }[],
): Uint8Array {
  const weights = new Float32Array(TABLE)
  for (const { position, logProbs } of rows) {
    for (const [i, [entry]] of entriesOf('table', position, TABLE).entries()) weights[entry!] = logProbs[i]!
  }
  return model(weights)
}

/** A policy of the given weights, which may change between its answers. */
export function sparsePolicy(version: string, size: SparseSize, weights: Float32Array): Policy {
  const logProbs = async (positions: readonly Position[]) =>
    positions.map((position) => logSoftmax(weights, entriesOf(size, position, weights.length)))
  return { version, logProbs }
}

type Weights = Float32Array<ArrayBuffer>

/** `entries`: of a table, or distinct tokens of `linear`. */
export class SparseLearner implements Learner {
  readonly device = 'cpu'
  readonly parameters: number
  readonly #size: SparseSize
  #weights: Weights
  #reference: Weights
  #mean: Weights
  #variance: Weights
  #steps = 0

  constructor(size: SparseSize, entries: number) {
    this.#size = size
    this.parameters = entries
    this.#weights = new Float32Array(this.parameters)
    this.#reference = new Float32Array(this.parameters)
    this.#mean = new Float32Array(this.parameters)
    this.#variance = new Float32Array(this.parameters)
  }

  weights(): Float32Array {
    return this.#weights
  }

  async logProbs(positions: readonly Position[]): Promise<ArrayLike<number>[]> {
    return positions.map((position) => logSoftmax(this.#weights, entriesOf(this.#size, position, this.parameters)))
  }

  async refLogProbs(positions: readonly Position[]): Promise<ArrayLike<number>[]> {
    return positions.map((position) => logSoftmax(this.#reference, entriesOf(this.#size, position, this.parameters)))
  }

  async update(objective: Objective, columns: Columns, settings: UpdateSettings): Promise<Figures> {
    const rows = columns.positions.map((position) => entriesOf(this.#size, position, this.parameters))
    const logits = new Float64Array(columns.rows * columns.moves)
    for (const [r, row] of rows.entries()) {
      for (const [m, move] of row.entries()) logits[r * columns.moves + m] = total(this.#weights, move)
    }
    const { loss, gradient, entropy, divergence, implicit } = columnLoss(objective, columns, logits, settings)
    const slopes = new Map<number, number>()
    for (const [r, row] of rows.entries()) {
      for (const [m, move] of row.entries()) {
        const slope = gradient[r * columns.moves + m]!
        for (const entry of move) slopes.set(entry, (slopes.get(entry) ?? 0) + slope)
      }
    }
    const gradientNorm = this.#step(slopes, settings)
    this.#moveReference(settings.averageRate)
    return { loss, entropy, divergence, gradientNorm, ...implicit }
  }

  async state(): Promise<Tensors> {
    const dims = [this.parameters]
    return {
      parameters: floats(dims, this.#weights.slice()),
      average: floats(dims, this.#reference.slice()),
      mean: floats(dims, this.#mean.slice()),
      variance: floats(dims, this.#variance.slice()),
      step: floats([], [this.#steps]),
    }
  }

  async load(state: Tensors): Promise<void> {
    const copy = (name: string) => state[name]!.data.slice() as Weights
    this.#weights = copy('parameters')
    this.#reference = copy('average')
    this.#mean = copy('mean')
    this.#variance = copy('variance')
    this.#steps = Number(state['step']!.data[0])
  }

  async inherit({ parameters }: Tensors): Promise<void> {
    this.#weights = parameters!.data.slice() as Weights
    this.#reference = this.#weights.slice()
  }

  async policy(): Promise<Uint8Array> {
    return model(this.#weights)
  }

  async frozen(version: string, { parameters }: Tensors): Promise<FrozenPolicy> {
    const weights = parameters!.data.slice() as Weights
    return { ...sparsePolicy(version, this.#size, weights), weights: () => weights, close: async () => {} }
  }

  async close(): Promise<void> {}

  #moveReference(rate: number): void {
    if (rate === 0) return
    for (let i = 0; i < this.parameters; i++) this.#reference[i]! += rate * (this.#weights[i]! - this.#reference[i]!)
  }

  /** AdamW on the entries touched; the others' moments wait. Returns the gradient's norm before clipping. */
  #step(slopes: ReadonlyMap<number, number>, { gradientNorm, learningRate, weightDecay }: UpdateSettings): number {
    let squares = 0
    for (const slope of slopes.values()) squares += slope * slope
    const norm = Math.sqrt(squares)
    const scale = gradientNorm / Math.max(norm, gradientNorm)
    this.#steps++
    const [unbias1, unbias2] = [1 - BETA1 ** this.#steps, 1 - BETA2 ** this.#steps]
    for (const [entry, slope] of slopes) {
      const g = slope * scale
      const mean = (this.#mean[entry] = BETA1 * this.#mean[entry]! + (1 - BETA1) * g)
      const variance = (this.#variance[entry] = BETA2 * this.#variance[entry]! + (1 - BETA2) * g * g)
      const change = mean / unbias1 / (Math.sqrt(variance / unbias2) + TINY)
      this.#weights[entry]! -= learningRate * (change + weightDecay * this.#weights[entry]!)
    }
    return norm
  }
}

function total(weights: Float32Array, move: readonly number[]): number {
  let logit = 0
  for (const entry of move) logit += weights[entry]!
  return logit
}

function logSoftmax(weights: Float32Array, moves: readonly (readonly number[])[]): Float64Array {
  const row = new Float64Array(moves.length)
  let top = -Infinity
  for (const [m, move] of moves.entries()) {
    row[m] = total(weights, move)
    if (row[m]! > top) top = row[m]!
  }
  let sum = 0
  for (const logit of row) sum += Math.exp(logit - top)
  const shift = top + Math.log(sum)
  for (let m = 0; m < row.length; m++) row[m]! -= shift
  return row
}
