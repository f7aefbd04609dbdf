/** What must hold for any policy, and best responses against trying everything. */
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { seeded } from '../../arena/core/rng.ts'
import { openScenario } from '../../arena/scenario/index.ts'
import {
  bestResponse,
  compileTree,
  gameValue,
  nashConv,
  type Profile,
  profileOf,
  type Tree,
} from '../../arena/solve/index.ts'

const kuhn = compileTree((await openScenario('kuhn-poker')).game)
const leduc = compileTree((await openScenario('leduc-poker')).game)

/** A random policy; some moves are never played. */
function randomProfile(tree: Tree, seed: number): Profile {
  const random = seeded(seed)
  return profileOf(tree, (_view, moves) => {
    const weights = moves.map((_, index) => (index > 0 && random() < 0.3 ? 0 : random() + 1e-3))
    const sum = weights.reduce((total, weight) => total + weight, 0)
    return weights.map((weight) => weight / sum)
  })
}

test('for any policy scores sum to zero and a best response loses nothing', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      for (const tree of [kuhn, leduc]) {
        const { value, bestResponse: best, nashConv: gap } = nashConv(tree, randomProfile(tree, seed))
        expect(value[0]! + value[1]!).toBeCloseTo(0, 9)
        for (const seat of [0, 1]) expect(best[seat]!).toBeGreaterThanOrEqual(value[seat]! - 1e-9)
        expect(gap).toBeGreaterThanOrEqual(-1e-9)
      }
    }),
    { numRuns: 30, seed: 5 },
  )
})

test('in Kuhn poker the best response is the best of all 64 ways to play without chance', () => {
  for (let seed = 0; seed < 20; seed++) {
    const profile = randomProfile(kuhn, seed)
    for (const seat of [0, 1]) {
      const own = kuhn.infosets.filter((set) => set.seat === seat)
      let most = Number.NEGATIVE_INFINITY
      for (let plan = 0; plan < 2 ** own.length; plan++) {
        const pure = Float64Array.from(profile)
        for (const [index, { first }] of own.entries()) pure.set(plan & (1 << index) ? [0, 1] : [1, 0], first)
        most = Math.max(most, gameValue(kuhn, pure)[seat]!)
      }
      expect(bestResponse(kuhn, profile, seat).value).toBeCloseTo(most, 12)
    }
  }
})

test('NashConv of Leduc poker takes well under 100 ms once the game is laid out', () => {
  const profile = randomProfile(leduc, 1)
  const times = Array.from({ length: 12 }, () => {
    const started = performance.now()
    nashConv(leduc, profile)
    return performance.now() - started
  })
  expect(Math.min(...times)).toBeLessThan(100)
})
