/** The policy networks: gradients, determinism, merging, and that they learn. */
import { describe, expect, test } from '@jest/globals'
import { encode } from '../../arena/onnx/encode.ts'
import { gradients } from '../../arena/onnx/gradient.ts'
import { input } from '../../arena/onnx/graph.ts'
import { imitationLoss, valueLoss } from '../../arena/onnx/losses.ts'
import { add } from '../../arena/onnx/operators.ts'
import { packed, parameters as parametersOf } from '../../arena/onnx/parameters.ts'
import { openSessionHere } from '../../arena/onnx/session.ts'
import { floats, numberOf, type Tensor, tensor } from '../../arena/onnx/tensor.ts'
import type { Columns, Objective } from '../../arena/train/columns.ts'
import { judged, positionFeeds, stepReport, trainFeeds } from '../../arena/train/feeds.ts'
import { madeUpColumns, SETTINGS } from '../../arena/train/made-up-batch.ts'
import { initialParameters, layoutFor, type NetworkShape, network, policyModel } from '../../arena/train/network.ts'
import { scheduleFeeds, trainModel, trainState } from '../../arena/train/train-step.ts'

const SIZES = ['bag', 'tiny'] as const
const shapeOf = (size: NetworkShape['size']): NetworkShape => ({ size, vocabulary: 60, facts: 16 })
const SCHEDULE = { learningRate: 3e-3, entropy: 0, averageRate: 0.1 }
const batch = (facts = 9) => madeUpColumns({ rows: 5, moves: 3, facts, vocabulary: 60, seed: 2 })

/** Bit for bit; jest's own comparison takes seconds on long arrays. */
const same = (a: NodeJS.TypedArray, b: NodeJS.TypedArray) =>
  Buffer.from(a.buffer, a.byteOffset, a.byteLength).equals(Buffer.from(b.buffer, b.byteOffset, b.byteLength))

/** The same batch with one move less in every other row, so that tables are padded. */
function uneven(columns: Columns): Columns {
  const kept = (_: unknown, entry: number) =>
    entry % columns.moves < columns.moves - 1 || Math.floor(entry / columns.moves) % 2 === 1
  const padded = (column: Float32Array) => column.map((number, entry) => (kept(number, entry) ? number : 0))
  const positions = columns.positions.map((position, row) => ({
    ...position,
    moves: position.moves.filter((move, at) => kept(move, row * columns.moves + at)),
  }))
  const { praise, blame, played, legal, oldLogp, refLogp } = columns
  const tables = { praise, blame, played, legal, oldLogp, refLogp }
  const cut = Object.fromEntries(Object.entries(tables).map(([name, column]) => [name, padded(column)]))
  return { ...columns, ...cut, positions }
}

const doubled = (fed: Tensor) =>
  fed.type === 'float32' ? tensor('float64', fed.dims, Float64Array.from(fed.data as Float32Array)) : fed

async function train(
  shape: NetworkShape,
  columns: Columns,
  { steps, objective }: { steps: number; objective: Objective },
) {
  const state = trainState(initialParameters(shape, 1))
  const session = await openSessionHere(trainModel(shape, { ...SETTINGS, objective }), { device: 'cpu', state })
  const feeds = { ...trainFeeds(shape, columns), ...scheduleFeeds(SCHEDULE) }
  const reports = []
  for (let step = 0; step < steps; step++) reports.push(stepReport(await session.run(feeds)))
  const after = await session.readState()
  await session.close()
  return { reports, after }
}

async function ask(shape: NetworkShape, columns: Columns, parameters: Float32Array) {
  const session = await openSessionHere(policyModel(shape, parameters), { device: 'cpu' })
  const inputs = positionFeeds(shape, columns.positions)
  const answer = judged(await session.run(inputs.tensors), inputs)
  await session.close()
  return answer
}

