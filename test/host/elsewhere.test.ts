/** Matches that another server or a worker plays, seen from here. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, test } from '@jest/globals'
import type { Agent } from '../../arena/core/agent.ts'
import type { Frame, FrameBatch, LobbyState, MatchSummary } from '../../arena/host/protocol.ts'
import { forgetDead, ShownMatches } from '../../arena/host/shown-matches.ts'
import type { Store } from '../../arena/host/store.ts'
import { openSqlite } from '../../arena/host/store-open.ts'
import { Tokens } from '../../arena/host/tokens.ts'
import { planOf } from '../../arena/host/tournament-plan.ts'
import { playPlanned, Stop } from '../../arena/host/tournament-play.ts'
import { openScenario } from '../../arena/scenario/index.ts'
import { openAgent } from '../../plugins/index.ts'
import {
  act,
  freshFolder,
  joined,
  over,
  spec,
  spectator,
  type TestArena,
  testArena,
  until,
  watched,
} from './support.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** Servers with a data folder each and one store between them. */
async function cluster(...nodes: string[]): Promise<TestArena[]> {
  const file = join(freshFolder(), 'shared.sqlite')
  const arenas: TestArena[] = []
  for (const node of nodes) {
    const store = await openSqlite(file)
    const arena = await testArena({ store, node, settings: { followMs: 20, framesPerBatch: 4 } })
    ends.push(async () => {
      await arena.close()
      await store.close()
    })
    arenas.push(arena)
  }
  return arenas
}

const watcher = async ({ url }: { readonly url: string }) => {
  const socket = await spectator(url)
  ends.push(() => socket.disconnect())
  return socket
}

const framesOf = (batches: readonly FrameBatch[]): Frame[] => batches.flatMap(({ frames }) => frames)

/** Batches cover each event once, in order, without a gap. */
function expectWhole(batches: readonly FrameBatch[], from: number): void {
  let next = from
  for (const batch of batches) {
    expect(batch.from).toBe(next)
    next = batch.to + 1
  }
  expect(batches.at(-1)!.complete).toBe(true)
}

test('a spectator of one server sees every frame of a match that another plays, in order, also after a lost connection', async () => {
  const [a, b] = (await cluster('a', 'b')) as [TestArena, TestArena]
  const alice = await joined(a.url, await a.tokens.make('alice', ['play'], 0), () => null)
  ends.push(alice.close)
  const { id } = await a.rooms.start(spec(['alice', 'random'], { scenario: 'connect-four' }))
  const near = watched(await watcher(a), { match: id })
  const far = watched(await watcher(b), { match: id })
  const lossy = await watcher(b)
  const first: FrameBatch[] = []
  lossy.on('frames', (batch: FrameBatch) => first.push(batch))
  await lossy.emitWithAck('watch', { match: id })
  for (let turn = 0; ; turn++) {
    await until(async () => alice.asks.length > turn || (await a.store.match(id))?.endedAt != null)
    const ask = alice.asks[turn]
    if (!ask) break
    if (turn === 3) {
      await until(() => (first.at(-1)?.to ?? 0) >= 4)
      lossy.disconnect()
    }
    await act(alice.socket, { match: id, turn: ask.turn, move: ask.moves[0] })
  }
  const all = [await near, await far]
  for (const { batches } of all) expectWhole(batches, 0)
  expect(framesOf(all[1]!.batches)).toEqual(framesOf(all[0]!.batches))
  const from = first.at(-1)!.to + 1
  const rest = await watched(await watcher(b), { match: id, from })
  expectWhole(rest.batches, from)
  const ids = [...framesOf(first), ...framesOf(rest.batches)].map((frame) => frame.id)
  expect(ids).toEqual(framesOf(all[0]!.batches).map((frame) => frame.id))
})

test('frames of a match elsewhere hold what their sight may see, and other sights are refused until its end', async () => {
  const [a, b] = (await cluster('a', 'b')) as [TestArena, TestArena]
  const alice = await joined(a.url, await a.tokens.make('alice', ['play'], 0), () => null)
  ends.push(alice.close)
  const { id } = await a.rooms.start(spec(['alice', 'random'], { scenario: 'kuhn-poker' }))
  await until(() => alice.asks.length > 0)
  const eyes = await watcher(b)
  const texts: string[] = []
  eyes.onAny((...came) => texts.push(JSON.stringify(came)))
  const reply = await eyes.emitWithAck('watch', { match: id })
  expect(reply).toMatchObject({ ok: true, match: { state: 'running', open: false } })
  await until(() => texts.some((text) => text.includes('"frames"')))
  const { card } = alice.asks[0]!.view as { card: string }
  expect(card).toMatch(/^[JQK]$/)
  expect(texts.filter((text) => text.includes(`"${card}"`))).toEqual([])
  for (const sight of ['all', 0, 1]) {
    expect(await eyes.emitWithAck('watch', { match: id, sight })).toMatchObject({
      ok: false,
      error: { code: 'not-allowed' },
    })
  }
})

