/**
 * alpha-rank (Omidshafiei et al. 2019) of one population: how much of the time an evolving population would play each
 * strategy, the stationary distribution of its mutation chain. Ranks agents that beat each other in circles.
 */
import { ParleyError } from '../core/errors.ts'

export interface AlphaRankOptions {
  /** Strength of selection; large gives the sweep towards best responses. */
  readonly alpha: number
  /** Size of the population. */
  readonly population: number
}

/** `payoff[i][j]`: what i earns against j. Returns shares that sum to 1. Throws `bad-payoff` unless square and finite. */
export function alphaRank(
  payoff: readonly (readonly number[])[],
  { alpha = 10, population = 50 }: Partial<AlphaRankOptions> = {},
): number[] {
  const n = payoff.length
  if (n === 0 || payoff.some((row) => row.length !== n || !row.every(Number.isFinite)))
    throw new ParleyError('bad-payoff', 'alpha-rank takes a square table of finite payoffs, one row an agent')
  const chain = payoff.map((row, i) => {
    const leave = row.map((_, j) => (i === j ? 0 : fixation(payoff[j]![i]!, row[j]!, alpha, population) / (n - 1)))
    leave[i] = 1 - leave.reduce((sum, one) => sum + one, 0)
    return leave
  })
  return stationary(chain)
}

/** Chance that one mutant with payoff `mutant` against residents earning `resident` takes over. */
function fixation(mutant: number, resident: number, alpha: number, population: number): number {
  const lead = alpha * (mutant - resident)
  if (Math.abs(lead) < 1e-12) return 1 / population
  return Math.max(1e-300, Math.expm1(-lead) / Math.expm1(-population * lead) || 0)
}

/** Solves share = share * chain by elimination of states (Grassmann, Taylor, Heyman), which only adds and divides. */
function stationary(chain: readonly (readonly number[])[]): number[] {
  const work = chain.map((row) => [...row])
  const n = work.length
  for (let k = n - 1; k > 0; k--) {
    const out = work[k]!.slice(0, k).reduce((sum, one) => sum + one, 0)
    for (let i = 0; i < k; i++) {
      const through = out > 0 ? work[i]![k]! / out : 0
      work[i]![k] = through
      for (let j = 0; j < k; j++) work[i]![j]! += through * work[k]![j]!
    }
  }
  const share = [1]
  for (let k = 1; k < n; k++) share[k] = share.reduce((sum, one, i) => sum + one * work[i]![k]!, 0)
  const total = share.reduce((sum, one) => sum + one, 0)
  return share.map((one) => one / total)
}
