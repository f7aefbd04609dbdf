/** SPIRAL's role-conditioned baseline (arXiv 2506.24119): a running mean of the return by game and role. */
import { wholeReturns } from './mars.ts'
import { roleKey, type Step, trajectories } from './trajectory.ts'

/** Baseline by `game/role`; carried from batch to batch. */
export type Baselines = Record<string, number>

/**
 *   advantage = R - b[game, role];   b <- decay b + (1 - decay) R
 *
 * seat by seat, in order of play; the baseline subtracted is the old one. `baselines` is moved on in place.
 */
export function spiralAdvantages(turns: readonly Step[], baselines: Baselines = {}, decay = 0.95): number[] {
  const returns = wholeReturns(turns)
  const advantages = new Array<number>(turns.length)
  for (const indices of trajectories(turns)) {
    const key = roleKey(turns[indices[0]!]!)
    const before = baselines[key] ?? 0
    const gained = returns[indices[0]!]!
    for (const index of indices) advantages[index] = gained - before
    baselines[key] = decay * before + (1 - decay) * gained
  }
  return advantages
}
