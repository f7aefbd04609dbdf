/** Laws of what is seen: nothing comes through a side door. */
import { expect } from '@jest/globals'
import { witnessed } from '../../../arena/core/game.ts'
import { json, type Law, sample, sightsOf } from './law.ts'

export const secrecyLaws: readonly Law[] = [
  {
    name: 'a witnessed move tells a sight no more than its views before and after',
    check(game, { steps }) {
      const told = new Map<string, string>()
      for (const { state, played, after, seed } of steps) {
        for (const sight of sightsOf(game)) {
          if (sight === played.seat) continue
          const key = json([sight, game.view(state, sight), game.view(after, sight), played.text])
          const seen = json(witnessed(game, state, played, sight))
          if ((told.get(key) ?? seen) !== seen) {
            throw new Error(
              `seed ${seed}: ${sight} witnesses ${seen}, elsewhere ${told.get(key)}, and its views do not differ`,
            )
          }
          told.set(key, seen)
        }
      }
    },
  },
  {
    name: 'a seat witnesses its own move whole',
    check(game, { steps }) {
      for (const { state, played } of steps) {
        if (played.seat !== null) expect(witnessed(game, state, played, played.seat)).toEqual(played)
      }
    },
  },
  {
    name: 'while a sealed choice is open nobody sees what the others chose',
    check(game, { steps }) {
      for (const { state, next, after } of steps) {
        if (next.kind !== 'choose' || next.choices.length < 2) continue
        for (const { seat } of next.choices.slice(1)) {
          expect(json(game.view(after, seat))).toBe(json(game.view(state, seat)))
        }
      }
    },
  },
  {
    name: 'an imagined state looks the same to the seat that is asked',
    check(game, { steps }) {
      for (const { state, next, seed } of sample(steps, 200)) {
        if (next.kind !== 'choose' || !game.imagine) continue
        const { seat, moves } = next.choices[0]!
        const view = game.view(state, seat)
        const imagined = game.imagine(view, seat, () => (seed % 97) / 97)
        expect(game.view(imagined, seat)).toEqual(view)
        const offered = game.next(imagined)
        expect(offered.kind === 'choose' && offered.choices[0]).toMatchObject({ seat, moves })
      }
    },
  },
]
