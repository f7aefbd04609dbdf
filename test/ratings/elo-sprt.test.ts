import { describe, expect, test } from '@jest/globals'
import { draw, stream } from '../../arena/core/rng.ts'
import { blockCounts, eloDifference, eloOf, scoreOf, sprt, sprtBounds } from '../../arena/ratings/index.ts'
import { normalBelow } from '../../arena/ratings/normal.ts'

const PENTANOMIAL = [457, 4273, 9516, 4350, 467]
const PLAN = { elo0: 0, elo1: 2, alpha: 0.05, beta: 0.05, scale: 'normalized', games: 1 } as const

test('the normal distribution matches tables', () => {
  expect(normalBelow(0)).toBe(0.5)
  expect(normalBelow(1.959963984540054)).toBeCloseTo(0.975, 14)
  expect(normalBelow(-3)).toBeCloseTo(0.0013498980316301, 14)
})

test('a pentanomial gives the published Elo, interval and likelihood of superiority', () => {
  const { elo, ci95, los, blocks } = eloDifference(blockCounts(PENTANOMIAL))
  expect(elo).toBeCloseTo(0.884, 3)
  expect(ci95).toBeCloseTo(1.982, 3)
  expect(los).toBeCloseTo(0.809, 3)
  expect(blocks).toBe(19063)
})

test('Elo and expected score are inverse to each other', () => {
  expect(scoreOf(400)).toBeCloseTo(10 / 11, 12)
  for (const elo of [-700, -3, 0, 12.5, 400]) expect(eloOf(scoreOf(elo))).toBeCloseTo(elo, 8)
})

test('the normalised pentanomial test has the published bounds and ratio', () => {
  const plan = { ...PLAN, elo0: -3, elo1: 0, beta: 0.1, games: 2 }
  const { llr, lower, upper, decision } = sprt(blockCounts(PENTANOMIAL), plan)
  expect([lower, upper, llr].map((one) => one.toFixed(4))).toEqual(['-2.2513', '2.8904', '2.8947'])
  expect(decision).toBe('better')
})

test.each([
  { counts: [36027, 68692, 36433], elo0: 0, elo1: 2, llr: 0.92 },
  { counts: [10650, 20431, 10871], elo0: -1.75, elo1: 0.25, llr: 2.3 },
])('the normalised trinomial test of $counts has the published ratio $llr', ({ counts, elo0, elo1, llr }) => {
  expect(sprt(blockCounts(counts), { ...PLAN, elo0, elo1 }).llr).toBeCloseTo(llr, 2)
})

const DEGENERATE = [
  [0, 0, 0, 0, 100],
  [100, 0, 0, 0, 0],
  [0, 0, 100, 0, 0],
  [0, 0, 0, 0, 1],
  [1, 0, 0, 0, 0],
  [1, 726, 1],
  [0, 0, 1e6],
  [1e6, 0, 1],
]

describe('lopsided counts never give infinities or hang', () => {
  test.each(DEGENERATE.map((counts) => ({ counts })))('$counts', ({ counts }) => {
    for (const scale of ['logistic', 'normalized'] as const) {
      const { llr } = sprt(blockCounts(counts), { ...PLAN, scale, games: 2 })
      expect(Number.isFinite(llr)).toBe(true)
      const lead = counts.reduce((sum, count, i) => sum + count * (i - (counts.length - 1) / 2), 0)
      if (lead !== 0) expect(Math.sign(llr)).toBe(Math.sign(lead))
    }
    const { elo, ci95, los } = eloDifference(blockCounts(counts))
    for (const one of [elo, ci95, los]) expect(Number.isFinite(one)).toBe(true)
    expect(ci95).toBeGreaterThan(0)
  })

  test('no game at all: the ratio is 0 and the difference is refused by name', () => {
    expect(sprt(blockCounts([0, 0, 0]), PLAN)).toMatchObject({ llr: 0, decision: 'go on' })
    expect(() => eloDifference(blockCounts([0, 0, 0]))).toThrow(/play at least one block/)
  })

  test('all wins decide for better, all losses against, in few blocks', () => {
    const plan = { ...PLAN, elo1: 50, scale: 'logistic', games: 2 } as const
    expect(sprt(blockCounts([0, 0, 0, 0, 40]), plan).decision).toBe('better')
    expect(sprt(blockCounts([40, 0, 0, 0, 0]), plan).decision).toBe('not better')
  })
})

test.each([
  { plan: { elo0: 2, elo1: 2 }, says: /elo0 must lie below elo1/ },
  { plan: { alpha: 0.5, beta: 0.5 }, says: /alpha \+ beta must stay below 1/ },
  { plan: { alpha: 0 }, says: /alpha and beta lie in/ },
])('a test that could not mean anything is refused: $says', ({ plan, says }) => {
  expect(() => sprt(blockCounts([1, 1, 1]), { ...PLAN, ...plan })).toThrow(says)
})

test('wrong decisions stay below the stated rates', () => {
  const plan = { ...PLAN, elo1: 80, scale: 'logistic', games: 2 } as const
  const wrong = (chances: readonly number[], decision: string) => {
    let count = 0
    for (let seed = 0; seed < 200; seed++) if (decided(chances, plan, seed) === decision) count++
    return count
  }
  expect(wrong([0.1, 0.2, 0.4, 0.2, 0.1], 'better')).toBeLessThanOrEqual(18) // 5 % of 200, and three deviations
  const [lead, rest] = [scoreOf(80) - 0.5, 0.4]
  const shift = 4 * lead * 0.5 // moves chance from either losing outcome to its mirror image
  const better = [0.1 - shift / 3, 0.2 - shift / 3, rest, 0.2 + shift / 3, 0.1 + shift / 3]
  const mean = better.reduce((sum, chance, i) => sum + (chance * i) / 4, 0)
  expect(mean).toBeCloseTo(0.5 + lead, 10)
  expect(wrong(better, 'not better')).toBeLessThanOrEqual(18)
  expect(sprtBounds(plan).upper).toBeCloseTo(Math.log(19), 12)
})

function decided(chances: readonly number[], plan: Parameters<typeof sprt>[1], seed: number) {
  const random = stream(seed, 'test')
  const odds = chances.map((chance, index) => ({ chance, index }))
  const counts = odds.map((_, index) => ({ score: index / 4, count: 0 }))
  for (;;) {
    counts[draw(odds, random()).index]!.count++
    const { decision } = sprt(counts, plan)
    if (decision !== 'go on') return decision
  }
}
