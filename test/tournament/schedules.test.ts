import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type Schedule, scheduleOf, schedules } from '../../arena/tournament/index.ts'
import { maximumMatching } from '../../arena/tournament/matching.ts'
import { gameCounts, meetingCounts, pairKey } from '../../arena/tournament/schedule.ts'
import { named, playSchedule } from './playing.ts'

const [roundRobin, gauntlet, swiss, knockout, ladder] = ['round-robin', 'gauntlet', 'swiss', 'knockout', 'ladder'].map(
  scheduleOf,
) as [Schedule, Schedule, Schedule, Schedule, Schedule]
const size = fc.integer({ min: 2, max: 17 })
const seed = fc.integer({ min: 0, max: 1e6 })

const pairCounts = (past: Parameters<typeof meetingCounts>[0], agents: readonly string[]) => {
  const counts = meetingCounts(past)
  return agents.flatMap((a, i) => agents.slice(i + 1).map((b) => counts.get(pairKey(a, b)) ?? 0))
}
const spread = (counts: readonly number[]) => Math.max(...counts) - Math.min(...counts)
const gamesOf = (past: Parameters<typeof meetingCounts>[0], agents: readonly string[]) => {
  const counts = gameCounts(past)
  return agents.map((agent) => counts.get(agent) ?? 0)
}

describe.each(schedules.map((schedule) => ({ schedule, id: schedule.id })))('$id', ({ schedule }) => {
  test('agents of a round meet once in it, are there, and two runs are the same', () => {
    fc.assert(
      fc.property(size, seed, fc.integer({ min: 0, max: 6 }), (count, seed, change) => {
        const agents = named(count)
        const run = () =>
          playSchedule({
            schedule,
            agents,
            seed,
            changes: { [change]: { join: ['late'], leave: count > 3 ? ['a1'] : [] } },
            each(meetings, field) {
              const all = meetings.flatMap((meeting) => meeting.agents)
              expect(new Set(all).size).toBe(all.length)
              for (const agent of all) expect(field.agents).toContain(agent)
              expect(meetings.length).toBeGreaterThan(0)
            },
          })
        expect(run()).toEqual(run())
      }),
      { numRuns: 40 },
    )
  })

  test('one agent alone, or none, has nobody to meet', () => {
    expect(playSchedule({ schedule, agents: ['a'], seed: 1 })).toEqual([])
    expect(playSchedule({ schedule, agents: [], seed: 1 })).toEqual([])
  })
})

test('round robin: everyone meets everyone once, games differ by at most one after every round', () => {
  fc.assert(
    fc.property(size, seed, (count, seed) => {
      const agents = named(count)
      const past = playSchedule({
        schedule: roundRobin,
        agents,
        seed,
        each: (_, field) => expect(spread(gamesOf(field.past, agents))).toBeLessThanOrEqual(1),
      })
      expect(new Set(pairCounts(past, agents))).toEqual(new Set([1]))
      expect(Math.max(...past.map(({ round }) => round)) + 1).toBe(count % 2 === 0 ? count - 1 : count)
    }),
    { numRuns: 30 },
  )
})

test('round robin: asked for more, it goes on to the end of a cycle', () => {
  const agents = named(5)
  const past = playSchedule({ schedule: roundRobin, agents, seed: 1, rounds: 6 })
  expect(new Set(pairCounts(past, agents))).toEqual(new Set([2]))
})

test('round robin: agents that join catch up before anybody meets again', () => {
  fc.assert(
    fc.property(size, seed, fc.integer({ min: 1, max: 4 }), (count, seed, at) => {
      fc.pre(count > 4)
      const agents = named(count)
      const changes = { [at]: { join: ['late', 'later'], leave: ['a0'] } }
      const past = playSchedule({ schedule: roundRobin, agents, seed, changes })
      const present = [...agents.slice(1), 'late', 'later']
      expect(new Set(pairCounts(past, present))).toEqual(new Set([1]))
    }),
    { numRuns: 30 },
  )
})

test('gauntlet: each challenger meets all the others once, and nobody else meets', () => {
  fc.assert(
    fc.property(size, fc.integer({ min: 1, max: 5 }), seed, (count, challengers, seed) => {
      const agents = named(count)
      const few = Math.min(challengers, count - 1)
      const past = playSchedule({ schedule: gauntlet, agents, seed, challengers })
      const counts = meetingCounts(past)
      for (const [i, a] of agents.entries()) {
        for (const [j, b] of agents.entries()) {
          if (i < j) expect(counts.get(pairKey(a, b)) ?? 0).toBe(i < few && j >= few ? 1 : 0)
        }
      }
    }),
    { numRuns: 40 },
  )
})

