/** How a seat plays, as probabilities: what solvers take and give. */
import type { Move, Seat } from '../core/game.ts'

/** The chance of each offered move, in the order offered; sums to 1. A function of what the seat sees, never of a state. */
export type Policy = (view: unknown, moves: readonly Move[], seat: Seat) => readonly number[]

export const uniform: Policy = (_view, moves) => moves.map(() => 1 / moves.length)

export const firstMove: Policy = (_view, moves) => moves.map((_, index) => (index === 0 ? 1 : 0))

/** Each seat by its own policy. */
export const bySeat =
  (policies: readonly Policy[]): Policy =>
  (view, moves, seat) =>
    policies[seat]!(view, moves, seat)
