/** A Hanabi view from the seat's own side, and what follows from it. */
import type { Move, Seat } from '../../arena/core/game.ts'

export interface SeenCard {
  readonly card?: string
  readonly colours: readonly string[]
  readonly ranks: readonly number[]
}

interface SeenMove {
  readonly seat: Seat
  readonly move: Move
  readonly slots: readonly number[]
}

export interface HanabiTable {
  readonly mine: readonly SeenCard[]
  readonly theirs: readonly SeenCard[]
  /** Height of each colour's stack. */
  readonly stacks: Readonly<Record<string, number>>
  /** Slots of mine that the partner's latest move pointed out; empty when it was no hint. */
  readonly hinted: readonly number[]
}

export function readTable(view: unknown, seat: Seat): HanabiTable {
  const { hands, stacks, last } = view as {
    hands: readonly (readonly SeenCard[])[]
    stacks: Readonly<Record<string, number>>
    last: readonly SeenMove[]
  }
  const latest = last[0]
  const hinted = latest && latest.seat !== seat && latest.move.startsWith('hint ') ? latest.slots : []
  return { mine: hands[seat]!, theirs: hands[1 - seat]!, stacks, hinted }
}

/** Whatever the holder may take it for, it fits. */
export const mustFit = (table: HanabiTable, card: SeenCard): boolean =>
  guesses(card).every((guess) => fits(table, guess))

/** It fits if it is one of the things the holder may take it for. */
export const mayFit = (table: HanabiTable, card: SeenCard): boolean => guesses(card).some((guess) => fits(table, guess))

/** Slots of the partner's hand that a hint touches, oldest first. */
export function pointedOut({ theirs }: HanabiTable, hint: Move): number[] {
  const object = hint.slice('hint '.length)
  return theirs.flatMap(({ card }, slot) => (card?.split(' ').includes(object) ? [slot + 1] : []))
}

const guesses = ({ colours, ranks }: SeenCard) => colours.flatMap((colour) => ranks.map((rank) => ({ colour, rank })))

const fits = ({ stacks }: HanabiTable, { colour, rank }: { colour: string; rank: number }): boolean =>
  stacks[colour] === rank - 1
