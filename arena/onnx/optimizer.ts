/** One optimiser step as graph values: global-norm clipping, AdamW (Loshchilov and Hutter, arXiv 1711.05101), a moving average. */
import { scalar, type Value } from './graph.ts'
import { add, div, max, mul, pow, sqrt, sub, sumSquares } from './operators.ts'

export interface AdamWOptions {
  /** Decay of the running mean of gradients. */
  readonly beta1: number
  /** Decay of the running mean of their squares. */
  readonly beta2: number
  readonly epsilon: number
  /** Decoupled: the parameters shrink by learningRate * weightDecay a step. */
  readonly weightDecay: number
}

export const ADAMW: AdamWOptions = { beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0 }

/** All of one shape, except the scalars `step` (steps done so far) and `learningRate`. */
export interface AdamWState {
  readonly parameters: Value
  readonly mean: Value
  readonly variance: Value
  readonly step: Value
}

/**
 *     m' = beta1 m + (1 - beta1) g        v' = beta2 v + (1 - beta2) g^2        t' = t + 1
 *     p' = p - rate * (m' / (1 - beta1^t') / (sqrt(v' / (1 - beta2^t')) + epsilon) + weightDecay * p)
 */
export function adamW(
  state: AdamWState,
  gradient: Value,
  learningRate: Value,
  options: AdamWOptions = ADAMW,
): AdamWState {
  const { beta1, beta2, epsilon, weightDecay } = options
  const step = add(state.step, 1)
  const mean = add(mul(state.mean, beta1), mul(gradient, 1 - beta1))
  const variance = add(mul(state.variance, beta2), mul(mul(gradient, gradient), 1 - beta2))
  // rate * m^ / (sqrt(v^) + epsilon) with both corrections moved into scalars, so that few operators see whole vectors.
  const root2 = sqrt(sub(1, pow(scalar(step, beta2), step)))
  const rate = div(mul(learningRate, root2), sub(1, pow(scalar(step, beta1), step)))
  const change = div(mul(mean, rate), add(sqrt(variance), mul(root2, epsilon)))
  const shrunk = weightDecay === 0 ? state.parameters : mul(state.parameters, sub(1, mul(learningRate, weightDecay)))
  return { parameters: sub(shrunk, change), mean, variance, step }
}

/** g * min(1, limit / |g|), and |g| over all elements before it. */
export function clipNorm(gradient: Value, limit: number): { readonly gradient: Value; readonly norm: Value } {
  const norm = sqrt(sumSquares(gradient))
  return { gradient: mul(gradient, div(limit, max(norm, limit))), norm }
}

/** average + rate * (value - average): the exponential moving average after one more value. */
export function movingAverage(average: Value, value: Value, rate: Value): Value {
  return add(average, mul(sub(value, average), rate))
}
