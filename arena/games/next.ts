/** What a game says comes next, made once and shared: frozen, because every match and agent gets the same arrays. */
import type { Move, Next, Seat } from '../core/game.ts'

/** One seat's turn. */
export function choose(seat: Seat, moves: readonly Move[]): Next {
  const choice = Object.freeze({ seat, moves: Object.freeze([...moves]) })
  return Object.freeze({ kind: 'choose', choices: Object.freeze([choice]) })
}

export function over(scores: readonly number[]): Next {
  return Object.freeze({ kind: 'over', scores: Object.freeze([...scores]) })
}

/** Chance draws one of the cards left, each copy equally likely; equal cards are one outcome. */
export function dealFrom(cards: readonly Move[]): Next {
  const counts = new Map<Move, number>()
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1)
  const odds = [...counts].map(([move, count]) => Object.freeze({ move, chance: count / cards.length }))
  return Object.freeze({ kind: 'deal', odds: Object.freeze(odds) })
}

/** Remembers what `make` gave for each key. Only for keys of which there are few. */
export function remembered<T>(make: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const made = make(key)
    known.set(key, made)
    return made
  }
}