describe.each(SIZES)('%s', (size) => {
  const shape = shapeOf(size)

  test('its gradient agrees with finite differences in every part, in float64', async () => {
    const layout = layoutFor(shape)
    const weights = parametersOf(layout, 'parameters', 'float64')
    const { logp, value } = network(shape, weights)
    const column = (name: string, dims: string[]) => input(name, 'float64', dims)
    const valueTerm = valueLoss(value, column('outcome', ['R']), column('count', ['R']))
    const loss = add(imitationLoss(logp, column('played', ['R', 'M'])), valueTerm)
    const gradient = packed(gradients(loss, weights.all))
    const session = await openSessionHere(encode({ loss, gradient }), { device: 'cpu' })
    const feeds = Object.fromEntries(
      Object.entries(trainFeeds(shape, uneven(batch()))).map(([name, fed]) => [name, doubled(fed)]),
    )
    const start = Float64Array.from(initialParameters(shape, 1))
    const at = (parameters: Float64Array) =>
      session.run({ ...feeds, parameters: tensor('float64', [layout.size], parameters) })
    const slope = (await at(start))['gradient']!.data as Float64Array
    for (const { name, start: first, end } of layout.parts) {
      const length = Math.hypot(...slope.subarray(first, end))
      const moved = (by: number) =>
        start.map((number, at) => (at < first || at >= end ? number : number + (by * slope[at]!) / length))
      const [up, down] = [await at(moved(1e-5)), await at(moved(-1e-5))]
      const ratio = (numberOf(up['loss']) - numberOf(down['loss'])) / 2e-5 / length
      expect({ name, ratio: Math.abs(ratio - 1) < 1e-5 || ratio }).toEqual({ name, ratio: true })
    }
    await session.close()
  })

  test('starts close to uniform, and its parts do not depend on one another', async () => {
    const { logps } = await ask(shape, batch(), initialParameters(shape, 1))
    for (const logp of logps)
      expect(-logp.reduce((sum, log) => sum + Math.exp(log) * log, 0)).toBeGreaterThan(0.9 * Math.log(3))
    const wider = { ...shape, vocabulary: 61 }
    const [small, large] = [shape, wider].map((one) => {
      const { start, end } = layoutFor(one).parts.find(({ name }) => name === 'move')!
      return initialParameters(one, 1).slice(start, end)
    })
    expect(same(small!, large!)).toBe(true)
    expect(same(initialParameters(shape, 2), initialParameters(shape, 1))).toBe(false)
  })

  test('the same seed gives the same losses and parameters, bit for bit', async () => {
    const run = () => train(shape, batch(), { steps: 8, objective: 'surrogate' })
    const [first, second] = [await run(), await run()]
    expect(second.reports).toEqual(first.reports)
    for (const [name, { data }] of Object.entries(first.after)) {
      expect({ name, same: same(data, second.after[name]!.data) }).toEqual({ name, same: true })
    }
  })

  test.each(['surrogate', 'implicit', 'imitation'] as const)('learns by the %s objective', async (objective) => {
    const { reports, after } = await train(shape, batch(), { steps: 40, objective })
    expect(reports.at(-1)!['loss']).toBeLessThan(reports[0]!['loss']! - 0.02)
    const { logps } = await ask(shape, batch(), after['parameters']!.data as Float32Array)
    const columns = batch()
    const before = -Math.log(3)
    for (const [row, logp] of logps.entries()) {
      for (const [move, log] of logp.entries()) {
        if (columns.praise[row * 3 + move]! > 0.3) expect(log).toBeGreaterThan(before)
      }
    }
    expect(numberOf(after['step'])).toBe(40)
    expect(same(after['average']!.data, after['parameters']!.data)).toBe(false)
  })

  test('a published policy answers as one that is fed its parameters', async () => {
    const parameters = initialParameters(shape, 3)
    const inputs = positionFeeds(shape, batch().positions)
    const state = { parameters: floats([parameters.length], parameters) }
    const session = await openSessionHere(policyModel(shape), { device: 'cpu', state })
    const fed = judged(await session.run(inputs.tensors), inputs)
    const published = await ask(shape, batch(), parameters)
    for (const [row, logp] of published.logps.entries()) {
      for (const [move, log] of logp.entries()) expect(fed.logps[row]![move]).toBeCloseTo(log, 5)
    }
    await session.close()
  })

  test('an answer does not depend on the rows it shares a batch with', async () => {
    const parameters = initialParameters(shape, 3)
    const columns = batch()
    const positions = columns.positions.map((position, row) => ({
      ...position,
      facts: position.facts.slice(0, 3 + row),
    }))
    const together = await ask(shape, { ...columns, positions }, parameters)
    for (const [row, position] of positions.entries()) {
      const alone = await ask(shape, { ...columns, positions: [position] }, parameters)
      expect(alone.values[0]).toBeCloseTo(together.values[row]!, 5)
      for (const [move, log] of alone.logps[0]!.entries()) expect(log).toBeCloseTo(together.logps[row]![move]!, 5)
    }
  })
})

test('views longer than a network reads keep their newest facts; a view and a move without tokens are allowed', async () => {
  const shape = shapeOf('tiny')
  const long = positionFeeds(shape, [{ key: '', facts: Array.from({ length: 20 }, (_, at) => at), moves: [[1]] }])
  expect(long.tensors['view']!.dims).toEqual([1, 16])
  expect([...long.tensors['tokens']!.data]).toEqual(Array.from({ length: 16 }, (_, at) => at + 4))
  for (const size of SIZES) {
    const columns = { ...batch(), positions: [{ key: '', facts: [], moves: [[], [7]] }] }
    const { logps } = await ask(shapeOf(size), columns, initialParameters(shapeOf(size), 1))
    expect(Math.exp(logps[0]![0]!) + Math.exp(logps[0]![1]!)).toBeCloseTo(1, 5)
  }
})
