import { afterEach, expect, test } from '@jest/globals'
import { redteamCheck } from '../../arena/cli/bench-redteam.ts'
import { readLogFile } from '../../arena/host/log-file.ts'
import { joinArena } from '../../plugins/client/index.ts'
import { redteam } from '../../plugins/redteam/index.ts'
import { INJECTIONS } from '../../plugins/redteam/injections.ts'
import { wireAttacks } from '../../plugins/redteam/wire.ts'
import { act, joined, over, spec, type TestArena, table, testArena, until } from './support.ts'

let arena: TestArena
afterEach(async () => await arena?.close())

test('honest matches are the same to the last event with all of the red team at tables and doors of the arena, and nobody at its tables is hurt', async () => {
  const { honest, identical, red, harmed, faults } = await redteamCheck()
  expect(identical).toBe(honest)
  expect(red).toBe(3 * redteam.length)
  expect(redteam.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(wireAttacks)))
  expect(harmed).toEqual({})
  expect(Object.keys(faults).sort()).toEqual(['babbler', 'late', 'sloth', 'thrower'])
}, 90_000)

test('whoever misbehaves at the table, every match ends, the misbehaviour is on its own account, and the log replays', async () => {
  arena = await testArena({ settings: { agentMs: 40, surveyMs: 40 } })
  const ids: [string, string][] = []
  for (const { id } of redteam) {
    for (const scenario of ['kuhn-poker', 'connect-four', 'mystery:simple:1']) {
      const other = scenario.startsWith('mystery') ? 'detective' : 'random'
      const agents = await table(scenario, [other, id], other)
      ids.push([id, (await arena.rooms.start(spec(agents, { scenario, survey: 'round' }))).id])
    }
  }
  for (const [name, id] of ids) {
    await over(arena, id)
    const match = (await arena.store.match(id))!
    expect([name, match.state]).toEqual([name, 'over'])
    for (const { seat, faults } of match.results) if (seat !== 1) expect(faults).toEqual({})
    const told = (await arena.rooms.told(id))!
    expect(readLogFile(`${arena.data}/logs/${id}.jsonl`).events).toEqual(told.events)
    const frames = await (await fetch(`${arena.url}/api/matches/${id}/frames?sight=all`)).json()
    expect(frames.complete).toBe(true)
  }
}, 40_000)

test('injected text reaches the others as the words of its seat, whole, and nothing else about them changes', async () => {
  arena = await testArena()
  const token = await arena.tokens.make('victim', ['play'], 0)
  const victim = await joined(arena.url, token)
  const forger = await joined(arena.url, await arena.tokens.make('forge', ['play'], 0), () => null)
  const { id } = await arena.rooms.start(
    spec(await table('mystery:simple:1', ['victim', 'forge'], 'victim'), { scenario: 'mystery:simple:1' }),
  )
  const sent = new Map<string, string>()
  let next = 0
  forger.socket.on('ask', ({ match, turn, moves, speech }) => {
    const able = speech?.moves === 'all' ? moves : moves.filter((move: string) => speech?.moves.includes(move))
    const text = able.length > 0 ? INJECTIONS[next++ % INJECTIONS.length]!.slice(0, speech.max) : undefined
    const move = able[0] ?? moves[0]
    if (text !== undefined) sent.set(`${turn}`, text)
    act(forger.socket, { match, turn, move, ...(text !== undefined && { text }) }).catch(() => {})
  })
  await over(arena, id)
  const heard = victim.asks.flatMap(({ news }) => news)
  const words = new Set([...sent.values()].map((text) => text.replace(/\p{Cs}/gu, '\ufffd')))
  expect(words.size).toBeGreaterThan(2)
  for (const { seat, text } of heard) if (seat === 1 && text !== undefined) expect(words.has(text)).toBe(true)
  expect(heard.some(({ seat, text }) => seat === 1 && text !== undefined)).toBe(true)
  for (const { seat, text } of heard) if (seat !== 1) expect(text === undefined || !words.has(text)).toBe(true)
  victim.close()
  forger.close()
})

test('one agent that joins fifty times at once sits once, and plays', async () => {
  arena = await testArena()
  const token = await arena.tokens.make('double', ['play'], 0)
  const player = async () =>
    await joinArena({ url: arena.url, token, act: ({ moves }) => moves[0]!, onError: () => {} })
  const players = await Promise.allSettled(Array.from({ length: 50 }, player))
  const { id } = await arena.rooms.start(spec(['double', 'random']))
  await over(arena, id)
  expect((await arena.store.match(id))?.results[0]?.faults).toEqual({})
  await until(() => arena.sockets.of('/agents').sockets.size === 1)
  for (const one of players) if (one.status === 'fulfilled') one.value.close()
}, 20_000)

test('names that look alike, hide, or claim to be the arena are refused', async () => {
  arena = await testArena()
  await arena.tokens.make('Rosa', ['play'], 0)
  for (const name of [
    'rosa',
    'Rоsa',
    'R0sa',
    'ROSA ',
    'ro-sa',
    'Ｒｏｓａ',
    'random',
    'Randоm',
    'moderator',
    'Arena',
    'm0derator',
  ]) {
    await expect(arena.tokens.make(name, ['play'], 0)).rejects.toMatchObject({ code: 'name-taken' })
  }
  for (const name of [
    '',
    ' ',
    '\u200b',
    'a\u202eb',
    'x'.repeat(41),
    '<b>',
    'a\nb\u0000',
    '../x',
    'person:me',
    '__proto__',
    '😀',
  ]) {
    await expect(arena.tokens.make(name, ['play'], 0)).rejects.toMatchObject({ code: 'bad-name' })
  }
  await expect(arena.tokens.make('罗莎', ['play'], 0)).resolves.toMatch(/^parley_/)
})
