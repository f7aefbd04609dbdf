/** Losses and their gradients against worked values, in double and in single precision. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { encode } from '../../arena/onnx/encode.ts'
import { gradients } from '../../arena/onnx/gradient.ts'
import { type Float, input, scalar, type Value } from '../../arena/onnx/graph.ts'
import {
  entropyOf,
  exactZ0,
  imitationLoss,
  maroLoss,
  maskedLogSoftmax,
  mismatchedZ0,
  playedDivergence,
  surrogateLoss,
  weightedMean,
} from '../../arena/onnx/losses.ts'
import { add, mul, sub, sum } from '../../arena/onnx/operators.ts'
import { openSessionHere } from '../../arena/onnx/session.ts'
import { numberOf, type Tensors, tensor } from '../../arena/onnx/tensor.ts'

const PRECISIONS = [
  ['float64', 1e-6],
  ['float32', 1e-4],
] as const satisfies readonly (readonly [Float, number])[]

async function evaluate(outputs: Record<string, Value>, feeds: Tensors): Promise<Tensors> {
  const session = await openSessionHere(encode(outputs), { device: 'cpu' })
  const results = await session.run(feeds)
  await session.close()
  return results
}

function expectClose(found: ArrayLike<number | bigint>, worked: readonly number[], tolerance: number): void {
  expect(found.length).toBe(worked.length)
  for (const [index, value] of worked.entries()) expect(Math.abs(Number(found[index]) - value)).toBeLessThan(tolerance)
}

interface PolicyCase {
  readonly clip: number
  readonly klCoefficient: number
  readonly entropyCoefficient: number
  readonly dualClip: number | null
  readonly logits: number[][]
  readonly legal: number[][]
  readonly chosen: number[]
  readonly oldLogp: number[]
  readonly refLogp: number[]
  readonly advantage: number[]
  readonly logp: number[]
  readonly entropy: number[]
  readonly loss: number
  readonly gradLogits: number[][]
}

const vectors = <T>(name: string): T[] =>
  JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8')).cases

/** One number a row, put in the column of the row's chosen move; 0 elsewhere. */
function atChosen({ chosen, logits }: PolicyCase, numbers: readonly number[]): number[] {
  return logits.flatMap((row, index) => row.map((_, move) => (move === chosen[index] ? numbers[index]! : 0)))
}

describe.each(PRECISIONS)('in %s', (type, tolerance) => {
  test.each(vectors<PolicyCase>('policy-gradient').map((one, index) => [index, one] as const))(
    'the surrogate with divergence and entropy gives worked case %i and its gradient',
    async (_, one) => {
      const dims = [one.logits.length, one.logits[0]!.length]
      const table = (name: string) => input(name, type, ['B', 'U'])
      const logits = table('logits')
      const legal = table('legal')
      const logp = maskedLogSoftmax(logits, legal)
      const played = table('played')
      const columns = { logp, oldLogp: table('oldLogp'), praise: table('praise'), blame: table('blame'), played }
      const { loss: surrogate } = surrogateLoss(columns, one)
      const divergence = mul(playedDivergence(logp, table('refLogp'), played), one.klCoefficient)
      const entropy = mul(weightedMean(entropyOf(logp, legal), sum(played, [-1])), one.entropyCoefficient)
      const loss = sub(add(surrogate, divergence), entropy)
      const [gradient] = gradients(loss, [logits])
      const numbers = {
        logits: one.logits.flat(),
        legal: one.legal.flat(),
        oldLogp: atChosen(one, one.oldLogp),
        refLogp: atChosen(one, one.refLogp),
        praise: atChosen(
          one,
          one.advantage.map((advantage) => Math.max(0, advantage)),
        ),
        blame: atChosen(
          one,
          one.advantage.map((advantage) => Math.min(0, advantage)),
        ),
        played: atChosen(
          one,
          one.advantage.map(() => 1),
        ),
      }
      const feeds = Object.fromEntries(Object.entries(numbers).map(([name, list]) => [name, tensor(type, dims, list)]))
      const results = await evaluate({ loss, gradient: gradient!, logp }, feeds)
      expectClose(results['loss']!.data, [one.loss], tolerance)
      expectClose(results['gradient']!.data, one.gradLogits.flat(), tolerance)
      expectClose(
        one.chosen.map((move, row) => Number(results['logp']!.data[row * dims[1]! + move])),
        one.logp,
        tolerance,
      )
    },
  )

  interface MaroCase {
    readonly beta: number
    readonly lambdaDesirable: number
    readonly lambdaUndesirable: number
    readonly logp: number[]
    readonly refLogp: number[]
    readonly mismatchedLogp: number[]
    readonly mismatchedRefLogp: number[]
    readonly utility: number[]
    readonly roleWeight: number[]
    readonly z0: number
    readonly ktoLoss: number
    readonly ktoGradLogp: number[]
    readonly maroLoss: number
    readonly maroGradLogp: number[]
  }

  test.each(vectors<MaroCase>('maro-loss').map((one, index) => [index, one] as const))(
    'the losses of MARO and KTO give worked case %i and its gradients',
    async (_, one) => {
      const steps = one.logp.length
      const column = (name: string) => input(name, type, ['T'])
      const logp = column('logp')
      const mismatched = [column('mismatchedLogp'), column('mismatchedRefLogp'), column('ones')] as const
      const z0 = mismatchedZ0(...mismatched)
      const loss = maroLoss(
        { logp, refLogp: column('refLogp'), desirable: column('desirable'), undesirable: column('undesirable') },
        { ...one, beta: scalar(logp, one.beta), z0 },
      )
      const [gradient] = gradients(loss, [logp])
      for (const [weights, expected, expectedGradient] of [
        [one.utility.map((u, step) => one.roleWeight[step]! * Math.abs(u)), one.maroLoss, one.maroGradLogp],
        [one.utility.map(() => 1), one.ktoLoss, one.ktoGradLogp],
      ] as const) {
        const numbers = {
          ...{ logp: one.logp, refLogp: one.refLogp, ones: one.logp.map(() => 1) },
          ...{ mismatchedLogp: one.mismatchedLogp, mismatchedRefLogp: one.mismatchedRefLogp },
          desirable: weights.map((weight, step) => (one.utility[step]! > 0 ? weight : 0)),
          undesirable: weights.map((weight, step) => (one.utility[step]! < 0 ? weight : 0)),
        }
        const feeds = Object.fromEntries(
          Object.entries(numbers).map(([name, list]) => [name, tensor(type, [steps], list)]),
        )
        const results = await evaluate({ loss, gradient: gradient!, z0 }, feeds)
        expectClose(results['loss']!.data, [expected], tolerance)
        expectClose(results['gradient']!.data, expectedGradient, tolerance)
        expectClose(results['z0']!.data, [one.z0], tolerance)
      }
    },
  )
})

