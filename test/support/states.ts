/** Every reachable state of a game small enough, for counting. */
import type { Game, Next } from '../../arena/core/game.ts'

export interface Reached<State> {
  readonly state: State
  readonly next: Next
}

/** Each distinct state once, in the order met. */
export function statesOf<State>(game: Game<State>): Reached<State>[] {
  const seen = new Set<string>()
  const found: Reached<State>[] = []
  const visit = (state: State) => {
    const key = JSON.stringify(state)
    if (seen.has(key)) return
    seen.add(key)
    const next = game.next(state)
    found.push({ state, next })
    for (const after of successors(game, state, next)) visit(after)
  }
  visit(game.start())
  return found
}

export function successors<State>(game: Game<State>, state: State, next: Next): State[] {
  if (next.kind === 'over') return []
  if (next.kind === 'deal') return next.odds.map(({ move }) => game.play(state, { seat: null, move }))
  const { seat, moves } = next.choices[0]!
  return moves.map((move) => game.play(state, { seat, move }))
}

/** Ways to play a game from the start: sequences that end, by score of seat 0, and all prefixes of them. */
export function historiesOf<State>(game: Game<State>): { prefixes: number; games: Map<number, number> } {
  const known = new Map<string, { prefixes: number; games: Map<number, number> }>()
  const count = (state: State): { prefixes: number; games: Map<number, number> } => {
    const key = JSON.stringify(state)
    const found = known.get(key)
    if (found) return found
    const next = game.next(state)
    const total = { prefixes: 1, games: new Map<number, number>() }
    if (next.kind === 'over') total.games.set(next.scores[0]!, 1)
    for (const { prefixes, games } of successors(game, state, next).map(count)) {
      total.prefixes += prefixes
      for (const [score, ways] of games) total.games.set(score, (total.games.get(score) ?? 0) + ways)
    }
    known.set(key, total)
    return total
  }
  return count(game.start())
}
