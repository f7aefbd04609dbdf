/** The optimiser's graph against the formulas written out with plain numbers. */
import { expect, test } from '@jest/globals'
import { encode } from '../../arena/onnx/encode.ts'
import { input } from '../../arena/onnx/graph.ts'
import { add, mul } from '../../arena/onnx/operators.ts'
import { adamW, clipNorm, movingAverage } from '../../arena/onnx/optimizer.ts'
import { layoutOf, packed, parameters } from '../../arena/onnx/parameters.ts'
import { openSessionHere } from '../../arena/onnx/session.ts'
import { numberOf, tensor } from '../../arena/onnx/tensor.ts'

const OPTIONS = { beta1: 0.9, beta2: 0.99, epsilon: 1e-6, weightDecay: 0.1 }
const START = [0.5, -1, 2]
const doubles = (numbers: readonly number[]) => tensor('float64', [numbers.length], numbers)
const single = (number: number) => tensor('float64', [], [number])

/** AdamW as its paper writes it, one number at a time; the gradient of parameter p is 2 p + 1. */
function byHand(steps: number, rate: number): number[] {
  return START.map((start) => {
    let [p, m, v] = [start, 0, 0]
    for (let t = 1; t <= steps; t++) {
      const g = 2 * p + 1
      m = OPTIONS.beta1 * m + (1 - OPTIONS.beta1) * g
      v = OPTIONS.beta2 * v + (1 - OPTIONS.beta2) * g * g
      const [mHat, vHat] = [m / (1 - OPTIONS.beta1 ** t), v / (1 - OPTIONS.beta2 ** t)]
      p -= rate * (mHat / (Math.sqrt(vHat) + OPTIONS.epsilon) + OPTIONS.weightDecay * p)
    }
    return p
  })
}

test('AdamW follows its formulas over seven steps, and the moving average follows it', async () => {
  const vector = (name: string) => input(name, 'float64', [3])
  const state = {
    parameters: vector('parameters'),
    mean: vector('mean'),
    variance: vector('variance'),
    step: input('step', 'float64', []),
  }
  const next = adamW(state, add(mul(state.parameters, 2), 1), input('rate', 'float64', []), OPTIONS)
  const average = movingAverage(vector('average'), next.parameters, input('averageRate', 'float64', []))
  const outputs = Object.fromEntries(
    Object.entries({ ...next, average }).map(([name, value]) => [`next_${name}`, value]),
  )
  const zeros = doubles([0, 0, 0])
  const session = await openSessionHere(encode({ ...outputs, done: next.step }), {
    device: 'cpu',
    state: { parameters: doubles(START), mean: zeros, variance: zeros, average: doubles(START), step: single(0) },
  })
  let expected = START
  for (let step = 1; step <= 7; step++) {
    expect(numberOf((await session.run({ rate: single(0.05), averageRate: single(0.25) }))['done'])).toBe(step)
    expected = expected.map((before, index) => before + 0.25 * (byHand(step, 0.05)[index]! - before))
  }
  const found = await session.readState()
  for (const [index, value] of byHand(7, 0.05).entries()) {
    expect(found['parameters']!.data[index]).toBeCloseTo(value, 12)
    expect(found['average']!.data[index]).toBeCloseTo(expected[index]!, 12)
  }
  await session.close()
})

test('a gradient longer than the limit is brought to it, a shorter one stays', async () => {
  const { gradient, norm } = clipNorm(input('g', 'float64', ['N']), 2.5)
  const session = await openSessionHere(encode({ gradient, norm }), { device: 'cpu' })
  const long = await session.run({ g: doubles([3, -4]) })
  expect(long['norm']!.data[0]).toBe(5)
  expect([...long['gradient']!.data]).toEqual([1.5, -2])
  const short = await session.run({ g: doubles([0.6, 0.8]) })
  expect([...short['gradient']!.data]).toEqual([0.6, 0.8])
  await session.close()
})

test('parts cut from one vector and packed again are that vector', async () => {
  const layout = layoutOf([
    { name: 'w', shape: [2, 3] },
    { name: 'b', shape: [1] },
    { name: 's', shape: [] },
  ])
  const { all, part } = parameters(layout, 'parameters', 'float64')
  const session = await openSessionHere(encode({ again: packed(all), w: part('w') }), { device: 'cpu' })
  const results = await session.run({ parameters: doubles([1, 2, 3, 4, 5, 6, 7, 8]) })
  expect([...results['again']!.data]).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(results['w']!.dims).toEqual([2, 3])
  expect(() => part('v')).toThrow('no parameter "v"')
  expect(() =>
    layoutOf([
      { name: 'w', shape: [] },
      { name: 'w', shape: [] },
    ]),
  ).toThrow('a name twice')
  await session.close()
})
