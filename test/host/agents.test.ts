import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import { act, joined, over, spec, steady, type TestArena, testArena, until } from './support.ts'

let arena: TestArena
afterEach(async () => await arena.close())

const tokenFor = async (name: string) => await arena.tokens.make(name, ['play'], Date.now())

test('two agents over sockets play a match to its end, and both hear how it went', async () => {
  arena = await testArena()
  const alice = await joined(arena.url, await tokenFor('alice'))
  const bob = await joined(arena.url, await tokenFor('bob'))
  const { id } = await arena.rooms.start(spec(['alice', 'bob']))
  await over(arena, id)
  await until(() => alice.overs.length === 1 && bob.overs.length === 1)
  expect(alice.overs[0]).toMatchObject({ match: id, seat: 0, state: 'over' })
  expect(alice.overs[0]!.scores[0]! + alice.overs[0]!.scores[1]!).toBe(0)
  expect(alice.asks[0]).toMatchObject({
    match: id,
    turn: 0,
    game: 'kuhn-poker',
    seat: 0,
    moves: ['pass', 'bet'],
    bank: 60_000,
  })
  expect(alice.asks[0]!.prompt).toContain('bet')
  expect(alice.asks[0]!.left).toBeGreaterThan(60_000)
  const stored = await arena.store.match(id)
  expect(stored?.results.map(({ agent }) => agent)).toEqual(['alice', 'bob'])
  alice.close()
  bob.close()
})

test('an agent that joined without wanting words gets the view alone', async () => {
  arena = await testArena()
  const alice = await joined(arena.url, await tokenFor('alice'), steady, { prompt: false })
  const { id } = await arena.rooms.start(spec(['alice', 'random']))
  await over(arena, id)
  expect(alice.asks[0]).toMatchObject({ prompt: '', view: { card: expect.any(String) } })
  alice.close()
})

test('finished matches beyond those to be kept are forgotten, with their logs', async () => {
  arena = await testArena({ settings: { keepMatches: 10 } })
  for (let from = 0; from < 100; from += 10) {
    const specs = Array.from({ length: 10 }, () => spec(['random', 'random']))
    await Promise.all(specs.map(async (one) => await over(arena, (await arena.rooms.start(one)).id)))
  }
  const kept = async () => (await arena.store.matches({ limit: 200 })).map(({ spec: { id } }) => id)
  await until(async () => (await kept()).length <= 20)
  await until(() => readdirSync(join(arena.data, 'logs')).length <= 20)
  expect((await kept()).length).toBeGreaterThanOrEqual(10)
})

test('a match waits for its agents and begins when the last of them comes', async () => {
  arena = await testArena()
  const alice = await joined(arena.url, await tokenFor('alice'))
  const token = await tokenFor('bob')
  const { id } = await arena.rooms.start(spec(['bob', 'alice']))
  expect((await arena.registry.summary(id)).summary.state).toBe('waiting')
  const bob = await joined(arena.url, token)
  await over(arena, id)
  alice.close()
  bob.close()
})

test('a wrong token, another protocol, a wrong name and a shapeless handshake are refused with a code and a sentence', async () => {
  arena = await testArena()
  const token = await tokenFor('alice')
  const refused = async (join: Record<string, unknown>, secret = token) =>
    await joined(arena.url, secret, steady, join).then(
      () => 'joined',
      (error: Error & { data: { code: string; message: string } }) => error.data,
    )
  expect(await refused({}, 'parley_wrong')).toMatchObject({ code: 'bad-token' })
  expect(await refused({ protocol: 2 })).toEqual({ code: 'protocol', message: 'this arena speaks protocol 1, not 2' })
  expect(await refused({ agent: { name: 'bob' } })).toMatchObject({ code: 'wrong-name' })
  expect(await refused({ concurrency: 'many' })).toMatchObject({
    code: 'bad-message',
    message: expect.stringContaining('/concurrency must be integer'),
  })
  expect(await refused({ agent: { __proto__: null, name: 7 } })).toMatchObject({ code: 'bad-message' })
  await arena.tokens.make('watcher', ['watch'], 0).then(async (watch) => {
    expect(await refused({}, watch)).toMatchObject({ code: 'not-allowed' })
  })
  await arena.store.revokeToken('alice', 1)
  expect(await refused({})).toMatchObject({ code: 'bad-token' })
})

