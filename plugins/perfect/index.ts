/**
 * Plays as well as can be worked out: by minimax where nothing is hidden, by an equilibrium (CFR+) where something is,
 * and where a game is too large to lay out by tree search (Hanabi, connect four: strong, not perfect).
 */
import type { Agent, AgentContext, Plugin } from '../../arena/core/agent.ts'
import { ParleyError } from '../../arena/core/errors.ts'
import type { Game } from '../../arena/core/game.ts'
import { draw } from '../../arena/core/rng.ts'
import { compileTree, mcts, type Policy, policyOf, solve, type Tree } from '../../arena/solve/index.ts'

/** States laid out at most; beyond that, search. */
const LIMIT = 20_000
const RUNS = 2_000

export const perfect: Plugin = {
  id: 'perfect',
  title: 'minimax, an equilibrium, or tree search, by the size of the game; perfect:5000 searches 5,000 times a move',
  kinds: ['kuhn-poker', 'leduc-poker', 'tic-tac-toe', 'connect-four', 'hanabi'],
  make(context): Agent {
    const { game } = context
    if (!game)
      throw new ParleyError('closed-rules', 'perfect: this game keeps its rules closed, so nobody can solve it')
    const solution = solutionOf(game)
    return solution ? fromTable(solution, context) : searching(game, context)
  },
}

function fromTable({ method, policy }: Solved, { random }: AgentContext): Agent {
  return {
    name: 'perfect',
    version: method,
    act: ({ view, moves, seat }) => {
      const chances = policy(view, moves, seat)
      const { move, chance } = draw(
        moves.map((move, index) => ({ move, chance: chances[index]! })),
        random(),
      )
      return { move, note: { logProb: Math.log(chance) } }
    },
  }
}

function searching(game: Game, { random, argument }: AgentContext): Agent {
  const runs = argument === '' ? RUNS : Number(argument)
  if (!Number.isSafeInteger(runs) || runs < 1) {
    throw new ParleyError('bad-argument', `perfect: "${argument}" is no number of searches; write perfect:2000`)
  }
  return {
    name: 'perfect',
    version: `mcts-${runs}`,
    act: ({ view, moves, seat }) => {
      if (moves.length === 1) return { move: moves[0]! }
      const [best] = mcts(game, view, seat, { runs, random })
      return { move: best!.move, note: { mean: best!.mean, visits: best!.visits } }
    },
  }
}

interface Solved {
  readonly method: string
  readonly policy: Policy
}

/** Solved once for each game, however many agents play it; null when it is too large. */
const solutions = new WeakMap<Game, Solved | null>()

function solutionOf(game: Game): Solved | null {
  const known = solutions.get(game)
  if (known !== undefined) return known
  const tree = layOut(game)
  const solution = tree && solve(tree)
  const solved = tree && solution && { method: solution.method, policy: policyOf(tree, solution.profile) }
  solutions.set(game, solved)
  return solved
}

function layOut(game: Game): Tree | null {
  try {
    return compileTree(game, LIMIT)
  } catch (error) {
    if (error instanceof ParleyError && error.code === 'too-large') return null
    throw error
  }
}
