import { afterEach, expect, test } from '@jest/globals'
import type { MatchSummary } from '../../arena/host/protocol.ts'
import { SqlTournamentStore, tournamentDatabase } from '../../arena/host/tournament-sql.ts'
import { joined, over, spec, spectator, steady, testArena, until } from '../host/support.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const TOURNAMENT = 't-sealed'
const BLOCK = `${TOURNAMENT}.0.0.0.0`

/** An arena with the first match of a block of two over, a connected agent in it, and its result kept. */
async function halfPlayed(strangers: boolean) {
  const arena = await testArena()
  ends.push(() => arena.close())
  const results = new SqlTournamentStore(await tournamentDatabase(arena.store))
  const bot = await joined(arena.url, await arena.tokens.make('bot', ['play'], 0), steady)
  ends.push(() => bot.close())
  const secrets = {
    nobody: undefined,
    player: await arena.tokens.make('player', ['play', 'watch'], 0),
    moderator: await arena.tokens.make('judge', ['moderate'], 0),
  }
  const play = async (k: number) => {
    const agents = k === 0 ? ['bot', 'random'] : ['random', 'bot']
    const block = { id: BLOCK, round: 0, size: 2, strangers }
    await arena.rooms.start(spec(agents, { id: `${BLOCK}.${k}`, tournament: TOURNAMENT, block }))
    await over(arena, `${BLOCK}.${k}`)
    const record = { scores: [1, -1], outcome: [1, -1], turns: 2, seconds: [0, 0] }
    await results.addResults([{ match: `${BLOCK}.${k}`, tournament: TOURNAMENT, round: 0, record }])
  }
  await play(0)
  const get = async (path: string, secret?: string) => {
    const reply = await fetch(arena.url + path, { headers: secret ? { authorization: `Bearer ${secret}` } : {} })
    return { status: reply.status, text: await reply.text() }
  }
  return { arena, results, secrets, play, get }
}

const READINGS = ['log', 'frames', 'frames?sight=all', 'frames?sight=0', 'credit?method=uniform']

test('while a match of its block is unplayed, a finished one is read by moderators alone; then by everybody', async () => {
  const { arena, secrets, play, get } = await halfPlayed(true)
  const of = (what: string) => `/api/matches/${BLOCK}.0/${what}`
  for (const what of READINGS) {
    for (const secret of [secrets.nobody, secrets.player]) {
      const { status, text } = await get(of(what), secret)
      expect([what, status, JSON.parse(text).error.code]).toEqual([what, 403, 'sealed'])
    }
    expect([what, (await get(of(what), secrets.moderator)).status]).toEqual([what, 200])
  }
  for (const path of [`/api/matches/${BLOCK}.0`, `/api/matches?tournament=${TOURNAMENT}`]) {
    const told = JSON.parse((await get(path, secrets.player)).text)
    const summary = (told.items?.[0] ?? told) as MatchSummary
    expect(summary).toMatchObject({ id: `${BLOCK}.0`, state: 'over', sealed: true, open: false })
    expect(Object.keys(summary)).not.toEqual(expect.arrayContaining(['scores']))
    expect(JSON.stringify(summary)).not.toMatch(/outcome|truth|"role"|faction/)
  }
  expect(JSON.parse((await get('/api/standings')).text).items).toEqual([])

  const watcher = await spectator(arena.url)
  ends.push(() => watcher.disconnect())
  const watch = async () => await watcher.timeout(5_000).emitWithAck('watch', { match: `${BLOCK}.0` })
  expect(await watch()).toMatchObject({ ok: false, error: { code: 'sealed' } })
  const lobby = await watcher.timeout(5_000).emitWithAck('lobby', {})
  expect(lobby.recent[0]).toMatchObject({ id: `${BLOCK}.0`, sealed: true })
  expect(lobby.recent[0].scores).toBeUndefined()

  await play(1)
  await until(async () => (await get(of('log'))).status === 200)
  for (const what of READINGS) expect([what, (await get(of(what), secrets.player)).status]).toEqual([what, 200])
  const summary = JSON.parse((await get(`/api/matches/${BLOCK}.0`)).text) as MatchSummary
  expect(summary).toMatchObject({ open: true, scores: expect.any(Array), outcome: expect.any(Array) })
  expect(summary.sealed).toBeUndefined()
  expect(await watch()).toMatchObject({ ok: true })
})

test('a block of a cancelled tournament is never completed, so its matches are open', async () => {
  const { results, get } = await halfPlayed(false)
  expect((await get(`/api/matches/${BLOCK}.0/log`)).status).toBe(403)
  const { planOf } = await import('../../arena/host/tournament-plan.ts')
  await results.create(planOf({ id: TOURNAMENT, scenarios: ['kuhn-poker'], agents: ['random', 'random:2'] }), 0)
  expect((await get(`/api/matches/${BLOCK}.0/log`)).status).toBe(403)
  await results.setState(TOURNAMENT, 'cancelled', 'by command')
  expect((await get(`/api/matches/${BLOCK}.0/log`)).status).toBe(200)
})

test('a running match is sealed where a connected agent plays in its block, and watched live elsewhere', async () => {
  const arena = await testArena()
  ends.push(() => arena.close())
  const bot = await joined(arena.url, await arena.tokens.make('bot', ['play'], 0), () => null)
  ends.push(() => bot.close())
  for (const strangers of [true, false]) {
    const block = { id: `${TOURNAMENT}.${strangers}`, round: 0, size: 2, strangers }
    const id = `${block.id}.0`
    await arena.rooms.start(spec(['bot', 'random'], { id, tournament: TOURNAMENT, block }))
    const reply = await fetch(`${arena.url}/api/matches/${id}/frames`)
    expect([strangers, reply.status]).toEqual([strangers, strangers ? 403 : 200])
  }
})
