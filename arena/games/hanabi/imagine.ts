/** A Hanabi table as it might be: the seat's own hand is drawn from the cards it has not seen, as hints allow. */
import type { Seat } from '../../core/game.ts'
import type { Random } from '../../core/rng.ts'
import { type CardId, COLOURS, cardNamed, copiesOf } from './cards.ts'
import type { HanabiParameters, HanabiState, Held } from './state.ts'
import type { HanabiView, SeenCard } from './view.ts'

/**
 * Slots are filled one after another, the most restricted first, each by the copies left. Where hints bind several
 * slots at once this is near the true odds, not equal to them.
 */
export function imagined(parameters: HanabiParameters, view: HanabiView, seat: Seat, random: Random): HanabiState {
  const { ranks } = parameters
  const unseen = unseenBy(parameters, view)
  const own = view.hands[seat]!.map((card) => heldOf(card, -1))
  const left = fill(own, unseen, ranks, random)
  const hands = view.hands.map((hand, holder) =>
    holder === seat ? left.hand : hand.map((card) => heldOf(card, cardNamed(card.card!, ranks))),
  )
  return {
    hands,
    left: left.deck,
    stacks: COLOURS.slice(0, parameters.colours).map((colour) => view.stacks[colour]!),
    tokens: view.tokens,
    lives: view.lives,
    discards: view.discards.map((card) => cardNamed(card, ranks)),
    dealTo: null,
    mover: seat,
    turnsLeft: view.turnsLeft,
    last: view.last.map(({ card, ...rest }) => ({
      ...rest,
      ...(card !== undefined && { card: cardNamed(card, ranks) }),
    })),
  }
}

/** Copies of each card that are in the seat's hand or the deck. */
function unseenBy({ colours, ranks }: HanabiParameters, view: HanabiView): number[] {
  const copies = Array.from({ length: colours * ranks }, (_, card) => copiesOf(card % ranks, ranks))
  const see = (card: CardId) => {
    copies[card]!--
  }
  for (const hand of view.hands) for (const { card } of hand) if (card !== undefined) see(cardNamed(card, ranks))
  for (const card of view.discards) see(cardNamed(card, ranks))
  for (let colour = 0; colour < colours; colour++) {
    for (let rank = 0; rank < view.stacks[COLOURS[colour]!]!; rank++) see(colour * ranks + rank)
  }
  return copies
}

function fill(own: readonly Held[], unseen: readonly number[], ranks: number, random: Random) {
  const allowed = own.map((held) => unseen.map((_, card) => fits(held, card, ranks)))
  const width = (slot: number) => unseen.reduce((sum, copies, card) => sum + (allowed[slot]![card] ? copies : 0), 0)
  const order = own.map((_, slot) => slot).sort((a, b) => width(a) - width(b))
  for (;;) {
    const deck = [...unseen]
    const hand = [...own]
    if (order.every((slot) => take(hand, slot, deck, allowed[slot]!, random))) return { hand, deck }
  }
}

/** Draws a card for a slot; false when nothing allowed is left. */
function take(hand: Held[], slot: number, deck: number[], allowed: readonly boolean[], random: Random): boolean {
  const total = deck.reduce((sum, copies, card) => sum + (allowed[card] ? copies : 0), 0)
  let point = Math.floor(random() * total)
  for (const [card, copies] of deck.entries()) {
    if (!allowed[card]) continue
    if (point < copies) {
      deck[card]!--
      hand[slot] = { ...hand[slot]!, card }
      return true
    }
    point -= copies
  }
  return false
}

const fits = ({ colours, ranks: possible }: Held, card: CardId, ranks: number): boolean =>
  (colours & (1 << Math.floor(card / ranks))) !== 0 && (possible & (1 << (card % ranks))) !== 0

function heldOf({ colours, ranks }: SeenCard, card: CardId): Held {
  return {
    card,
    colours: colours.reduce((mask, colour) => mask | (1 << COLOURS.indexOf(colour as (typeof COLOURS)[number])), 0),
    ranks: ranks.reduce((mask, rank) => mask | (1 << (rank - 1)), 0),
  }
}
