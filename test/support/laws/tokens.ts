/** Laws of the tokens a network is given. */
import { expect } from '@jest/globals'
import type { Game, Seat } from '../../../arena/core/game.ts'
import { json, type Law, sample } from './law.ts'

export const tokenLaws: readonly Law[] = [
  {
    name: 'a network gets tokens that depend on the view alone and tell the moves of an offer apart',
    check(game, { steps }) {
      for (const { state, next } of sample(steps, 300)) {
        if (next.kind !== 'choose') continue
        for (const { seat, moves } of next.choices) tokensOf(game, state, seat, moves)
      }
    },
  },
]

function tokensOf(game: Game, state: unknown, seat: Seat, moves: readonly string[]): void {
  const view = game.view(state, seat)
  const copy = JSON.parse(json(view)) as unknown
  if (game.facts) {
    const facts = game.facts(view, seat)
    expect(game.facts(copy, seat)).toEqual(facts)
    expect(facts.filter((fact) => typeof fact !== 'string' || fact === '')).toEqual([])
  }
  if (game.moveFacts) {
    const words = moves.map((move) => json(game.moveFacts!(view, seat, move)))
    expect(new Set(words).size).toBe(moves.length)
  }
}
