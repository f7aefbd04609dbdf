/**
 * Sequential probability ratio tests on blocks of games: is A better than B by elo1, or no better than by elo0?
 *
 * The generalised test over any discrete block score (trinomial, pentanomial, role blocks of any size):
 *   LLR = sum over outcomes of count * ln(p1 / p0),
 * p0 and p1 the likeliest outcome chances under which the block score has the mean (logistic Elo) or the mean over
 * deviation (normalised Elo, per game) that the hypothesis names. Van den Bergh, "The generalized maximum likelihood
 * ratio for the expectation value of a distribution" (2020).
 */
import { ParleyError } from '../core/errors.ts'
import { type BlockCount, ELO, FLOOR, scoreOf } from './elo.ts'

export interface SprtPlan {
  readonly elo0: number
  readonly elo1: number
  /** Chance of saying "better" when elo0 is true. */
  readonly alpha: number
  /** Chance of saying "not better" when elo1 is true. */
  readonly beta: number
  readonly scale: 'logistic' | 'normalized'
  /** Games in a block: what a normalised Elo per game means for the block's score. */
  readonly games: number
}

export interface SprtState {
  readonly llr: number
  readonly lower: number
  readonly upper: number
  readonly decision: 'better' | 'not better' | 'go on'
}

/** Throws `bad-sprt` for chances outside (0, 1/2), bounds the wrong way round, and alpha + beta that decide at once. */
export function checkSprt({ elo0, elo1, alpha, beta }: SprtPlan): void {
  const refuse = (message: string) => {
    throw new ParleyError('bad-sprt', message)
  }
  if (!(elo0 < elo1)) refuse(`elo0 must lie below elo1, not ${elo0} and ${elo1}`)
  if (!(alpha > 0 && beta > 0 && alpha < 1 && beta < 1)) refuse(`alpha and beta lie in (0, 1), not ${alpha}, ${beta}`)
  if (alpha + beta >= 1) refuse(`alpha + beta must stay below 1, not ${alpha + beta}: the test would end at once`)
}

/** Wald's bounds: ln(beta / (1 - alpha)) and ln((1 - beta) / alpha). */
export const sprtBounds = ({ alpha, beta }: Pick<SprtPlan, 'alpha' | 'beta'>) => ({
  lower: Math.log(beta / (1 - alpha)),
  upper: Math.log((1 - beta) / alpha),
})

/** Where the test stands; with no block at all the ratio is 0. `counts` lists every possible score, empty ones too. */
export function sprt(counts: readonly BlockCount[], plan: SprtPlan): SprtState {
  checkSprt(plan)
  const { lower, upper } = sprtBounds(plan)
  const llr = logLikelihoodRatio(counts, plan)
  return { llr, lower, upper, decision: llr >= upper ? 'better' : llr <= lower ? 'not better' : 'go on' }
}

/** Empty outcomes count as a thousandth of a block. */
export function logLikelihoodRatio(counts: readonly BlockCount[], plan: SprtPlan): number {
  if (counts.every(({ count }) => count === 0)) return 0
  const total = counts.reduce((sum, { count }) => sum + (count || FLOOR), 0)
  const observed = counts.map(({ score, count }) => ({ score, chance: (count || FLOOR) / total }))
  const [p0, p1] = [plan.elo0, plan.elo1].map((elo) =>
    plan.scale === 'logistic'
      ? likeliestWithMean(observed, scoreOf(elo))
      : likeliestWithRatio(observed, (elo / (2 * ELO)) * Math.sqrt(plan.games)),
  )
  return total * observed.reduce((sum, { chance }, i) => sum + chance * Math.log(p1![i]! / p0![i]!), 0)
}

interface Chance {
  readonly score: number
  readonly chance: number
}

/** The chances nearest to the observed ones (in likelihood) under which the score's mean is `mean`. */
function likeliestWithMean(observed: readonly Chance[], mean: number): number[] {
  return reweighed(
    observed,
    observed.map(({ score }) => score - mean),
  )
}

/** The same under which (mean - 1/2) / deviation is `ratio`: the constraint is linearised where the chances stand. */
function likeliestWithRatio(observed: readonly Chance[], ratio: number): number[] {
  let chances = observed.map(() => 1 / observed.length)
  for (let round = 0; round < 200; round++) {
    const mean = observed.reduce((sum, { score }, i) => sum + chances[i]! * score, 0)
    const deviation = Math.sqrt(observed.reduce((sum, { score }, i) => sum + chances[i]! * (score - mean) ** 2, 0))
    const lead = observed.map(
      ({ score }) => score - 0.5 - (ratio * deviation * (1 + ((score - mean) / deviation) ** 2)) / 2,
    )
    if (!lead.some((one) => one > 0) || !lead.some((one) => one < 0)) return chances
    const next = reweighed(observed, lead)
    const change = Math.max(...next.map((chance, i) => Math.abs(chance - chances[i]!)))
    chances = next
    if (change < 1e-12) break
  }
  return chances
}

/**
 * Maximises sum observed * ln p subject to sum p * lead = 0: p = observed / (1 + x * lead), x the root of
 * sum observed * lead / (1 + x * lead) = 0, found by bisection between the poles.
 */
function reweighed(observed: readonly Chance[], lead: readonly number[]): number[] {
  let low = -1 / Math.max(...lead)
  let high = -1 / Math.min(...lead)
  for (let round = 0; round < 200 && high - low > 1e-15 * (Math.abs(low) + Math.abs(high)); round++) {
    const middle = (low + high) / 2
    const slope = observed.reduce((sum, { chance }, i) => sum + (chance * lead[i]!) / (1 + middle * lead[i]!), 0)
    if (slope > 0) low = middle
    else high = middle
  }
  const x = (low + high) / 2
  return observed.map(({ chance }, i) => chance / (1 + x * lead[i]!))
}
