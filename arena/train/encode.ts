/**
 * What a network reads: the view as `key=value` facts and each legal move as words, hashed into a fixed vocabulary.
 * Works for every game; a game may bring its own facts (Game.facts, Game.moveFacts).
 */
import type { Reading } from '../core/agent.ts'
import type { Move, Seat } from '../core/game.ts'
import { hash32 } from '../core/rng.ts'

/** Raised whenever an old network would read a view differently; stands in every manifest. */
export const ENCODER_VERSION = 1

export interface EncoderSettings {
  /** Distinct tokens, 0 (padding) included. */
  readonly vocabulary: number
  /** Facts kept of a view, the newest (last) ones. */
  readonly facts: number
  /** Words kept of a move. */
  readonly words: number
}

/** One decision as a network meets it. Equal `key`, equal position. */
export interface Position {
  readonly key: string
  /** Tokens of the view, in order, without padding. */
  readonly facts: readonly number[]
  /** Tokens of each legal move. */
  readonly moves: readonly (readonly number[])[]
}

export type Encode = (reading: Reading, view: unknown, seat: Seat, moves: readonly Move[]) => Position

/** Positions and tokens remembered before the memory is emptied: they repeat endlessly in small games. */
const REMEMBERED = 50_000

/** An encoder that remembers what it has met; the memory changes nothing but the time it takes. */
export function encoder(settings: EncoderSettings): Encode {
  const tokens = memory((text) => 1 + (hash32(text) % (settings.vocabulary - 1)))
  const positions = memory((key) => {
    const [facts, ...moves] = key.split(PARTS).map((part) => (part === '' ? [] : part.split(WORDS).map(tokens)))
    return { key, facts: facts!, moves }
  })
  return (reading, view, seat, moves) => {
    const facts = (reading.facts?.(view, seat) ?? leaves(view)).slice(-settings.facts)
    let key = facts.join(WORDS)
    for (const move of moves) {
      const words = reading.moveFacts?.(view, seat, move) ?? wordsOf(move)
      key += PARTS + words.slice(0, settings.words).join(WORDS)
    }
    return positions(key)
  }
}

const WORDS = '\u0001'
const PARTS = '\u0002'

function memory<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const made = make(text)
    if (known.size >= REMEMBERED) known.clear()
    known.set(text, made)
    return made
  }
}

/** The leaves of plain JSON as `path=value`, in order: `bets.0=pass`. Empty lists and nulls are leaves too. */
export function leaves(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${path}=${String(value)}`]
  const entries = Object.entries(value)
  if (entries.length === 0) return [`${path}=`]
  return entries.flatMap(([key, child]) => leaves(child, path === '' ? key : `${path}.${key}`))
}

/** A move as a whole, then in its words: `vote clara` gives `move=vote clara`, `word.0=vote`, `word.1=clara`. */
function wordsOf(move: Move): string[] {
  const words = move.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const whole = `move=${move}`
  return words.length > 1 ? [whole, ...words.map((word, at) => `word.${at}=${word}`)] : [whole]
}
