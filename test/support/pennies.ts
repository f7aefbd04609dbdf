/** Matching pennies: both show a side at once; the first seat wins when they match. */
import type { Game } from '../../arena/core/game.ts'
import type { Kind } from '../../arena/games/kind.ts'

interface Pennies {
  /** Sides shown so far, seat 0 first. */
  readonly shown: readonly string[]
}

const SIDES = ['heads', 'tails']

export const pennies: Kind<{ readonly stake: number }> = {
  id: 'pennies',
  title: 'Matching pennies',
  parameters: {
    type: 'object',
    additionalProperties: false,
    required: ['stake'],
    properties: { stake: { type: 'number', exclusiveMinimum: 0 } },
  },
  make: (id, { stake }): Game<Pennies> => ({
    id,
    kind: 'pennies',
    version: 1,
    seats: [
      { role: 'first', faction: 'first', name: 'Even' },
      { role: 'second', faction: 'second', name: 'Odd' },
    ],
    range: [-stake, stake],
    openRules: true,
    start: () => ({ shown: [] }),
    next({ shown }) {
      const waiting = [0, 1].slice(shown.length)
      if (waiting.length > 0) return { kind: 'choose', choices: waiting.map((seat) => ({ seat, moves: SIDES })) }
      return { kind: 'over', scores: shown[0] === shown[1] ? [stake, -stake] : [-stake, stake] }
    },
    play: ({ shown }, { move }) => ({ shown: [...shown, move] }),
    view: ({ shown }) => ({ shown: shown.length === 2 ? shown : [] }),
    witness: ({ shown }, played, sight) => (shown.length === 1 || sight === played.seat ? played : null),
  }),
}
