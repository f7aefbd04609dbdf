/** Thousands of matches leave nothing behind: memory stays flat and the last thousand are as fast as the first. */
import { expect, test } from '@jest/globals'
import { openScenario } from '../../arena/scenario/index.ts'
import { opened, steadyAnswer } from '../support/matches.ts'

const { game } = await openScenario('kuhn-poker')

function playSome(from: number, count: number): number {
  const started = performance.now()
  for (let seed = from; seed < from + count; seed++) {
    const { match } = opened(game, { seed, record: () => {} })
    while (!match.done) for (const ask of match.asks()) match.answer(ask.seat, steadyAnswer(seed, ask))
  }
  return performance.now() - started
}

test('matches are freed, and the last are as fast as the first', () => {
  playSome(0, 3000) // what is compiled and remembered is by now
  const first = Math.min(...[0, 1, 2, 3].map((block) => playSome(block * 1000, 1000)))
  const before = process.memoryUsage().heapUsed
  playSome(10_000, 10_000)
  const last = Math.min(...[0, 1, 2, 3].map((block) => playSome(50_000 + block * 1000, 1000)))
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(40_000_000)
  expect(last).toBeLessThan(5 * first + 20)
})
