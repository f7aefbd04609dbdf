import { expect, test } from '@jest/globals'
import { seeded, shuffled } from '../../arena/core/rng.ts'
import { type Duel, ELO, type Result } from '../../arena/ratings/index.ts'
import { ratePool } from '../../arena/ratings/rate.ts'
import { league } from './league.ts'

const OPTIONS = { seed: 1, resamples: 0 }

const duel = (a: string, b: string, result: Result, block = '0', weight = 1): Duel => ({
  block,
  scenario: 'toy',
  first: { agents: [a], role: 'seat' },
  second: { agents: [b], role: 'seat' },
  result,
  share: result / 2,
  weight,
})

const many = (times: number, one: Duel) => Array.from({ length: times }, () => one)
const lead = (duels: readonly Duel[], a: string, b: string) => {
  const ratings = new Map(ratePool(duels, OPTIONS).ratings.map(({ agent, rating }) => [agent, rating]))
  return ratings.get(a)! - ratings.get(b)!
}

test('two agents, 300 wins to 100: the lead is 400 log10 3, less what the ridge takes', () => {
  const duels = [...many(300, duel('a', 'b', 2)), ...many(100, duel('a', 'b', 0))]
  expect(lead(duels, 'a', 'b')).toBeCloseTo(400 * Math.log10(3), 0)
})

test('draws by Davidson: nu solves draws / sqrt(wins * losses), the lead is 400 log10 of the odds of winning', () => {
  const duels = [...many(4000, duel('a', 'b', 2)), ...many(1000, duel('a', 'b', 0)), ...many(3000, duel('a', 'b', 1))]
  const { draws } = ratePool(duels, OPTIONS)
  expect(lead(duels, 'a', 'b')).toBeCloseTo(400 * Math.log10(4), 0)
  const nu = 3000 / Math.sqrt(4000 * 1000)
  expect(draws['toy']).toBeCloseTo(nu / (2 + nu), 3)
})

test('the maximum has no slope: expected points equal points won, but for the ridge', () => {
  const { duels } = league({ agents: 5, blocks: 30, seed: 4 })
  const { ratings, draws, roles } = ratePool(duels, OPTIONS)
  const of = new Map(ratings.map(({ agent, rating }) => [agent, rating]))
  const role = new Map(roles.map((one) => [one.role, one.elo]))
  const nu = (2 * draws['toy']!) / (1 - draws['toy']!)
  const surplus = new Map<string, number>()
  for (const { first, second, result } of duels) {
    const [a, b] = [first.agents[0]!, second.agents[0]!]
    const eta = (of.get(a)! - of.get(b)! + role.get('first')! - role.get('second')!) / ELO
    const expected = (Math.exp(eta / 2) + nu / 2) / (Math.exp(eta / 2) + nu + Math.exp(-eta / 2))
    surplus.set(a, (surplus.get(a) ?? 0) + result / 2 - expected)
    surplus.set(b, (surplus.get(b) ?? 0) - result / 2 + expected)
  }
  for (const [agent, points] of surplus) expect(points).toBeCloseTo((0.01 * (of.get(agent)! - 1500)) / ELO, 6)
})

test('the same games in 50 orders give the same ratings', () => {
  const { duels } = league({ agents: 4, blocks: 12, seed: 9 })
  const inOrder = ratePool(duels, OPTIONS).ratings
  for (let seed = 0; seed < 50; seed++) {
    const { ratings } = ratePool(shuffled(duels, seeded(seed)), OPTIONS)
    expect(ratings.map(({ agent }) => agent)).toEqual(inOrder.map(({ agent }) => agent))
    for (const [i, { rating }] of ratings.entries()) expect(rating).toBeCloseTo(inOrder[i]!.rating, 6)
  }
})

test('intervals do not depend on the order of games either', () => {
  const { duels } = league({ agents: 3, blocks: 12, seed: 9 })
  const options = { seed: 3, resamples: 100 }
  const [a, b] = [ratePool(duels, options), ratePool([...duels].reverse(), options)]
  for (const [i, { ci95 }] of a.ratings.entries()) {
    expect(ci95[0]).toBeCloseTo(b.ratings[i]!.ci95[0], 6)
    expect(ci95[1]).toBeCloseTo(b.ratings[i]!.ci95[1], 6)
  }
})

