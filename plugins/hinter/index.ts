/**
 * Plays Hanabi by four conventions, without search: play what must fit; play the first card a hint has just pointed out;
 * point out a card that fits; else throw away what is worth least. A floor for whoever learns to cooperate.
 */
import type { Plugin } from '../../arena/core/agent.ts'
import type { Move } from '../../arena/core/game.ts'
import { type HanabiTable, mayFit, mustFit, pointedOut, readTable, type SeenCard } from './table.ts'

export const hinter: Plugin = {
  id: 'hinter',
  title: 'plays Hanabi by conventions: a hint means "play the first card I point at"',
  kinds: ['hanabi'],
  make: () => ({
    name: 'hinter',
    version: '1',
    act: ({ view, seat, moves }) => ({ move: chosen(readTable(view, seat), moves) }),
  }),
}

function chosen(table: HanabiTable, moves: readonly Move[]): Move {
  const offered = (move: Move | undefined) => (move !== undefined && moves.includes(move) ? move : undefined)
  return (
    offered(certainPlay(table)) ??
    offered(hintedPlay(table)) ??
    offered(usefulHint(table, moves)) ??
    offered(discard(table)) ??
    harmlessHint(table, moves) ??
    moves[0]!
  )
}

function certainPlay(table: HanabiTable): Move | undefined {
  const slot = table.mine.findIndex((card) => mustFit(table, card))
  return slot < 0 ? undefined : `play ${slot + 1}`
}

/** The partner's latest move was a hint: its first card fits, unless what is known says it can't. */
function hintedPlay(table: HanabiTable): Move | undefined {
  const slot = table.hinted[0]
  const card = slot === undefined ? undefined : table.mine[slot - 1]
  return card && mayFit(table, card) ? `play ${slot}` : undefined
}

/** A hint whose first card fits; of several the one that says most. */
function usefulHint(table: HanabiTable, moves: readonly Move[]): Move | undefined {
  const hints = moves
    .filter((move) => move.startsWith('hint '))
    .map((move) => ({ move, touched: pointedOut(table, move) }))
  const good = hints.filter(({ touched }) => fits(table, table.theirs[touched[0]! - 1]!))
  return good.sort((a, b) => a.touched.length - b.touched.length)[0]?.move
}

const fits = ({ stacks }: HanabiTable, { card }: SeenCard): boolean => {
  const [colour, rank] = (card ?? '').split(' ')
  return stacks[colour!] === Number(rank) - 1
}

/** A card that can't fit any more, else the oldest that no hint has touched, else the oldest. */
function discard(table: HanabiTable): Move {
  const dead = table.mine.findIndex((card) => isDead(table, card))
  const untouched = table.mine.findIndex(({ colours, ranks }) => colours.length > 1 && ranks.length > 1)
  return `discard ${Math.max(0, dead >= 0 ? dead : untouched) + 1}`
}

const isDead = ({ stacks }: HanabiTable, { colours, ranks }: SeenCard): boolean =>
  colours.every((colour) => ranks.every((rank) => rank <= stacks[colour]!))

/** With all tokens there and nothing to point out: a hint after which the partner sees that its first card does not fit. */
function harmlessHint(table: HanabiTable, moves: readonly Move[]): Move | undefined {
  const hints = moves.filter((move) => move.startsWith('hint '))
  return hints.find((move) => !mayFit(table, afterHint(table, move))) ?? hints.at(-1)
}

function afterHint(table: HanabiTable, move: Move): SeenCard {
  const object = move.slice(5)
  const card = table.theirs[pointedOut(table, move)[0]! - 1]!
  return /^\d$/.test(object) ? { ...card, ranks: [Number(object)] } : { ...card, colours: [object] }
}
