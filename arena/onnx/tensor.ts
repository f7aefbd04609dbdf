/** Plain arrays that go into and come out of a graph: they cross threads as they are. */
import type { Dtype } from './graph.ts'

export type Numbers = Float32Array | Float64Array | Int32Array | BigInt64Array | Uint8Array

/** Row-major; `data.length` is the product of `dims`. `bool` is bytes of 0 and 1. */
export interface Tensor {
  readonly type: Dtype
  readonly dims: readonly number[]
  readonly data: Numbers
}

export type Tensors = Readonly<Record<string, Tensor>>

const ARRAY = {
  float32: Float32Array,
  float64: Float64Array,
  int32: Int32Array,
  int64: BigInt64Array,
  bool: Uint8Array,
} as const satisfies Record<Dtype, unknown>

/** A tensor from ordinary numbers; throws when their count is not the shape's. */
export function tensor(type: Dtype, dims: readonly number[], numbers: ArrayLike<number>): Tensor {
  const size = dims.reduce((product, dim) => product * dim, 1)
  if (numbers.length !== size) throw new RangeError(`tensor: ${numbers.length} numbers for dims [${dims}]`)
  if (type === 'int64') return { type, dims, data: BigInt64Array.from(Array.from(numbers, BigInt)) }
  const Typed = ARRAY[type]
  return { type, dims, data: numbers instanceof Typed ? numbers : Typed.from(numbers) }
}

/** float32, the type of parameters and activations. */
export function floats(dims: readonly number[], numbers: ArrayLike<number>): Tensor {
  return tensor('float32', dims, numbers)
}

/** int32, the type of indices. */
export function ints(dims: readonly number[], numbers: ArrayLike<number>): Tensor {
  return tensor('int32', dims, numbers)
}

/** The only number of a tensor of one element. */
export function numberOf(value: Tensor | undefined): number {
  if (value?.data.length !== 1) throw new RangeError(`expected one number, got ${value?.data.length ?? 'nothing'}`)
  return Number(value.data[0])
}
