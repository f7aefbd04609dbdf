import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import { signature } from '../../plugins/http/index.ts'
import { freshFolder, over, spec, type TestArena, testArena } from './support.ts'

let arena: TestArena
afterEach(async () => await arena?.close())

function written(name: string, code: string): string {
  const path = join(freshFolder(), name)
  writeFileSync(path, code)
  return path
}

async function played(agent: string, scenario = 'tic-tac-toe') {
  arena = await testArena()
  const { id } = await arena.rooms.start(spec([agent, 'random'], { scenario }))
  await over(arena, id)
  const events = await arena.store.events(id)
  return {
    result: (await arena.store.match(id))!.results[0]!,
    events,
    moves: events.flatMap((one) => (one.type === 'moved' && one.seat === 0 ? [one.move] : [])),
  }
}

const LAST = 'ask.moves[ask.moves.length - 1]'

test('a child process in any language plays, chatter and all', async () => {
  const child = written(
    'agent.mjs',
    `
    import { createInterface } from 'node:readline'
    console.log('hello, I am an agent')
    for await (const line of createInterface({ input: process.stdin })) {
      const ask = JSON.parse(line)
      console.log(JSON.stringify({ match: ask.match, turn: ask.turn, move: ${LAST}, note: { from: 'child' } }))
    }`,
  )
  const { result, events, moves } = await played(`stdio:node ${child}`)
  expect(result.faults).toEqual({})
  expect(moves.length).toBeGreaterThan(2)
  expect(events.find((event) => event.type === 'moved')).toMatchObject({ note: { from: 'child' } })
})

test('a child process that dies uses up its tries, and the log says what it said', async () => {
  const child = written('dies.mjs', `console.error('no such model'); process.exit(3)`)
  const { result, events } = await played(`stdio:node ${child}`)
  expect(result.faults).toEqual({ error: 1 })
  expect(events.filter(({ type }) => type === 'refused')[0]).toMatchObject({
    code: 'agent-error',
    came: expect.stringContaining('code 3'),
  })
})

test('an agent behind an address is asked with a signature it can check, and again where it is busy', async () => {
  const seen: { signed: boolean; turn: number }[] = []
  let busy = 1
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => {
      body += piece
    })
    request.on('end', () => {
      const header = String(request.headers['x-parley-signature'])
      const seconds = Number(/^t=(\d+),/.exec(header)?.[1])
      const ask = JSON.parse(body)
      seen.push({ signed: header === signature('s3cret', seconds, body), turn: ask.turn })
      if (busy-- > 0) response.writeHead(429, { 'retry-after': '0.05' }).end('busy')
      else response.end(JSON.stringify({ move: ask.moves[0] }))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  process.env['PARLEY_HTTP_SECRET'] = 's3cret'
  const { result } = await played(`http://127.0.0.1:${(server.address() as AddressInfo).port}/act`)
  delete process.env['PARLEY_HTTP_SECRET']
  expect(result.faults).toEqual({})
  expect(seen.every(({ signed }) => signed)).toBe(true)
  expect(seen[0]!.turn).toBe(seen[1]!.turn)
  await new Promise((done) => server.close(done))
})

test("one's own code plays in this process by its file", async () => {
  const file = written('mine.mjs', `export const name = 'mine'; export const act = (ask) => ({ move: ${LAST} })`)
  const { result } = await played(`module:${file}`)
  expect(result).toMatchObject({ agent: 'mine', faults: {} })
})

test('broken code is refused with its cause, file and line, before any match begins', async () => {
  arena = await testArena()
  const start = async (agent: string) => await arena.rooms.start(spec([agent, 'random']))
  const throwing = written('throws.mjs', `\n\nthrow new Error('no key')\nexport const act = 1`)
  await expect(start(`module:${throwing}`)).rejects.toThrow(/no key \(.*throws\.mjs, line 3\)/)
  await expect(start(`module:${written('empty.mjs', 'export const x = 1')}`)).rejects.toThrow(
    /exports x; it has to export/,
  )
  await expect(start('module:./nowhere')).rejects.toThrow(/is no file/)
  await expect(start('module:no-such-package-here')).rejects.toThrow(/no package/)
  await expect(start('sandbox:./nowhere.js')).rejects.toThrow(/can't be read/)
  await expect(start('stdio:')).rejects.toThrow(/needs a command/)
  expect(await arena.store.matches({ limit: 5 })).toEqual([])
})

test('code in the sandbox plays the same match twice alike, though it draws lots', async () => {
  const file = written(
    'sandboxed.js',
    `
    let turns = 0
    function act(ask) { turns++; return { move: ask.moves[Math.floor(Math.random() * ask.moves.length)], note: { turns } } }`,
  )
  const first = await played(`sandbox:${file}`)
  await arena.close()
  const second = await played(`sandbox:${file}`)
  expect(first.result.faults).toEqual({})
  expect(second.moves).toEqual(first.moves)
  expect(first.events.findLast((one) => one.type === 'moved' && one.seat === 0)).toMatchObject({
    note: { turns: first.moves.length },
  })
})

test('code in the sandbox has no way out, no clock, and no end of time or memory', async () => {
  const faults: Record<string, string> = {
    'while (true) {}': 'stopped',
    'let a = []; while (true) a.push(new ArrayBuffer(100000))': 'memory|ended|stopped',
    'const f = () => f(); f()': 'stack',
    'return { move: process.env.HOME }': 'process',
    "return { move: require('fs').readFileSync('/etc/passwd') }": 'require',
    "return { move: fetch('http://localhost') }": 'fetch',
    'return { move: String(Date.now()) }': 'Date',
    "return { move: globalThis.constructor.constructor('return process')().pid }": 'process',
  }
  arena = await testArena()
  const rooms = []
  for (const [code, word] of Object.entries(faults)) {
    const file = written('bad.js', `function act(ask) { ${code} }`)
    rooms.push({ word, room: await arena.rooms.start(spec([`sandbox:${file}`, 'random'])) })
  }
  const honest = await arena.rooms.start(spec(['random', 'random']))
  await over(arena, honest.id)
  for (const { word, room } of rooms) {
    await over(arena, room.id)
    const refused = (await arena.store.events(room.id)).find((event) => event.type === 'refused')
    expect(refused).toMatchObject({ code: 'agent-error', came: expect.stringMatching(word) })
  }
}, 40_000)
