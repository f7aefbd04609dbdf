import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { MatchSpec, SeatResult, Store } from '../../arena/host/store.ts'
import { openPool, openSqlite } from '../../arena/host/store-open.ts'
import { pglitePool } from './pglite-pool.ts'

const opened = {
  'SQLite in memory': () => openSqlite(':memory:'),
  PostgreSQL: () => openPool(pglitePool()),
} satisfies Record<string, () => Promise<Store>>

const spec = (id: string, change: Partial<MatchSpec> = {}): MatchSpec => ({
  id,
  scenario: 'kuhn-poker',
  seed: 4_294_967_295,
  agents: ['random', 'random'],
  survey: 'never',
  open: true,
  pace: 0,
  ...change,
})

const result = (seat: number, agent: string, outcome: number): SeatResult => ({
  seat,
  agent,
  role: 'player',
  faction: 'table',
  score: outcome * 2,
  outcome,
  faults: outcome < 0 ? { late: 1 } : {},
})

const token = (id: string, name: string, skeleton = name) => ({
  id,
  name,
  skeleton,
  hash: `hash of ${id}`,
  scopes: ['play', 'watch'] as const,
  createdAt: 5,
  revokedAt: null,
})

for (const [name, open] of Object.entries(opened)) {
  describe(`a store over ${name}`, () => {
    let store: Store
    beforeAll(async () => {
      store = await open()
    })
    afterAll(async () => await store.close())

    const added = async (id: string, startedAt: number, change: Partial<MatchSpec> = {}) =>
      await store.addMatch({ spec: spec(id, change), kind: 'kuhn-poker', startedAt, state: 'running' })

    test('gives a match back as it was put in', async () => {
      await added('m1', 1_790_000_000_123.5)
      expect(await store.match('m1')).toEqual({
        spec: spec('m1'),
        kind: 'kuhn-poker',
        state: 'running',
        startedAt: 1_790_000_000_123.5,
        endedAt: null,
        events: 0,
        turns: 0,
        results: [],
      })
      expect(await store.match('nobody')).toBeNull()
    })

    test('finishes a match exactly once', async () => {
      await added('m2', 2)
      const results = [result(0, 'a', -1), { ...result(1, 'b', 1), version: '3' }]
      const finish = { state: 'over', endedAt: 9, events: 5, turns: 3, results } as const
      expect(await store.finish('m2', finish)).toBe(true)
      expect(await store.finish('m2', { ...finish, results: [] })).toBe(false)
      await store.setState('m2', 'running')
      expect(await store.match('m2')).toMatchObject({ state: 'over', endedAt: 9, events: 5, turns: 3, results })
    })

    test('a write that fails takes none of those down that were made together with it', async () => {
      await added('together', 0)
      const made = await Promise.allSettled([added('before', 0), added('together', 0), added('after', 0)])
      expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect(await store.match('before')).not.toBeNull()
      expect(await store.match('after')).not.toBeNull()
      for (const id of ['together', 'before', 'after']) await store.removeMatch(id)
    })

    test('finds matches by state, agent, scenario, tournament and time, newest first', async () => {
      await added('m3', 30, { scenario: 'leduc-poker', tournament: 't1' })
      await added('m4', 40, { scenario: 'leduc-poker' })
      await store.finish('m4', { state: 'over', endedAt: 41, events: 1, turns: 1, results: [result(0, 'zoe', 0)] })
      const ids = async (query: object) => (await store.matches({ limit: 10, ...query })).map((one) => one.spec.id)
      expect(await ids({ scenario: 'leduc-poker' })).toEqual(['m4', 'm3'])
      expect(await ids({ scenario: 'leduc-poker', state: 'running' })).toEqual(['m3'])
      expect(await ids({ tournament: 't1' })).toEqual(['m3'])
      expect(await ids({ agent: 'zoe' })).toEqual(['m4'])
      expect(await ids({ scenario: 'leduc-poker', before: 40 })).toEqual(['m3'])
      expect(await ids({ scenario: 'leduc-poker', limit: 1 })).toEqual(['m4'])
      expect(await store.results({ scenario: 'leduc-poker', limit: 9 })).toEqual([
        { match: 'm4', scenario: 'leduc-poker', results: [result(0, 'zoe', 0)] },
      ])
    })

    test('keeps events in order, each once however often it is added', async () => {
      const row = (id: number) => ({ match: 'm5', id, event: { type: 'dealt', move: `deal ${id}` } as const })
      await store.addEvents([row(1), row(0)])
      await store.addEvents([row(1), row(2)])
      expect(await store.events('m5')).toEqual([row(0).event, row(1).event, row(2).event])
      await store.addEvents(Array.from({ length: 1100 }, (_, id) => row(id)))
      expect(await store.events('m5')).toHaveLength(1100)
      await added('m5', 1)
      await store.removeMatch('m5')
      expect(await store.events('m5')).toEqual([])
      expect(await store.match('m5')).toBeNull()
    })

    test('a name is free again once its token is revoked', async () => {
      expect(await store.addToken(token('1', 'rosa'))).toBe(true)
      expect(await store.addToken(token('2', 'r0sa', 'rosa'))).toBe(false)
      expect(await store.tokenByHash('hash of 1')).toEqual(token('1', 'rosa'))
      expect(await store.revokeToken('rosa', 7)).toBe(true)
      expect(await store.revokeToken('rosa', 8)).toBe(false)
      expect(await store.tokenByHash('hash of 1')).toMatchObject({ revokedAt: 7 })
      expect(await store.addToken(token('3', 'rosa'))).toBe(true)
      expect((await store.tokens()).map(({ id }) => id).sort()).toEqual(['1', '3'])
    })

    test('documents are put, added once, listed and removed', async () => {
      await store.putDocument('plan', 'a', { n: 1, text: "it's; drop table" })
      await store.putDocument('plan', 'a', { n: 2 })
      expect(await store.addDocument('plan', 'a', { n: 3 })).toBe(false)
      expect(await store.addDocument('plan', 'b', [1])).toBe(true)
      expect(await store.document('plan', 'a')).toEqual({ n: 2 })
      expect(await store.document('plan', 'c')).toBeUndefined()
      expect(await store.documents('plan')).toEqual([
        { id: 'a', value: { n: 2 } },
        { id: 'b', value: [1] },
      ])
      await store.removeDocument('plan', 'a')
      expect(await store.documents('plan')).toHaveLength(1)
    })

    test('fifty writers at once lose nothing', async () => {
      await Promise.all(Array.from({ length: 50 }, (_, n) => store.addDocument('race', String(n % 10), n)))
      expect(await store.documents('race')).toHaveLength(10)
    })
  })
}
