/**
 * `parley bench spectators`: 500 spectators of one match while 200 other matches run, from the moment an event is played to
 * the moment its frame is in each spectator's hands; beside it a bare socket.io broadcast of as many bytes to as many.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { Server } from 'socket.io'
import { type Arena, startArena } from '../../server.ts'
import type { FrameBatch } from '../host/protocol.ts'
import type { Measure } from './bench.ts'
import type { CrowdOrder, CrowdWord } from './bench-crowd.ts'

const SPECTATORS = 500
const MATCHES = 200
/** Milliseconds between moves: of the watched match, of each of the others. */
const PACE = 700
const OTHERS_PACE = 1_000
/** Of the bare broadcast. */
const BARE_PACE = 150

/** By event id, epoch milliseconds. */
type Stamps = Map<number, number>

const now = () => performance.timeOrigin + performance.now()

export async function benchSpectators(): Promise<Record<string, Measure>> {
  const { latencies, bytes, events, megabytes, before } = await watched()
  const bare = await broadcast(bytes, events)
  const measure = (share: number): Measure => {
    const [value, baseline] = [quantile(latencies, share), quantile(bare, share)]
    return { value: round(value), unit: 'ms', baseline: round(baseline), ratio: value / baseline }
  }
  return {
    'spectators: event to hand, p50': measure(0.5),
    'spectators: event to hand, p99': measure(0.99),
    'spectators: server memory': { value: megabytes, unit: 'MiB', baseline: before, ratio: megabytes / before },
  }
}

async function watched() {
  const data = mkdtempSync(join(tmpdir(), 'parley-spectators-'))
  const log = pino({ level: 'silent' })
  const settings = { socketsPerAddress: 2 * SPECTATORS, matches: 2 * MATCHES }
  const arena = await startArena({ port: 0, data, log, settings })
  const before = resident()
  try {
    for (let one = 0; one < MATCHES; one++) await start(arena, `other-${one}`, 'mystery:complex:3', OTHERS_PACE)
    const told = { stamps: new Map<number, number>(), bytes: 0 }
    const crowd = await gathered({ url: `${arena.url}/watch`, count: SPECTATORS, match: await held(arena, told) })
    told.stamps.clear() // what was played while they came is history to them
    told.bytes = 0
    await new Promise<void>((done) => arena.rooms.whenOver('watched', done))
    await sleep(1_000)
    const megabytes = resident()
    const latencies = await waits(crowd, told.stamps)
    if (latencies.length === 0)
      throw new Error('the match was over before the crowd was there: the machine is too busy to measure')
    return { latencies, megabytes, before, events: told.stamps.size, bytes: Math.round(told.bytes / told.stamps.size) }
  } finally {
    await arena.close()
    rmSync(data, { recursive: true, force: true })
  }
}

/** The match to be watched: it begins, and every event of it is stamped as it is played. */
async function held(arena: Arena, told: { stamps: Stamps; bytes: number }): Promise<string> {
  await start(arena, 'watched', 'mystery:complex:4', PACE)
  arena.rooms.get('watched')!.watch('audience', (batch: FrameBatch) => {
    told.stamps.set(batch.to, now())
    told.bytes += JSON.stringify(batch).length
  })
  return 'watched'
}

async function start(arena: Arena, id: string, scenario: string, pace: number): Promise<void> {
  const { game } = await arena.rooms.options.openScenario(scenario)
  const agents = game.seats.map(() => 'talker')
  await arena.rooms.start({ id, scenario, seed: 3, agents, survey: 'never', open: true, pace })
}

/** As many messages of as many bytes, to as many sockets, with nothing else to do. */
async function broadcast(bytes: number, events: number): Promise<number[]> {
  const server = createServer()
  const sockets = new Server(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const stamps: Stamps = new Map()
  try {
    const crowd = await gathered({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      count: SPECTATORS,
    })
    for (let to = 0; to < events; to++) {
      stamps.set(to, now())
      sockets.emit('frames', { to, padding: 'x'.repeat(Math.max(0, bytes - 20)) })
      await sleep(BARE_PACE)
    }
    await sleep(1_000)
    return await waits(crowd, stamps)
  } finally {
    await sockets.close()
  }
}

async function gathered(order: CrowdOrder): Promise<ChildProcess> {
  const own = import.meta.url
  const crowd = fork(fileURLToPath(new URL(own.endsWith('.ts') ? './bench-crowd.ts' : './bench-crowd.js', own)))
  crowd.send(order)
  await word(crowd)
  return crowd
}

/** Milliseconds from stamp to arrival, of every stamped event at every spectator; shortest first. */
async function waits(crowd: ChildProcess, stamps: Stamps): Promise<number[]> {
  crowd.send('report')
  const report = await word(crowd)
  if (!('arrivals' in report)) throw new Error('the crowd said something else')
  const found = report.arrivals.flatMap(([id, at]) => (stamps.has(id) ? [at - stamps.get(id)!] : []))
  return found.sort((a, b) => a - b)
}

const word = (crowd: ChildProcess) =>
  new Promise<CrowdWord>((done, failed) => {
    crowd.once('message', (came) => done(came as CrowdWord))
    crowd.once('error', failed)
  })

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
const round = (value: number) => Math.round(value * 10) / 10
const resident = () => Math.round(process.memoryUsage().rss / 2 ** 20)
