/** What may be seen of a Hanabi table: a seat sees all cards but its own, the audience none until the end. */
import type { Move, Seat, Sight } from '../../core/game.ts'
import { bitsOf, COLOURS, cardName } from './cards.ts'
import { type HanabiParameters, type HanabiState, type Held, scoreOf, type Trace } from './state.ts'

export interface SeenCard {
  /** `red 1`; absent while the sight may not see it. */
  readonly card?: string
  /** What its holder may still take it for, by the hints given. */
  readonly colours: readonly string[]
  readonly ranks: readonly number[]
}

export interface SeenMove {
  readonly seat: Seat
  readonly move: Move
  readonly slots: readonly number[]
  readonly card?: string
  readonly fitted?: boolean
}

export interface HanabiView {
  readonly you: Seat | null
  /** By seat; slots from the oldest card to the newest. */
  readonly hands: readonly (readonly SeenCard[])[]
  /** Height of each colour's stack. */
  readonly stacks: Readonly<Record<string, number>>
  readonly score: number
  readonly tokens: number
  readonly lives: number
  /** Cards in the deck. */
  readonly deck: number
  readonly turnsLeft: number | null
  readonly discards: readonly string[]
  /** The latest two moves, newest first. */
  readonly last: readonly SeenMove[]
}

export function viewOf({ ranks, colours }: HanabiParameters, state: HanabiState, sight: Sight): HanabiView {
  const complete = state.stacks.every((height) => height === ranks)
  const ended = state.lives === 0 || state.turnsLeft === 0 || complete
  const see = ({ card, colours, ranks: possible }: Held, open: boolean): SeenCard => ({
    ...(open && { card: cardName(card, ranks) }),
    colours: bitsOf(colours).map((colour) => COLOURS[colour]!),
    ranks: bitsOf(possible).map((rank) => rank + 1),
  })
  const opens = (holder: Seat) => ended || (sight !== 'audience' && sight !== holder)
  return {
    you: sight === 'audience' ? null : sight,
    hands: state.hands.map((hand, holder) => hand.map((held) => see(held, opens(holder)))),
    stacks: Object.fromEntries(COLOURS.slice(0, colours).map((colour, index) => [colour, state.stacks[index]!])),
    score: scoreOf(state),
    tokens: state.tokens,
    lives: state.lives,
    deck: state.left.reduce((sum, count) => sum + count, 0),
    turnsLeft: state.turnsLeft,
    discards: state.discards.map((card) => cardName(card, ranks)),
    last: state.last.map(({ card, ...rest }: Trace) => ({
      ...rest,
      ...(card !== undefined && { card: cardName(card, ranks) }),
    })),
  }
}
