/** Intervals beside every figure: of a mean, of a share. All are 95 %. */

/** Two-sided 97.5 % point of the normal distribution. */
export const Z95 = 1.959963984540054

/** What every figure is printed with; `ci95` is [low, high], equal to the mean when one value says nothing of the spread. */
export interface Estimate {
  readonly mean: number
  readonly ci95: readonly [number, number]
}

/** Mean of independent values with its normal interval: mean ± 1.96 s / sqrt(n). No values: NaN throughout. */
export function meanInterval(values: readonly number[]): Estimate {
  const n = values.length
  const mean = values.reduce((sum, value) => sum + value, 0) / n
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const half = n > 1 ? Z95 * Math.sqrt(squares / (n - 1) / n) : 0
  return { mean, ci95: [mean - half, mean + half] }
}

/** Share of successes with Wilson's score interval, which stays within [0, 1] and is honest at 0 of n and n of n. */
export function shareInterval(successes: number, trials: number): Estimate {
  if (trials === 0) return { mean: Number.NaN, ci95: [Number.NaN, Number.NaN] }
  const share = successes / trials
  const shrink = 1 + Z95 ** 2 / trials
  const centre = (share + Z95 ** 2 / (2 * trials)) / shrink
  const half = (Z95 / shrink) * Math.sqrt((share * (1 - share)) / trials + Z95 ** 2 / (4 * trials ** 2))
  return { mean: share, ci95: [Math.max(0, centre - half), Math.min(1, centre + half)] }
}
