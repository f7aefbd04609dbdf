/**
 * Alpha-rank: how often a population that copies what does better is found at each agent (Omidshafiei et al. 2019, one
 * population). Unlike a rating it is honest about cycles: rock, paper and scissors get a third each.
 */
import { ParleyError } from '../core/errors.ts'

export interface AlphaRankOptions {
  /** Strength of selection; large values make even small edges decide. */
  readonly alpha?: number
  /** Members of the population. */
  readonly population?: number
}

/**
 * Mass of each agent, summing to 1. `payoffs[a][b]` is a's mean score against b. Throws `bad-payoffs` when the table is
 * no square of finite numbers.
 */
export function alphaRank(payoffs: readonly (readonly number[])[], options: AlphaRankOptions = {}): number[] {
  const { alpha = 10, population = 50 } = options
  const size = payoffs.length
  const square = size > 0 && payoffs.every((row) => row.length === size && row.every(Number.isFinite))
  if (!square)
    throw new ParleyError('bad-payoffs', 'alpha-rank needs a square table of finite payoffs, one row an agent')
  if (size === 1) return [1]
  const moves = payoffs.map((row, from) =>
    row.map((_, to) =>
      from === to ? 0 : fixation(alpha * (payoffs[to]![from]! - payoffs[from]![to]!), population) / (size - 1),
    ),
  )
  return stationary(moves)
}

/** Probability that one mutant takes over: (1 - e^-u) / (1 - e^-mu); 1/m when it is neither better nor worse. */
function fixation(edge: number, population: number): number {
  if (Math.abs(edge) < 1e-12) return 1 / population
  const chance = edge > 0 ? Math.expm1(-edge) / Math.expm1(-population * edge) : backwards(-edge, population)
  return Math.max(chance, 1e-300) // a chain that can go everywhere has one answer
}

/** The same for a mutant that does worse, without overflow: e^u's cancelled. */
const backwards = (edge: number, population: number): number =>
  (Math.exp(-(population - 1) * edge) * -Math.expm1(-edge)) / -Math.expm1(-population * edge)

/**
 * Stationary distribution of the chain with these rates (row to column), by the elimination of Grassmann, Taksar and
 * Heyman: no subtraction, so rates of 1e-300 do no harm.
 */
function stationary(rates: number[][]): number[] {
  const size = rates.length
  for (let last = size - 1; last > 0; last--) {
    const leaving = rates[last]!.slice(0, last).reduce((sum, rate) => sum + rate, 0)
    for (let from = 0; from < last; from++) {
      rates[from]![last]! /= leaving
      for (let to = 0; to < last; to++) {
        if (from !== to) rates[from]![to]! += rates[from]![last]! * rates[last]![to]!
      }
    }
  }
  const mass = [1]
  for (let agent = 1; agent < size; agent++) {
    mass.push(mass.reduce((sum, one, from) => sum + one * rates[from]![agent]!, 0))
  }
  const total = mass.reduce((sum, one) => sum + one, 0)
  return mass.map((one) => one / total)
}