test('role effects are found and do not leak into ratings when one agent always has the good seat', () => {
  const seat = (first: string, second: string, result: Result): Duel => ({
    ...duel(first, second, result),
    first: { agents: [first], role: 'attacker' },
    second: { agents: [second], role: 'defender' },
  })
  const even = [...many(300, seat('a', 'b', 2)), ...many(100, seat('a', 'b', 0))]
  const swapped = [...many(30, seat('b', 'a', 2)), ...many(10, seat('b', 'a', 0))]
  expect(lead([...even, ...swapped], 'a', 'b')).toBeCloseTo(0, 0)
  const { roles } = ratePool([...even, ...swapped], OPTIONS)
  const worth = new Map(roles.map(({ role, elo }) => [role, elo]))
  expect(worth.get('attacker')! - worth.get('defender')!).toBeCloseTo(400 * Math.log10(3), 0)
})

test('teams are rated by the mean of their members', () => {
  const team = (first: string[], second: string[], result: Result): Duel => ({
    ...duel('', '', result),
    first: { agents: first, role: 'team' },
    second: { agents: second, role: 'team' },
  })
  const duels = [
    ...many(300, team(['a', 'b'], ['c', 'd'], 2)),
    ...many(100, team(['a', 'b'], ['c', 'd'], 0)),
    ...many(50, team(['a', 'c'], ['b', 'd'], 2)),
    ...many(50, team(['a', 'c'], ['b', 'd'], 0)),
  ]
  expect((lead(duels, 'a', 'c') + lead(duels, 'b', 'd')) / 2).toBeCloseTo(400 * Math.log10(3), 0)
})

test('an agent that never wins gets a finite rating and an interval that admits ignorance', () => {
  const duels = [...many(20, duel('a', 'b', 2, '1')), ...many(10, duel('b', 'c', 2)), ...many(10, duel('c', 'b', 2))]
  const { ratings } = ratePool(duels, { seed: 1, resamples: 50 })
  const top = ratings[0]!
  expect(top.agent).toBe('a')
  expect(Number.isFinite(top.rating)).toBe(true)
  expect(top.ci95[1] - top.ci95[0]).toBeGreaterThan(400)
})

test.each([
  { name: 'all draws', duels: many(50, duel('a', 'b', 1)) },
  { name: 'one game', duels: [duel('a', 'b', 2)] },
])('$name: ratings and intervals are finite', ({ duels }) => {
  for (const { rating, ci95 } of ratePool(duels, { seed: 1, resamples: 100 }).ratings) {
    for (const one of [rating, ...ci95]) expect(Number.isFinite(one)).toBe(true)
    expect(ci95[1]).toBeGreaterThan(ci95[0])
  }
})

test('what no fit can answer is refused, and the refusal says what to add', () => {
  expect(() => ratePool([], OPTIONS)).toThrow(/play at least one/)
  expect(() => ratePool([duel('a', 'a', 2)], OPTIONS)).toThrow(
    /"a" met nobody but itself; a rating needs a second agent/,
  )
  const split = [duel('a', 'b', 2), duel('b', 'a', 2), duel('c', 'd', 2)]
  expect(() => ratePool(split, OPTIONS)).toThrow(/\(a, b\) and \(c, d\); add a match between/)
})

test('95 % intervals cover about 95 % in 60 small leagues', () => {
  let [covered, all] = [0, 0]
  for (let seed = 0; seed < 60; seed++) {
    const { truth, duels } = league({ agents: 5, blocks: 15, seed })
    for (const { agent, ci95 } of ratePool(duels, { seed, resamples: 200 }).ratings) {
      all++
      if (ci95[0] <= 1500 + truth[agent]! && 1500 + truth[agent]! <= ci95[1]) covered++
    }
  }
  expect(covered / all).toBeGreaterThan(0.91)
  expect(covered / all).toBeLessThan(0.985)
})

test('blocks are resampled whole: the same evidence twice is no more evidence', () => {
  const { duels } = league({ agents: 4, blocks: 30, seed: 2 })
  const width = (games: readonly Duel[]) => {
    const { ci95 } = ratePool(games, { seed: 2, resamples: 200 }).ratings[0]!
    return ci95[1] - ci95[0]
  }
  expect(width(duels.flatMap((one) => [one, one]))).toBeGreaterThan(0.95 * width(duels))
  const apart = duels.flatMap((one) => [one, { ...one, block: `other ${one.block}` }])
  expect(width(apart)).toBeLessThan(0.85 * width(duels))
})
