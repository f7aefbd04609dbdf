import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Finished } from '../../arena/ratings/index.ts'
import {
  crossTable,
  matchesOfRound,
  meetingPoints,
  roleRates,
  seatings,
  standings,
} from '../../arena/tournament/index.ts'
import { named } from './playing.ts'

const seats = (factions: readonly string[]) => factions.map((faction, i) => ({ role: `r${i}`, faction, name: `n${i}` }))

test('role blocks: in every block each agent sits in each seat once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 12 }), fc.integer({ min: 2, max: 7 }), fc.nat(40), (n, size, turn) => {
      const agents = named(n)
      const block = seatings(agents, seats(named(size)), turn, 7)
      expect(block).toHaveLength(n)
      for (let seat = 0; seat < size; seat++) expect(block.map((one) => one[seat]).sort()).toEqual([...agents].sort())
      for (const seated of block) {
        if (n > size || size === 2) expect(new Set(seated).size).toBe(size)
        else expect(new Set(seated).size).toBeGreaterThan(1)
      }
    }),
  )
})

test('role blocks of two seats: after n - 1 blocks everyone met everyone from either seat once', () => {
  for (const n of [3, 4, 8]) {
    const pairs = Array.from({ length: n - 1 }, (_, turn) => seatings(named(n), seats(['x', 'y']), turn, 1)).flat()
    expect(new Set(pairs.map((pair) => pair.join('-'))).size).toBe(n * (n - 1))
  }
})

test('two agents are two teams, then swap; seats that work together are one team, played by either', () => {
  expect(seatings(['a', 'b'], seats(['bad', 'good', 'good']), 0, 1)).toEqual([
    ['a', 'b', 'b'],
    ['b', 'a', 'a'],
  ])
  expect(seatings(['a', 'b'], seats(['all', 'all']), 0, 1)).toEqual([
    ['a', 'a'],
    ['b', 'b'],
  ])
  expect(seatings(['a', 'b'], seats(['w', 'x', 'y', 'z']), 0, 1)[0]).toEqual(['a', 'b', 'a', 'b'])
})

test('matches of a round: ids are unique and stable, a block shares its deal, blocks differ in theirs', () => {
  const plan = {
    tournament: 't1',
    round: 2,
    meetings: [{ agents: ['a', 'b'] }, { agents: ['c', 'd'] }],
    settings: [
      { scenario: 'x', seats: seats(['p', 'q']) },
      { scenario: 'y', seats: seats(['p', 'q', 'q']) },
    ],
    deals: 3,
    seed: 9,
  }
  const matches = matchesOfRound(plan)
  expect(matches).toHaveLength(2 * 2 * 3 * 2)
  expect(new Set(matches.map(({ id }) => id)).size).toBe(matches.length)
  expect(matchesOfRound(plan)).toEqual(matches)
  expect(matches[0]!.id).toBe('t1.2.0.0.0.0')
  const seeds = new Map<string, Set<number>>()
  for (const { block, seed } of matches) seeds.set(block, (seeds.get(block) ?? new Set()).add(seed))
  expect([...seeds.values()].every((one) => one.size === 1)).toBe(true)
  expect(new Set(matches.map(({ seed }) => seed)).size).toBe(12)
})

const finished = (agents: string[], outcome: number[], block = 'b'): Finished => ({
  id: `${agents}${block}`,
  block,
  scenario: 's',
  seed: 1,
  agents,
  roles: agents.map((_, i) => `r${i}`),
  factions: agents.map((_, i) => `f${i}`),
  scores: outcome,
  outcome,
  faults: agents.map(() => null),
})

test('the cross table counts each duel once from either side and its points add up', () => {
  const matches = [finished(['a', 'b'], [1, -1]), finished(['b', 'a'], [0, 0]), finished(['a', 'c'], [-1, 1])]
  const cross = crossTable(matches)
  expect(cross).toContainEqual({ agent: 'a', against: 'b', wins: 1, draws: 1, losses: 0, points: 1.5 })
  expect(cross).toContainEqual({ agent: 'b', against: 'a', wins: 0, draws: 1, losses: 1, points: 0.5 })
  const table = standings(cross)
  expect(table.map(({ agent, points }) => [agent, points])).toEqual([
    ['a', 1.5],
    ['c', 1],
    ['b', 0.5],
  ])
  expect(table.reduce((sum, { points }) => sum + points, 0)).toBe(matches.length)
  expect(meetingPoints(['a', 'b'], matches.slice(0, 2))).toEqual({ a: 0.75, b: 0.25 })
})

test('role rates are told by role and by seat', () => {
  const matches = [finished(['a', 'b'], [1, -1]), finished(['a', 'b'], [-1, 1], 'c')]
  expect(roleRates(matches, 'role')).toContainEqual(
    expect.objectContaining({ scenario: 's', role: 'r0', agent: 'a', games: 2, rate: 0.5, wins: 1 }),
  )
  expect(roleRates(matches, 'seat').map(({ role }) => role)).toEqual(['seat 0', 'seat 1'])
})
