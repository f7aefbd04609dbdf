/** A Hanabi view as tokens for a network: hands, what hints imply, table, the last two moves; all from the seat's own side. */
import type { Move, Seat } from '../../core/game.ts'
import type { HanabiView, SeenCard, SeenMove } from './view.ts'

type Fit = 'yes' | 'no' | 'maybe'

export function factsOf(view: HanabiView, seat: Seat): string[] {
  const { stacks, tokens, lives, deck, turnsLeft, discards, last } = view
  const gone = new Map<string, number>()
  for (const card of discards) gone.set(card, (gone.get(card) ?? 0) + 1)
  return [
    ...view.hands[seat]!.flatMap((card, slot) => own(view, card, slot + 1)),
    ...view.hands[1 - seat]!.flatMap((card, slot) => partners(view, card, slot + 1)),
    ...Object.entries(stacks).map(([colour, height]) => `${colour}=${height}`),
    `tokens=${tokens}`,
    `lives=${lives}`,
    `deck=${deck}`,
    `turns-left=${turnsLeft}`,
    ...[...gone].map(([card, count]) => `gone-${dashed(card)}=${count}`),
    ...last.map((move, age) => `${age === 0 ? 'last' : 'before'}=${trace(move, seat)}`),
  ]
}

export function moveFactsOf(view: HanabiView, seat: Seat, move: Move): string[] {
  const [verb, object] = move.split(' ') as [string, string]
  const tokens = [`move=${dashed(move)}`, `verb=${verb}`]
  if (verb !== 'hint') {
    const card = view.hands[seat]![Number(object) - 1]!
    return [...tokens, `${verb}-knowing=${knowledge(card)}`, `${verb}-fits=${knownFit(view, card)}`]
  }
  const touched = view.hands[1 - seat]!.flatMap((card, slot) =>
    card.card!.split(' ').includes(object) ? [{ card, slot }] : [],
  )
  const fits = touched.map(({ card, slot }) => `${slot + 1}${fitOf(view, card.card!) ? 'y' : 'n'}`)
  const news = touched.filter(({ card }) => [card.colours, card.ranks].every((possible) => possible.length > 1))
  return [...tokens, `hint-touches=${fits.join('')}`, `hint-news=${news.length}`]
}

function own(view: HanabiView, card: SeenCard, slot: number): string[] {
  return [
    `mine${slot}-colours=${card.colours.join('')}`,
    `mine${slot}-ranks=${card.ranks.join('')}`,
    `mine${slot}=${knowledge(card)}`,
    `mine${slot}-fits=${knownFit(view, card)}`,
  ]
}

function partners(view: HanabiView, card: SeenCard, slot: number): string[] {
  return [
    `theirs${slot}=${dashed(card.card ?? '')}`,
    `theirs${slot}-knows=${knowledge(card)}`,
    `theirs${slot}-fits=${card.card !== undefined && fitOf(view, card.card) ? 'yes' : 'no'}`,
    `theirs${slot}-knows-fits=${knownFit(view, card)}`,
  ]
}

const knowledge = ({ colours, ranks }: SeenCard) => `${colours.join('')}-${ranks.join('')}`

/** Whether the next card of its stack. */
function fitOf({ stacks }: HanabiView, card: string): boolean {
  const [colour, rank] = card.split(' ')
  return stacks[colour!] === Number(rank) - 1
}

/** Whether all, none or some of what the holder may take it for would fit. */
function knownFit(view: HanabiView, { colours, ranks }: SeenCard): Fit {
  const fits = colours.flatMap((colour) => ranks.map((rank) => fitOf(view, `${colour} ${rank}`)))
  return fits.every(Boolean) ? 'yes' : fits.some(Boolean) ? 'maybe' : 'no'
}

function trace({ seat: mover, move, slots, card, fitted }: SeenMove, seat: Seat): string {
  const result =
    card === undefined ? '' : `-${dashed(card)}${fitted === undefined ? '' : fitted ? '-fitted' : '-missed'}`
  return `${mover === seat ? 'mine' : 'theirs'}-${dashed(move)}-${slots.join('')}${result}`
}

const dashed = (words: string) => words.replaceAll(' ', '-')
