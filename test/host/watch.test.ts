import { afterEach, expect, test } from '@jest/globals'
import type { Frame, FrameBatch, LobbyState, MatchSummary } from '../../arena/host/protocol.ts'
import { openScenario } from '../../arena/scenario/index.ts'
import { joined, over, spec, spectator, type TestAgent, type TestArena, testArena, until, watched } from './support.ts'

let arena: TestArena
const open: { close(): void }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) one.close()
  await arena.close()
})

const watcher = async (token?: string) => {
  const socket = await spectator(arena.url, token)
  open.push(socket)
  return socket
}

const agent = async (name: string): Promise<TestAgent & { token: string }> => {
  const token = await arena.tokens.make(name, ['play'], 0)
  const one = await joined(arena.url, token, () => null)
  open.push(one)
  return { ...one, token }
}

const framesOf = (batches: readonly FrameBatch[]): Frame[] => batches.flatMap(({ frames }) => frames)

/** Every event from the first asked for to the last, each covered once, in order. */
function expectWhole(batches: readonly FrameBatch[], from: number, events: number): void {
  let next = from
  for (const batch of batches) {
    expect(batch.from).toBe(next)
    for (const { id } of batch.frames) expect(id >= batch.from && id <= batch.to).toBe(true)
    next = batch.to + 1
  }
  expect(next).toBe(events)
  const ids = framesOf(batches).map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
}

test('spectators who come at different times all get every event once, in order, up to the last', async () => {
  arena = await testArena({ settings: { framesPerBatch: 3 } })
  const alice = await agent('alice')
  const { id } = await arena.rooms.start(spec(['alice', 'random'], { scenario: 'connect-four' }))
  const watching: ReturnType<typeof watched>[] = []
  for (let turn = 0; ; turn++) {
    await until(async () => alice.asks.length > turn || (await arena.store.match(id))?.endedAt != null)
    const ask = alice.asks[turn]
    if (!ask) break
    if (turn < 4) watching.push(watched(await watcher(), { match: id }))
    await alice.socket.emitWithAck('act', { match: id, turn: ask.turn, move: ask.moves[0] })
  }
  watching.push(watched(await watcher(), { match: id, from: 5 }))
  const { length } = await arena.store.events(id)
  const all = await Promise.all(watching)
  for (const [index, { batches }] of all.entries()) expectWhole(batches, index === 4 ? 5 : 0, length)
  const [first, ...rest] = all.slice(0, 4).map(({ batches }) => framesOf(batches))
  for (const frames of rest) expect(frames).toEqual(first)
  expect(first!.filter(({ type }) => type === 'moved').every(({ line }) => (line ?? '').length > 0)).toBe(true)
})

test('a late joiner of a long match gets a snapshot and the tail', async () => {
  arena = await testArena()
  const { id } = await arena.rooms.start(spec(['random', 'random'], { scenario: 'connect-four' }))
  await over(arena, id)
  const { length } = await arena.store.events(id)
  const whole = await watched(await watcher(), { match: id })
  const late = await watched(await watcher(), { match: id, tail: 4 })
  expectWhole(late.batches, length - 4, length)
  const before = framesOf(whole.batches).findLast((frame) => frame.id <= length - 5)
  expect(late.reply).toMatchObject({ ok: true, snapshot: { id: length - 5, view: before!.view } })
})

test('until a match is over its secrets are for those who have a right to them', async () => {
  arena = await testArena()
  const alice = await agent('alice')
  const bob = await agent('bob')
  const moderator = await arena.tokens.make('mo', ['moderate'], 0)
  const { id } = await arena.rooms.start(spec(['alice', 'bob']))
  await until(() => alice.asks.length === 1)
  const ask = async (token: string | undefined, sight: unknown) =>
    await (await watcher(token)).timeout(5000).emitWithAck('watch', { match: id, sight })
  for (const [token, sight] of [
    [undefined, 'all'],
    [undefined, 0],
    [bob.token, 0],
    [bob.token, 'all'],
  ] as const) {
    expect(await ask(token, sight)).toMatchObject({ ok: false, error: { code: 'not-allowed' } })
  }
  for (const [token, sight] of [
    [undefined, 'audience'],
    [alice.token, 0],
    [bob.token, 1],
    [moderator, 'all'],
    [moderator, 1],
  ] as const) {
    expect(await ask(token, sight)).toMatchObject({ ok: true, sight })
  }
  expect(await ask(moderator, 2)).toMatchObject({ ok: false, error: { code: 'no-seat' } })
  expect(await ask(undefined, 'everything')).toMatchObject({ ok: false, error: { code: 'bad-message' } })
  const log = async (token?: string) =>
    (await fetch(`${arena.url}/api/matches/${id}/log`, token ? { headers: { authorization: `Bearer ${token}` } } : {}))
      .status
  expect(await log()).toBe(403)
  expect(await log(alice.token)).toBe(403)
  expect(await log(moderator)).toBe(200)
  await arena.rooms.stop(id, 'enough')
  expect(await ask(undefined, 'all')).toMatchObject({ ok: true })
  expect(await log()).toBe(200)
})

