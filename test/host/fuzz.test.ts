import { afterEach, expect, test } from '@jest/globals'
import type { Socket } from 'socket.io-client'
import { act, joined, spec, spectator, type TestArena, testArena, until } from './support.ts'

let arena: TestArena
afterEach(async () => await arena.close())

const HOSTILE: readonly unknown[] = [
  null,
  0,
  -1,
  1e308,
  '',
  'x'.repeat(10_000),
  '9'.repeat(5_000),
  true,
  [],
  [[[[[]]]]],
  {},
  JSON.parse('{"__proto__":{"ok":true},"constructor":{"prototype":{}}}'),
  { match: null, turn: null, move: null },
  { match: {}, turn: [], move: {} },
  { match: '__proto__', turn: 0, move: '__proto__' },
  { match: 'constructor', turn: 1e9, move: 'toString' },
  { match: '\ud800', turn: 0, move: '\u202eevil\u0000' },
  { match: 'x', turn: 0.5, move: 'y' },
  { match: 'x', turn: 0, move: 'y', text: { toString: 'no' }, beliefs: [], note: 'n' },
  { match: 'x', turn: 0, seat: -1, beliefs: { suspects: [Number.MAX_VALUE, Number.MAX_VALUE] } },
  { match: 'x', from: -5, tail: 1e12, sight: { toString: 1 } },
  new Uint8Array(64),
]

const EVENTS = [
  'act',
  'beliefs',
  'watch',
  'unwatch',
  'lobby',
  'error',
  'disconnect',
  'newListener',
  '__proto__',
  'constructor',
  'nothing',
  '',
]

/** Sends every hostile value under every name, with none, one or three arguments, with and without an ack. */
async function bombard(socket: Socket, namespace: string): Promise<void> {
  const emit = (event: string, ...values: unknown[]) => {
    try {
      socket.emit(event, ...values)
    } catch {
      // the client refuses its own reserved names; a stranger's client would not
      socket.io.engine.write(`42${namespace},${JSON.stringify([event, ...values])}`)
    }
  }
  for (const event of EVENTS) {
    emit(event)
    for (const value of HOSTILE) {
      emit(event, value)
      emit(event, value, value, value)
      if (event !== 'disconnect' && event !== 'newListener') {
        await socket
          .timeout(2_000)
          .emitWithAck(event, value)
          .catch((error: Error) => {
            if (!/disconnected/.test(error.message)) throw error
          })
      }
    }
  }
}

test('whatever is sent under whatever name, the server answers, and goes on', async () => {
  arena = await testArena({ settings: { messagesPerSecond: 1e6, burst: 1e6 } })
  const token = await arena.tokens.make('fuzz', ['play'], 0)
  const agent = await joined(arena.url, token, () => null)
  const { id } = await arena.rooms.start(spec(['fuzz', 'random']))
  await until(() => agent.asks.length === 1)
  await bombard(agent.socket, '/agents')
  const watcher = await spectator(arena.url)
  await bombard(watcher, '/watch')
  expect(await act(agent.socket, { match: id, turn: 0, move: 'pass' })).toEqual({ ok: true })
  await until(() => agent.asks.length > 1 || agent.overs.length > 0)
  agent.close()
  watcher.disconnect()
}, 60_000)

test('bytes that are no protocol at all end their own connection and nothing else', async () => {
  arena = await testArena()
  for (const packet of [
    '42',
    '42/agents,',
    '42/agents,["act"',
    '40/agents,{',
    '451-["x",{"_placeholder":true,"num":5}]',
    '99999',
    '40/nowhere,',
    '41',
    '43/agents,7[]',
    '4\u0000',
  ]) {
    const watcher = await spectator(arena.url)
    watcher.io.reconnection(false)
    watcher.io.engine.write(packet)
    await new Promise((done) => setTimeout(done, 20))
    watcher.disconnect()
  }
  expect((await fetch(`${arena.url}/api/health`)).status).toBe(200)
})

test('a message that is too large is refused by name, and the seat is kept', async () => {
  arena = await testArena({ settings: { messageBytes: 4_000 } })
  const agent = await joined(arena.url, await arena.tokens.make('goliath', ['play'], 0), () => null)
  const { id } = await arena.rooms.start(spec(['goliath', 'random']))
  await until(() => agent.asks.length === 1)
  const message = { match: id, turn: 0, move: 'pass' }
  expect(await act(agent.socket, { ...message, note: { thought: 'x'.repeat(5_000) } })).toMatchObject({
    ok: false,
    error: { code: 'too-large', message: expect.stringContaining('4000') },
  })
  expect(agent.socket.connected).toBe(true)
  expect(await act(agent.socket, message)).toEqual({ ok: true })
  agent.close()
})

test('a message larger than the transport takes costs the link, not the seat', async () => {
  arena = await testArena({ settings: { messageBytes: 4_000 } })
  const agent = await joined(arena.url, await arena.tokens.make('goliath', ['play'], 0), () => null)
  const { id } = await arena.rooms.start(spec(['goliath', 'random']))
  await until(() => agent.asks.length === 1)
  agent.socket.emit('act', { match: id, turn: 0, move: 'x'.repeat(50_000) })
  await until(() => agent.asks.length === 2)
  expect(agent.asks[1]).toMatchObject({ match: id, turn: 0 })
  expect(await act(agent.socket, { match: id, turn: 0, move: 'pass' })).toEqual({ ok: true })
  agent.close()
})

test('who sends too fast is told to wait, loses no move, and can play on', async () => {
  arena = await testArena({ settings: { messagesPerSecond: 50, burst: 5 } })
  const agent = await joined(arena.url, await arena.tokens.make('hasty', ['play'], 0), () => null)
  const { id } = await arena.rooms.start(spec(['hasty', 'random']))
  await until(() => agent.asks.length === 1)
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => act(agent.socket, { match: id, turn: 7, move: 'pass' })),
  )
  const hasty = replies.filter((reply) => !reply.ok && reply.error.code === 'too-fast')
  expect(hasty.length).toBeGreaterThan(5)
  expect(hasty[0]).toMatchObject({ error: { retry: expect.any(Number) } })
  await new Promise((done) => setTimeout(done, 100))
  expect(await act(agent.socket, { match: id, turn: 0, move: 'pass' })).toEqual({ ok: true })
  agent.close()
})

test('an address has so many sockets and no more, and gets one back when one closes', async () => {
  arena = await testArena({ settings: { socketsPerAddress: 3 } })
  const three = [await spectator(arena.url), await spectator(arena.url), await spectator(arena.url)]
  await expect(spectator(arena.url)).rejects.toThrow()
  three[0]!.disconnect()
  await until(
    async () =>
      await spectator(arena.url).then(
        (socket) => three.push(socket) > 0,
        () => false,
      ),
  )
  for (const socket of three) socket.disconnect()
})
