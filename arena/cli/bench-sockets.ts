/**
 * Agents over sockets: games and turns a second with 40, 200 and 1,000 of them, against a bare socket.io echo in the same
 * run. The echo does nothing but send the same ask, of the same bytes, and wait for the same answer, between as many
 * sockets in pairs, of which one is asked at a time, as in the games. Beside it an echo of next to nothing, which says
 * what of that is the ask's size.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { Server, type Socket } from 'socket.io'
import { startArena } from '../../server.ts'
import { newMatchId } from '../host/http-starting.ts'
import type { Measure } from './bench.ts'
import type { SocketsOrder, SocketsReport } from './bench-sockets-crowd.ts'

const AGENTS = [40, 200, 1_000]
const SECONDS = 5
const SCENARIO = 'tic-tac-toe'

interface Rate {
  readonly turns: number
  readonly games: number
  readonly p50: number
  readonly p99: number
  readonly megabytes: number
  /** Milliseconds of this process's processor a turn took: what holds when other work shares the machine. */
  readonly cpu: number
  /** One that was sent. */
  readonly ask: object
}

export async function benchSockets(): Promise<Record<string, Measure>> {
  const found: Record<string, Measure> = {}
  for (const agents of AGENTS) {
    const arena = await arenaRate(agents)
    const echo = await echoRate(agents, arena.ask)
    const least = await echoRate(agents, { match: 'echo', turn: 0, moves: ['a'], took: 0 })
    found[`${agents} agents, turns`] = measure(arena.turns, echo.turns, 'turns/s')
    found[`${agents} agents, ${SCENARIO}`] = measure(arena.games, echo.turns / (arena.turns / arena.games), 'games/s')
    found[`${agents} agents, turn p50`] = measure(arena.p50, echo.p50, 'ms')
    found[`${agents} agents, turn p99`] = measure(arena.p99, echo.p99, 'ms')
    found[`${agents} agents, CPU a turn`] = measure(arena.cpu, echo.cpu, 'ms')
    found[`${agents} agents, bytes of an ask`] = measure(bytesOf(arena.ask), bytesOf(echo.ask), 'bytes')
    found[`${agents} agents, echo of next to nothing`] = measure(least.turns, echo.turns, 'turns/s')
    found[`${agents} agents, CPU of that echo`] = measure(least.cpu, echo.cpu, 'ms')
    found[`${agents} agents, memory`] = measure(arena.megabytes, echo.megabytes, 'MB')
  }
  return found
}

function measure(value: number, baseline: number, unit: string): Measure {
  const rounded = (number: number) => Math.round(number * 100) / 100
  return { value: rounded(value), baseline: rounded(baseline), ratio: value / baseline, unit }
}

const bytesOf = (ask: object) => Buffer.byteLength(JSON.stringify(ask))

const megabytes = () => process.memoryUsage().rss / 2 ** 20

async function arenaRate(agents: number): Promise<Rate> {
  const data = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const settings = {
    socketsPerAddress: agents + 10,
    messagesPerSecond: 1e6,
    burst: 1e6,
    keepMatches: 100,
    matches: agents,
  }
  const arena = await startArena({ port: 0, data, settings, log: pino({ level: 'error' }) })
  const names = Array.from({ length: agents }, (_, n) => `agent ${n}x`)
  const tokens = []
  for (const name of names) tokens.push(await arena.tokens.make(name, ['play'], 0))
  const crowd = await crowdAt({ url: `${arena.url}/agents`, tokens, agents })
  let games = 0
  let running = true
  const seat = async (first: number): Promise<void> => {
    const spec = { scenario: SCENARIO, seed: games, survey: 'never', open: false, pace: 0 } as const
    const { id } = await arena.rooms.start({ ...spec, id: newMatchId(), agents: [names[first]!, names[first + 1]!] })
    arena.rooms.whenOver(id, () => {
      games++
      if (running) void seat(first)
    })
  }
  await warm(() => Promise.all(names.flatMap((_, n) => (n % 2 === 0 ? [seat(n)] : []))))
  games = 0
  const report = await measured(crowd)
  const rate = { ...report, turns: report.turns / SECONDS, games: games / SECONDS, megabytes: megabytes() }
  running = false
  crowd.kill()
  await arena.close()
  rmSync(data, { recursive: true, force: true })
  return rate
}

/** The bare thing: as many sockets in pairs, the same bytes there, a small answer back, nothing in between. */
async function echoRate(agents: number, ask: object): Promise<Rate> {
  const http = createServer()
  const server = new Server(http, { serveClient: false })
  let alone: Pair | null = null
  server.of('/agents').on('connection', (socket: Socket) => {
    alone ??= new Pair(ask)
    if (alone.sit(socket)) alone = null
  })
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/agents`
  const crowd = await crowdAt({ url, tokens: [], agents })
  await warm(async () => {})
  const report = await measured(crowd)
  crowd.kill()
  await server.close()
  return { ...report, ask, turns: report.turns / SECONDS, games: 0, megabytes: megabytes() }
}

/** Two sockets that are asked in turn. */
class Pair {
  readonly #ask: object
  readonly #sockets: Socket[] = []
  #turn = 0
  #asked = 0
  #took = 0

  constructor(ask: object) {
    this.#ask = ask
  }

  /** Returns whether both are here. */
  sit(socket: Socket): boolean {
    socket.on('act', () => {
      this.#took = performance.now() - this.#asked
      this.#next()
    })
    const both = this.#sockets.push(socket) === 2
    if (both) this.#next()
    return both
  }

  #next(): void {
    this.#asked = performance.now()
    this.#sockets[this.#turn++ % 2]!.emit('ask', { ...this.#ask, took: this.#took })
  }
}

async function warm(begin: () => Promise<unknown>): Promise<void> {
  await begin()
  await new Promise((done) => setTimeout(done, 1_000))
}

async function crowdAt(order: SocketsOrder): Promise<ChildProcess> {
  const ending = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
  const execArgv = ending === '.ts' ? ['--import', 'tsx'] : []
  const crowd = fork(new URL(`./bench-sockets-crowd${ending}`, import.meta.url), { execArgv })
  crowd.send(order)
  await once(crowd, 'message')
  return crowd
}

async function measured(crowd: ChildProcess): Promise<SocketsReport & { readonly cpu: number }> {
  const before = process.cpuUsage()
  crowd.send({ seconds: SECONDS })
  const [report] = (await once(crowd, 'message')) as [SocketsReport]
  const { user, system } = process.cpuUsage(before)
  return { ...report, cpu: (user + system) / 1000 / Math.max(1, report.turns) }
}
