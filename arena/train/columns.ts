/**
 * The named columns of a training batch: what a train-step graph is fed, and what its loss means. One row is one
 * *position* (a distinct view with its legal moves); turns in equal positions are merged, which changes no loss.
 * All are row-major; R rows, F facts a row, M moves a row, W words a move. Token 0 is padding.
 */

export interface Columns {
  readonly rows: number
  readonly facts: number
  readonly moves: number
  readonly words: number
  /** int32 [R, F] tokens of the view. */
  readonly view: Int32Array
  /** int32 [R, M, W] tokens of each legal move. */
  readonly offer: Int32Array
  /** float32 [R, M] 1 for a legal move, 0 for padding. */
  readonly legal: Float32Array
}

/** Loss over policies: clipped surrogate, divergence, entropy; and the value head. */
export interface SurrogateColumns extends Columns {
  /** float32 [R, M] sum of w A over the turns that played this move with A > 0. */
  readonly praise: Float32Array
  /** float32 [R, M] sum of w A over those with A < 0; at most 0. */
  readonly blame: Float32Array
  /** float32 [R, M] log-probability of each move under the policy that played; 0 where padded. */
  readonly oldLogp: Float32Array
  /** float32 [R, M] log-probability of each move under the reference; 0 where padded. */
  readonly refLogp: Float32Array
  /** float32 [R, M] sum of w over the turns that played this move. */
  readonly played: Float32Array
  /** float32 [R] sum of w over the turns of the row. */
  readonly count: Float32Array
  /** float32 [R] mean outcome (w-weighted) of the row's turns: what the value head predicts. */
  readonly outcome: Float32Array
}

/** MARO and KTO: the mass on each move that was good or bad there. */
export interface ImplicitColumns extends Columns {
  /** float32 [R, M] sum of w |u| (MARO) or of 1 (KTO) over the turns that played this move with u > 0. */
  readonly good: Float32Array
  /** float32 [R, M] the same for u < 0; at least 0. */
  readonly bad: Float32Array
  readonly refLogp: Float32Array
  readonly count: Float32Array
  readonly outcome: Float32Array
}

/**
 * With logp = log softmax over the legal moves, N = sum of count, ratio = exp(logp - oldLogp):
 *
 *   surrogate: L = -1/N sum [ min(ratio, 1 + clip) praise + clamp(ratio, 1 - clip, dualClip or inf) blame ]
 *                  + kl      1/N sum played (exp(refLogp - logp) - (refLogp - logp) - 1)          k3, on played moves
 *                  + klExact 1/N sum count p (logp - refLogp)                                     KL(policy || reference)
 *                  - entropy 1/N sum count H
 *                  + value   1/N sum count (v - outcome)^2 / 2
 *   implicit:  L = sum [ lambdaDesirable good (1 - sigma(beta (logp - refLogp - z0)))
 *                      + lambdaUndesirable bad (1 - sigma(beta (z0 - logp + refLogp))) ] / sum (good + bad)
 *                  + the klExact, entropy and value terms above; z0 = the mean of KL(policy || reference), held constant
 *   imitation: L = -sum good logp / sum good, with the same further terms
 */
export interface LossSettings {
  readonly clip: number
  /** 0: off. */
  readonly dualClip: number
  readonly kl: number
  readonly klExact: number
  readonly entropy: number
  readonly value: number
  readonly beta: number
  readonly lambdaDesirable: number
  readonly lambdaUndesirable: number
}

export type Objective = 'surrogate' | 'implicit' | 'imitation'
