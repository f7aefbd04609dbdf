/** From positions and columns to what the graphs of network.ts are fed, and from their results back. */
import type { Tensors } from '../onnx/tensor.ts'
import { floats, ints, numberOf, type Tensor } from '../onnx/tensor.ts'
import type { Columns } from './columns.ts'
import type { Position } from './encode.ts'
import type { NetworkShape } from './network.ts'

export interface PositionFeeds {
  readonly tensors: Tensors
  /** Distinct moves of the batch. */
  readonly distinct: number
  /** By row: the place of each of its legal moves among the distinct ones. */
  readonly slots: readonly Int32Array[]
}

/** Inputs `tokens`, `view`, `move`, `legal` (and `present`, `age`); views longer than `shape.facts` keep their newest tokens. */
export function positionFeeds(shape: NetworkShape, positions: readonly Position[]): PositionFeeds {
  const tokens = new Places<number>()
  const moves = new Places<string>()
  const words: (readonly number[])[] = []
  const slots = positions.map((position) =>
    Int32Array.from(position.moves, (move) => {
      const place = moves.of(move.join(' '))
      words[place] ??= move
      return place
    }),
  )
  const views = positions.map(({ facts }) => Int32Array.from(facts.slice(-shape.facts), (token) => tokens.of(token)))
  const placed = words.map((move) => Int32Array.from(move, (token) => tokens.of(token)))
  // A graph can't be fed an axis of length 0.
  if (tokens.size === 0) tokens.of(0)
  const legal = new Float32Array(positions.length * words.length)
  for (const [row, places] of slots.entries()) for (const place of places) legal[row * words.length + place] = 1
  const tensors = {
    tokens: ints([tokens.size], tokens.all),
    move: counts(placed, tokens.size),
    legal: floats([positions.length, words.length], legal),
    ...(shape.size === 'bag' ? { view: counts(views, tokens.size) } : sequences(views)),
  }
  return { tensors, distinct: words.length, slots }
}

/** Numbers given to things in the order they are first met. */
class Places<T> {
  readonly #places = new Map<T, number>()

  of(thing: T): number {
    const known = this.#places.get(thing)
    if (known !== undefined) return known
    this.#places.set(thing, this.#places.size)
    return this.#places.size - 1
  }

  get size(): number {
    return this.#places.size
  }

  get all(): T[] {
    return [...this.#places.keys()]
  }
}

/** [rows, size]: how often each place occurs in each row. */
function counts(rows: readonly Int32Array[], size: number): Tensor {
  const table = new Float32Array(rows.length * size)
  for (const [row, places] of rows.entries()) for (const place of places) table[row * size + place]! += 1
  return floats([rows.length, size], table)
}

/** Rows aligned to the right, so that the newest token of every row stands at the same place. */
function sequences(rows: readonly Int32Array[]): Tensors {
  const length = rows.reduce((most, row) => Math.max(most, row.length), 1)
  const view = new Int32Array(rows.length * length)
  const present = new Float32Array(rows.length * length)
  for (const [index, row] of rows.entries()) {
    const start = (index + 1) * length - row.length
    view.set(row, start)
    present.fill(1, start, start + row.length)
  }
  const age = Int32Array.from({ length }, (_, at) => length - 1 - at)
  const dims = [rows.length, length]
  return { view: ints(dims, view), present: floats(dims, present), age: ints([length], age) }
}

/** What a run gave: log-probabilities of each row's own legal moves, in their order, and the predicted outcomes. */
export function judged(
  { logp, value }: Tensors,
  { distinct, slots }: PositionFeeds,
): { logps: Float32Array[]; values: Float32Array } {
  const table = logp!.data as Float32Array
  const logps = slots.map((places, row) => Float32Array.from(places, (place) => table[row * distinct + place]!))
  return { logps, values: value!.data as Float32Array }
}

/** Every column that the train step reads, moved from each row's own moves to the distinct ones. */
export function trainFeeds(shape: NetworkShape, columns: Columns): Tensors {
  const { tensors, distinct, slots } = positionFeeds(shape, columns.positions)
  const spread = (column: Float32Array) => {
    const table = new Float32Array(columns.rows * distinct)
    for (const [row, places] of slots.entries()) {
      for (const [move, place] of places.entries()) table[row * distinct + place] = column[row * columns.moves + move]!
    }
    return floats([columns.rows, distinct], table)
  }
  return {
    ...tensors,
    praise: spread(columns.praise),
    blame: spread(columns.blame),
    played: spread(columns.played),
    oldLogp: spread(columns.oldLogp),
    refLogp: spread(columns.refLogp),
    count: floats([columns.rows], columns.count),
    outcome: floats([columns.rows], columns.outcome),
  }
}

/** What a train step reports, as numbers. */
export function stepReport(results: Tensors): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(results).map(([name, value]) => [name, numberOf(value)]))
}
