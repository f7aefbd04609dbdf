/**
 * Leduc poker: a private card, a round of betting, a public card, a second round. A pair with the public card beats a
 * higher card. Small enough to solve, large enough that hands gain and lose worth as the game goes on.
 */
import type { Game, Next, Played, Seat, Sight } from '../core/game.ts'
import type { Kind } from './kind.ts'
import { choose, dealFrom, over, remembered } from './next.ts'

export interface LeducParameters {
  /** From the lowest rank to the highest; suits mean nothing. */
  readonly ranks: readonly string[]
  readonly suits: number
  readonly ante: number
  /** What a raise costs, by round. */
  readonly raises: readonly [number, number]
  /** Raises allowed a round. */
  readonly cap: number
}

interface LeducState {
  /** Cards as rank and suit (`K1`): one for each seat, then the public one. */
  readonly cards: readonly string[]
  /** Moves of each round. */
  readonly rounds: readonly (readonly string[])[]
}

export interface LeducView {
  /** A rank; suits mean nothing, so a seat is not troubled with them. */
  readonly card: string | null
  readonly public: string | null
  readonly rounds: readonly (readonly string[])[]
  /** Chips in the pot by seat. */
  readonly paid: readonly number[]
  /** Both private ranks by seat, once they are laid open. */
  readonly shown?: readonly string[]
}

type Standing = {
  readonly paid: readonly [number, number]
  readonly ended: 'no' | 'round' | 'fold'
  readonly mover: Seat
}

export const leducPoker: Kind<LeducParameters> = {
  id: 'leduc-poker',
  title: 'Leduc poker',
  parameters: {
    type: 'object',
    additionalProperties: false,
    required: ['ranks', 'suits', 'ante', 'raises', 'cap'],
    properties: {
      ranks: {
        type: 'array',
        items: { type: 'string', pattern: '^[A-Z]$' },
        minItems: 2,
        maxItems: 13,
        uniqueItems: true,
      },
      suits: { type: 'integer', minimum: 2, maximum: 4 },
      ante: { type: 'number', exclusiveMinimum: 0 },
      raises: { type: 'array', items: { type: 'number', exclusiveMinimum: 0 }, minItems: 2, maxItems: 2 },
      cap: { type: 'integer', minimum: 1, maximum: 4 },
    },
  },
  make: (id, parameters): Game<LeducState, LeducView> => {
    const { ranks, ante, raises, cap } = parameters
    const deck = ranks.flatMap((rank) => Array.from({ length: parameters.suits }, (_, suit) => `${rank}${suit + 1}`))
    const deals = remembered((dealt) => dealFrom(deck.filter((card) => !dealt.split(' ').includes(card))))
    const standings = remembered((betting) => standing(parameters, betting))
    const largest = ante + cap * (raises[0] + raises[1])
    const standingOf = ({ rounds }: LeducState) => standings(rounds.map((moves) => moves.join(' ')).join('|'))

    return {
      id,
      kind: 'leduc-poker',
      version: 1,
      seats: [
        { role: 'first', faction: 'first', name: 'First' },
        { role: 'second', faction: 'second', name: 'Second' },
      ],
      range: [-largest, largest],
      openRules: true,
      start: () => ({ cards: [], rounds: [[]] }),

      next(state) {
        const { cards, rounds } = state
        if (cards.length < 2) return deals(cards.join(' '))
        const { ended, paid, mover } = standingOf(state)
        if (ended === 'no') return offer(mover, paid, rounds.at(-1)!, cap)
        if (ended === 'round' && cards.length < 3) return deals(cards.join(' '))
        const winner = ended === 'fold' ? mover : winnerOf(ranks, cards)
        const stake = Math.min(...paid)
        return over(winner === 'tie' ? [0, 0] : winner === 0 ? [stake, -stake] : [-stake, stake])
      },

      play({ cards, rounds }, { seat, move }) {
        if (seat !== null) return { cards, rounds: [...rounds.slice(0, -1), [...rounds.at(-1)!, move]] }
        return { cards: [...cards, move], rounds: cards.length === 2 ? [...rounds, []] : rounds }
      },

      view(state, sight) {
        const { cards, rounds } = state
        const { ended, paid } = standingOf(state)
        const shown = cards.length === 3 && ended === 'round'
        return {
          card: sight === 'audience' ? null : rankOf(cards[sight]),
          public: rankOf(cards[2]),
          rounds,
          paid,
          ...(shown && { shown: [cards[0]![0]!, cards[1]![0]!] }),
        }
      },

      witness({ cards }: LeducState, played: Played, sight: Sight) {
        if (played.seat !== null) return played
        return cards.length === 2 || sight === cards.length ? { seat: null, move: played.move[0]! } : null
      },

      facts({ card, public: open, rounds, paid }, seat) {
        const betting = rounds.map((moves) => moves.join('-')).join('|')
        const pair = open === null ? [] : [`pair=${card === open}`, `cards=${card}-${open}`]
        const owed = Math.max(...paid) - paid[seat]!
        return [
          `card=${card}`,
          `public=${open}`,
          ...pair,
          `betting=${betting}`,
          `owed=${owed}`,
          `at=${card}-${open}-${betting}`,
        ]
      },
      moveFacts: (_view, _seat, move) => [`move=${move}`],
    }
  },
}

/** Reads a betting string (`call raise call|call`): chips paid, whether the round or hand has ended, whose turn it is (or who was not folded to). */
function standing({ ante, raises }: LeducParameters, betting: string): Standing {
  const paid: [number, number] = [ante, ante]
  let mover: Seat = 0
  let ended: Standing['ended'] = 'no'
  for (const [round, moves] of betting.split('|').entries()) {
    mover = 0
    ended = 'no'
    for (const [index, move] of moves.split(' ').entries()) {
      if (move === '') continue
      const other = 1 - mover
      if (move === 'fold') ended = 'fold'
      else paid[mover] = paid[other]! + (move === 'raise' ? raises[round]! : 0)
      if (move === 'call' && index > 0) ended = 'round'
      mover = other
    }
  }
  return { paid, ended, mover }
}

const OFFERS = [0, 1].map((seat) => ({
  free: choose(seat, ['call', 'raise']),
  owing: choose(seat, ['fold', 'call', 'raise']),
  last: choose(seat, ['fold', 'call']),
}))

function offer(seat: Seat, paid: readonly [number, number], moves: readonly string[], cap: number): Next {
  const { free, owing, last } = OFFERS[seat]!
  if (paid[0] === paid[1]) return free
  return moves.filter((move) => move === 'raise').length < cap ? owing : last
}

function winnerOf(ranks: readonly string[], cards: readonly string[]): Seat | 'tie' {
  const [first, second, open] = cards.map((card) => ranks.indexOf(card[0]!)) as [number, number, number]
  if (first === second) return 'tie'
  if (first === open || second === open) return first === open ? 0 : 1
  return first > second ? 0 : 1
}

const rankOf = (card: string | undefined): string | null => card?.[0] ?? null
