/** Games solved once each, however many agents play them. */
import { ParleyError } from '../../arena/core/errors.ts'
import type { Game } from '../../arena/core/game.ts'
import {
  cfrFrom,
  compileTree,
  hidesNothing,
  hopefulMinimax,
  type Policy,
  type Profile,
  policyOf,
  type Tree,
} from '../../arena/solve/index.ts'
import { breath } from './breath.ts'

export interface Solution {
  readonly method: 'minimax' | 'cfr+'
  readonly policy: Policy
}

/** States laid out at most. */
const LIMIT = 10_000
const ITERATIONS = 1_000
/** Iterations between two breaths: about ten milliseconds of Leduc poker. */
const SLICE = 20

const solutions = new WeakMap<Game, Promise<Solution | null>>()

/** Null when the game is too large to lay out. */
export function solutionOf(game: Game): Promise<Solution | null> {
  const known = solutions.get(game) ?? solved(game)
  solutions.set(game, known)
  return known
}

async function solved(game: Game): Promise<Solution | null> {
  const tree = layOut(game)
  if (!tree) return null
  return hidesNothing(tree)
    ? { method: 'minimax', policy: policyOf(tree, hopefulMinimax(tree)) }
    : { method: 'cfr+', policy: policyOf(tree, await equilibrium(tree)) }
}

async function equilibrium(tree: Tree): Promise<Profile> {
  const iteration = cfrFrom(tree)
  for (let done = 0; done < ITERATIONS; done += SLICE) {
    iteration.run(SLICE)
    await breath()
  }
  return iteration.average()
}

function layOut(game: Game): Tree | null {
  try {
    return compileTree(game, LIMIT)
  } catch (error) {
    if (error instanceof ParleyError && error.code === 'too-large') return null
    throw error
  }
}