test("no message about a running match holds another seat's card", async () => {
  arena = await testArena()
  const alice = await agent('alice')
  const bob = await agent('bob')
  const sent = { audience: '', alice: '', bob: '', rest: '' }
  const audience = await watcher()
  audience.onAny((...message) => void (sent.audience += JSON.stringify(message)))
  const aliceWatches = await watcher(alice.token)
  aliceWatches.onAny((...message) => void (sent.alice += JSON.stringify(message)))
  alice.socket.onAny((...message) => void (sent.alice += JSON.stringify(message)))
  bob.socket.onAny((...message) => void (sent.bob += JSON.stringify(message)))
  await audience.emitWithAck('lobby', {})
  // Leduc poker: each seat's card is dealt apart; the canary is any card letter at all.
  const { id } = await arena.rooms.start(spec(['alice', 'bob'], { seed: 3 }))
  await until(() => alice.asks.length === 1)
  await audience.emitWithAck('watch', { match: id })
  await aliceWatches.emitWithAck('watch', { match: id, sight: 0 })
  for (const path of ['', '/frames', '/frames?sight=audience']) {
    sent.rest += await (await fetch(`${arena.url}/api/matches/${id}${path}`)).text()
  }
  await alice.socket.emitWithAck('act', { match: id, turn: 0, move: 'bet' })
  await until(() => bob.asks.length === 1)
  const cards = (await arena.rooms.told(id))!.events.flatMap((event) => (event.type === 'dealt' ? [event.move] : []))
  const shows = (text: string, card: string) => text.includes(`"card":"${card}"`) || text.includes(`"move":"${card}"`)
  expect(shows(sent.alice, cards[0]!)).toBe(true)
  expect(shows(sent.bob, cards[1]!)).toBe(true)
  expect(shows(sent.alice, cards[1]!)).toBe(false)
  expect(shows(sent.bob, cards[0]!)).toBe(false)
  for (const card of cards) expect(shows(sent.audience + sent.rest, card)).toBe(false)
  expect(Object.values(sent).join('')).not.toContain('"seed"')
})

test('no message about a running mystery names its culprit, its seed or what another seat was told', async () => {
  arena = await testArena({ openTable: true })
  const alice = await agent('alice')
  const scenario = 'mystery:simple:918273'
  const { game, truth } = await openScenario(scenario)
  const innocent = game.seats.findIndex(({ role }) => role !== 'culprit')
  const others = game.seats.map((_, seat) => (seat === innocent ? 'alice' : 'talker'))
  const audience = await watcher()
  const sent: string[] = []
  audience.onAny((...message) => sent.push(JSON.stringify(message)))
  alice.socket.onAny((...message) => sent.push(JSON.stringify(message)))
  await audience.emitWithAck('lobby', {})
  const { id } = await arena.rooms.start(spec(others, { scenario, survey: 'every' }))
  await until(() => alice.asks.length === 1)
  await audience.emitWithAck('watch', { match: id })
  for (let turn = 0; turn < 3; turn++) {
    await until(() => alice.asks.length > turn)
    const ask = alice.asks[turn]!
    await alice.socket.emitWithAck('act', { match: id, turn: ask.turn, move: ask.moves[0] })
  }
  for (const path of ['', '/frames', '/log', '/credit']) {
    sent.push(await (await fetch(`${arena.url}/api/matches/${id}${path}`)).text())
  }
  sent.push(await (await fetch(`${arena.url}/api/matches?limit=5`)).text())
  const all = sent.join('\n')
  expect(all.length).toBeGreaterThan(5_000)
  expect(all).not.toContain('918273')
  expect(all).not.toContain('"role":"culprit"')
  expect(all).not.toContain(truth!.slice(0, 60))
  expect(all).not.toContain('suspects')
  const told = game.seats.map((_, seat) => Object(game.view(game.start(), seat)).me)
  for (const [seat, me] of told.entries()) {
    if (seat !== innocent && me?.persona?.script)
      expect(all).not.toContain(JSON.stringify(me.persona.script).slice(1, 60))
  }
})

test('the lobby hears of matches as they begin, move and end, and of the beat', async () => {
  arena = await testArena({ settings: { beatMs: 50 } })
  const socket = await watcher()
  const states: string[] = []
  let beats = 0
  socket.on('match', (summary: MatchSummary) => states.push(summary.state))
  socket.on('beat', () => beats++)
  const lobby = (await socket.emitWithAck('lobby', {})) as LobbyState
  expect(lobby).toMatchObject({ ok: true, running: [], recent: [], standings: [], beatMs: 50 })
  const { id } = await arena.rooms.start(spec(['random', 'random'], { pace: 20 }))
  await over(arena, id)
  await until(() => states.at(-1) === 'over' && beats > 1)
  expect(states[0]).not.toBe('over')
  expect(((await socket.emitWithAck('lobby', {})) as LobbyState).recent).toHaveLength(1)
})

test('five drops in a row lose a spectator nothing that it asks for again', async () => {
  arena = await testArena()
  const alice = await agent('alice')
  const { id } = await arena.rooms.start(spec(['alice', 'random'], { scenario: 'connect-four' }))
  const got: FrameBatch[] = []
  let next = 0
  for (let drop = 0; drop < 5; drop++) {
    const socket = await watcher()
    socket.on('frames', (batch: FrameBatch) => {
      got.push(batch)
      next = batch.to + 1
    })
    await socket.emitWithAck('watch', { match: id, from: next })
    await until(() => alice.asks.length > drop)
    const ask = alice.asks[drop]!
    await alice.socket.emitWithAck('act', { match: id, turn: ask.turn, move: ask.moves[drop % 2] })
    socket.disconnect()
  }
  await arena.rooms.stop(id, 'enough')
  const rest = await watched(await watcher(), { match: id, from: next })
  expectWhole([...got, ...rest.batches], 0, (await arena.store.events(id)).length)
})

test('a match that nobody watches has no teller, and one that nobody watches any longer neither', async () => {
  arena = await testArena()
  await agent('alice')
  const { id } = await arena.rooms.start(spec(['alice', 'random']))
  await until(() => (arena.rooms.get(id)?.events.length ?? 0) > 1)
  const socket = await watcher()
  await socket.emitWithAck('watch', { match: id })
  const lines = () => arena.sockets.of('/watch').adapter.rooms.has(`frames ${id} audience`)
  await until(lines)
  socket.disconnect()
  await until(() => !lines())
})