const table = (name: string) => input(name, 'float64', ['B', 'U'])

test('the exact z0 is the mean divergence over the views, by hand', async () => {
  const legal = table('legal')
  const z0 = exactZ0(maskedLogSoftmax(table('logits'), legal), table('refLogp'), legal, input('rows', 'float64', ['B']))
  const half = Math.log(1 / 2)
  const feeds = {
    logits: tensor('float64', [2, 3], [Math.log(0.8), Math.log(0.2), 9, 0, 0, 0]),
    legal: tensor('float64', [2, 3], [1, 1, 0, 1, 1, 0]),
    refLogp: tensor('float64', [2, 3], [half, half, 0, half, half, 0]),
    rows: tensor('float64', [2], [3, 1]),
  }
  const divergence = 0.8 * Math.log(0.8 / 0.5) + 0.2 * Math.log(0.2 / 0.5)
  expect(numberOf((await evaluate({ z0 }, feeds))['z0'])).toBeCloseTo((3 * divergence) / 4, 12)
})

test('a step is measured against z0, and z0 passes no gradient on', async () => {
  const logp = input('logp', 'float64', ['T'])
  const refLogp = input('refLogp', 'float64', ['T'])
  const ones = input('ones', 'float64', ['T'])
  const z0 = mismatchedZ0(logp, refLogp, ones)
  const options = { lambdaDesirable: 0.7, lambdaUndesirable: 1.3, beta: scalar(logp, 0.5), z0 }
  const loss = maroLoss(
    { logp, refLogp, desirable: input('good', 'float64', ['T']), undesirable: input('bad', 'float64', ['T']) },
    options,
  )
  const [gradient] = gradients(loss, [logp])
  const pair = (a: number, b: number) => tensor('float64', [2], [a, b])
  const feeds = { logp: pair(-1, -2), refLogp: pair(-2, -5), ones: pair(1, 1), good: pair(1, 0), bad: pair(0, 3) }
  const results = await evaluate({ loss, gradient: gradient!, z0 }, feeds)
  const sigma = (x: number) => 1 / (1 + Math.exp(-x))
  const slope = (x: number) => sigma(x) * (1 - sigma(x))
  // r = 1 and 3, so z0 = 2: half a step below it and half a step above it, as beta is 0.5.
  expect(numberOf(results['z0'])).toBe(2)
  expect(numberOf(results['loss'])).toBeCloseTo((0.7 * sigma(0.5) + 1.3 * 3 * sigma(0.5)) / 4, 12)
  expectClose(results['gradient']!.data, [(-0.7 * 0.5 * slope(0.5)) / 4, (1.3 * 3 * 0.5 * slope(0.5)) / 4], 1e-12)
})

test('the imitation loss of a row is softmax minus target, as its gradient says', async () => {
  const logits = table('logits')
  const logp = maskedLogSoftmax(logits, table('legal'))
  const loss = imitationLoss(logp, table('weights'))
  const [gradient] = gradients(loss, [logits])
  const feeds = {
    logits: tensor('float64', [1, 3], [Math.log(0.6), Math.log(0.4), 5]),
    legal: tensor('float64', [1, 3], [1, 1, 0]),
    weights: tensor('float64', [1, 3], [0, 2, 0]),
  }
  const results = await evaluate({ loss, gradient: gradient! }, feeds)
  expect(numberOf(results['loss'])).toBeCloseTo(-Math.log(0.4), 12)
  expectClose(results['gradient']!.data, [0.6, -0.6, 0], 1e-12)
})

test('a batch without any weight has loss 0, not NaN', async () => {
  const logp = maskedLogSoftmax(table('logits'), table('legal'))
  const zeros = tensor('float64', [1, 2], [0, 0])
  const results = await evaluate(
    { loss: imitationLoss(logp, table('weights')) },
    { logits: zeros, legal: zeros, weights: zeros },
  )
  expect(numberOf(results['loss'])).toBe(-0)
})