test('matches of other servers are in the lobby, and each server goes on with its own alone', async () => {
  const [a, b] = (await cluster('a', 'b')) as [TestArena, TestArena]
  const alice = await joined(a.url, await a.tokens.make('alice', ['play'], 0), () => null)
  ends.push(alice.close)
  const { id } = await a.rooms.start(spec(['alice', 'random'], { scenario: 'kuhn-poker' }))
  const lobby = (await (await watcher(b)).emitWithAck('lobby', {})) as LobbyState
  expect(lobby.running.map((match) => match.id)).toEqual([id])
  const again = await testArena({ store: b.store, node: 'b' })
  ends.push(() => again.close())
  expect(again.resumed).toBe(0)
})

test('events that reach the store out of turn are told in order, once the one between is there', async () => {
  const [arena] = (await cluster('a')) as [TestArena]
  const { store } = arena
  const played = await arena.rooms.start(spec(['random', 'random'], { scenario: 'connect-four' }))
  await over(arena, played.id)
  const rows = (await store.events(played.id)).map((event, id) => ({ match: 'far', id, event }))
  const far = spec(['random', 'random'], { id: 'far', scenario: 'connect-four', node: 'b' })
  await store.addMatch({ spec: far, kind: 'connect-four', startedAt: 0, state: 'running' })
  await store.addEvents([...rows.slice(0, 2), ...rows.slice(3)])
  const socket = await watcher(arena)
  const batches: FrameBatch[] = []
  socket.on('frames', (batch: FrameBatch) => batches.push(batch))
  await socket.emitWithAck('watch', { match: 'far' })
  await until(() => batches.length > 0)
  expect(batches.map(({ from, to }) => [from, to])).toEqual([[0, 1]])
  await store.addEvents(rows.slice(2, 3))
  await until(() => batches.at(-1)!.complete)
  expectWhole(batches, 0)
  expect(batches.at(-1)!.to).toBe(rows.length - 1)
})

/** Answers when it is let. */
function slow(agent: Agent, turn: () => Promise<void>): Agent {
  return {
    name: agent.name,
    async act(ask) {
      await turn()
      return await agent.act(ask)
    },
  }
}

async function playing(store: Store, wait: () => Promise<void>, slowMs: number) {
  const failed = (error: unknown) => {
    throw error
  }
  const shows = new ShownMatches(store, { node: 'worker', slow: slowMs, most: 1, linger: 10, failed })
  ends.push(() => shows.close())
  const plan = planOf({ id: 'cup', scenarios: ['kuhn-poker'], agents: ['random', 'perfect'], schedule: 'round-robin' })
  const agents = ['random', 'perfect']
  const place = { tournament: 'cup', round: 0, meeting: 0, place: 0, block: '0.0', meets: agents }
  const match = { id: 'cup.0.0.0.0.0', scenario: 'kuhn-poker', seed: 5, agents, ...place }
  const deps = {
    openScenario,
    logs: freshFolder(),
    shows,
    openAgent: async (one: string, place: Parameters<typeof openAgent>[1]) => slow(await openAgent(one, place), wait),
  }
  const stop = new Stop(new AbortController().signal)
  const order = { match, plan, again: false }
  return { shows, ended: playPlanned(order, deps, stop) }
}

