/**
 * The named columns of a training batch: what a train-step graph is fed, and what its loss means. One row is one
 * *position* (a distinct view with its legal moves); turns in equal positions are merged, which changes no loss.
 * R rows, M moves a row (padded); all are row-major.
 */
import type { Position } from './encode.ts'

export interface Columns {
  readonly rows: number
  /** Most moves of a row. */
  readonly moves: number
  /** One a row: tokens of the view and of every legal move. */
  readonly positions: readonly Position[]
  /** [R, M] 1 for a legal move, 0 for padding. */
  readonly legal: Float32Array
  /** [R, M] sum over the turns that played this move of w A where A > 0 (or w u, u > 0). */
  readonly praise: Float32Array
  /** [R, M] the same where A < 0 (u < 0); at most 0. */
  readonly blame: Float32Array
  /** [R, M] sum of w over the turns that played this move. */
  readonly played: Float32Array
  /** [R, M] log-probability of each move under the policy that played; 0 where padded. */
  readonly oldLogp: Float32Array
  /** [R, M] log-probability of each move under the reference; 0 where padded. */
  readonly refLogp: Float32Array
  /** [R] sum of w over the turns of the row. */
  readonly count: Float32Array
  /** [R] w-weighted mean outcome of the row's turns: what the value head predicts. */
  readonly outcome: Float32Array
}

/**
 * With logp = log softmax over the legal moves, N = sum of count, ratio = exp(logp - oldLogp):
 *
 *   surrogate: L = -1/N sum [ min(ratio, 1 + clip) praise + clamp(ratio, 1 - clip, dualClip or inf) blame ]
 *   implicit:  L = sum [ lambdaDesirable praise (1 - sigma(beta (logp - refLogp - z0)))
 *                      - lambdaUndesirable blame (1 - sigma(beta (z0 - logp + refLogp))) ] / sum (praise - blame)
 *              z0 = max(0, the mean over rows, by count, of KL(policy || reference)), held constant
 *   imitation: L = -sum praise logp / sum praise
 *   and to each of them is added
 *                  + kl      1/N sum played (exp(refLogp - logp) - (refLogp - logp) - 1)          k3, on played moves
 *                  + klExact 1/N sum count p (logp - refLogp)                                     KL(policy || reference)
 *                  - entropy 1/N sum count H
 *                  + value   1/N sum count (v - outcome)^2 / 2
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

export const OBJECTIVES = ['surrogate', 'implicit', 'imitation'] as const
export type Objective = (typeof OBJECTIVES)[number]
