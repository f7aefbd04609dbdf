/** A toy game with everything in it: chance, secrets, a sealed choice, speech, surveys, a fallback. */
import type { Choice, Game, Next, Played, Seat, SurveyMoment } from '../../arena/core/game.ts'

/**
 * Two seats guess at once which of three doors a coin lies behind; then the first may double. Small, and it has chance,
 * secrets, sealed choices, speech and a tally.
 */
export interface Doors {
  readonly coin: string
  readonly guesses: readonly string[]
  readonly said: string
  readonly doubled: string
}

export const DOORS = ['a', 'b', 'c']
export const choice = (seat: number, moves: readonly string[]): Choice => ({ seat, moves })

/** Typed as it is; `doors` is the same as any game. */
export const doorsRules = {
  id: 'doors',
  kind: 'doors',
  version: 1,
  seats: [0, 1].map((seat) => ({ role: `r${seat}`, faction: `f${seat}`, name: `n${seat}` })),
  range: [-2, 2],
  openRules: true,
  start: (): Doors => ({ coin: '', guesses: [], said: '', doubled: '' }),
  next({ coin, guesses, doubled }: Doors): Next {
    if (coin === '') return { kind: 'deal', odds: DOORS.map((move) => ({ move, chance: 1 / 3 })) }
    const sealed = [choice(0, DOORS), choice(1, DOORS)].slice(guesses.length)
    if (sealed.length > 0) return { kind: 'choose', choices: sealed }
    if (doubled === '') {
      const speech = { moves: ['double'], max: 20 }
      return { kind: 'choose', choices: [{ ...choice(0, ['keep', 'double']), speech }] }
    }
    return { kind: 'over', scores: scoresOf(coin, guesses, doubled) }
  },
  play(state: Doors, { seat, move, text }: Played): Doors {
    if (seat === null) return { ...state, coin: move }
    if (state.guesses.length < 2) return { ...state, guesses: [...state.guesses, move] }
    return { ...state, doubled: move, said: text ?? '' }
  },
  view: ({ coin, guesses, doubled, said }: Doors, _sight) => ({
    guesses: guesses.length === 2 ? guesses : [],
    ...(doubled !== '' && { coin, doubled, said }),
  }),
  witness: ({ guesses }: Doors, played: Played, sight) =>
    played.seat === null ? null : guesses.length === 2 || sight === played.seat ? played : null,
  fallback: (_state: Doors, { moves }: Choice) => moves[0]!,
  tally: () => [0, 0],
  imagine: ({ guesses }, seat) => ({ coin: 'a', guesses: seat === 1 ? ['a'] : guesses, said: '', doubled: '' }),
  survey({ coin, doubled }): SurveyMoment | null {
    if (coin === '' || doubled !== '') return null
    return { round: 1, listeners: [0, 1].map((seat: Seat) => ({ seat, about: [1 - seat] })) }
  },
  facts: ({ guesses }) => [`guesses=${guesses.join('')}`],
  moveFacts: (_view, _seat, move) => [move],
} satisfies Game<Doors, { guesses: readonly string[] }>

export const doors = doorsRules as unknown as Game

function scoresOf(coin: string, guesses: readonly string[], doubled: string): number[] {
  const right = guesses.map((guess) => (guess === coin ? 1 : 0))
  const lead = (right[0]! - right[1]!) * (doubled === 'double' ? 2 : 1)
  return lead === 0 ? [0, 0] : [lead, -lead]
}
