/**
 * Monte Carlo tree search with seeded chance, for games too large to lay out. With hidden information each run starts
 * from a fresh guess of what is hidden (single-observer information-set MCTS, Cowling et al. 2012): nodes are move
 * sequences, and a move counts as often as it was on offer. With open information this is plain UCT.
 */
import { ParleyError } from '../core/errors.ts'
import type { Game, Move, Seat } from '../core/game.ts'
import { draw, pick, type Random } from '../core/rng.ts'

export interface SearchOptions {
  readonly random: Random
  /** Weight of exploring; scores are scaled to [0, 1]. */
  readonly explore?: number
}

export interface MctsOptions extends SearchOptions {
  readonly runs: number
}

export interface Tried {
  readonly move: Move
  readonly visits: number
  /** Mean score of the mover after this move. */
  readonly mean: number
}

interface Node {
  visits: number
  /** Times it was on offer when its parent was left. */
  offered: number
  /** Sum of the mover's scaled scores. */
  total: number
  readonly children: Map<Move, Node>
}

const fresh = (): Node => ({ visits: 0, offered: 0, total: 0, children: new Map() })

/** A search that can be continued: nothing else is done between two calls of `run`. */
export interface Search {
  run(runs: number): void
  /** What was tried so far, most visited first. */
  tried(): Tried[]
}

/** Searches from what `seat`, asked now, sees. Throws `no-imagination` for a game that can't guess what is hidden. */
export function searchFrom(game: Game, view: unknown, seat: Seat, options: SearchOptions): Search {
  const imagine = game.imagine?.bind(game)
  if (!imagine) {
    throw new ParleyError('no-imagination', `${game.id}: MCTS needs a game that can imagine a state from a view`)
  }
  const [low, high] = game.range
  const root = fresh()
  return {
    run(runs) {
      for (let run = 0; run < runs; run++) simulate(game, imagine(view, seat, options.random), root, options)
    },
    tried: () =>
      [...root.children]
        .map(([move, { visits, total }]) => ({
          move,
          visits,
          mean: visits ? low + (total / visits) * (high - low) : low,
        }))
        .sort((a, b) => b.visits - a.visits || b.mean - a.mean),
  }
}

/** A whole search at once. */
export function mcts(game: Game, view: unknown, seat: Seat, options: MctsOptions): Tried[] {
  const search = searchFrom(game, view, seat, options)
  search.run(options.runs)
  return search.tried()
}

/** One run: down the tree to a new node, at random to the end, and the scores back up. */
function simulate(game: Game, start: unknown, root: Node, { random, explore = 0.7 }: SearchOptions): void {
  const path: { node: Node; seat: Seat }[] = []
  let state = start
  let node: Node | undefined = root
  for (;;) {
    const next = game.next(state)
    if (next.kind === 'over') {
      credit(game, root, path, next.scores)
      return
    }
    if (next.kind === 'deal') {
      const { move } = draw(next.odds, random())
      state = game.play(state, { seat: null, move })
      if (node) node = childOf(node, move)
      continue
    }
    const { seat, moves } = next.choices[0]!
    const move: Move = node ? choose(node, moves, explore, random) : pick(moves, random())
    state = game.play(state, { seat, move })
    if (!node) continue
    const child = childOf(node, move)
    path.push({ node: child, seat })
    node = child.visits === 0 ? undefined : child
  }
}

function childOf(node: Node, move: Move): Node {
  const known = node.children.get(move)
  if (known) return known
  const made = fresh()
  node.children.set(move, made)
  return made
}

/** UCB1 with the number of times a move was on offer in place of its parent's visits; untried moves first, at random. */
function choose(node: Node, moves: readonly Move[], explore: number, random: Random): Move {
  const children = moves.map((move) => childOf(node, move))
  for (const child of children) child.offered++
  const untried = moves.filter((_, index) => children[index]!.visits === 0)
  if (untried.length > 0) return pick(untried, random())
  let best = 0
  let most = Number.NEGATIVE_INFINITY
  for (const [index, { visits, offered, total }] of children.entries()) {
    const bound = total / visits + explore * Math.sqrt(Math.log(offered) / visits)
    if (bound > most) [best, most] = [index, bound]
  }
  return moves[best]!
}

function credit(game: Game, root: Node, path: readonly { node: Node; seat: Seat }[], scores: readonly number[]): void {
  const [low, high] = game.range
  root.visits++
  for (const { node, seat } of path) {
    node.visits++
    node.total += (scores[seat]! - low) / (high - low || 1)
  }
}
