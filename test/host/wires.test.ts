import { afterEach, expect, test } from '@jest/globals'
import WebSocket from 'ws'
import { over, spec, steady, type TestArena, testArena, until } from './support.ts'

let arena: TestArena
const open: WebSocket[] = []
afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate()
  await arena.close()
})

// biome-ignore lint/suspicious/noExplicitAny: any JSON may come
type Message = any

async function dial(token: string, reply = steady): Promise<{ socket: WebSocket; got: Message[] }> {
  const socket = new WebSocket(`${arena.url.replace('http', 'ws')}/ws/agents`)
  open.push(socket)
  const got: Message[] = []
  socket.on('error', () => {})
  socket.on('message', (raw) => {
    const message = JSON.parse(raw.toString())
    got.push(message)
    if (message.type !== 'ask') return
    const answer = reply(message)
    if (answer) socket.send(JSON.stringify({ type: 'act', match: message.match, turn: message.turn, ...answer }))
  })
  await new Promise((done) => socket.once('open', done))
  socket.send(JSON.stringify({ type: 'join', protocol: 1, token, concurrency: 4 }))
  await until(() => got.length > 0)
  return { socket, got }
}

const tokenFor = async (name: string) => await arena.tokens.make(name, ['play'], 0)

test('a plain WebSocket plays with lines of JSON, over a drop', async () => {
  arena = await testArena()
  const token = await tokenFor('plain')
  const silent = await dial(token, () => null)
  expect(silent.got[0]).toMatchObject({ type: 'welcome', agent: 'plain', protocol: 1 })
  const { id } = await arena.rooms.start(spec(['plain', 'random'], { scenario: 'tic-tac-toe' }))
  await until(() => silent.got.some(({ type }) => type === 'ask'))
  silent.socket.terminate()
  const { got } = await dial(token)
  await over(arena, id)
  await until(() => got.some(({ type }) => type === 'over'))
  expect(got.filter(({ type }) => type === 'reply').every(({ ok }) => ok)).toBe(true)
  expect((await arena.store.match(id))?.results[0]?.faults).toEqual({})
})

test('what is no message is answered or ends its own connection, and nothing else', async () => {
  arena = await testArena({ settings: { handshakeMs: 150 } })
  expect((await dial('nobody')).got[0]).toMatchObject({ type: 'closed', code: 'bad-token' })
  const { socket, got } = await dial(await tokenFor('plain'))
  for (const text of [
    '',
    'null',
    '[]',
    '7',
    '{',
    '{"type":"act"}',
    '{"type":"__proto__"}',
    '{"type":"act","match":"x","turn":0,"move":"y"}',
    '\u0000',
  ])
    socket.send(text)
  socket.send(Buffer.from([0xff, 0xfe]))
  await until(() => got.filter(({ type }) => type === 'reply').length === 10)
  expect(
    got.filter(({ type }) => type === 'reply').every(({ ok, error }) => ok === false && error.code.length > 0),
  ).toBe(true)
  const mute = new WebSocket(`${arena.url.replace('http', 'ws')}/ws/agents`)
  const ended = new Promise<number>((done) => mute.once('close', done))
  expect(await ended).toBe(4000)
  socket.send('x'.repeat(1_000_000))
  await until(() => socket.readyState === socket.CLOSED)
  expect((await fetch(`${arena.url}/api/health`)).status).toBe(200)
})

test('an agent that only speaks HTTP joins, fetches its asks and answers them', async () => {
  arena = await testArena()
  const headers = { authorization: `Bearer ${await tokenFor('poller')}`, 'content-type': 'application/json' }
  const call = async (path: string, body?: object): Promise<Message> => {
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    return await (await fetch(`${arena.url}/api/agent/${path}`, init)).json()
  }
  expect(await call('next')).toMatchObject({ error: { code: 'not-joined' } })
  expect(await call('join', { concurrency: 2 })).toEqual({ ok: true })
  const { id } = await arena.rooms.start(spec(['poller', 'random'], { scenario: 'tic-tac-toe' }))
  const seen: string[] = []
  while (!seen.includes('over')) {
    for (const message of (await call('next?wait=5')).messages) {
      seen.push(message.type)
      if (message.type === 'ask')
        expect(await call('act', { match: message.match, turn: message.turn, ...steady(message) })).toEqual({
          ok: true,
        })
    }
  }
  expect(seen[0]).toBe('welcome')
  await over(arena, id)
  expect((await arena.store.match(id))?.results[0]?.faults).toEqual({})
  expect(await call('act', { match: id, turn: 'zero' })).toMatchObject({ error: { code: 'bad-message' } })
  expect((await call('next?wait=0')).messages).toEqual([])
})
