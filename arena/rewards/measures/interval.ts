/** Bootstrap intervals over matches: the match is what was drawn, so the match is what is drawn again. */
import { type Random, stream } from '../../core/rng.ts'

export interface Figure {
  readonly mean: number
  /** 95 %: the 2.5 % and 97.5 % points of the resampled statistic. */
  readonly ci95: readonly [number, number]
  /** Matches (or other units) behind it. */
  readonly count: number
}

const RESAMPLES = 1000

/** `of` is computed on the units and on each resample of them; null when there is no unit with a value. */
export function bootstrap<T>(units: readonly T[], of: (drawn: readonly T[]) => number | null, seed = 1): Figure | null {
  const whole = of(units)
  if (whole === null || units.length === 0) return null
  const random = stream(seed, 'bootstrap')
  const drawn: number[] = []
  for (let i = 0; i < RESAMPLES; i++) {
    const value = of(resample(units, random))
    if (value !== null) drawn.push(value)
  }
  drawn.sort((a, b) => a - b)
  const point = (share: number) => drawn[Math.min(drawn.length - 1, Math.floor(share * drawn.length))] ?? whole
  return { mean: whole, ci95: [point(0.025), point(0.975)], count: units.length }
}

const resample = <T>(units: readonly T[], random: Random): T[] =>
  units.map(() => units[Math.floor(random() * units.length)]!)

/** The mean of the values that are there; null when none is. */
export function meanOf(values: readonly (number | null)[]): number | null {
  const there = values.filter((value) => value !== null)
  return there.length === 0 ? null : there.reduce((sum, value) => sum + value, 0) / there.length
}
