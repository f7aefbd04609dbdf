/**
 * The `table` policy: a logit of its own for every position and move, found by hash. Exact where positions are few
 * (Kuhn, Leduc), useless where they never come back. Learns by Adam on the entries a batch touches.
 */
import { hash32 } from '../core/rng.ts'
import { encode } from '../onnx/encode.ts'
import { input } from '../onnx/graph.ts'
import { maskedLogSoftmax } from '../onnx/losses.ts'
import { gather } from '../onnx/operators.ts'
import { floats, ints, type Tensors } from '../onnx/tensor.ts'
import type { Columns, Objective } from './columns.ts'
import type { Position } from './encode.ts'
import type { Figures, FrozenPolicy, Learner, UpdateSettings } from './learner.ts'
import { columnLoss } from './loss.ts'

export const ENTRIES = 2 ** 18
const [BETA1, BETA2, TINY] = [0.9, 0.999, 1e-8]

/** Entry of each legal move of a position: the hash of the whole key and the move's place in it. */
export const entriesOf = ({ key, moves }: Position): Int32Array => {
  const hash = hash32(key)
  return Int32Array.from(moves, (_, i) => (Math.imul(hash ^ (i + 1), 0x9e3779b1) >>> 0) % ENTRIES)
}

/** The table as a graph: `entries` int32 [R, M] and `legal` [R, M] give `logp` [R, M]. */
function tableModel(logits: Float32Array): Uint8Array {
  const table = input('table', 'float32', [ENTRIES])
  const legal = input('legal', 'float32', ['R', 'M'])
  const logp = maskedLogSoftmax(gather(table, input('entries', 'int32', ['R', 'M'])), legal)
  return encode({ logp }, { fixed: { table: floats([ENTRIES], logits) } })
}

/** A table that plays the given log-probabilities. */
export function tableOf(
  rows: readonly { readonly position: Position; readonly logProbs: readonly number[] }[],
): Uint8Array {
  const logits = new Float32Array(ENTRIES)
  for (const { position, logProbs } of rows) {
    for (const [i, entry] of entriesOf(position).entries()) logits[entry] = logProbs[i]!
  }
  return tableModel(logits)
}

/** What `tableModel` is fed. */
export function tableFeeds(positions: readonly Position[]): Tensors {
  const moves = positions.reduce((most, one) => Math.max(most, one.moves.length), 1)
  const entries = new Int32Array(positions.length * moves)
  const legal = new Float32Array(positions.length * moves)
  for (const [r, position] of positions.entries()) {
    entries.set(entriesOf(position), r * moves)
    legal.fill(1, r * moves, r * moves + position.moves.length)
  }
  const dims = [positions.length, moves]
  return { entries: ints(dims, entries), legal: floats(dims, legal) }
}

export class TableLearner implements Learner {
  readonly device = 'cpu'
  readonly parameters = ENTRIES
  #logits = new Float32Array(ENTRIES)
  #reference = new Float32Array(ENTRIES)
  #first = new Float32Array(ENTRIES)
  #second = new Float32Array(ENTRIES)
  #steps = 0

  async logProbs(positions: readonly Position[]): Promise<ArrayLike<number>[]> {
    return positions.map((position) => logSoftmaxAt(this.#logits, entriesOf(position)))
  }

  async refLogProbs(positions: readonly Position[]): Promise<ArrayLike<number>[]> {
    return positions.map((position) => logSoftmaxAt(this.#reference, entriesOf(position)))
  }

  async update(objective: Objective, columns: Columns, settings: UpdateSettings): Promise<Figures> {
    const entries = columns.positions.map(entriesOf)
    const logits = new Float64Array(columns.rows * columns.moves)
    for (const [r, row] of entries.entries()) {
      for (const [m, entry] of row.entries()) logits[r * columns.moves + m] = this.#logits[entry]!
    }
    const { loss, gradient, entropy, divergence } = columnLoss(objective, columns, logits, settings)
    const gradientNorm = norm(gradient)
    this.#steps++
    const scale = Math.min(1, settings.gradientNorm / (gradientNorm + TINY))
    for (const [r, row] of entries.entries()) {
      for (const [m, entry] of row.entries()) this.#step(entry, gradient[r * columns.moves + m]! * scale, settings)
    }
    this.#moveReference(settings.averageRate)
    return { loss, entropy, divergence, gradientNorm }
  }

  async state(): Promise<Tensors> {
    return {
      logits: floats([ENTRIES], this.#logits.slice()),
      reference: floats([ENTRIES], this.#reference.slice()),
      first: floats([ENTRIES], this.#first.slice()),
      second: floats([ENTRIES], this.#second.slice()),
      steps: ints([1], [this.#steps]),
    }
  }

  async load(state: Tensors): Promise<void> {
    this.#logits = state['logits']!.data.slice() as Float32Array<ArrayBuffer>
    this.#reference = state['reference']!.data.slice() as Float32Array<ArrayBuffer>
    this.#first = state['first']!.data.slice() as Float32Array<ArrayBuffer>
    this.#second = state['second']!.data.slice() as Float32Array<ArrayBuffer>
    this.#steps = Number(state['steps']!.data[0])
  }

  async inherit(state: Tensors): Promise<void> {
    this.#logits = state['logits']!.data.slice() as Float32Array<ArrayBuffer>
    this.#reference = this.#logits.slice()
  }

  async policy(): Promise<Uint8Array> {
    return tableModel(this.#logits)
  }

  async frozen(version: string, state: Tensors): Promise<FrozenPolicy> {
    const logits = state['logits']!.data as Float32Array
    const logProbs = async (positions: readonly Position[]) =>
      positions.map((position) => logSoftmaxAt(logits, entriesOf(position)))
    return { version, logProbs, close: async () => {} }
  }

  async close(): Promise<void> {}

  #moveReference(rate: number): void {
    if (rate === 0) return
    for (let i = 0; i < ENTRIES; i++) this.#reference[i]! += rate * (this.#logits[i]! - this.#reference[i]!)
  }

  #step(entry: number, gradient: number, { learningRate, weightDecay }: UpdateSettings): void {
    const first = (this.#first[entry] = BETA1 * this.#first[entry]! + (1 - BETA1) * gradient)
    const second = (this.#second[entry] = BETA2 * this.#second[entry]! + (1 - BETA2) * gradient * gradient)
    const firstMean = first / (1 - BETA1 ** this.#steps)
    const secondMean = second / (1 - BETA2 ** this.#steps)
    this.#logits[entry]! -=
      learningRate * (firstMean / (Math.sqrt(secondMean) + TINY) + weightDecay * this.#logits[entry]!)
  }
}

function logSoftmaxAt(logits: Float32Array, entries: Int32Array): Float64Array {
  const row = Float64Array.from(entries, (entry) => logits[entry]!)
  const top = Math.max(...row)
  const total = row.reduce((sum, logit) => sum + Math.exp(logit - top), 0)
  return row.map((logit) => logit - top - Math.log(total))
}

const norm = (values: Float64Array) => Math.sqrt(values.reduce((sum, value) => sum + value * value, 0))
