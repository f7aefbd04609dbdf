/** From positions and columns to what the graphs of network.ts are fed, and from their results back. */
import type { Tensors } from '../onnx/tensor.ts'
import { floats, ints, numberOf, type Tensor } from '../onnx/tensor.ts'
import type { Columns } from './columns.ts'
import type { Position } from './encode.ts'
import type { NetworkShape } from './network.ts'

export interface PositionFeeds {
  readonly tensors: Tensors
  /** By row: how many legal moves it has. */
  readonly moves: readonly number[]
}

/** All inputs of a policy; views longer than `shape.facts` keep their newest tokens. */
export function positionFeeds(shape: NetworkShape, positions: readonly Position[]): PositionFeeds {
  const tokens = new Places<number>()
  const views = positions.map(({ facts }) => Int32Array.from(facts.slice(-shape.facts), (token) => tokens.of(token)))
  const words = new Places<number>()
  const moves = new Places<string>()
  const spelled: Int32Array[] = []
  const slots = positions.map((position) =>
    Int32Array.from(position.moves, (move) => {
      const place = moves.of(move.join(' '))
      spelled[place] ??= Int32Array.from(move, (word) => words.of(word))
      return place
    }),
  )
  // A graph can't be fed an axis of length 0.
  if (tokens.size === 0) tokens.of(0)
  if (words.size === 0) words.of(0)
  const tensors = {
    tokens: ints([tokens.size], tokens.all),
    words: ints([words.size], words.all),
    move: counts(spelled, words.size),
    ...slotTable(slots),
    ...(shape.size === 'bag' ? { view: counts(views, tokens.size) } : sequences(views)),
  }
  return { tensors, moves: positions.map((position) => position.moves.length) }
}

/** `slots` and `legal`. A row's padding names moves that are not its own, each once, so that no slot stands twice in a row. */
function slotTable(rows: readonly Int32Array[]): Tensors {
  const longest = rows.reduce((most, row) => Math.max(most, row.length), 1)
  const slots = new Int32Array(rows.length * longest)
  const legal = new Float32Array(rows.length * longest)
  for (const [index, row] of rows.entries()) {
    const start = index * longest
    slots.set(row, start)
    legal.fill(1, start, start + row.length)
    const own = row.length < longest ? new Set(row) : null
    for (let at = row.length, other = 0; at < longest; other++) if (!own?.has(other)) slots[start + at++] = other
  }
  const dims = [rows.length, longest]
  return { slots: ints(dims, slots), legal: floats(dims, legal) }
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

/** What a run gave: log-probabilities of each row's legal moves, in their order, and the predicted outcomes. */
export function judged(
  { logp, value }: Tensors,
  { moves }: PositionFeeds,
): { logps: Float32Array[]; values: Float32Array } {
  const table = logp!.data as Float32Array
  const longest = logp!.dims[1]!
  const logps = moves.map((count, row) => table.slice(row * longest, row * longest + count))
  return { logps, values: value!.data as Float32Array }
}

/** All inputs of a train step but the scalars: those of the policy and the columns. */
export function trainFeeds(shape: NetworkShape, columns: Columns): Tensors {
  const table = (column: Float32Array) => floats([columns.rows, columns.moves], column)
  return {
    ...positionFeeds(shape, columns.positions).tensors,
    praise: table(columns.praise),
    blame: table(columns.blame),
    played: table(columns.played),
    oldLogp: table(columns.oldLogp),
    refLogp: table(columns.refLogp),
    count: floats([columns.rows], columns.count),
    outcome: floats([columns.rows], columns.outcome),
  }
}

/** What a train step reports, as numbers. */
export function stepReport(results: Tensors): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(results).map(([name, value]) => [name, numberOf(value)]))
}
