import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { afterEach, expect, test } from '@jest/globals'
import type { AskMessage } from '../../arena/host/agent-messages.ts'
import { openTournaments } from '../../arena/host/tournament-open.ts'
import { joined, steady, type TestAgent, testArena, until } from '../host/support.ts'
import { openAgent, openOnce, plan, play, type TestArena, tableOf, temporary } from './arena.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function coordinator(data: string): Promise<TestArena> {
  const place = await openTournaments({ data })
  ends.push(() => place.close())
  return { ...place, data, openAgent, openScenario: openOnce }
}

/** A server in a process of its own; it goes on where the one before it was killed. */
async function serve(data: string, port: number): Promise<{ child: ChildProcess; url: string }> {
  const words = ['serve', '--json', '--port', String(port), '--data', data, '--quiet']
  const child = spawn(process.execPath, ['--import', 'tsx', 'arena/cli/main.ts', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  ends.push(() => child.kill('SIGKILL'))
  for await (const line of createInterface({ input: child.stdout! })) {
    return { child, ...(JSON.parse(line) as { url: string }) }
  }
  throw new Error('the server ended before it listened')
}

async function tokenFor(name: string, place: TestArena): Promise<string> {
  const { Tokens } = await import('../../arena/host/tokens.ts')
  const { openSqlite } = await import('../../arena/host/store-open.ts')
  const store = await openSqlite(`${place.data}/parley.sqlite`)
  const secret = await (await Tokens.open(store, [])).make(name, ['play'], Date.now())
  await store.close()
  return secret
}

interface How {
  readonly concurrency?: number
  /** Milliseconds it thinks. */
  readonly slow?: number
}

async function agentAt(url: string, token: string, { slow = 0, ...how }: How = {}): Promise<TestAgent> {
  const agent = await joined(url, token, slow > 0 ? () => null : steady, { ...how })
  if (slow > 0) {
    agent.socket.on('ask', (ask: AskMessage) =>
      setTimeout(() => agent.socket.emit('act', { match: ask.match, turn: ask.turn, ...steady(ask) }), slow),
    )
  }
  ends.push(() => agent.close())
  return agent
}

/** The most matches an agent was in at once: from the first ask of each to its end. */
const matchesOf = (asks: readonly AskMessage[]) => new Set(asks.map(({ match }) => match))

test('agents joined by socket to a server that is killed in the middle play a tournament: each match counts once', async () => {
  const place = await coordinator(temporary())
  const [one, two] = [await tokenFor('bot one', place), await tokenFor('bot two', place)]
  const first = await serve(place.data, 0)
  const port = Number(new URL(first.url).port)
  const bots = [await agentAt(first.url, one, { slow: 30 }), await agentAt(first.url, two, { slow: 30 })]
  const agents = ['connected:bot one', 'connected:bot two', 'random:c']
  const given = plan({ scenarios: ['tic-tac-toe'], agents, matches: 18 })
  let again: Promise<unknown> | undefined
  const { view, state } = await play(place, given, {
    beat: 0,
    progress: ({ done }) => {
      if (again || done < 3) return
      first.child.kill('SIGKILL')
      again = serve(place.data, port)
    },
  })
  await again
  expect(state).toBe('over')
  expect(again).toBeDefined()
  const rows = await place.store.results(given.id, 0)
  expect(rows).toHaveLength(view.planned)
  expect(new Set(rows.map(({ match }) => match)).size).toBe(view.planned)
  const planned = view.records().map((one) => one.planned)
  for (const [n, bot] of bots.entries()) {
    const mine = planned.filter((match) => match.agents.includes(agents[n]!)).map(({ id }) => id)
    expect([...matchesOf(bot.asks)].sort()).toEqual(mine.sort())
  }
  const table = tableOf(view) as { ratings: readonly { agent: string; games: number; errors: object }[] }
  for (const { games, errors } of table.ratings) {
    expect(games).toBe((2 * view.planned) / 3)
    expect(Object.values(errors).reduce((sum: number, count) => sum + Number(count), 0)).toBe(0)
  }
}, 300_000)

test('a connected agent is never in more matches at once than it asked for', async () => {
  const data = temporary()
  const arena = await testArena({ data })
  ends.push(() => arena.close())
  const place = await coordinator(data)
  const secret = await arena.tokens.make('bot', ['play'], 0)
  const bot = await agentAt(arena.url, secret, { concurrency: 2 })
  let most = 0
  arena.sockets.of('/agents').sockets.forEach((socket) => {
    socket.onAnyOutgoing(() => {
      const sitting = arena.rooms.running().filter(({ spec }) => spec.agents.includes('bot'))
      most = Math.max(most, sitting.length)
    })
  })
  const { view } = await play(place, plan({ agents: ['connected:bot', 'random:b'], matches: 24 }))
  expect(view.done).toBe(24)
  expect(matchesOf(bot.asks).size).toBe(24)
  expect(most).toBe(2)
})

test('a match waits for an agent that is away, is marked, and is played once the agent comes', async () => {
  const data = temporary()
  const arena = await testArena({ data })
  ends.push(() => arena.close())
  const place = await coordinator(data)
  const secret = await arena.tokens.make('late bot', ['play'], 0)
  const given = plan({
    agents: ['connected:late bot', 'random:b'],
    matches: 2,
    absent: { seconds: 0.2, rule: 'wait' },
  })
  const playing = play(place, given)
  await until(async () => (await place.store.partials(given.id)).length === 2)
  const partials = await place.store.partials(given.id)
  expect(partials.map(({ reason, events }) => [reason, events])).toEqual([
    ['away: late bot', 0],
    ['away: late bot', 0],
  ])
  expect(await place.store.results(given.id, 0)).toEqual([])
  await agentAt(arena.url, secret)
  const { view, state } = await playing
  expect(state).toBe('over')
  expect(view.records().map(({ record }) => record.faults)).toEqual([undefined, undefined])
})

test('where the plan says so an agent that stays away loses, and it counts as an error of its own', async () => {
  const data = temporary()
  const arena = await testArena({ data })
  ends.push(() => arena.close())
  const place = await coordinator(data)
  await arena.tokens.make('gone bot', ['play'], 0)
  const given = plan({
    agents: ['connected:gone bot', 'random:b'],
    matches: 2,
    absent: { seconds: 0, rule: 'forfeit' },
  })
  const { view, state } = await play(place, given)
  expect(state).toBe('over')
  for (const { planned, record } of view.records()) {
    const seat = planned.agents.indexOf('connected:gone bot')
    expect(record.faults![seat]).toBe('gone')
    expect(record.scores[seat]!).toBeLessThan(record.scores[1 - seat]!)
  }
})

test('a connected agent without a token is refused before the first match', async () => {
  const place = await coordinator(temporary())
  await tokenFor('bot one', place)
  await expect(play(place, plan({ agents: ['connected:bot on', 'random'] }))).rejects.toThrow(
    /no connected agent "bot on".*"bot one"/,
  )
})
