/** Elo: scores and differences on the logistic scale, with an interval and the likelihood of superiority. */
import { ParleyError } from '../core/errors.ts'
import { Z95 } from './interval.ts'
import { normalBelow } from './normal.ts'

/** Elo points in one natural-log unit of odds. */
export const ELO = 400 / Math.LN10

/** Expected score, in (0, 1), of who is `elo` points ahead. */
export const scoreOf = (elo: number): number => 1 / (1 + Math.exp(-elo / ELO))

/** The lead that an expected score stands for; infinite at 0 and 1. */
export const eloOf = (score: number): number => ELO * Math.log(score / (1 - score))

/** How often a block of games ended with which mean score per game, in [0, 1]. */
export interface BlockCount {
  readonly score: number
  readonly count: number
}

/** Counts of blocks of `games` two-sided games, by points 0, 1/2, 1, ...: [losses, draws, wins] or a pentanomial. */
export function blockCounts(counts: readonly number[]): BlockCount[] {
  return counts.map((count, half) => ({ score: half / (counts.length - 1), count }))
}

export interface EloDifference {
  readonly elo: number
  /** Half the width of the 95 % interval. */
  readonly ci95: number
  /** Likelihood of superiority: how sure it is that the difference is above zero. */
  readonly los: number
  readonly blocks: number
}

/**
 * Elo difference behind block scores. An empty outcome counts as a thousandth of a block, so that all wins and a single
 * game give large finite numbers. Throws `no-games` when there is no block at all.
 */
export function eloDifference(counts: readonly BlockCount[]): EloDifference {
  const { mean, variance, blocks } = momentsOf(counts)
  const error = Math.sqrt(variance / blocks)
  const at = (score: number) => eloOf(Math.min(1 - 1e-9, Math.max(1e-9, score)))
  return {
    elo: at(mean),
    ci95: (at(mean + Z95 * error) - at(mean - Z95 * error)) / 2,
    los: normalBelow((mean - 0.5) / error),
    blocks: Math.round(blocks),
  }
}

export const FLOOR = 1e-3

/** Mean and variance of a block's score after the floor. */
export function momentsOf(counts: readonly BlockCount[]): { mean: number; variance: number; blocks: number } {
  if (counts.every(({ count }) => count === 0)) {
    throw new ParleyError('no-games', 'there is no finished game to judge by; play at least one block')
  }
  let [blocks, sum] = [0, 0]
  for (const { score, count } of counts) {
    blocks += count || FLOOR
    sum += (count || FLOOR) * score
  }
  const mean = sum / blocks
  const variance =
    counts.reduce((total, { score, count }) => total + (count || FLOOR) * (score - mean) ** 2, 0) / blocks
  return { mean, variance, blocks }
}
