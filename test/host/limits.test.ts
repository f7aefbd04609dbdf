import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import WebSocket from 'ws'
import { settingsFrom } from '../../arena/cli/serve-settings.ts'
import { DEFAULTS } from '../../arena/host/settings.ts'
import { act, freshFolder, joined, over, spec, type TestArena, table, testArena, until } from './support.ts'

let arena: TestArena
const open: WebSocket[] = []
afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate()
  await arena?.close()
})

function dial(path: string, options: object = {}): { socket: WebSocket; heard: string[] } {
  const socket = new WebSocket(arena.url.replace('http', 'ws') + path, options)
  const heard: string[] = []
  open.push(socket)
  socket.on('error', () => {})
  socket.on('message', (line) => heard.push(String(line)))
  return { socket, heard }
}

test('a half-open socket is found by its silence, over either wire, and the next link gets the open turn', async () => {
  arena = await testArena({ settings: { pingMs: 60, pongMs: 60 } })
  const { sessions } = arena.rooms.options
  const socketIo = await arena.tokens.make('io', ['play'], 0)
  const plain = await arena.tokens.make('plain', ['play'], 0)
  // Both are joined and then answer no ping: what a link looks like whose other end has lost the network.
  const waiting = await Promise.all(
    ['io', 'plain'].map(async (name) => await arena.rooms.start(spec([name, 'random']))),
  )
  const asked = () => waiting.every(({ match }) => match !== null)
  const mute = dial('/socket.io/?EIO=4&transport=websocket')
  await until(() => mute.heard.some((line) => line.startsWith('0{')))
  mute.socket.send(`40/agents,${JSON.stringify({ token: socketIo, protocol: 1 })}`)
  const deaf = dial('/ws/agents', { autoPong: false })
  await new Promise((done) => deaf.socket.once('open', done))
  deaf.socket.send(JSON.stringify({ type: 'join', protocol: 1, token: plain }))
  await until(asked)
  await until(() => !sessions.isHere('io') && !sessions.isHere('plain'))
  const [first, second] = [await joined(arena.url, socketIo), await joined(arena.url, plain)]
  for (const { id } of waiting) {
    await over(arena, id)
    expect((await arena.store.match(id))?.results[0]?.faults).toEqual({})
  }
  expect([first.asks[0]?.match, second.asks[0]?.match]).toEqual(waiting.map(({ id }) => id))
  first.close()
  second.close()
})

test('a socket that opens and joins nothing is closed when its time for it is up', async () => {
  arena = await testArena({ settings: { handshakeMs: 80 } })
  for (const path of ['/socket.io/?EIO=4&transport=websocket', '/ws/agents']) {
    const { socket } = dial(path)
    await new Promise((done) => socket.once('close', done))
  }
})

test('an address with as many sockets as it may have gets no other, and is told so with a code and when to try again', async () => {
  arena = await testArena({ settings: { socketsPerAddress: 2 } })
  const two = [dial('/ws/agents'), dial('/ws/agents')]
  await Promise.all(two.map(({ socket }) => new Promise((done) => socket.once('open', done))))
  const refused = await new Promise<{ status: number; body: string; after: string }>((done) => {
    dial('/ws/agents').socket.on('unexpected-response', (_, response) => {
      let body = ''
      response.on('data', (piece: Buffer) => {
        body += piece
      })
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, body, after: String(response.headers['retry-after']) }),
      )
    })
  })
  expect([refused.status, Number(refused.after)]).toEqual([429, expect.any(Number)])
  expect(JSON.parse(refused.body)).toEqual({
    error: { code: 'too-many', message: 'at most 2 sockets an address', retry: Number(refused.after) },
  })
})

test('an arena takes as many matches as it may, and says when to try the next', async () => {
  arena = await testArena({ settings: { matches: 2, matchesPerToken: 10 } })
  const token = await arena.tokens.make('alice', ['play'], 0)
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const body = JSON.stringify({ scenario: 'kuhn-poker', agents: ['alice', 'random'] })
  const start = async () => await fetch(`${arena.url}/api/matches`, { method: 'POST', headers, body })
  expect([(await start()).status, (await start()).status]).toEqual([201, 201])
  const third = await start()
  expect(third.status).toBe(503)
  expect(await third.json()).toMatchObject({
    error: { code: 'full', message: expect.stringContaining('2 matches'), retry: 10 },
  })
  expect(third.headers.get('retry-after')).toBe('10')
})

test('after the last wrong answer the fallback move is played or the match is forfeited, as is set', async () => {
  const faults = []
  for (const illegal of ['fault', 'forfeit'] as const) {
    arena = await testArena({ settings: { illegal, retries: 1 } })
    const alice = await joined(arena.url, await arena.tokens.make('alice', ['play'], 0), () => null)
    alice.socket.on('ask', ({ match, turn }) => act(alice.socket, { match, turn, move: 'nonsense' }).catch(() => {}))
    const scenario = 'mystery:simple:1'
    const { id } = await arena.rooms.start(spec(await table(scenario, ['alice'], 'detective'), { scenario }))
    await over(arena, id)
    const types = (await arena.store.events(id)).map(({ type }) => type)
    expect([illegal, types.includes('forfeited')]).toEqual([illegal, illegal === 'forfeit'])
    const own = (await arena.store.match(id))!.results[0]!.faults.illegal!
    expect(types.filter((type) => type === 'refused')).toHaveLength(2 * own)
    faults.push(own)
    alice.close()
    await arena.close()
  }
  expect(faults[0]).toBeGreaterThan(1)
  expect(faults[1]).toBe(1)
})

test('settings come from a file; a wrong name or value is refused with the file, what came and what is allowed', () => {
  const file = (text: string) => {
    const path = join(freshFolder(), 'settings.json')
    writeFileSync(path, text)
    return path
  }
  expect(settingsFrom(file('{ "turnMs": null, "retries": 0, "illegal": "forfeit" }'))).toEqual({
    turnMs: null,
    retries: 0,
    illegal: 'forfeit',
  })
  expect(() => settingsFrom(file('{ "turnMS": 5 }'))).toThrow(
    /settings\.json: no setting "turnMS"; did you mean "turnMs"\?/,
  )
  expect(() => settingsFrom(file('{ "retries": "two" }'))).toThrow(/retries is a number from 0, not two/)
  expect(() => settingsFrom(file('{ "retries": null }'))).toThrow(/retries is a number from 0, not null/)
  expect(() => settingsFrom(file('{ "illegal": "maybe" }'))).toThrow(/illegal is "fault" or "forfeit", not maybe/)
  expect(() => settingsFrom(file('[]'))).toThrow(/settings are an object by name/)
  expect(() => settingsFrom(file('{'))).toThrow(/settings\.json: /)
  expect(settingsFrom(file(JSON.stringify(DEFAULTS)))).toEqual(DEFAULTS)
})