test('an answer counts once however often it comes, and one to a past turn is late, never applied to a later one', async () => {
  arena = await testArena({ settings: { turnMs: 20_000 } })
  const alice = await joined(arena.url, await tokenFor('alice'), () => null)
  const bob = await joined(arena.url, await tokenFor('bob'), () => null)
  const { id } = await arena.rooms.start(spec(['alice', 'bob']))
  await until(() => alice.asks.length === 1)
  const first = { match: id, turn: 0, move: 'bet' }
  expect(await act(alice.socket, { ...first, turn: 1 })).toMatchObject({
    ok: false,
    error: { code: 'not-asked', current: 0 },
  })
  expect(await act(bob.socket, { ...first })).toMatchObject({ ok: false, error: { code: 'not-asked' } })
  expect(await act(alice.socket, first)).toEqual({ ok: true })
  expect(await act(alice.socket, first)).toEqual({ ok: true, duplicate: true })
  await until(() => bob.asks.length === 1)
  expect(await act(bob.socket, first)).toMatchObject({ ok: false, error: { code: 'late' } })
  expect(await act(bob.socket, { match: id, turn: 1, move: 'pass' })).toEqual({ ok: true })
  await over(arena, id)
  const events = await arena.store.events(id)
  expect(events.filter(({ type }) => type === 'moved').map((event) => 'move' in event && event.move)).toEqual([
    'bet',
    'pass',
  ])
  expect(await act(alice.socket, first)).toMatchObject({ ok: false, error: { code: 'no-match' } })
  alice.close()
  bob.close()
})

test('an illegal answer may be taken back twice within the same turn; the third one forfeits, and all of it is in the log', async () => {
  arena = await testArena()
  const alice = await joined(arena.url, await tokenFor('alice'), () => null)
  const { id } = await arena.rooms.start(spec(['alice', 'random']))
  await until(() => alice.asks.length === 1)
  const wrong = { match: id, turn: 0, move: 'raise' }
  expect(await act(alice.socket, { ...wrong, id: 'a' })).toMatchObject({
    ok: false,
    error: {
      code: 'illegal-move',
      message: expect.stringContaining('may play pass, bet'),
      allowed: ['pass', 'bet'],
      left: 2,
    },
  })
  await until(() => alice.asks.length === 2)
  expect(alice.asks[1]!.refusal).toMatchObject({ code: 'illegal-move', left: 2 })
  // The same message delivered twice is one answer.
  expect(await act(alice.socket, { ...wrong, id: 'a' })).toMatchObject({ ok: false, error: { left: 2 } })
  expect(await act(alice.socket, { ...wrong, id: 'b' })).toMatchObject({ ok: false, error: { left: 1 } })
  await until(() => alice.asks.length === 3)
  expect(await act(alice.socket, { ...wrong, id: 'c' })).toMatchObject({ ok: false, error: { left: 0 } })
  await over(arena, id)
  const types = (await arena.store.events(id)).map(({ type }) => type)
  expect(types.filter((type) => type === 'refused')).toHaveLength(3)
  expect(types).toContain('forfeited')
  expect((await arena.store.match(id))?.results[0]).toMatchObject({ agent: 'alice', score: -2, faults: { illegal: 1 } })
  alice.close()
})

test('who thinks too long is late, who is away is gone, and the bank is drawn on first', async () => {
  arena = await testArena({ settings: { turnMs: 60, bankMs: 100 } })
  const alice = await joined(arena.url, await tokenFor('alice'), () => null)
  const began = Date.now()
  const late = await arena.rooms.start(spec(['alice', 'random']))
  await over(arena, late.id)
  expect(Date.now() - began).toBeGreaterThanOrEqual(155)
  expect((await arena.store.match(late.id))?.results[0]?.faults).toEqual({ late: 1 })
  const gone = await arena.rooms.start(spec(['alice', 'random']))
  await until(() => alice.asks.length === 2)
  alice.close()
  await over(arena, gone.id)
  expect((await arena.store.match(gone.id))?.results[0]?.faults).toEqual({ gone: 1 })
})

