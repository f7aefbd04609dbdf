/**
 * Plays as well as can be worked out: by minimax where nothing is hidden, by an equilibrium (CFR+) where something is,
 * and where a game is too large to lay out by tree search (Hanabi, connect four: strong, not perfect).
 */
import type { Agent, AgentContext, Plugin } from '../../arena/core/agent.ts'
import { ParleyError } from '../../arena/core/errors.ts'
import type { Game } from '../../arena/core/game.ts'
import { draw } from '../../arena/core/rng.ts'
import { searchFrom } from '../../arena/solve/index.ts'
import { breath } from './breath.ts'
import { type Solution, solutionOf } from './solution.ts'

const RUNS = 2_000
/** Searches between two breaths: a few milliseconds. */
const SLICE = 100

export const perfect: Plugin = {
  id: 'perfect',
  title: 'minimax, an equilibrium, or tree search, by the size of the game; perfect:5000 searches 5,000 times a move',
  kinds: ['kuhn-poker', 'leduc-poker', 'tic-tac-toe', 'connect-four', 'hanabi'],
  async make(context): Promise<Agent> {
    const { game } = context
    if (!game)
      throw new ParleyError('closed-rules', 'perfect: this game keeps its rules closed, so nobody can solve it')
    const solution = await solutionOf(game)
    return solution ? fromTable(solution, context) : searching(game, context)
  },
}

function fromTable({ method, policy }: Solution, { random }: AgentContext): Agent {
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
    act: async ({ view, moves, seat }) => {
      if (moves.length === 1) return { move: moves[0]! }
      const search = searchFrom(game, view, seat, { random })
      for (let done = 0; done < runs; done += SLICE) {
        search.run(Math.min(SLICE, runs - done))
        await breath()
      }
      const [best] = search.tried()
      return { move: best!.move, note: { mean: best!.mean, visits: best!.visits } }
    },
  }
}