test('swiss: nobody meets again while the round can be paired afresh, byes go round', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 10 }), seed, (count, seed) => {
      const agents = named(count)
      playSchedule({
        schedule: swiss,
        agents,
        seed,
        rounds: count + 3,
        each(meetings, { past }) {
          const met = meetingCounts(past)
          const playing = meetings.flatMap((meeting) => meeting.agents)
          const most = Math.max(...meetings.map((one) => met.get(pairKey(one.agents[0]!, one.agents[1]!)) ?? 0))
          const fresher = maximumMatching(
            playing.length,
            (i, j) => (met.get(pairKey(playing[i]!, playing[j]!)) ?? 0) < most,
          )
          if (most > 0) expect(fresher.includes(-1)).toBe(true)
          expect(spread(gamesOf(past, agents))).toBeLessThanOrEqual(1)
        },
      })
    }),
    { numRuns: 25 },
  )
})

test('swiss: after four rounds of 16 the strongest has met the second, and is alone at the top', () => {
  const strength = (agent: string) => Number(agent.slice(1))
  const points = ({ agents: [a, b] }: { agents: readonly string[] }) => (strength(a!) > strength(b!) ? 1 : 0)
  const past = playSchedule({ schedule: swiss, agents: named(16), seed: 3, points })
  expect(Math.max(...past.map(({ round }) => round))).toBe(3)
  const won = new Map<string, number>()
  for (const one of past)
    for (const [agent, n] of Object.entries(one.points!)) won.set(agent, (won.get(agent) ?? 0) + n)
  expect([...won].filter(([, n]) => n === 4)).toEqual([['a15', 4]])
})

test('knockout: n agents need n - 1 decisions, the best wins, byes go to the best seeds', () => {
  fc.assert(
    fc.property(size, seed, (count, seed) => {
      const agents = named(count)
      const points = ({ agents: [a, b] }: { agents: readonly string[] }) =>
        agents.indexOf(a!) < agents.indexOf(b!) ? 1 : 0
      const past = playSchedule({ schedule: knockout, agents, seed, points })
      expect(past).toHaveLength(count - 1)
      expect(past.at(-1)!.agents).toEqual(count > 1 ? ['a0', 'a1'] : [])
      expect(Math.max(...past.map(({ round }) => round)) + 1).toBe(Math.ceil(Math.log2(count)))
    }),
    { numRuns: 30 },
  )
})

test('knockout: a level tie is played three times, then the better seed goes on', () => {
  const past = playSchedule({ schedule: knockout, agents: ['a', 'b', 'c'], seed: 1, points: () => 0.5 })
  expect(past.map(({ agents }) => agents.join('-'))).toEqual(['b-c', 'b-c', 'b-c', 'a-b', 'a-b', 'a-b'])
})

test('knockout: who leaves loses, who joins late waits', () => {
  const points = () => 1
  const changes = { 1: { join: ['late'], leave: ['a0'] } }
  const past = playSchedule({ schedule: knockout, agents: named(4), seed: 1, points, changes })
  expect(past.map(({ agents }) => agents)).toEqual([
    ['a0', 'a3'],
    ['a1', 'a2'],
    ['a3', 'a1'],
  ])
})

test('ladder: games of agents differ by at most one in every round, nobody meets twice running unless alone', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 14 }), seed, (count, seed) => {
      const agents = named(count)
      let before = new Set<string>()
      playSchedule({
        schedule: ladder,
        agents,
        seed,
        rounds: 30,
        each(meetings, { past }) {
          expect(spread(gamesOf(past, agents))).toBeLessThanOrEqual(1)
          const keys = meetings.map(({ agents: [a, b] }) => pairKey(a!, b!))
          if (count > 5) expect(keys.filter((key) => before.has(key)).length).toBeLessThanOrEqual(1)
          before = new Set(keys)
        },
      })
    }),
    { numRuns: 30 },
  )
})

test('ladder: a newcomer plays every round until it has caught up', () => {
  const agents = named(7)
  const seen: string[][] = []
  const changes = { 6: { join: ['new'] } }
  playSchedule({
    schedule: ladder,
    agents,
    seed: 5,
    rounds: 40,
    changes,
    each(meetings, { past, round, agents: present }) {
      const games = gamesOf(past, present)
      if (round >= 6 && Math.min(...games) === games.at(-1) && spread(games) > 1)
        seen.push(meetings.flatMap((meeting) => meeting.agents as string[]))
      if (round === 39) expect(spread(games)).toBeLessThanOrEqual(1)
    },
  })
  expect(seen.length).toBeGreaterThan(3)
  for (const playing of seen) expect(playing).toContain('new')
})

test('ladder: neighbours meet more often than the ends of the table', () => {
  const strength = (agent: string) => Number(agent.slice(1))
  const points = ({ agents: [a, b] }: { agents: readonly string[] }) =>
    strength(a!) === strength(b!) ? 0.5 : strength(a!) > strength(b!) ? 1 : 0
  const counts = meetingCounts(playSchedule({ schedule: ladder, agents: named(8), seed: 1, rounds: 60, points }))
  expect(counts.get(pairKey('a6', 'a7'))!).toBeGreaterThan(2 * (counts.get(pairKey('a0', 'a7')) ?? 0))
})

test('a schedule nobody knows is refused with the nearest name', () => {
  expect(() => scheduleOf('round-robbin')).toThrow(/did you mean "round-robin"/)
})
