import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { FrameBatch, MatchSummary, Replay, SeatOffer } from '../../arena/host/protocol.ts'
import { joined, over, spec, steady, type TestArena, testArena, until } from './support.ts'

let arena: TestArena
beforeAll(async () => {
  arena = await testArena({ openTable: true, settings: { bodyBytes: 200_000, matchesPerToken: 3 } })
})
afterAll(async () => await arena.close())

// biome-ignore lint/suspicious/noExplicitAny: any JSON may come
const get = async (path: string, init?: RequestInit): Promise<{ status: number; body: any; headers: Headers }> => {
  const reply = await fetch(arena.url + path, init)
  const text = await reply.text()
  const json = reply.headers.get('content-type')?.includes('application/json')
  return { status: reply.status, body: json ? JSON.parse(text) : text, headers: reply.headers }
}
const post = async (path: string, body: unknown, headers: Record<string, string> = {}) =>
  await get(path, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

test('scenarios, agents, methods and health are listed', async () => {
  const scenarios = await get('/api/scenarios')
  expect(scenarios.body.items).toContainEqual(
    expect.objectContaining({ id: 'kuhn-poker', kind: 'kuhn-poker', seats: 2, language: 'en' }),
  )
  expect((await get('/api/scenarios/kuhn-poker')).body).toMatchObject({
    id: 'kuhn-poker',
    names: ['First', 'Second'],
    range: [-2, 2],
  })
  expect((await get('/api/agents')).body.items).toContainEqual(
    expect.objectContaining({ id: 'random', where: 'built-in', here: true }),
  )
  expect((await get('/api/methods')).body.items.map(({ id }: { id: string }) => id)).toContain('maro')
  expect((await get('/api/health')).body).toMatchObject({ ok: true, protocol: 1, demo: false })
})

test('a match started over HTTP is played, found, told, credited and downloaded', async () => {
  const started = await post('/api/matches', { scenario: 'kuhn-poker', agents: ['random', 'random'], seed: 5 })
  expect(started.status).toBe(201)
  const { id } = started.body as MatchSummary
  await over(arena, id)
  expect((await get(`/api/matches/${id}`)).body).toMatchObject({
    id,
    state: 'over',
    open: true,
    scenario: 'kuhn-poker',
  })
  expect((await get('/api/matches?state=over&scenario=kuhn-poker&agent=random&limit=1')).body.items[0].id).toBe(id)
  const all = (await get(`/api/matches/${id}/frames?sight=all`)).body as FrameBatch
  expect(all).toMatchObject({ match: id, from: 0, complete: true })
  const tail = (await get(`/api/matches/${id}/frames?sight=1&from=${all.to}`)).body as FrameBatch
  expect(tail.frames.map(({ type }) => type)).toEqual(['ended'])
  const strip = (await get(`/api/matches/${id}/credit?method=uniform`)).body
  for (const [seat, sum] of strip.sums.entries()) expect(sum).toBeCloseTo(strip.outcome[seat], 9)
  const log = await get(`/api/matches/${id}/log`)
  const replayed = (await post('/api/replay', log.body as string)).body as Replay
  expect(replayed.batch.frames).toEqual(all.frames)
  expect((await post('/api/replay/credit?method=uniform', log.body as string)).body).toEqual(strip)
  expect(replayed.match).toMatchObject({ id, state: 'over', scores: all.frames.at(-1)!.scores })
  expect((await get('/api/standings')).body.items[0]).toMatchObject({ agent: 'random', games: 2 })
  expect((await get('/api/standings/history?scenario=kuhn-poker')).body).toEqual({ items: [] })
})

test('a torn log that is dropped on the page is told as far as it goes; a damaged or foreign one is refused with its line', async () => {
  const { id } = await arena.rooms.start(spec(['random', 'random']))
  await over(arena, id)
  const moderator = await arena.tokens.make('mo', ['moderate'], 0)
  const log = (await get(`/api/matches/${id}/log`, { headers: { authorization: `Bearer ${moderator}` } }))
    .body as string
  expect((await post('/api/replay', log.slice(0, -40))).body).toMatchObject({ torn: 1, match: { state: 'stopped' } })
  expect(await post('/api/replay/credit', log.slice(0, -40))).toMatchObject({ body: { error: { code: 'not-over' } } })
  const damaged = await post('/api/replay', log.replace('"move"', '"evom"'))
  expect(damaged).toMatchObject({
    status: 400,
    body: { error: { code: 'bad-log', message: expect.stringContaining('line') } },
  })
  for (const body of ['', 'hello', '{}', '[1,2]', '\0'.repeat(500)]) {
    expect(await post('/api/replay', body)).toMatchObject({ status: 400, body: { error: { code: 'bad-log' } } })
  }
})

test('every refusal is JSON with a code, a sentence, and the seconds to wait where waiting helps', async () => {
  const cases: [string, RequestInit, number, string][] = [
    ['/api/nothing', {}, 404, 'no-page'],
    ['/api/matches/nobody', {}, 404, 'no-match'],
    ['/api/matches/%E0%A4%A', {}, 400, 'bad-message'],
    ['/api/scenarios/kuhn-pokr', {}, 404, 'unknown-scenario'],
    ['/api/matches?state=asleep', {}, 400, 'unknown-state'],
    ['/api/matches?limit=many', {}, 400, 'bad-query'],
    ['/api/matches', { headers: { authorization: 'Bearer nonsense' }, method: 'POST', body: '{}' }, 401, 'bad-token'],
    ['/api/tournaments/none', {}, 404, 'no-tournament'],
    ['/api/training/none', {}, 404, 'no-run'],
  ]
  for (const [path, init, status, code] of cases) {
    const reply = await get(path, init)
    expect([path, reply.status, reply.body.error?.code]).toEqual([path, status, code])
    expect(reply.body.error.message.length).toBeGreaterThan(10)
  }
  for (const [body, code] of [
    ['{', 'bad-message'],
    ['null', 'bad-message'],
    [{ scenario: 7, agents: [] }, 'bad-message'],
    [{ scenario: '../../etc', agents: ['random', 'random'] }, 'unknown-scenario'],
    [{ scenario: './kuhn-poker', agents: ['random', 'random'] }, 'unknown-scenario'],
    [{ scenario: 'kuhn-poker', agents: ['random', 'random', 'random'] }, 'wrong-seats'],
    [{ scenario: 'kuhn-poker', agents: ['random', 'randon'] }, 'unknown-agent'],
    [{ scenario: 'kuhn-poker', agents: ['random', '__proto__'] }, 'unknown-agent'],
    [{ scenario: 'kuhn-poker', agents: ['random', 'policy:/etc/passwd'] }, 'unknown-agent'],
    [{ scenario: 'kuhn-poker', agents: ['random', 'person:me'] }, 'unknown-agent'],
  ] as const) {
    expect((await post('/api/matches', body)).body.error.code).toBe(code)
  }
  expect(await post('/api/replay', 'x'.repeat(300_000))).toMatchObject({
    status: 413,
    body: { error: { code: 'too-large' } },
  })
})

test('pages come with a policy that runs no foreign script', async () => {
  const { headers } = await get('/')
  expect(headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(headers.get('content-security-policy')).not.toContain('unsafe')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-powered-by')).toBeNull()
})

test('a person takes a seat with a pass that is good for this seat and no other', async () => {
  const offered = await post('/api/play', { scenario: 'tic-tac-toe', seat: 1, against: 'random' })
  expect(offered.status).toBe(201)
  const { match, seat, token } = offered.body as SeatOffer
  expect([seat, match.state, match.seats[1]!.agent, match.open]).toEqual([1, 'waiting', 'person', false])
  const person = await joined(arena.url, token, steady)
  await over(arena, match.id)
  expect(person.asks[0]).toMatchObject({ seat: 1, match: match.id })
  expect((await arena.store.match(match.id))?.results[1]).toMatchObject({ agent: 'person', faults: {} })
  expect((await get('/api/standings')).body.items.map(({ agent }: { agent: string }) => agent)).not.toContain('person')
  person.close()
  const forged = `${token.slice(0, -3)}AAA`
  await expect(joined(arena.url, forged)).rejects.toMatchObject({ data: { code: 'bad-token' } })
  expect(await post('/api/matches', {}, { authorization: `Bearer ${token}` })).not.toMatchObject({ status: 201 })
})

test('a match nobody comes to is given up', async () => {
  const { match } = (await post('/api/play', { scenario: 'tic-tac-toe', against: 'random' })).body as SeatOffer
  await arena.rooms.sweep(60_000)
  expect((await arena.store.match(match.id))?.state).toBe('waiting')
  await arena.rooms.sweep(-1)
  expect((await arena.store.match(match.id))?.state).toBe('stopped')
})

test('one address has so many matches running at once, and one more once one of them is over', async () => {
  const start = async () => await post('/api/play', { scenario: 'tic-tac-toe', against: 'random' })
  const offers = [await start(), await start(), await start()].map(({ body }) => body as SeatOffer)
  expect(await start()).toMatchObject({ status: 429, body: { error: { code: 'too-many' } } })
  await arena.rooms.stop(offers[0]!.match.id, 'enough')
  expect((await start()).status).toBe(201)
  await arena.rooms.sweep(-1)
})

test('an address that asks too often is told how long to wait', async () => {
  const small = await testArena({ settings: { requestsPerMinute: 5 } })
  const statuses = []
  for (let n = 0; n < 7; n++) statuses.push((await fetch(`${small.url}/api/health`)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  const reply = await fetch(`${small.url}/api/health`)
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await reply.json()).toMatchObject({ error: { code: 'too-fast', retry: expect.any(Number) } })
  await small.close()
})

test('starting matches takes a token where the table is not open', async () => {
  const closed = await testArena()
  const body = JSON.stringify({ scenario: 'kuhn-poker', agents: ['random', 'random'] })
  const start = async (token?: string) =>
    await fetch(`${closed.url}/api/matches`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    })
  expect((await start()).status).toBe(403)
  expect((await fetch(`${closed.url}/api/scenarios/kuhn-poker/document`)).status).toBe(403)
  expect((await start(await closed.tokens.make('watcher', ['watch'], 0))).status).toBe(403)
  expect((await start(await closed.tokens.make('player', ['play'], 0))).status).toBe(201)
  await until(async () => (await closed.store.matches({ limit: 1, state: 'over' })).length === 1)
  await closed.close()
})
