/**
 * All parameters of a network in one vector: the optimiser then works on one array whatever the network,
 * and a checkpoint is that array.
 */
import { type Float, input, type Value } from './graph.ts'
import { concat, reshape, slice } from './operators.ts'

export interface Part {
  readonly name: string
  readonly shape: readonly number[]
}

/** Parts lie in the vector in the order listed, each row-major. */
export interface Layout {
  readonly parts: readonly (Part & { readonly start: number; readonly end: number })[]
  /** Length of the whole vector. */
  readonly size: number
}

/** Throws when two parts share a name. */
export function layoutOf(parts: readonly Part[]): Layout {
  let end = 0
  const placed = parts.map(({ name, shape }) => {
    const start = end
    end += shape.reduce((product, dim) => product * dim, 1)
    return { name, shape, start, end }
  })
  if (new Set(parts.map(({ name }) => name)).size !== parts.length) throw new RangeError('layoutOf: a name twice')
  return { parts: placed, size: end }
}

export interface Parameters {
  /** The whole vector: an input of the graph. */
  readonly vector: Value
  /** The part called `name`, in its shape; throws for an unknown name. */
  part(name: string): Value
  /** Every part, in the layout's order. */
  readonly all: readonly Value[]
}

/** The vector as the graph input `name`, cut into its parts. */
export function parameters(layout: Layout, name = 'parameters', type: Float = 'float32'): Parameters {
  const vector = input(name, type, [layout.size])
  const cut = layout.parts.map(({ shape, start, end }) => reshape(slice(vector, 0, start, end), shape))
  const part = (wanted: string) => {
    const index = layout.parts.findIndex((one) => one.name === wanted)
    if (index < 0) throw new RangeError(`no parameter "${wanted}"`)
    return cut[index]!
  }
  return { vector, part, all: cut }
}

/** Values with the shapes of the layout's parts, as one vector. */
export function packed(parts: readonly Value[]): Value {
  return concat(
    parts.map((part) => reshape(part, [part.shape.reduce<number>((product, dim) => product * Number(dim), 1)])),
    0,
  )
}
