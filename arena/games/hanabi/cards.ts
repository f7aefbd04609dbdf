/** Hanabi's cards: a number in a state, `red 1` in logs and views. */
import type { Move } from '../../core/game.ts'

/** colour x ranks + (rank - 1). */
export type CardId = number

export const COLOURS = ['red', 'yellow', 'green', 'blue', 'white'] as const

export const cardName = (card: CardId, ranks: number): Move =>
  `${COLOURS[Math.floor(card / ranks)]} ${(card % ranks) + 1}`

export function cardNamed(name: Move, ranks: number): CardId {
  const [colour, rank] = name.split(' ')
  return COLOURS.indexOf(colour as (typeof COLOURS)[number]) * ranks + Number(rank) - 1
}

/** Three of the lowest rank, one of the highest, two of any between. `rank` counts from 0. */
export const copiesOf = (rank: number, ranks: number): number => (rank === 0 ? 3 : rank === ranks - 1 ? 1 : 2)

/** The set bits of a mask, lowest first. */
export const bitsOf = (mask: number): number[] => [0, 1, 2, 3, 4].filter((bit) => mask & (1 << bit))
