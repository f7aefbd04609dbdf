import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, test } from '@jest/globals'
import type { Event } from '../../arena/core/log.ts'
import { readLogFile } from '../../arena/host/log-file.ts'
import type { MatchSummary } from '../../arena/host/protocol.ts'
import { openSqlite } from '../../arena/host/store-open.ts'
import { Tokens } from '../../arena/host/tokens.ts'
import { freshFolder, joined, steady, type TestAgent, table, testArena, until } from './support.ts'

const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

interface Served {
  readonly child: ChildProcess
  readonly url: string
  readonly resumed: number
}

async function serve(data: string, port: number): Promise<Served> {
  const words = [
    '--import',
    'tsx',
    'arena/cli/main.ts',
    'serve',
    '--json',
    '--port',
    String(port),
    '--data',
    data,
    '--quiet',
  ]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  for await (const line of createInterface({ input: child.stdout! })) {
    return { child, ...(JSON.parse(line) as { url: string; resumed: number }) }
  }
  throw new Error('the server ended before it listened')
}

async function killed({ child }: Served): Promise<void> {
  const gone = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  await gone
}

async function tokenIn(data: string, name: string): Promise<string> {
  const store = await openSqlite(join(data, 'parley.sqlite'))
  const secret = await (await Tokens.open(store, [])).make(name, ['play'], Date.now())
  await store.close()
  return secret
}

const MATCHES = 10

async function start(url: string, token: string): Promise<string[]> {
  const ids: string[] = []
  for (let seed = 0; seed < MATCHES; seed++) {
    const scenario = ['tic-tac-toe', 'leduc-poker', 'connect-four', 'mystery:simple:3'][seed % 4]!
    const other = scenario.startsWith('mystery') ? 'detective' : 'random'
    const agents = await table(scenario, seed % 2 === 0 ? ['alice'] : [other, 'alice'], other)
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const reply = await fetch(`${url}/api/matches`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ scenario, agents, seed }),
    })
    ids.push(((await reply.json()) as MatchSummary).id)
  }
  return ids
}

async function allOver(url: string, ids: readonly string[]): Promise<void> {
  await until(async () => {
    const states = await Promise.all(
      ids.map(async (id) => (await (await fetch(`${url}/api/matches/${id}`)).json()) as MatchSummary),
    )
    return states.every(({ state }) => state === 'over')
  }, 60_000)
}

/** A log without what must differ between two runs: the match's name. */
const played = (data: string, id: string): Event[] =>
  readLogFile(join(data, 'logs', `${id}.jsonl`)).events.map((event) =>
    event.type === 'opened' ? { ...event, match: '' } : event,
  )

/** Thinks for a while, so that there is a middle to be killed in. */
async function slowAgent(url: string, token: string): Promise<TestAgent> {
  const agent = await joined(url, token, () => null)
  agent.socket.off('ask')
  agent.socket.on('ask', (ask) => {
    agent.asks.push(ask)
    setTimeout(() => agent.socket.emit('act', { match: ask.match, turn: ask.turn, ...steady(ask) }), 120)
  })
  return agent
}

test('ten matches whose server is killed with -9 twice in mid match end in the logs of an undisturbed run', async () => {
  const calm = freshFolder()
  const rough = freshFolder()
  const undisturbed = await testArena({ data: calm })
  const calmToken = await undisturbed.tokens.make('alice', ['play'], 0)
  const quick = await joined(undisturbed.url, calmToken)
  const expected = await start(undisturbed.url, calmToken)
  await allOver(undisturbed.url, expected)
  quick.close()
  await undisturbed.close()

  const token = await tokenIn(rough, 'alice')
  let server = await serve(rough, 0)
  const port = Number(new URL(server.url).port)
  const agent = await slowAgent(server.url, token)
  let asked = 0
  const ids = await start(server.url, token)
  for (let kill = 0; kill < 2; kill++) {
    await until(() => agent.asks.length > asked + 5, 30_000)
    await killed(server)
    asked = agent.asks.length
    server = await serve(rough, port)
    expect(server.resumed).toBeGreaterThan(0)
  }
  await allOver(server.url, ids)
  agent.close()
  await killed(server)
  for (const [index, id] of ids.entries()) expect(played(rough, id)).toEqual(played(calm, expected[index]!))
}, 150_000)