test('a match that a worker takes its time over is watched live from a server, and forgotten once the worker ends', async () => {
  const [arena] = (await cluster('a')) as [TestArena]
  let go = () => {}
  const held = new Promise<void>((done) => {
    go = done
  })
  const { shows, ended } = await playing(arena.store, async () => await held, 1)
  const socket = await watcher(arena)
  let shown: MatchSummary | undefined
  await until(async () => {
    shown = ((await socket.emitWithAck('lobby', {})) as LobbyState).running[0]
    return shown !== undefined
  })
  expect(shown).toMatchObject({ tournament: 'cup', state: 'running', open: false })
  const watching = watched(socket, { match: shown!.id })
  go()
  await ended
  const { batches } = await watching
  expectWhole(batches, 0)
  expect(framesOf(batches).at(-1)!.type).toBe('ended')
  await until(async () => (await arena.store.match(shown!.id))?.endedAt != null)
  const all = await socket.emitWithAck('watch', { match: shown!.id, sight: 'all' })
  expect(all).toMatchObject({ ok: false, error: { code: 'sealed' } }) // others of its block are still to be played
  expect(((await socket.emitWithAck('lobby', {})) as LobbyState).recent).toEqual([])
  await shows.close()
  expect(await arena.store.match(shown!.id)).toBeNull()
  expect(await arena.store.events(shown!.id)).toEqual([])
})

test('quick matches of a worker leave nothing in the store, and what a dead worker showed is forgotten', async () => {
  const [arena] = (await cluster('a')) as [TestArena]
  const { store } = arena
  const { shows, ended } = await playing(store, async () => {}, 60_000)
  await ended
  await shows.close()
  expect(await store.matches({ limit: 10 })).toEqual([])
  const match = { scenario: 'kuhn-poker', seed: 1, agents: ['random', 'random'], survey: 'never' } as const
  const dead = new ShownMatches(store, { node: 'dead', slow: 0, failed: () => {} })
  const far = await arena.rooms.start(spec(['random', 'random'], { scenario: 'kuhn-poker' }))
  await over(arena, far.id)
  const begun = (await store.events(far.id)).slice(0, 2)
  await store.removeMatch(far.id)
  dead.begin({ ...match, kind: 'kuhn-poker', tournament: 'cup' }, begun)
  await until(async () => (await store.matches({ limit: 10 })).length === 1)
  const { id } = (await store.matches({ limit: 1 }))[0]!.spec
  const socket = await watcher(arena)
  const states: string[] = []
  socket.on('match', ({ state }: MatchSummary) => states.push(state))
  const told = new Promise((done) => socket.once('frames', done))
  await socket.emitWithAck('watch', { match: id })
  await told
  await forgetDead(store, Date.now())
  expect(await store.matches({ limit: 10 })).toHaveLength(1)
  await forgetDead(store, Date.now() + 3_600_000)
  expect(await store.matches({ limit: 10 })).toEqual([])
  await until(() => states.at(-1) === 'stopped')
  await dead.close()
})

/** A `parley serve` of its own. */
async function served(data: string, node: string): Promise<{ readonly url: string }> {
  const call = ['--import', 'tsx', 'arena/cli/main.ts', 'serve', '--json', '--quiet', '--port', '0', '--open']
  const { PARLEY_TEST_REDIS: redis } = process.env
  const more = ['--data', data, '--node', node, ...(redis === undefined ? [] : ['--redis', redis])]
  const child = spawn(process.execPath, [...call, ...more], { stdio: ['ignore', 'pipe', 'inherit'] })
  ends.push(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return JSON.parse(line) as { url: string }
}

test('two server processes on one store: what one plays is watched at the other', async () => {
  const data = freshFolder()
  const store = await openSqlite(join(data, 'parley.sqlite'))
  ends.push(() => store.close())
  const token = await (await Tokens.open(store, [])).make('alice', ['play'], 0)
  const [a, b] = await Promise.all([served(data, 'a'), served(data, 'b')])
  const alice = await joined(a.url, token, () => null)
  ends.push(alice.close)
  const started = await fetch(`${a.url}/api/matches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scenario: 'connect-four', agents: ['alice', 'random'] }),
  })
  const { id } = (await started.json()) as MatchSummary
  await until(() => alice.asks.length > 0)
  const near = watched(await watcher(a), { match: id })
  const socket = await watcher(b)
  const live: FrameBatch[] = []
  socket.on('frames', (batch: FrameBatch) => live.push(batch))
  const far = watched(socket, { match: id })
  await until(() => live.length > 0)
  for (let turn = 0; !alice.overs[0]; turn++) {
    await until(() => alice.asks.length > turn || alice.overs.length > 0)
    const ask = alice.asks[turn]
    if (ask) await act(alice.socket, { match: id, turn: ask.turn, move: ask.moves[0] })
  }
  const [here, there] = [await near, await far]
  expectWhole(there.batches, 0)
  expect(framesOf(there.batches)).toEqual(framesOf(here.batches))
}, 200_000)
