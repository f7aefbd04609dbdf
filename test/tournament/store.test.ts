import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { planOf } from '../../arena/host/tournament-plan.ts'
import type { MatchRecord, ResultRow, TournamentStore } from '../../arena/host/tournament-store.ts'
import { stores, unique } from './places.ts'

const record: MatchRecord = {
  scores: [1, -1],
  outcome: [1, -1],
  turns: 3,
  seconds: [0.1, 0.25],
  faults: [null, 'late'],
}

describe.each(Object.entries(stores).map(([name, open]) => ({ name, open })))('tournaments in $name', ({ open }) => {
  let store: TournamentStore
  let id: string
  const row = (n: number, round = 0): ResultRow => ({ match: `${id}.${round}.${n}`, tournament: id, round, record })
  const plan = () => planOf({ id, scenarios: ['kuhn-poker'], agents: ['a', 'b', 'c'] })

  beforeAll(async () => {
    store = await open()
  }, 120_000)
  afterAll(async () => await store.close())
  beforeEach(async () => {
    id = `t-${unique()}`
    await store.create(plan(), 1234.5)
  })

  test('a plan comes back as it was, and is created once', async () => {
    expect(await store.create({ ...plan(), title: 'another' }, 9)).toBe(false)
    expect(await store.tournament(id)).toEqual({ plan: plan(), state: 'running', reason: '', createdAt: 1234.5 })
    expect(await store.tournament('nobody')).toBeNull()
    await store.setState(id, 'paused', 'lunch')
    expect(await store.tournament(id)).toMatchObject({ state: 'paused', reason: 'lunch' })
    expect((await store.tournaments()).map((one) => one.plan.id)).toContain(id)
  })

  test('agents join behind the others, leave, and come back to their place', async () => {
    await store.enter(id, 'd', 2)
    await store.leave(id, 'a', 3)
    expect(await store.entrants(id)).toEqual([
      { agent: 'a', joined: 0, left: 3 },
      { agent: 'b', joined: 0, left: null },
      { agent: 'c', joined: 0, left: null },
      { agent: 'd', joined: 2, left: null },
    ])
    await store.enter(id, 'a', 7)
    expect((await store.entrants(id))[0]).toEqual({ agent: 'a', joined: 0, left: null })
  })

  test('rounds are kept once, in order, and read by range', async () => {
    const round = (agent: string) => [{ agents: [agent, 'x'] }]
    expect(await store.addRounds(id, 0, [round('a'), round('b'), round('c')])).toBe(3)
    expect(await store.addRounds(id, 2, [round('other'), round('d')])).toBe(1)
    expect(await store.rounds(id)).toEqual([round('a'), round('b'), round('c'), round('d')])
    expect(await store.rounds(id, 1, 3)).toEqual([round('b'), round('c')])
  })

  test('each match counts once, however often and in whatever company it is told', async () => {
    expect(await store.addResults([row(1), row(2)])).toBe(2)
    expect(await store.addResults([row(2), row(3, 1)])).toBe(1)
    expect(await store.addResults([])).toBe(0)
    expect((await store.results(id, 0)).map(({ match }) => match).sort()).toEqual(
      [row(1), row(2), row(3, 1)].map((one) => one.match),
    )
    expect(await store.results(id, 1)).toEqual([row(3, 1)])
    expect(await store.finished(id, 0, 1)).toEqual(new Set([row(1).match, row(2).match]))
    expect(await store.finished(id, 1, 9)).toEqual(new Set([row(3, 1).match]))
  })

  test('a thousand results at once, told by two at the same time, count a thousand', async () => {
    const rows = Array.from({ length: 1000 }, (_, n) => row(n))
    const [a, b] = await Promise.all([store.addResults(rows), store.addResults([...rows].reverse())])
    expect(a + b).toBe(1000)
    expect(await store.results(id, 0)).toHaveLength(1000)
  })

  test('matches cut short are kept beside the results', async () => {
    const partial = {
      match: `${id}.0.1`,
      tournament: id,
      attempt: 0,
      events: 12,
      reason: 'paused',
      log: 'logs/x.jsonl',
    }
    await store.addPartial(partial)
    await store.addPartial({ ...partial, attempt: 1, events: 3 })
    await store.addPartial({ ...partial, events: 99 })
    expect(await store.partials(id)).toEqual([partial, { ...partial, attempt: 1, events: 3 }])
  })
})
