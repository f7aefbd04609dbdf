/** The right exact method for a game small enough to lay out. */
import { cfrPlus } from './cfr.ts'
import { hidesNothing, hopefulMinimax } from './minimax.ts'
import type { Profile, Tree } from './tree.ts'

export interface Solution {
  readonly method: 'minimax' | 'cfr+'
  readonly profile: Profile
}

/** Minimax when nothing is hidden, else CFR+ (an equilibrium only between two seats whose scores sum to zero). */
export function solve(tree: Tree, iterations = 1000): Solution {
  return hidesNothing(tree)
    ? { method: 'minimax', profile: hopefulMinimax(tree) }
    : { method: 'cfr+', profile: cfrPlus(tree, iterations) }
}
