/** Laws of what is offered. */
import { expect } from '@jest/globals'
import { json, type Law } from './law.ts'

export const offerLaws: readonly Law[] = [
  {
    name: 'offers are not empty, name each move once and in plain characters',
    check(_game, { steps }) {
      for (const { next, seed } of steps) {
        const offers =
          next.kind === 'deal' ? [next.odds.map(({ move }) => move)] : next.choices.map(({ moves }) => moves)
        for (const moves of offers) {
          const odd = moves.find((move) => typeof move !== 'string' || !/^[^\p{C}]{1,200}$/u.test(move))
          if (moves.length === 0 || new Set(moves).size !== moves.length || odd !== undefined) {
            throw new Error(`seed ${seed}: bad offer ${json(moves)}`)
          }
        }
      }
    },
  },
  {
    name: 'chances are positive and sum to 1',
    check(_game, { steps }) {
      for (const { next } of steps) {
        if (next.kind !== 'deal') continue
        expect(next.odds.every(({ chance }) => chance > 0)).toBe(true)
        expect(next.odds.reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(1, 9)
      }
    },
  },
  {
    name: 'each seat is asked once at a time, and speech is allowed on offered moves only',
    check(game, { steps }) {
      for (const { next } of steps) {
        if (next.kind !== 'choose') continue
        const seats = next.choices.map(({ seat }) => seat)
        expect(new Set(seats).size).toBe(seats.length)
        expect(seats.every((seat) => game.seats[seat] !== undefined)).toBe(true)
        for (const { speech, moves } of next.choices) {
          if (speech === undefined) continue
          expect(speech.max).toBeGreaterThan(0)
          if (speech.moves !== 'all') expect(speech.moves.filter((move) => !moves.includes(move))).toEqual([])
        }
      }
    },
  },
  {
    name: 'the same view gets the same offer',
    check(game, { steps }) {
      const offered = new Map<string, string>()
      for (const { state, next, seed } of steps) {
        if (next.kind !== 'choose') continue
        for (const { seat, moves, speech } of next.choices) {
          const sight = json([seat, game.view(state, seat)])
          const offer = json([moves, speech])
          if ((offered.get(sight) ?? offer) !== offer) {
            throw new Error(
              `seed ${seed}: seat ${seat} sees ${sight} and is offered ${offer}, elsewhere ${offered.get(sight)}`,
            )
          }
          offered.set(sight, offer)
        }
      }
      expect(offered.size).toBeGreaterThan(0)
    },
  },
  {
    name: 'the fallback is an offered move',
    check(game, { steps }) {
      for (const { state, next } of steps) {
        if (next.kind !== 'choose' || !game.fallback) continue
        for (const choice of next.choices) expect(choice.moves).toContain(game.fallback(state, choice))
      }
    },
  },
]
