/**
 * Runs the same graphs on the CPU and on another device and prints how far apart they are, as one JSON line.
 * Usage: node --import tsx test/onnx/compare-devices.ts <device> [steps of bag] [steps of tiny]
 */

import { encode } from '../../arena/onnx/encode.ts'
import type { Value } from '../../arena/onnx/graph.ts'
import { openSessionHere, parseDevice, type SessionOptions } from '../../arena/onnx/session.ts'
import type { Tensor, Tensors } from '../../arena/onnx/tensor.ts'
import { type Choice, chooseDevice } from '../../arena/train/device.ts'
import { positionFeeds, stepReport, trainFeeds } from '../../arena/train/feeds.ts'
import { madeUpColumns, SETTINGS } from '../../arena/train/made-up-batch.ts'
import { initialParameters, type NetworkShape, policyModel } from '../../arena/train/network.ts'
import { scheduleFeeds, trainModel, trainState } from '../../arena/train/train-step.ts'
import { caseGraph } from './case-graph.ts'
import { ALL_CASES } from './cases.ts'

export interface Comparison {
  readonly device: string
  /** By operator case: the largest difference of the loss or of any gradient, relative where above 1. */
  readonly operators: Readonly<Record<string, number>>
  /** By network: losses at every step on either device, the largest difference of a log-probability afterwards, and where the device's state lay. */
  /** What `auto` settles on beside this device. */
  readonly auto: Choice
  readonly training: Readonly<
    Record<
      string,
      { readonly cpu: number[]; readonly device: number[]; readonly logp: number; readonly stateIn: string }
    >
  >
}

type Where = Pick<SessionOptions, 'device'>

async function runOnce(model: Uint8Array, feeds: Tensors, where: Where): Promise<Tensors> {
  const session = await openSessionHere(model, where)
  const results = await session.run(feeds)
  await session.close()
  return results
}

function farthest(a: Tensors, b: Tensors): number {
  let worst = 0
  for (const [name, { data }] of Object.entries(a)) {
    for (const [index, value] of data.entries()) {
      const other = Number(b[name]!.data[index])
      const off = Math.abs(Number(value) - other) / Math.max(1, Math.abs(other))
      worst = Number.isFinite(off) ? Math.max(worst, off) : Number.POSITIVE_INFINITY
    }
  }
  return worst
}

async function losses(shape: NetworkShape, steps: number, where: Where) {
  const columns = madeUpColumns({ rows: 6, moves: 3, facts: 12, vocabulary: shape.vocabulary, seed: 4 })
  const state = trainState(initialParameters(shape, 1))
  const session = await openSessionHere(trainModel(shape, { ...SETTINGS, objective: 'surrogate' }), { ...where, state })
  const feeds = {
    ...trainFeeds(shape, columns),
    ...scheduleFeeds({ learningRate: 1e-3, entropy: 0.01, averageRate: 0.05 }),
  }
  const seen: number[] = []
  for (let step = 0; step < steps; step++) seen.push(stepReport(await session.run(feeds))['loss']!)
  const stateIn = await session.stateIn()
  const { parameters } = await session.readState()
  await session.close()
  const player = await openSessionHere(policyModel(shape), { ...where, state: { parameters: state.parameters! } })
  await player.writeState({ parameters: parameters! })
  const { logp } = await player.run(positionFeeds(shape, columns.positions).tensors)
  await player.close()
  return { losses: seen, logp: { logp: logp! }, stateIn }
}

/** All cases as one graph: opening a session for each would take most of the time. */
async function operators(device: SessionOptions['device']): Promise<Record<string, number>> {
  const outputs: Record<string, Value> = {}
  const feeds: Record<string, Tensor> = {}
  for (const [index, [, one]] of ALL_CASES.entries()) {
    const graph = caseGraph(one, { type: 'float32', seed: 7, prefix: `${index}_` })
    Object.assign(outputs, graph.outputs)
    Object.assign(feeds, graph.feeds)
  }
  const model = encode(outputs)
  const cpu = await runOnce(model, feeds, { device: 'cpu' })
  const other = await runOnce(model, feeds, { device })
  return Object.fromEntries(ALL_CASES.map(([label], index) => [label, farthest(part(cpu, index), part(other, index))]))
}

function part(results: Tensors, index: number): Tensors {
  return Object.fromEntries(Object.entries(results).filter(([name]) => name.startsWith(`${index}_`)))
}

async function compare(
  device: SessionOptions['device'],
  steps: Readonly<Record<'bag' | 'tiny', number>>,
): Promise<Comparison> {
  const training: Record<string, Comparison['training'][string]> = {}
  for (const size of ['bag', 'tiny'] as const) {
    const shape = { size, vocabulary: 40, facts: 16 }
    const cpu = await losses(shape, steps[size], { device: 'cpu' })
    const other = await losses(shape, steps[size], { device })
    training[size] = {
      cpu: cpu.losses,
      device: other.losses,
      logp: farthest(cpu.logp, other.logp),
      stateIn: other.stateIn,
    }
  }
  return { device, operators: await operators(device), training, auto: await chooseDevice(openSessionHere) }
}

const [device = '', bag = '50', tiny = '50'] = process.argv.slice(2)
const wanted = parseDevice(device)
if (wanted === 'auto') throw new RangeError('name a device')
const found = await compare(wanted, { bag: Number(bag), tiny: Number(tiny) })
process.stdout.write(`${JSON.stringify(found)}\n`)
