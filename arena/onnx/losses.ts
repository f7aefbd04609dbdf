/**
 * Losses over a table of rows (views) and columns (moves), as graph values. Log-probabilities are 0 where a move is not
 * legal, weights too, so illegal entries add nothing. Several turns with the same view and move may share an entry:
 * every loss takes sums of weights, which gives exactly the loss of the separate turns.
 */
import type { Value } from './graph.ts'
import {
  abs,
  add,
  div,
  exp,
  greater,
  logSoftmax,
  max,
  min,
  mul,
  neg,
  sigmoid,
  stopGradient,
  sub,
  sum,
  where,
} from './operators.ts'

/** log softmax over the legal columns (legal: 1 or 0), 0 elsewhere. */
export function maskedLogSoftmax(logits: Value, legal: Value): Value {
  const open = greater(legal, 0)
  return where(open, logSoftmax(where(open, logits, -1e9)), 0)
}

/** sum(weights * values) / sum(weights); 0 when all weights are 0. */
export function weightedMean(values: Value, weights: Value): Value {
  return div(sum(mul(values, weights)), max(sum(weights), 1e-12))
}

/** Entropy of each row's distribution: [B]. */
export function entropyOf(logp: Value, legal: Value): Value {
  return neg(sum(mul(mul(exp(logp), legal), logp), [-1]))
}

/** KL(policy || reference) of each row: [B]. */
export function divergenceOf(logp: Value, refLogp: Value, legal: Value): Value {
  return sum(mul(mul(exp(logp), legal), sub(logp, refLogp)), [-1])
}

export interface SurrogateColumns {
  /** All [B, U]. */
  readonly logp: Value
  /** Under the policy that played. */
  readonly oldLogp: Value
  /** Sum of w * advantage over the turns of the entry whose advantage is above 0 (praise), and below 0 (blame). */
  readonly praise: Value
  readonly blame: Value
  /** Sum of w over the turns of the entry. */
  readonly played: Value
}

export interface SurrogateOptions {
  readonly clip: number
  /** Bound on the ratio of turns with negative advantage (arXiv 1912.09729); null for none. */
  readonly dualClip: number | null
}

/**
 * The clipped surrogate (arXiv 1707.06347) with its optional second clip, as a loss, and the share of the weight whose
 * ratio lies outside 1 +- clip:
 *
 *     loss = -mean_w( min(ratio A, clip(ratio) A) )       ratio = exp(logp - oldLogp)
 */
export function surrogateLoss(
  columns: SurrogateColumns,
  options: SurrogateOptions,
): { readonly loss: Value; readonly clipped: Value } {
  const { logp, oldLogp, praise, blame, played } = columns
  const ratio = exp(sub(logp, oldLogp))
  const total = max(sum(played), 1e-12)
  const lower = max(ratio, 1 - options.clip)
  const held = options.dualClip === null ? lower : min(lower, options.dualClip)
  const gains = add(mul(min(ratio, 1 + options.clip), praise), mul(held, blame))
  const outside = where(greater(abs(sub(ratio, 1)), options.clip), played, 0)
  return { loss: neg(div(sum(gains), total)), clipped: div(sum(outside), total) }
}

/** The k3 estimate of KL(policy || reference) at the moves played: mean_w( exp(d) - d - 1 ), d = refLogp - logp. */
export function playedDivergence(logp: Value, refLogp: Value, played: Value): Value {
  const d = sub(refLogp, logp)
  return weightedMean(sub(sub(exp(d), d), 1), played)
}

export interface MaroColumns {
  /** All of one shape: a table [B, U], or one entry a step. */
  readonly logp: Value
  readonly refLogp: Value
  /** Sum of w |u| over the steps of the entry with u > 0, and with u < 0. */
  readonly desirable: Value
  readonly undesirable: Value
}

export interface MaroOptions {
  readonly lambdaDesirable: number
  readonly lambdaUndesirable: number
  /** Scalars; no gradient flows through z0. */
  readonly beta: Value
  readonly z0: Value
}

/**
 * MARO's loss as reconstructed, and KTO's (arXiv 2402.01306) when every w |u| is 1. With r = logp - refLogp:
 *
 *     L = ( sum desirable lambdaDesirable (1 - sigma(beta (r - z0))) + sum undesirable lambdaUndesirable (1 - sigma(beta (z0 - r))) )
 *         / sum (desirable + undesirable)
 */
export function maroLoss(columns: MaroColumns, { lambdaDesirable, lambdaUndesirable, beta, z0 }: MaroOptions): Value {
  const { logp, refLogp, desirable, undesirable } = columns
  const margin = mul(sub(sub(logp, refLogp), stopGradient(z0)), beta)
  const wanted = mul(mul(sigmoid(neg(margin)), desirable), lambdaDesirable)
  const unwanted = mul(mul(sigmoid(margin), undesirable), lambdaUndesirable)
  return div(sum(add(wanted, unwanted)), max(sum(add(desirable, undesirable)), 1e-12))
}

/** z0 = max(0, mean(logp' - refLogp')) over mismatched (context, behaviour) pairs, weighted. */
export function mismatchedZ0(logp: Value, refLogp: Value, weights: Value): Value {
  return stopGradient(max(weightedMean(sub(logp, refLogp), weights), 0))
}

/** z0 = mean KL(policy || reference) over the batch's views; `rows` [B] weighs them. */
export function exactZ0(logp: Value, refLogp: Value, legal: Value, rows: Value): Value {
  return stopGradient(max(weightedMean(divergenceOf(logp, refLogp, legal), rows), 0))
}

/** Cross-entropy: minus the weighted mean log-probability of the moves to imitate. */
export function imitationLoss(logp: Value, weights: Value): Value {
  return neg(weightedMean(logp, weights))
}

/** Half the weighted mean square error of predictions [B] against targets [B]. */
export function valueLoss(predicted: Value, target: Value, weights: Value): Value {
  const miss = sub(predicted, target)
  return mul(weightedMean(mul(miss, miss), weights), 0.5)
}
