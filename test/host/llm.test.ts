import { writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import type { Ask } from '../../arena/core/agent.ts'
import type { Game } from '../../arena/core/game.ts'
import { seeded } from '../../arena/core/rng.ts'
import { openAgent } from '../../plugins/index.ts'
import { lastOffer, type Manner, type ModelServer, modelServer, say } from './model-server.ts'
import { freshFolder, over, spec, type TestArena, table, testArena } from './support.ts'

let server: ModelServer
let arena: TestArena | undefined
afterEach(async () => {
  await arena?.close()
  arena = undefined
  await server.close()
})

async function agent(manner: Manner, settings: object = {}) {
  server = await modelServer(manner)
  const path = join(freshFolder(), 'model.json')
  writeFileSync(path, JSON.stringify({ model: `m${Math.random()}`, baseURL: server.url, tries: 3, ...settings }))
  const game = { id: 'g', kind: 'k', openRules: false } as unknown as Game
  return { model: await openAgent(`llm:${path}`, { game, random: seeded(1) }), spec: `llm:${path}` }
}

/** A response that the test writes itself. */
const own =
  (write: (response: ServerResponse) => unknown): Manner =>
  (_, response) => {
    write(response)
    return null
  }

const ask = (change: Partial<Ask> = {}): Ask => ({
  match: 'm',
  game: 'g',
  turn: 0,
  seat: 0,
  role: 'civilian',
  view: {},
  moves: ['pass', 'bet'],
  speech: { moves: 'all', max: 100 },
  prompt: '# Your move\n- pass\n- bet',
  ...change,
})

test('a model plays a whole mystery; its thoughts go to the note and to nobody at the table', async () => {
  const { spec: name } = await agent(
    (request) => `<think>I suspect them all.</think>MOVE: ${lastOffer(request)}\nSAY: I have nothing to add.`,
  )
  arena = await testArena()
  const { id } = await arena.rooms.start(
    spec(await table('mystery:simple:1', [name], 'detective'), { scenario: 'mystery:simple:1' }),
  )
  await over(arena, id)
  const events = await arena.store.events(id)
  const own = events.filter((event) => event.type === 'moved' && event.seat === 0)
  expect(own.length).toBeGreaterThan(3)
  expect(own.every((event) => event.type === 'moved' && event.forced === undefined)).toBe(true)
  expect(own[0]).toMatchObject({ note: { thought: 'I suspect them all.', tokens: 110 } })
  const heard =
    JSON.stringify(server.requests) + JSON.stringify(own.map((event) => ('text' in event ? event.text : '')))
  expect(heard).not.toContain('I suspect them all')
}, 30_000)

test('a server that is busy, down or slow to begin is asked again, as it says', async () => {
  const { model } = await agent((_, response, number) => {
    if (number === 1) response.writeHead(429, { 'retry-after-ms': '30' }).end('{"error":{"message":"slow down"}}')
    else if (number === 2) response.writeHead(503, { 'retry-after-ms': '30' }).end('overloaded')
    else return 'MOVE: bet\nSAY: All in.'
    return null
  })
  expect(await model.act(ask())).toMatchObject({ move: 'bet', text: 'All in.' })
  expect(server.requests).toHaveLength(3)
})

test('what a model can do wrong is told by name: rubbish, a cut answer, a refusal, a wrong key', async () => {
  const said = async (manner: Manner, settings: object = {}) => {
    const { model } = await agent(manner, settings)
    const outcome = await Promise.resolve(model.act(ask())).catch(
      (error: Error & { code: string }) => `${error.code}: ${error.message}`,
    )
    await server.close()
    return outcome
  }
  expect(await said(() => 'I would rather talk about the weather.')).toMatch(/^unreadable/)
  expect(await said(own((response) => say(response, 'Let me think about', { finish: 'length' })))).toMatch(/cut off/)
  expect(await said(own((response) => say(response, '', { refusal: "I can't play killers." })))).toMatch(
    /^refused: .*can't play/,
  )
  expect(await said(own((response) => response.writeHead(401).end('{"error":{"message":"no such key"}}')))).toMatch(
    /^model: .*401.*no such key/,
  )
})

test('a server that stays down or silent is told as gone or late: no try of the model is used up', async () => {
  const said = async (manner: Manner, settings: object = {}) => {
    const { model } = await agent(manner, { tries: 1, ...settings })
    const outcome = await Promise.resolve(model.act(ask())).catch((error: { code: string }) => error.code)
    await server.close()
    return outcome
  }
  expect(await said(own((response) => response.writeHead(503).end('overloaded')))).toBe('gone')
  expect(await said(own((response) => response.writeHead(429).end('slow down')))).toBe('gone')
  expect(await said(own((response) => response.destroy()))).toBe('gone')
  const torn = own((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: {"choices":[{"index":0,"delta":{"content":"MO"}}]}\n\n', () => response.destroy())
  })
  expect(await said(torn)).toBe('gone')
  expect(await said(() => new Promise(() => {}), { seconds: 0.2 })).toBe('late')
})

test('a fault of the server is never told to the model as its own; a refused answer is, and stays told of in the note', async () => {
  const { model } = await agent((_, response, number) => {
    if (number !== 1) return number === 2 ? 'Hm.' : 'MOVE: bet'
    response.writeHead(401).end('{"error":{"message":"no such key"}}')
    return null
  })
  const refusal = (message: string) => ({ code: 'agent-error', message, left: 2 }) as const
  const failing = (change: object) => Promise.resolve(model.act(ask(change))).catch((error: Error) => error.message)
  const first = await failing({})
  const second = await failing({ refusal: refusal(String(first)) })
  expect(server.requests[1]!.messages.at(-1)!.content).not.toMatch(/not taken|no such key/)
  const taken = await model.act(ask({ refusal: refusal(String(second)) }))
  expect(server.requests[2]!.messages.at(-1)!.content).toMatch(/not taken: no single move/)
  const note = { tokens: 110, matchTokens: 220, refusedAnswers: 1, refusedTokens: 110, refusedText: 'Hm.' }
  expect(taken).toMatchObject({ note: { ...note, refusedMilliseconds: expect.any(Number) } })
  expect((await model.act(ask({ turn: 1 }))).note).not.toHaveProperty('refusedText')
})

test('the last instruction asks for what the answer is held to: an object by schema, two lines without one', async () => {
  const prompt = 'Rosa: "MOVE: <bet>"\n\nAnswer in this form:\nMOVE: <a move>\nSAY: <words>'
  const { model } = await agent(
    ({ response_format: format }, response) => {
      if (!format) return 'MOVE: pass'
      if (server.requests.length === 1) return '{"thought":"","move":"bet","say":""}'
      response.writeHead(400).end('{"error":{"message":"no schemas"}}')
      return null
    },
    { structured: true },
  )
  await model.act(ask({ prompt }))
  expect(await model.act(ask({ prompt, turn: 1 }))).toMatchObject({ move: 'pass' })
  const sent = server.requests.map(({ messages }) => messages.at(-1)!.content)
  const form = '{"thought":"<...>","move":"<a move>","say":"<words>"}'
  const inJson = `Rosa: "MOVE: <bet>"\n\nAnswer in this form:\n${form}`
  expect(sent).toEqual([inJson, inJson, prompt])
})

test('a server that knows schemas is held to the moves offered; one that does not is asked in words from then on', async () => {
  const { model } = await agent(
    ({ response_format: format }) =>
      JSON.stringify({ thought: 'hm', move: format!.json_schema.schema.properties.move.enum[1] }),
    { structured: true },
  )
  expect(await model.act(ask())).toMatchObject({ move: 'bet', note: { thought: 'hm' } })
  await server.close()
  const { model: plain } = await agent(
    (request, response) => {
      if (!request.response_format) return 'MOVE: pass'
      response.writeHead(400).end('{"error":{"message":"response_format is not supported"}}')
      return null
    },
    { structured: true },
  )
  expect(await plain.act(ask())).toMatchObject({ move: 'pass' })
  await plain.act(ask())
  expect(server.requests.map(({ response_format: format }) => format !== undefined)).toEqual([true, false, false])
})

test('an answer that was not taken is asked for again with the whole reason; what it cost is counted', async () => {
  const { model } = await agent((_, __, number) => (number === 1 ? 'Hm.' : 'MOVE: bet'))
  const reason = await Promise.resolve(model.act(ask())).catch((error: Error) => error.message)
  expect(reason).toMatch(/one of: pass, bet$/)
  const refusal = { code: 'agent-error', message: `g: seat 0, turn 0: the agent failed: ${reason}`, left: 2 } as const
  expect(await model.act(ask({ refusal }))).toMatchObject({ note: { tokens: 110, matchTokens: 220 } })
  expect(server.requests.at(-1)!.messages.at(-1)!.content).toMatch(/not taken: g: seat 0.*one of: pass, bet$/)
})

test('a talk that outgrows the model is summarised oldest first; private facts and the newest lines stay', async () => {
  const talk = Array.from(
    { length: 400 },
    (_, line) => `Rosa: line ${line}, and that was all there was to be said about it.`,
  )
  const { model } = await agent(
    ({ messages }) => (messages[0]!.content.startsWith('Summarise') ? 'they talked' : 'MOVE: pass'),
    { contextTokens: 4_000, answerTokens: 200 },
  )
  const prompt = (lines: readonly string[]) =>
    `Rules.\n\n# You are Ann.\nYour secret: the attic.\n\n# What was said\n${lines.join('\n')}\n\n# Your move\n- pass\n- bet`
  await model.act(ask({ prompt: prompt(talk) }))
  const asked = server.requests.at(-1)!.messages.at(-1)!.content
  expect(asked).toContain('Your secret: the attic.')
  expect(asked).toContain('they talked')
  expect(asked).toContain('line 399')
  expect(asked).not.toContain('line 5,')
  expect(asked.length).toBeLessThan(4_000 * 4)
  const before = server.requests.length
  await model.act(ask({ turn: 1, prompt: prompt([...talk, 'Rosa: one more.']) }))
  expect(server.requests.length - before).toBeLessThanOrEqual(2)
})

test('a budget that is used up stops the asking, not the server', async () => {
  const { model } = await agent(() => 'MOVE: pass', { budget: { tokens: 200 }, price: { prompt: 1, answer: 10 } })
  expect(await model.act(ask())).toMatchObject({ note: { tokens: 110, cost: 0.0002 } })
  await model.act(ask())
  await expect(Promise.resolve(model.act(ask()))).rejects.toMatchObject({
    code: 'budget',
    message: expect.stringContaining('220 tokens'),
  })
  expect(server.requests).toHaveLength(2)
})

test('log-probabilities are kept when the server gives them; settings that make no sense are refused', async () => {
  const { model } = await agent(() => 'MOVE: pass', { logProbs: true })
  expect(await model.act(ask())).toMatchObject({ note: { logProb: -0.5 } })
  const open = async (argument: string) =>
    await openAgent(`llm:${argument}`, { game: { kind: 'k' } as Game, random: seeded(1) })
  await expect(open('')).rejects.toThrow(/needs a model/)
  await expect(open('m@nowhere at all')).rejects.toThrow(/no address/)
  await expect(open('./nowhere.json')).rejects.toThrow(/can't be read/)
})
