/**
 * One learning step as one graph: forward, loss, backward, gradient clipping, AdamW, moving average.
 *
 *   trainModel(shape, settings)        ONNX bytes
 *   trainState(parameters)             the session's first state: parameters, mean, variance, average, step
 *
 * Each run is fed the columns (feeds.ts: trainFeeds) and the scalars of `schedule`; it reports scalars `loss`,
 * `policyLoss`, `divergence`, `entropy`, `clipped`, `valueLoss`, `z0`, `gradientNorm`, and for the implicit objective
 * `desirableReward` and `undesirableReward`.
 */
import { encode } from '../onnx/encode.ts'
import { gradients } from '../onnx/gradient.ts'
import { input, scalar, type Value } from '../onnx/graph.ts'
import {
  divergenceOf,
  entropyOf,
  exactZ0,
  imitationLoss,
  maroLoss,
  playedDivergence,
  surrogateLoss,
  valueLoss,
  weightedMean,
} from '../onnx/losses.ts'
import { add, mul, neg, sub } from '../onnx/operators.ts'
import { type AdamWOptions, adamW, clipNorm, movingAverage } from '../onnx/optimizer.ts'
import { packed, parameters as parametersOf } from '../onnx/parameters.ts'
import { floats, type Tensors } from '../onnx/tensor.ts'
import type { LossSettings, Objective } from './columns.ts'
import { layoutFor, type Network, type NetworkShape, network } from './network.ts'

export interface TrainSettings {
  readonly objective: Objective
  /** `entropy` is fed at every step instead. */
  readonly loss: Omit<LossSettings, 'entropy'>
  readonly optimizer: AdamWOptions
  /** Largest global gradient norm. */
  readonly gradientNorm: number
}

/** Scalars fed at every step. */
export interface Schedule {
  readonly learningRate: number
  readonly entropy: number
  /** How far the moving average goes towards the new parameters; 0 leaves it. */
  readonly averageRate: number
}

export function scheduleFeeds({ learningRate, entropy, averageRate }: Schedule): Tensors {
  return {
    learningRate: floats([], [learningRate]),
    entropyCoefficient: floats([], [entropy]),
    averageRate: floats([], [averageRate]),
  }
}

export function trainState(parameters: Float32Array): Tensors {
  const dims = [parameters.length]
  return {
    parameters: floats(dims, parameters),
    mean: floats(dims, new Float32Array(parameters.length)),
    variance: floats(dims, new Float32Array(parameters.length)),
    average: floats(dims, parameters),
    step: floats([], [0]),
  }
}

export function trainModel(shape: NetworkShape, settings: TrainSettings): Uint8Array {
  const layout = layoutFor(shape)
  const weights = parametersOf(layout)
  const { loss, ...reported } = lossOf(network(shape, weights), settings)
  const { gradient, norm } = clipNorm(packed(gradients(loss, weights.all)), settings.gradientNorm)
  const vector = (name: string) => input(name, 'float32', [layout.size])
  const state = {
    parameters: weights.vector,
    mean: vector('mean'),
    variance: vector('variance'),
    step: input('step', 'float32', []),
  }
  const next = adamW(state, gradient, input('learningRate', 'float32', []), settings.optimizer)
  const average = movingAverage(vector('average'), next.parameters, input('averageRate', 'float32', []))
  return encode({
    loss,
    ...reported,
    gradientNorm: norm,
    next_parameters: next.parameters,
    next_mean: next.mean,
    next_variance: next.variance,
    next_step: next.step,
    next_average: average,
  })
}

/** The whole loss of columns.ts and its terms; a term whose weight is 0 is reported all the same. */
function lossOf(
  policy: Network,
  { objective, loss: settings }: TrainSettings,
): Record<'loss', Value> & Record<string, Value> {
  const tables = new Map<string, Value>()
  const table = (name: string) => {
    const known = tables.get(name) ?? input(name, 'float32', ['R', 'M'])
    tables.set(name, known)
    return known
  }
  const row = (name: string) => input(name, 'float32', ['R'])
  const { logp, legal } = policy
  const refLogp = table('refLogp')
  const count = row('count')
  const terms = objectiveOf({ objective, settings, logp, legal, refLogp, count, table })
  const entropy = weightedMean(entropyOf(logp, legal), count)
  const divergence = weightedMean(divergenceOf(logp, refLogp, legal), count)
  const outcome = valueLoss(policy.value, row('outcome'), count)
  let loss = sub(terms.policyLoss, mul(entropy, input('entropyCoefficient', 'float32', [])))
  if (settings.kl !== 0) loss = add(loss, mul(playedDivergence(logp, refLogp, table('played')), settings.kl))
  if (settings.klExact !== 0) loss = add(loss, mul(divergence, settings.klExact))
  if (settings.value !== 0) loss = add(loss, mul(outcome, settings.value))
  return { loss, ...terms, divergence, entropy, valueLoss: outcome }
}

interface ObjectiveParts {
  readonly objective: Objective
  readonly settings: Omit<LossSettings, 'entropy'>
  readonly logp: Value
  readonly legal: Value
  readonly refLogp: Value
  readonly count: Value
  table(name: string): Value
}

/** beta (logp - refLogp), averaged over steps by weight. */
const rewardBy = (weights: Value, logp: Value, refLogp: Value, beta: number) =>
  weightedMean(mul(sub(logp, refLogp), beta), weights)

function objectiveOf(parts: ObjectiveParts): Record<'policyLoss' | 'clipped' | 'z0', Value> & Record<string, Value> {
  const { objective, settings, logp, legal, refLogp, count, table } = parts
  const nothing = scalar(logp, 0)
  switch (objective) {
    case 'surrogate': {
      const columns = {
        logp,
        oldLogp: table('oldLogp'),
        praise: table('praise'),
        blame: table('blame'),
        played: table('played'),
      }
      const { loss, clipped } = surrogateLoss(columns, { clip: settings.clip, dualClip: settings.dualClip || null })
      return { policyLoss: loss, clipped, z0: nothing }
    }
    case 'implicit': {
      const z0 = exactZ0(logp, refLogp, legal, count)
      const columns = { logp, refLogp, desirable: table('praise'), undesirable: neg(table('blame')) }
      const policyLoss = maroLoss(columns, { ...settings, beta: scalar(logp, settings.beta), z0 })
      return {
        ...{ policyLoss, clipped: nothing, z0 },
        desirableReward: rewardBy(columns.desirable, logp, refLogp, settings.beta),
        undesirableReward: rewardBy(columns.undesirable, logp, refLogp, settings.beta),
      }
    }
    case 'imitation':
      return { policyLoss: imitationLoss(logp, table('praise')), clipped: nothing, z0: nothing }
    default:
      return objective satisfies never
  }
}
