import { expect, test } from '@jest/globals'
import { alphaRank, duelsOf, type Finished, rateMatches, shown, updatedSkills } from '../../arena/ratings/index.ts'

const match = (agents: string[], outcome: number[], extra: Partial<Finished> = {}): Finished => ({
  id: 'm',
  block: 'b',
  scenario: 'toy',
  seed: 1,
  agents,
  roles: agents.map((_, seat) => `role ${seat}`),
  factions: agents.map((_, seat) => `faction ${seat}`),
  scores: outcome,
  outcome,
  faults: agents.map(() => null),
  ...extra,
})

test('a match of factions is a duel of teams', () => {
  const mystery = match(['a', 'b', 'c'], [-1, 1, 1], { factions: ['culprit', 'innocent', 'innocent'] })
  expect(duelsOf([mystery])).toEqual([
    {
      block: 'b',
      scenario: 'toy',
      first: { agents: ['a'], role: 'role 0', success: -1 },
      second: { agents: ['b', 'c'], role: 'innocent', success: 1 },
      result: 0,
      share: 0,
      weight: 1,
    },
  ])
})

test('a free-for-all of n seats is n (n - 1) / 2 duels that weigh one game a seat', () => {
  const duels = duelsOf([match(['a', 'b', 'c', 'd'], [1, 0, 0, -1])])
  expect(duels.map(({ result }) => result)).toEqual([2, 2, 2, 1, 2, 2])
  const weightOfA = duels.filter(({ first }) => first.agents[0] === 'a').reduce((sum, { weight }) => sum + weight, 0)
  expect(weightOfA).toBeCloseTo(1, 12)
})

test('seats that work together meet the other tables of their block on the same deal', () => {
  const team = (id: string, agent: string, score: number, seed = 1) =>
    match([agent, agent], [score, score], { id, seed, factions: ['all', 'all'] })
  const duels = duelsOf([team('1', 'a', 0.5), team('2', 'b', 0.2), team('3', 'a', 0, 2)])
  expect(duels).toHaveLength(1)
  expect(duels[0]).toMatchObject({ first: { agents: ['a', 'a'] }, second: { agents: ['b', 'b'] }, result: 2 })
})

const blocks = (times: number, make: (block: string) => Finished[]) =>
  Array.from({ length: times }, (_, i) => make(`block ${i}`)).flat()

test('losses by timeout move the raw rating and the reliability, not the rating', () => {
  const even = blocks(20, (block) => [match(['a', 'b'], [1, -1], { block }), match(['a', 'b'], [-1, 1], { block })])
  const late = blocks(20, (block) => [match(['a', 'b'], [-1, 1], { block: `late ${block}`, faults: ['late', null] })])
  const { agents } = rateMatches([...even, ...late], { seed: 1, resamples: 50 })
  const a = agents.find(({ agent }) => agent === 'a')!
  expect(a.rating).toBeCloseTo(1500, 6)
  expect(a.raw).toBeLessThan(1480)
  expect(a.reliability).toMatchObject({ games: 60, errors: { late: 20 }, clean: 2 / 3 })
  const b = agents.find(({ agent }) => agent === 'b')!
  expect(b.reliability).toMatchObject({ games: 60, errors: {}, clean: 1 })
  expect(b.reliability.elo).toBeGreaterThan(a.reliability.elo)
})

test('a table without a possible fit still counts games and says why there is no rating', () => {
  const { agents, unrated } = rateMatches([match(['a', 'a'], [1, -1])], { seed: 1, resamples: 10 })
  expect(agents).toMatchObject([{ agent: 'a', reliability: { games: 2 } }])
  expect(agents[0]).not.toHaveProperty('rating')
  expect(unrated).toMatch(/needs a second agent/)
})

test('alpha-rank of rock-paper-scissors is a third each, and a dominant agent takes all', () => {
  const rps = [
    [0, -1, 1],
    [1, 0, -1],
    [-1, 1, 0],
  ]
  for (const share of alphaRank(rps)) expect(share).toBeCloseTo(1 / 3, 12)
  const dominated = [
    [0, 1, 1],
    [-1, 0, 1],
    [-1, -1, 0],
  ]
  expect(alphaRank(dominated, { alpha: 5 })[0]).toBeGreaterThan(0.99)
  expect(alphaRank([[0]])).toEqual([1])
  expect(() => alphaRank([[0, 1]])).toThrow(/square table/)
})

test('live skills: tied seconds stay above a third in a match of eight', () => {
  const agents = ['1st', '2nd', 'also 2nd', '3rd', 'e', 'f', 'g', 'h']
  const after = updatedSkills(new Map(), [match(agents, [1, 0.5, 0.5, 0.2, 0, -0.3, -0.6, -1])])
  const of = (agent: string) => after.get(agent)!.mu
  expect(of('2nd')).toBeCloseTo(of('also 2nd'), 9)
  expect(of('1st')).toBeGreaterThan(of('2nd'))
  expect(of('2nd')).toBeGreaterThan(of('3rd'))
  expect(of('3rd')).toBeGreaterThan(of('h'))
})

test('live skills: an idle agent keeps its own, whoever plays', () => {
  const once = updatedSkills(new Map(), [match(['a', 'b'], [1, -1])])
  const twice = updatedSkills(once, [match(['c', 'b'], [1, -1])])
  expect(twice.get('a')).toEqual(once.get('a'))
  expect(shown(twice.get('c')!)).toBeGreaterThan(shown(twice.get('b')!))
})
