/**
 * Kuhn poker: two players, one card each, one bet. The smallest game in which bluffing pays: with three cards seat 0
 * loses 1/18 of the ante a hand under best play (Kuhn 1950).
 */
import type { Game, Played, Seat, Sight } from '../core/game.ts'
import type { Kind } from './kind.ts'
import { choose, dealFrom, over, remembered } from './next.ts'

export interface KuhnParameters {
  /** From the lowest card to the highest. */
  readonly ranks: readonly string[]
  readonly ante: number
  readonly bet: number
}

interface KuhnState {
  /** By seat, in dealing order. */
  readonly cards: readonly string[]
  /** Alternating, seat 0 first. */
  readonly bets: readonly string[]
}

export interface KuhnView {
  readonly card: string | null
  readonly bets: readonly string[]
  /** Both cards by seat, once they are laid open. */
  readonly shown?: readonly string[]
}

const BETS = ['pass', 'bet'] as const
const TURN = [choose(0, BETS), choose(1, BETS)] as const

/** Every way the betting can end: who takes the pot, and whether the loser pays the bet beside the ante. */
const ENDINGS: Readonly<Record<string, { taker: Seat | 'high card'; called: boolean }>> = {
  'pass pass': { taker: 'high card', called: false },
  'pass bet pass': { taker: 1, called: false },
  'pass bet bet': { taker: 'high card', called: true },
  'bet pass': { taker: 0, called: false },
  'bet bet': { taker: 'high card', called: true },
}

export const kuhnPoker: Kind<KuhnParameters> = {
  id: 'kuhn-poker',
  title: 'Kuhn poker',
  parameters: {
    type: 'object',
    additionalProperties: false,
    required: ['ranks', 'ante', 'bet'],
    properties: {
      ranks: {
        type: 'array',
        items: { type: 'string', pattern: '^[A-Z0-9]+$' },
        minItems: 2,
        maxItems: 13,
        uniqueItems: true,
      },
      ante: { type: 'number', exclusiveMinimum: 0 },
      bet: { type: 'number', exclusiveMinimum: 0 },
    },
  },
  make: (id, { ranks, ante, bet }): Game<KuhnState, KuhnView> => {
    const deals = remembered((dealt) => dealFrom(ranks.filter((rank) => rank !== dealt)))
    const endings = new Map(Object.keys(ENDINGS).map((bets) => [bets, [0, 1].map((winner) => payment(bets, winner))]))

    function payment(bets: string, winner: Seat) {
      const stake = ENDINGS[bets]!.called ? ante + bet : ante
      return over(winner === 0 ? [stake, -stake] : [-stake, stake])
    }

    return {
      id,
      kind: 'kuhn-poker',
      version: 1,
      seats: [
        { role: 'first', faction: 'first', name: 'First' },
        { role: 'second', faction: 'second', name: 'Second' },
      ],
      range: [-(ante + bet), ante + bet],
      openRules: true,
      start: () => ({ cards: [], bets: [] }),

      next({ cards, bets }) {
        if (cards.length < 2) return deals(cards[0] ?? '')
        const betting = bets.length < 2 ? '' : bets.join(' ')
        const ending = ENDINGS[betting]
        if (!ending) return TURN[bets.length === 1 ? 1 : 0]
        const winner = ending.taker === 'high card' ? highest(ranks, cards) : ending.taker
        return endings.get(betting)![winner]!
      },

      play: ({ cards, bets }, { seat, move }) =>
        seat === null ? { cards: [...cards, move], bets } : { cards, bets: [...bets, move] },

      view: ({ cards, bets }, sight) => ({
        card: (sight === 'audience' ? undefined : cards[sight]) ?? null,
        bets,
        ...(ENDINGS[bets.join(' ')]?.taker === 'high card' && { shown: cards }),
      }),

      witness: ({ cards }: KuhnState, played: Played, sight: Sight) =>
        played.seat !== null || sight === cards.length ? played : null,

      facts: ({ card, bets }) => [`card=${card}`, `bets=${bets.join('-')}`, `at=${card}-${bets.join('-')}`],
      moveFacts: (_view, _seat, move) => [`move=${move}`],
    }
  },
}

const highest = (ranks: readonly string[], [first, second]: readonly string[]): Seat =>
  ranks.indexOf(first!) > ranks.indexOf(second!) ? 0 : 1
