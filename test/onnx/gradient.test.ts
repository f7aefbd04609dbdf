/** Every backward rule against finite differences, in float64. */
import { describe, expect, test } from '@jest/globals'
import { encode } from '../../arena/onnx/encode.ts'
import { gradients } from '../../arena/onnx/gradient.ts'
import { input } from '../../arena/onnx/graph.ts'
import { exp, greater, matmul, mul, sum } from '../../arena/onnx/operators.ts'
import { openSessionHere } from '../../arena/onnx/session.ts'
import { numberOf, type Tensor, type Tensors } from '../../arena/onnx/tensor.ts'
import { caseGraph } from './case-graph.ts'
import { ALL_CASES } from './cases.ts'

const SEED = 7
const STEP = 1e-5

function shifted(feeds: Tensors, name: string, index: number, by: number): Tensors {
  const { type, dims, data } = feeds[name] as Tensor
  const moved = Float64Array.from(data as Float64Array)
  moved[index]! += by
  return { ...feeds, [name]: { type, dims, data: moved } }
}

describe('a gradient agrees with finite differences', () => {
  test.each(ALL_CASES)('%s', async (label, one) => {
    const { outputs, feeds } = caseGraph(one, { type: 'float64', seed: SEED })
    const session = await openSessionHere(encode(outputs), { device: 'cpu' })
    const results = await session.run(feeds)
    const single = label.startsWith('Cast')
    for (const [name, { data }] of Object.entries(feeds)) {
      if (name === 'weights') continue
      const stopped = label.startsWith('Identity') && name === 'b'
      for (let index = 0; index < data.length; index++) {
        const step = single ? 1e-2 : STEP
        const up = numberOf((await session.run(shifted(feeds, name, index, step)))['loss'])
        const down = numberOf((await session.run(shifted(feeds, name, index, -step)))['loss'])
        const slope = stopped ? 0 : (up - down) / (2 * step)
        const found = Number(results[`d_${name}`]!.data[index])
        expect({
          name,
          index,
          ok: Math.abs(found - slope) <= (single ? 1e-4 : 1e-7) * Math.max(1, Math.abs(slope)),
          found,
          slope,
        }).toEqual({ name, index, ok: true, found, slope })
      }
    }
    await session.close()
  })
})

test('a value the loss does not depend on has a gradient of zeros', async () => {
  const a = input('a', 'float64', [2])
  const b = input('b', 'float64', [3])
  const [zero] = gradients(sum(exp(a)), [b])
  expect(zero?.op).toBe('Expand')
  expect(zero?.shape).toEqual([3])
})

test('only a scalar has gradients, and shapes that do not fit are refused when the graph is written', () => {
  const a = input('a', 'float32', ['B', 3])
  expect(() => gradients(a, [a])).toThrow('not of a scalar')
  expect(() => matmul(a, a)).toThrow('matmul: [B,3] with [B,3]')
  expect(() => mul(a, input('b', 'float32', ['R', 3]))).toThrow('do not broadcast')
  expect(() => mul(a, input('b', 'float64', ['B', 3]))).toThrow('float32 with float64')
  expect(greater(a, 0).type).toBe('bool')
})
