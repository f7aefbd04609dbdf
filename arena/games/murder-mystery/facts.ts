/** stub */
import type { Move, Seat } from '../../core/game.ts'
import type { MysteryView } from './view.ts'

export function factTokens(_view: MysteryView, _seat: Seat): string[] {
  return []
}
export function moveTokens(_view: MysteryView, _seat: Seat, move: Move): string[] {
  return move.split(' ')
}
