/** Each law catches the game that breaks it: a law that can't fail would be no law. */
import { expect, test } from '@jest/globals'
import type { Game, Next, Played } from '../../arena/core/game.ts'
import { ticTacToe } from '../../arena/games/tic-tac-toe.ts'
import { laws, lookAt } from '../support/conformance.ts'
import { choice, type Doors, doors } from '../support/doors.ts'

const broken = (changes: Partial<Record<keyof Game, unknown>>): Game => ({ ...doors, ...changes }) as Game
const as = (state: unknown) => state as Doors
const offering = (moves: readonly unknown[]) => (state: unknown) => {
  const next = doors.next(state)
  return next.kind === 'choose' ? { kind: 'choose', choices: [choice(next.choices[0]!.seat, moves as string[])] } : next
}
let plays = 0

const faults: Readonly<Record<string, Partial<Record<keyof Game, unknown>>>> = {
  'offers are not empty, name each move once and in plain characters': { next: offering(['a', 'a']) },
  'chances are positive and sum to 1': {
    next: (state: unknown) => {
      const next = doors.next(state)
      return next.kind === 'deal' ? { kind: 'deal', odds: next.odds.slice(1) } : next
    },
  },
  'each seat is asked once at a time, and speech is allowed on offered moves only': {
    next: (state: unknown) => {
      const next = doors.next(state)
      return next.kind === 'choose' && next.choices.length === 2
        ? { kind: 'choose', choices: [next.choices[0], next.choices[0]] }
        : next
    },
  },
  'the same view gets the same offer': {
    next: (state: unknown) => (as(state).coin === 'a' ? offering(['a', 'b'])(state) : doors.next(state)),
  },
  'the fallback is an offered move': { fallback: () => 'sleep' },
  'states and views are plain data': { view: (state: unknown) => ({ ...as(state), when: undefined }) },
  'play is a function: the same move from the same state leads to the same state': {
    play: (state: unknown, played: Played) => ({ ...as(doors.play(state, played)), said: `${plays++}` }),
  },
  'play leaves its argument alone': {
    play: (state: unknown, played: Played) => {
      if (!Object.isFrozen(state)) Object.assign(as(state), { said: 'x' })
      return doors.play(state, played)
    },
  },
  'start is always the same': { start: () => ({ ...as(doors.start()), said: `${plays++}` }) },
  'a witnessed move tells a sight no more than its views before and after': {
    witness: (_: unknown, played: Played) => played,
  },
  'a seat witnesses its own move whole': { witness: () => null },
  'while a sealed choice is open nobody sees what the others chose': {
    view: (state: unknown) => ({ guesses: as(state).guesses }),
  },
  'an imagined state looks the same to the seat that is asked': { imagine: () => doors.start() },
  'scores and tallies are one a seat and in range, outcomes within [-1, 1]': { range: [-1, 1] },
  'a forfeit scores in range and never better for the one who leaves': { forfeit: () => [1, 0] },
  'it ends whatever is played': {
    play: (state: unknown, played: Played) => (played.move === 'keep' ? state : doors.play(state, played)),
  },
  'a network gets tokens that depend on the view alone and tell the moves of an offer apart': {
    moveFacts: () => ['move'],
  },
  'a log replays to the same state, and again': {
    play: (state: unknown, played: Played) => ({ ...as(doors.play(state, played)), said: `${plays++}` }),
  },
  'resumed at every event it goes on to the undisturbed log': {
    next: (state: unknown) => (plays++ % 7 === 0 ? offering(['a', 'b', 'c', 'd'])(state) : doors.next(state)),
  },
  'the rewards of a seat that had a turn sum to its score': { tally: () => [Number.NaN, 0] },
}

test('a sound game keeps every law', () => {
  const look = lookAt(doors, { matches: 60, limit: 50, zeroSum: true })
  for (const { check } of laws) check(doors, look)
})

for (const { name, check } of laws) {
  test(`it is caught when not true: ${name}`, () => {
    const game = broken(faults[name]!)
    expect(() => check(game, lookAt(game, { matches: 60, limit: 50, zeroSum: true }))).toThrow()
  })
}

test('a score that does not sum to zero is caught where zero sums are promised', () => {
  const game = ticTacToe.make('generous', {})
  const generous = { ...game, range: [-1, 2] as const, next: (state: unknown) => richer(game.next(state as never)) }
  const law = laws.find(({ name }) => name.startsWith('scores'))!
  expect(() => law.check(generous as Game, lookAt(generous as Game, { matches: 5, zeroSum: true }))).toThrow()
})

const richer = (next: Next): Next => (next.kind === 'over' ? { kind: 'over', scores: [2, 1] } : next)
