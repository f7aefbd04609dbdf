import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import WebSocket from 'ws'
import { joinArena } from '../../plugins/client/index.ts'
import { joined, over, spec, spectator, type TestArena, testArena, until } from './support.ts'

let arena: TestArena
afterEach(async () => await arena.close())

test('a token is stored as a hash alone: its secret stands nowhere in the data', async () => {
  arena = await testArena()
  const secret = await arena.tokens.make('alice', ['play'], 0)
  expect(await arena.tokens.bearer(secret)).toEqual({ name: 'alice', scopes: ['play'] })
  await arena.close()
  const files = readdirSync(arena.data).filter((name) => name.startsWith('parley.sqlite'))
  const bytes = files.map((name) => readFileSync(join(arena.data, name)).toString('latin1')).join('')
  expect(bytes).toContain('alice')
  expect([bytes.includes(secret), bytes.includes(secret.slice('parley_'.length))]).toEqual([false, false])
  arena = await testArena()
})

test('a token that is taken back ends the links it came in with, over every wire, and the seat counts as gone', async () => {
  arena = await testArena({ settings: { tokenMs: 20, turnMs: 200, bankMs: 0 } })
  const make = async (name: string, scope = 'play') => await arena.tokens.make(name, [scope], 0)
  const player = await joinArena({ url: arena.url, token: await make('socket'), act: () => new Promise(() => {}) })
  const plain = new WebSocket(`${arena.url.replace('http', 'ws')}/ws/agents`)
  const heard: { type: string; code?: string }[] = []
  plain.on('message', (line) => heard.push(JSON.parse(String(line))))
  await new Promise((done) => plain.once('open', done))
  plain.send(JSON.stringify({ type: 'join', protocol: 1, token: await make('plain') }))
  const headers = { authorization: `Bearer ${await make('poll')}`, 'content-type': 'application/json' }
  await fetch(`${arena.url}/api/agent/join`, { method: 'POST', headers, body: '{}' })
  const watcher = await spectator(arena.url, await make('watch', 'moderate'))
  const bystander = await spectator(arena.url)
  const { id } = await arena.rooms.start(spec(['socket', 'random']))
  await until(() => heard.length > 0)
  for (const name of ['socket', 'plain', 'poll', 'watch']) await arena.store.revokeToken(name, 1)
  expect(await player.closed).toMatchObject({ code: 'revoked' })
  await until(() => heard.at(-1)?.code === 'revoked' && plain.readyState === WebSocket.CLOSED)
  const polled = async () => (await fetch(`${arena.url}/api/agent/next?wait=0`, { headers })).status
  await until(async () => (await polled()) !== 200)
  await until(() => !watcher.connected)
  expect(bystander.connected).toBe(true)
  await over(arena, id)
  expect((await arena.store.match(id))?.results[0]?.faults).toEqual({ gone: 1 })
  bystander.disconnect()
  await arena.tokens.make('socket', ['play'], 2) // the name is free again
})

test('the end of a match that was told on a link found dead soon after is told again on the next', async () => {
  arena = await testArena()
  const token = await arena.tokens.make('alice', ['play'], 0)
  const first = await joined(arena.url, token)
  const { id } = await arena.rooms.start(spec(['alice', 'random']))
  await over(arena, id)
  await until(() => first.overs.length === 1)
  first.socket.io.reconnection(false)
  for (const socket of arena.sockets.of('/agents').sockets.values()) socket.conn.close()
  await until(() => !arena.rooms.options.sessions.isHere('alice'))
  const overs: string[] = []
  const again = await joinArena({ url: arena.url, token, act: () => 'pass', onOver: ({ match }) => overs.push(match) })
  await until(() => overs.length > 0)
  for (const socket of arena.sockets.of('/agents').sockets.values()) socket.conn.close()
  const another = await arena.rooms.start(spec(['alice', 'random']))
  await over(arena, another.id)
  await until(() => overs.includes(another.id))
  expect(overs).toEqual([id, another.id]) // told twice, heard once
  again.close()
  await until(() => !arena.rooms.options.sessions.isHere('alice'))
  const later: string[] = []
  const third = await joinArena({ url: arena.url, token, act: () => 'pass', onOver: ({ match }) => later.push(match) })
  const last = await arena.rooms.start(spec(['alice', 'random']))
  await over(arena, last.id)
  await until(() => later.includes(last.id))
  expect(later).toEqual([last.id]) // who took its leave had heard the others
  third.close()
})
