import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from '@jest/globals'
import { Server } from 'socket.io'
import { WebSocketServer } from 'ws'
import { type AskMessage, joinArena, type Player, Refused } from '../../plugins/client/index.ts'
import { over, spec, type TestArena, table, testArena, until } from './support.ts'

let arena: TestArena
/** Whether the test has an arena of its own to close. */
let open = true
const players: Player[] = []
afterEach(async () => {
  for (const player of players.splice(0)) player.close()
  if (open) await arena.close()
  open = true
})

async function join(name: string, act: (ask: AskMessage) => string | Promise<string>, more = {}): Promise<Player> {
  const token = await arena.tokens.make(name, ['play'], 0)
  const player = await joinArena({ url: arena.url, token, act, ...more })
  players.push(player)
  return player
}

test('an agent is one function: it joins, plays and hears the end', async () => {
  arena = await testArena()
  const overs: unknown[] = []
  const player = await join('alice', ({ moves }) => moves[0]!, { onOver: (one: unknown) => overs.push(one) })
  expect(player.welcome).toMatchObject({ protocol: 1, agent: 'alice', matches: [], limits: { concurrency: 1 } })
  const { id } = await arena.rooms.start(spec(['alice', 'random'], { scenario: 'tic-tac-toe' }))
  await over(arena, id)
  await until(() => overs.length === 1)
})

test('an agent that thinks while its link drops answers once, without thinking again', async () => {
  arena = await testArena()
  let thoughts = 0
  await join('alice', async ({ moves }) => {
    thoughts++
    await new Promise((done) => setTimeout(done, 200))
    return moves[0]!
  })
  const { id } = await arena.rooms.start(spec(['alice', 'random']))
  await until(() => thoughts === 1)
  for (const socket of arena.sockets.of('/agents').sockets.values()) socket.conn.close()
  await over(arena, id)
  const own = (await arena.store.events(id)).filter((event) => event.type === 'moved' && event.seat === 0)
  expect(thoughts).toBe(own.length)
  expect(own.every((event) => event.type === 'moved' && event.forced === undefined)).toBe(true)
})

test('an agent that fails says so, and its seat is late instead of silent for ever', async () => {
  arena = await testArena({ settings: { turnMs: 50, bankMs: 0 } })
  const errors: unknown[] = []
  await join('alice', () => Promise.reject(new Error('I forgot the rules')), {
    onError: (error: unknown) => errors.push(error),
  })
  const { id } = await arena.rooms.start(spec(['alice', 'random']))
  await over(arena, id)
  expect(String(errors[0])).toContain('I forgot the rules')
  expect((await arena.store.match(id))?.results[0]?.faults).toEqual({ late: 1 })
})

test('a refusal has a code, and an agent that joins elsewhere ends this one for good', async () => {
  arena = await testArena()
  await expect(joinArena({ url: arena.url, token: 'wrong', act: () => '' })).rejects.toMatchObject({
    name: 'Refused',
    code: 'bad-token',
  })
  await expect(joinArena({ url: 'http://127.0.0.1:9', token: 'wrong', act: () => '' })).rejects.toThrow(
    /can't be reached/,
  )
  const token = await arena.tokens.make('alice', ['play'], 0)
  const first = await joinArena({ url: arena.url, token, act: () => 'pass' })
  players.push(await joinArena({ url: arena.url, token, act: () => 'pass' }))
  expect(await first.closed).toMatchObject({ code: 'replaced' })
  expect(new Refused({ code: 'x', message: 'y' }).message).toBe('y')
})

test('a survey is answered off the record', async () => {
  arena = await testArena()
  const asked: number[] = []
  const survey = ({ about, seat }: { about: readonly number[]; seat: number }) => {
    asked.push(seat)
    return { suspects: [0, 1, 2, 3, 4, 5].map((other) => (about.includes(other) ? 1 : 0)) }
  }
  await join('alice', ({ moves }) => moves[0]!, { survey })
  const agents = await table('mystery:simple:1', ['alice'], 'detective')
  const { id } = await arena.rooms.start(spec(agents, { scenario: 'mystery:simple:1', survey: 'round' }))
  await over(arena, id)
  expect(asked.length).toBeGreaterThan(0)
  const surveyed = (await arena.store.events(id)).filter((event) => event.type === 'surveyed' && event.seat === 0)
  expect(surveyed).toHaveLength(asked.length)
})

test('an agent finds an arena again that was away for several tries', async () => {
  const first = await testArena()
  const token = await first.tokens.make('alice', ['play'], 0)
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  players.push(await joinArena({ url: first.url, token, act: ({ moves }) => moves[0]!, onError }))
  await first.close()
  await until(() => errors.length >= 2)
  const again = await testArena({ data: first.data, port: Number(new URL(first.url).port) })
  arena = again
  await until(() => again.rooms.options.sessions.isHere('alice'))
})

test('an arena that is busy when an agent comes back is asked again after as long as it says', async () => {
  open = false
  const http = createServer()
  const sockets = new Server(http)
  const came: number[] = []
  sockets.of('/agents').use((_, next) => {
    const busy = { code: 'internal', message: 'busy', retry: 0.05 }
    next(came.push(Date.now()) === 2 ? Object.assign(new Error('busy'), { data: busy }) : undefined)
  })
  sockets.of('/agents').on('connection', (socket) => {
    socket.emit('welcome', { protocol: 1, agent: 'alice', matches: [] })
  })
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  players.push(await joinArena({ url, token: 'x', act: () => 'pass', onError: () => {} }))
  for (const socket of sockets.of('/agents').sockets.values()) socket.conn.close()
  await until(() => came.length === 3)
  expect(came[2]! - came[1]!).toBeGreaterThanOrEqual(50)
  await until(() => sockets.of('/agents').sockets.size === 1)
  await sockets.close()
})

test('a link that opens and then says nothing ends in an error, not in waiting', async () => {
  open = false
  const http = createServer()
  const mute = new WebSocketServer({ server: http })
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const join = joinArena({ url, token: 'x', act: () => 'pass', joinSeconds: 0.2 })
  await expect(join).rejects.toThrow('the arena did not take the join within 0.2 s')
  for (const socket of mute.clients) socket.terminate()
  await new Promise((done) => http.close(done))
})