test('without a clock a seat may think for ever, but not be away for longer than the grace period', async () => {
  arena = await testArena({ settings: { turnMs: null, graceMs: 80 } })
  const token = await tokenFor('alice')
  const alice = await joined(arena.url, token, () => null)
  const { id } = await arena.rooms.start(spec(['alice', 'random']))
  await until(() => alice.asks.length === 1)
  expect(alice.asks[0]).toMatchObject({ deadline: null, left: null })
  alice.close()
  const back = await joined(arena.url, token, () => null)
  await new Promise((done) => setTimeout(done, 150))
  expect((await arena.store.match(id))?.endedAt).toBeNull()
  back.close()
  await over(arena, id)
  expect((await arena.store.match(id))?.results[0]?.faults).toEqual({ gone: 1 })
})

test('after five drops in a row an agent gets its open turn again each time, and the match ends as if nothing had happened', async () => {
  arena = await testArena()
  const token = await tokenFor('alice')
  const seen: number[] = []
  const { id } = await arena.rooms.start(spec(['alice', 'random'], { scenario: 'tic-tac-toe' }))
  for (let drop = 0; drop < 5; drop++) {
    const alice = await joined(arena.url, token, () => null)
    await until(() => alice.asks.length === 1)
    seen.push(alice.asks[0]!.turn)
    alice.close()
  }
  expect(seen).toEqual([0, 0, 0, 0, 0])
  const alice = await joined(arena.url, token)
  await over(arena, id)
  await until(() => alice.overs.length === 1)
  const undisturbed = await arena.rooms.start(spec(['alice', 'random'], { scenario: 'tic-tac-toe' }))
  await over(arena, undisturbed.id)
  const moves = async (match: string) => (await arena.store.events(match)).filter(({ type }) => type === 'moved')
  expect(await moves(id)).toEqual(await moves(undisturbed.id))
  alice.close()
})

test('joining twice replaces the older link, and its late end does not unseat the new one', async () => {
  arena = await testArena()
  const token = await tokenFor('alice')
  const older = await joined(arena.url, token, () => null)
  older.socket.io.reconnection(false)
  const closed = new Promise<{ code: string }>((done) => older.socket.once('closed', done))
  const newer = await joined(arena.url, token)
  expect(await closed).toMatchObject({ code: 'replaced' })
  await until(() => !older.socket.connected)
  const { id } = await arena.rooms.start(spec(['alice', 'random']))
  await over(arena, id)
  expect(older.asks).toHaveLength(0)
  expect(newer.asks.length).toBeGreaterThan(0)
  newer.close()
})

test('fifty matches at once for an agent that takes one are played one after the other', async () => {
  arena = await testArena()
  let most = 0
  const alice = await joined(arena.url, await tokenFor('alice'), steady, { concurrency: 1 })
  arena.rooms.onChange = () => {
    most = Math.max(most, arena.rooms.running().length)
  }
  const rooms = await Promise.all(Array.from({ length: 50 }, () => arena.rooms.start(spec(['alice', 'random']))))
  for (const { id } of rooms) await over(arena, id)
  expect(most).toBe(1)
  await until(() => alice.overs.length === 50)
  alice.close()
})

test('what was missed of a match between two own moves comes with the ask, in order', async () => {
  arena = await testArena()
  const alice = await joined(arena.url, await tokenFor('alice'))
  const { id } = await arena.rooms.start(spec(['random', 'alice'], { scenario: 'tic-tac-toe' }))
  await over(arena, id)
  const events = await arena.store.events(id)
  for (const ask of alice.asks) {
    expect(ask.news.map(({ seat }) => seat)).toEqual([0])
    expect(ask.news[0]!.id).toBeGreaterThanOrEqual(ask.since)
    expect(events[ask.news[0]!.id]).toMatchObject({ type: 'moved', seat: 0, move: ask.news[0]!.move })
    expect(ask.news[0]!.line.length).toBeGreaterThan(0)
  }
  alice.close()
})
