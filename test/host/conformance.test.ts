import { afterEach, describe, expect, test } from '@jest/globals'
import type { ActReply } from '../../arena/host/agent-messages.ts'
import { INJECTIONS } from '../../plugins/redteam/injections.ts'
import { over, spec, spectator, type TestArena, table, testArena, until, watched } from './support.ts'
import { type Far, WIRES } from './wires-driver.ts'

let arena: TestArena
const fars: Far[] = []
afterEach(async () => {
  for (const far of fars.splice(0)) far.cut()
  await arena.close()
})

const errorOf = (reply: ActReply) => (reply.ok ? undefined : reply.error)
const HOSTILE = [...INJECTIONS, '\ud800', 'x'.repeat(3_000), '__proto__', 'constructor', '']

describe.each(WIRES)('over %s', (_, wire) => {
  const join = async (name: string, more = {}) => {
    const far = await wire(arena.url, await arena.tokens.make(name, ['play'], 0), more)
    fars.push(far)
    return far
  }

  test('an agent is welcomed with its limits, asked with its time, and told the end', async () => {
    arena = await testArena()
    const alice = await join('alice', { agent: { version: '3' }, concurrency: 1_000 })
    const limits = { messageBytes: 65_536, messagesPerSecond: 100, concurrency: 64 }
    expect(alice.heard[0]).toMatchObject({ type: 'welcome', protocol: 1, agent: 'alice', matches: [], limits })
    const { id } = await arena.rooms.start(spec(['alice', 'random'], { scenario: 'tic-tac-toe' }))
    for (let turn = 0; alice.overs().length === 0; turn++) {
      await until(() => alice.asks().length > turn || alice.overs().length > 0)
      const ask = alice.asks()[turn]
      if (ask)
        expect(await alice.send('act', { match: id, turn: ask.turn, move: ask.moves[0] })).toMatchObject({ ok: true })
    }
    const [first, second] = alice.asks()
    expect(first).toMatchObject({ turn: 0, seat: 0, bank: 60_000, took: null, deadline: expect.any(Number) })
    expect(first!.left! - 60_000).toBeLessThanOrEqual(30_000)
    expect(second).toMatchObject({ turn: 2, took: expect.any(Number), news: [{ seat: 1 }] })
    expect((await arena.store.events(id))[0]).toMatchObject({ seats: [{ agent: 'alice', version: '3' }, {}] })
    expect(alice.overs()[0]).toMatchObject({ match: id, seat: 0, state: 'over' })
  })

  test('a lie at the door is refused with a code and a sentence, a token of another kind too', async () => {
    arena = await testArena()
    const token = await arena.tokens.make('alice', ['play'], 0)
    const refusal = async (more: object, secret = token) =>
      await wire(arena.url, secret, more as never).then(
        (far) => far.cut(),
        ({ error }) => `${error.code}: ${error.message}`,
      )
    expect(await refusal({ protocol: 2 })).toBe('protocol: this arena speaks protocol 1, not 2')
    expect(await refusal({ protocol: '1' })).toMatch(/^bad-message: .*protocol must be integer/)
    expect(await refusal({ agent: { name: 'bob' } })).toMatch(/^wrong-name: /)
    expect(await refusal({ agent: { version: 'x'.repeat(101) } })).toMatch(/^bad-message: .*version/)
    expect(await refusal({ concurrency: 0 })).toMatch(/^bad-message: .*concurrency must be >= 1/)
    expect(await refusal({}, `${token}x`)).toMatch(/^bad-token: /)
    expect(await refusal({}, await arena.tokens.make('eyes', ['watch', 'moderate'], 0))).toMatch(/^not-allowed: /)
  })

  test('an answer counts once, and one to another turn is refused with the turn that is open', async () => {
    arena = await testArena()
    const [alice, bob] = [await join('alice'), await join('bob')]
    const { id } = await arena.rooms.start(spec(['alice', 'bob']))
    await until(() => alice.asks().length === 1)
    const bet = { match: id, turn: 0, move: 'bet' }
    expect(errorOf(await alice.send('act', { ...bet, turn: 1 }))).toMatchObject({ code: 'not-asked', current: 0 })
    expect(errorOf(await bob.send('act', bet))).toMatchObject({ code: 'not-asked' })
    expect(await alice.send('act', bet)).toMatchObject({ ok: true })
    expect(await alice.send('act', { ...bet, move: 'pass' })).toMatchObject({ ok: true, duplicate: true })
    await until(() => bob.asks().length === 1)
    expect(errorOf(await bob.send('act', bet))).toMatchObject({ code: 'late', current: 1 })
    expect(await bob.send('act', { match: id, turn: 1, move: 'pass' })).toMatchObject({ ok: true })
    await over(arena, id)
    const moves = (await arena.store.events(id)).flatMap((event) => (event.type === 'moved' ? event.move : []))
    expect(moves).toEqual(['bet', 'pass'])
    expect(errorOf(await alice.send('act', bet))).toMatchObject({ code: 'no-match' })
  })

  test('an illegal answer is refused with what is allowed and the tries left, and repeats of it cost nothing', async () => {
    arena = await testArena()
    const alice = await join('alice')
    const { id } = await arena.rooms.start(spec(['alice', 'random']))
    for (const left of [2, 1, 0]) {
      await until(() => alice.asks().length === 3 - left)
      const wrong = { match: id, turn: 0, move: 'raise', id: `try ${left}` }
      const error = {
        code: 'illegal-move',
        message: expect.stringContaining('pass, bet'),
        allowed: ['pass', 'bet'],
        left,
      }
      expect(errorOf(await alice.send('act', wrong))).toEqual(error)
      if (left > 0) expect(errorOf(await alice.send('act', wrong))).toEqual(error)
    }
    await over(arena, id)
    await until(() => alice.heard.filter(({ type }) => type === 'refused').length === 3)
    expect(alice.asks()[2]!.refusal).toMatchObject({ code: 'illegal-move', left: 1 })
    expect((await arena.store.match(id))?.results[0]?.faults).toEqual({ illegal: 1 })
  })

  test('time that runs out is late for who is there, and the answer that comes after it is not taken', async () => {
    arena = await testArena({ settings: { turnMs: 50, bankMs: 0 } })
    const alice = await join('alice')
    const { id } = await arena.rooms.start(spec(['random', 'alice'], { scenario: 'connect-four' }))
    await until(() => alice.asks().length > 0)
    await over(arena, id)
    expect((await arena.store.match(id))?.results[1]?.faults).toEqual({ late: 1 })
    const { turn, moves } = alice.asks()[0]!
    expect(errorOf(await alice.send('act', { match: id, turn, move: moves[0] }))).toMatchObject({ code: 'no-match' })
  })

  test('joining again replaces the older link, and its late end unseats nobody', async () => {
    arena = await testArena({ settings: { socketsPerAddress: 2 } })
    const token = await arena.tokens.make('alice', ['play'], 0)
    const older = await wire(arena.url, token)
    const { id } = await arena.rooms.start(spec(['alice', 'random']))
    await until(() => older.asks().length === 1)
    const newer = await wire(arena.url, token)
    fars.push(newer)
    await until(() => newer.asks().length === 1)
    await until(() => older.heard.some(({ type, code }) => type === 'closed' && code === 'replaced'))
    older.cut()
    const third = await arena.tokens.make('third', ['play'], 0)
    const comes = async () => fars.push(await wire(arena.url, third)) > 0
    await until(async () => await comes().catch(() => false)) // there is room for it once the older link is gone
    expect(newer.heard[0]).toMatchObject({ type: 'welcome', matches: [id] })
    const { turn } = newer.asks()[0]!
    expect(await newer.send('act', { match: id, turn, move: 'pass' })).toMatchObject({ ok: true })
    expect(arena.rooms.options.sessions.isHere('alice')).toBe(true)
  })

  test('a message at the limit is taken, one past it is refused by name, and the seat is kept', async () => {
    arena = await testArena({ settings: { messageBytes: 4_000 } })
    const alice = await join('alice')
    const { id } = await arena.rooms.start(spec(['alice', 'random']))
    await until(() => alice.asks().length === 1)
    const message = (bytes: number) => {
      const bare = { match: id, turn: 0, move: 'pass', note: { thought: '' } }
      return { ...bare, note: { thought: 'x'.repeat(bytes - JSON.stringify(bare).length) } }
    }
    expect(errorOf(await alice.send('act', message(4_001)))).toMatchObject({
      code: 'too-large',
      message: expect.stringContaining('4000'),
    })
    expect(await alice.send('act', message(4_000))).toMatchObject({ ok: true })
  })

  test('who sends as fast as is allowed is heard, who sends faster is told how long to wait, and loses no move', async () => {
    arena = await testArena({ settings: { messagesPerSecond: 1, burst: 10 } })
    const alice = await join('alice')
    const { id } = await arena.rooms.start(spec(['alice', 'random']))
    await until(() => alice.asks().length === 1)
    const early = { match: id, turn: 5, move: 'pass' }
    const replies = await Promise.all(Array.from({ length: 40 }, async () => errorOf(await alice.send('act', early))))
    expect(replies.filter((error) => error?.code === 'not-asked').length).toBeGreaterThanOrEqual(10)
    const wait = replies.find((error) => error?.code === 'too-fast')
    expect(wait).toMatchObject({ retry: expect.any(Number), message: expect.stringContaining('nothing was lost') })
    let last: ActReply | undefined
    while (!last?.ok) {
      await new Promise((done) => setTimeout(done, (last ? errorOf(last)! : wait!).retry! * 1000))
      last = await alice.send('act', { match: id, turn: 0, move: 'pass' })
      if (!last.ok) expect(last.error.code).toBe('too-fast')
    }
  })

  test('hostile text in any field is an answer that is refused or the words of its seat, and private text reaches nobody', async () => {
    arena = await testArena({ settings: { messagesPerSecond: 1e6, burst: 1e6 } })
    const [forger, victim] = [
      await join('forger one', { agent: { version: INJECTIONS[3]!.slice(0, 100) } }),
      await join('victim'),
    ]
    const scenario = 'mystery:simple:1'
    const { id } = await arena.rooms.start(
      spec(await table(scenario, ['victim', 'forger one'], 'detective'), { scenario }),
    )
    for (const text of HOSTILE) {
      for (const message of [
        { match: text, turn: 0, move: 'x' },
        { match: id, turn: text, move: 'x' },
        { match: id, turn: 0, move: 'x', id: text },
        { match: id, turn: 9_999, move: text, text, note: { [text]: text }, beliefs: { suspects: text } },
      ]) {
        const code = errorOf(await forger.send('act', message))?.code
        expect(['bad-message', 'no-match', 'not-asked', 'late', 'illegal-move', 'not-joined']).toContain(code)
      }
      expect(errorOf(await forger.send(text, { match: id }))?.code).toMatch(/^(unknown-event|bad-message|no-page)$/)
    }
    const said = await playOut(id, forger, victim)
    expect(said.size).toBeGreaterThan(2)
    const heard = victim.asks().flatMap(({ news }) => news)
    expect(heard.some(({ seat, text }) => seat === 1 && text !== undefined)).toBe(true)
    for (const { seat, text } of heard) if (text !== undefined) expect([seat, said.has(text)]).toEqual([1, true])
    expect(JSON.stringify(victim.heard)).not.toContain('my secret thought')
    const watcher = await spectator(arena.url)
    const { batches } = await watched(watcher, { match: id })
    watcher.disconnect()
    expect(JSON.stringify(batches)).not.toContain('my secret thought')
    expect(JSON.stringify(await arena.store.events(id))).toContain('my secret thought')
    expect(({} as Record<string, unknown>)['ok']).toBeUndefined()
  })
})

/** Both answer every ask; the forger says all it can. Returns what it has said. */
async function playOut(id: string, forger: Far, victim: Far): Promise<ReadonlySet<string>> {
  const said = new Set<string>()
  const seen = new Map<Far, number>([
    [forger, 0],
    [victim, 0],
  ])
  while (forger.overs().length === 0) {
    for (const far of [forger, victim]) {
      const ask = far.asks()[seen.get(far)!]
      if (!ask) continue
      seen.set(far, seen.get(far)! + 1)
      const { turn, moves, speech } = ask
      const able = speech?.moves === 'all' ? moves : moves.filter((move) => speech?.moves.includes(move))
      const text = HOSTILE[said.size % HOSTILE.length]!.slice(0, speech?.max)
      const speaks = far === forger && able.length > 0 && text !== ''
      if (speaks) said.add(text.replace(/\p{Cs}/gu, '\ufffd'))
      const note = { thought: 'my secret thought' }
      const move = able[0] ?? moves[0]
      expect(await far.send('act', { match: id, turn, move, note, ...(speaks && { text }) })).toMatchObject({
        ok: true,
      })
    }
    await new Promise((done) => setTimeout(done, 2))
  }
  return said
}
