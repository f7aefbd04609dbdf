/** A case as a graph: its expression weighed down to one number, and that number's gradients. */

import { type Random, stream } from '../../arena/core/rng.ts'
import { gradients } from '../../arena/onnx/gradient.ts'
import { type Float, input, type Value } from '../../arena/onnx/graph.ts'
import { mul, sum } from '../../arena/onnx/operators.ts'
import { type Tensor, type Tensors, tensor } from '../../arena/onnx/tensor.ts'
import { type Case, concrete } from './cases.ts'

const NAMES = ['a', 'b', 'c']

export interface CaseGraph {
  /** `loss`, and `d_a`, `d_b`, `d_c`: its gradients. */
  readonly outputs: Readonly<Record<string, Value>>
  readonly feeds: Tensors
}

/** All names begin with `prefix`. The weights differ from element to element, so that no mix-up goes unseen. */
export function caseGraph(
  one: Case,
  { type, seed, prefix = '' }: { type: Float; seed: number; prefix?: string },
): CaseGraph {
  const random = stream(seed, 'case', one.name)
  const inputs = one.shapes.map((shape, index) => input(prefix + NAMES[index], type, shape))
  const result = one.of(inputs)
  const loss = sum(mul(result, input(`${prefix}weights`, type, result.shape)))
  const found = gradients(loss, inputs)
  const feeds: Record<string, Tensor> = {}
  for (const { name, shape } of inputs) {
    const dims = concrete(shape)
    feeds[name!] = tensor(
      type,
      dims,
      Array.from({ length: sizeOf(dims) }, () => between(random, one.range)),
    )
  }
  const dims = concrete(result.shape)
  feeds[`${prefix}weights`] = tensor(
    type,
    dims,
    Array.from({ length: sizeOf(dims) }, (_, index) => 0.5 + ((index * 7) % 11) / 10),
  )
  const slopes = found.map((value, index) => [`${prefix}d_${NAMES[index]}`, value] as const)
  return { outputs: { [`${prefix}loss`]: loss, ...Object.fromEntries(slopes) }, feeds }
}

const sizeOf = (dims: readonly number[]) => dims.reduce((product, dim) => product * dim, 1)

/** Kept off 0 and other kinks by a small step. */
function between(random: Random, [low, high]: readonly [number, number]): number {
  const number = low + (high - low) * random()
  return Math.abs(number) < 0.05 ? 0.05 : number
}
