/** What is on the Hanabi table, and how each move changes it. */
import type { Move, Seat } from '../../core/game.ts'
import { type CardId, COLOURS, cardNamed, copiesOf } from './cards.ts'

export interface HanabiParameters {
  readonly players: 2
  readonly colours: number
  readonly ranks: number
  /** Cards in a full hand. */
  readonly hand: number
  /** Information tokens at the start, and the most there can be. */
  readonly tokens: number
  readonly lives: number
}

/** A card in a hand and what hints have said of it: bit c of `colours` is set while colour c is possible. */
export interface Held {
  readonly card: CardId
  readonly colours: number
  readonly ranks: number
}

/** A move and what came of it, for all to see. */
export interface Trace {
  readonly seat: Seat
  readonly move: Move
  /** Slots it touched, from 1: of the mover's hand, or of the partner's for a hint. */
  readonly slots: readonly number[]
  /** The card that was laid open. */
  readonly card?: CardId
  /** Whether a played card fitted. */
  readonly fitted?: boolean
}

export interface HanabiState {
  /** By seat; the oldest card is in slot 1. */
  readonly hands: readonly (readonly Held[])[]
  /** Copies of each card still in the deck. */
  readonly left: readonly number[]
  /** Highest rank of each colour's stack. */
  readonly stacks: readonly number[]
  readonly tokens: number
  readonly lives: number
  /** Misplayed and discarded cards, oldest first. */
  readonly discards: readonly CardId[]
  /** Whoever waits for a card. */
  readonly dealTo: Seat | null
  readonly mover: Seat
  /** Once the deck is empty: turns until the end. */
  readonly turnsLeft: number | null
  /** The latest two moves, newest first. */
  readonly last: readonly Trace[]
}

export function beginning({ colours, ranks, tokens, lives }: HanabiParameters): HanabiState {
  return {
    hands: [[], []],
    left: Array.from({ length: colours * ranks }, (_, card) => copiesOf(card % ranks, ranks)),
    stacks: Array.from({ length: colours }, () => 0),
    tokens,
    lives,
    discards: [],
    dealTo: 0,
    mover: 0,
    turnsLeft: null,
    last: [],
  }
}

/** Points on the table; none once the last life is lost. */
export function scoreOf({ stacks, lives }: HanabiState): number {
  return lives === 0 ? 0 : stacks.reduce((sum, height) => sum + height, 0)
}

/** Chance hands a card to whoever waits for one; the last card starts the countdown of one more turn for each. */
export function addCard(parameters: HanabiParameters, state: HanabiState, move: Move): HanabiState {
  const { colours, ranks, hand } = parameters
  const seat = state.dealTo!
  const card = cardNamed(move, ranks)
  const held: Held = { card, colours: (1 << colours) - 1, ranks: (1 << ranks) - 1 }
  const hands = state.hands.with(seat, [...state.hands[seat]!, held])
  const left = state.left.with(card, state.left[card]! - 1)
  const setUp = state.last.length === 0
  const dealTo = !setUp || hands[1]!.length === hand ? null : hands[0]!.length < hand ? 0 : 1
  const deckEmpty = left.every((count) => count === 0)
  return { ...state, hands, left, dealTo, turnsLeft: dealTo === null && deckEmpty ? 2 : null }
}

/** A seat plays, discards or hints; then it is the other's turn, or chance's to fill the gap in the hand. */
export function afterMove(parameters: HanabiParameters, state: HanabiState, seat: Seat, move: Move): HanabiState {
  const turned = {
    ...state,
    mover: 1 - seat,
    turnsLeft: state.turnsLeft === null ? null : state.turnsLeft - 1,
  }
  const [verb, object] = move.split(' ') as [string, string]
  if (verb === 'hint') return hinted(parameters, turned, seat, object)
  const slot = Number(object)
  const { card } = state.hands[seat]![slot - 1]!
  const opened = {
    ...turned,
    hands: state.hands.with(seat, state.hands[seat]!.toSpliced(slot - 1, 1)),
    dealTo: state.left.some((count) => count > 0) ? seat : null,
  }
  const trace = { seat, move, slots: [slot], card }
  if (verb === 'play') return fitted(parameters, opened, trace)
  return { ...opened, discards: [...state.discards, card], tokens: state.tokens + 1, last: newest(trace, state) }
}

function fitted({ ranks, tokens }: HanabiParameters, state: HanabiState, trace: Trace & { card: CardId }): HanabiState {
  const colour = Math.floor(trace.card / ranks)
  const height = (trace.card % ranks) + 1
  if (state.stacks[colour] !== height - 1) {
    const lives = state.lives - 1
    const discards = [...state.discards, trace.card]
    const dealTo = lives === 0 ? null : state.dealTo
    return { ...state, lives, discards, dealTo, last: newest({ ...trace, fitted: false }, state) }
  }
  const stacks = state.stacks.with(colour, height)
  const complete = stacks.every((top) => top === ranks)
  return {
    ...state,
    stacks,
    tokens: height === ranks ? Math.min(tokens, state.tokens + 1) : state.tokens,
    dealTo: complete ? null : state.dealTo,
    last: newest({ ...trace, fitted: true }, state),
  }
}

function hinted({ ranks }: HanabiParameters, state: HanabiState, seat: Seat, object: string): HanabiState {
  const colour = COLOURS.indexOf(object as (typeof COLOURS)[number])
  const slots: number[] = []
  const hand = state.hands[1 - seat]!.map((held, index) => {
    const touched = colour >= 0 ? Math.floor(held.card / ranks) === colour : (held.card % ranks) + 1 === Number(object)
    if (touched) slots.push(index + 1)
    const bit = 1 << (colour >= 0 ? colour : Number(object) - 1)
    const keep = (mask: number) => (touched ? mask & bit : mask & ~bit)
    return colour >= 0 ? { ...held, colours: keep(held.colours) } : { ...held, ranks: keep(held.ranks) }
  })
  const trace = { seat, move: `hint ${object}`, slots }
  return { ...state, hands: state.hands.with(1 - seat, hand), tokens: state.tokens - 1, last: newest(trace, state) }
}

const newest = (trace: Trace, { last }: HanabiState): readonly Trace[] => [trace, ...last.slice(0, 1)]
