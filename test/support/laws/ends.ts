/** Laws of endings: they come, and the scores add up. */
import { expect } from '@jest/globals'
import { forfeitScores, type Game, outcomeOf } from '../../../arena/core/game.ts'
import { walk } from '../walk.ts'
import { json, type Law, sample } from './law.ts'

function inRange({ range: [low, high], seats }: Game, scores: readonly number[]): boolean {
  return (
    scores.length === seats.length && scores.every((score) => Number.isFinite(score) && score >= low && score <= high)
  )
}

export const endLaws: readonly Law[] = [
  {
    name: 'scores and tallies are one a seat and in range, outcomes within [-1, 1]',
    check(game, { walks, steps, zeroSum }) {
      for (const { scores, final, seed } of walks) {
        if (!inRange(game, scores)) throw new Error(`seed ${seed}: scores ${json(scores)} outside ${json(game.range)}`)
        expect(outcomeOf(game, final, scores).every((outcome) => outcome >= -1 && outcome <= 1)).toBe(true)
        if (zeroSum) expect(scores.reduce((sum, score) => sum + score, 0)).toBe(0)
      }
      if (game.tally) for (const { state } of steps) expect(inRange(game, game.tally(state))).toBe(true)
    },
  },
  {
    name: 'a forfeit scores in range and never better for the one who leaves',
    check(game, { steps }) {
      for (const { state } of sample(steps, 200)) {
        for (const [seat] of game.seats.entries()) {
          const scores = forfeitScores(game, state, seat)
          expect(inRange(game, scores)).toBe(true)
          expect(scores[seat]).toBe(Math.min(...scores))
        }
      }
    },
  },
  {
    name: 'it ends whatever is played',
    check(game, { limit }) {
      for (let seed = 0; seed < 5; seed++) {
        walk(game, seed, limit, (moves) => moves[0]!)
        walk(game, seed, limit, (moves) => moves.at(-1)!)
        walk(game, seed, limit, (moves) => moves[Math.floor(moves.length / 2)]!)
      }
    },
  },
]
