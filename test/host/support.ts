/** A real arena on a free port, real clients, and small agents for them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { io, type Socket } from 'socket.io-client'
import type { ActReply, AskMessage, OverMessage } from '../../arena/host/agent-messages.ts'
import type { FrameBatch, WatchReply, WatchRequest } from '../../arena/host/protocol.ts'
import type { MatchSpec } from '../../arena/host/store.ts'
import { openScenario } from '../../arena/scenario/index.ts'
import { type Arena, type ArenaConfig, startArena } from '../../server.ts'

export const silent = pino({ level: 'silent' })

export interface TestArena extends Arena {
  readonly data: string
}

const made: string[] = []
process.once('exit', () => {
  for (const dir of made) rmSync(dir, { recursive: true, force: true })
})

export function freshFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'parley-'))
  made.push(dir)
  return dir
}

export async function testArena(config: ArenaConfig = {}): Promise<TestArena> {
  const data = config.data ?? freshFolder()
  const arena = await startArena({ port: 0, data, log: silent, ...config })
  return { ...arena, data }
}

let count = 0
export const spec = (agents: readonly string[], change: Partial<MatchSpec> = {}): MatchSpec => ({
  id: `match-${process.pid}-${++count}`,
  scenario: 'kuhn-poker',
  seed: 7,
  agents,
  survey: 'never',
  open: false,
  pace: 0,
  ...change,
})

/** Everyone who sits at a scenario's table: those named first, then the rest. */
export async function table(scenario: string, first: readonly string[], rest: string): Promise<string[]> {
  const { game } = await openScenario(scenario)
  return game.seats.map((_, seat) => first[seat] ?? rest)
}

export interface TestAgent {
  readonly socket: Socket
  readonly asks: AskMessage[]
  readonly overs: OverMessage[]
  close(): void
}

/** How a test agent answers an ask; null: not at all. */
export type Reply = (ask: AskMessage) => { move: string; text?: string } | null

/** The n-th move of the n-th turn: plain, and the same whenever it is asked. */
export const steady: Reply = ({ moves, turn }) => ({ move: moves[turn % moves.length]! })

export async function joined(
  url: string,
  token: string,
  reply: Reply = steady,
  join: Record<string, unknown> = {},
): Promise<TestAgent> {
  const socket = io(`${url}/agents`, {
    auth: { token, protocol: 1, concurrency: 10, ...join },
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 20,
    reconnectionDelayMax: 100,
  })
  const asks: AskMessage[] = []
  const overs: OverMessage[] = []
  socket.on('ask', (ask: AskMessage) => {
    asks.push(ask)
    const answer = reply(ask)
    if (answer) socket.emit('act', { match: ask.match, turn: ask.turn, ...answer })
  })
  socket.on('over', (over: OverMessage) => overs.push(over))
  await new Promise<void>((done, failed) => {
    const refused = (error: Error) => {
      socket.disconnect()
      failed(error)
    }
    socket.once('connect_error', refused)
    socket.once('welcome', () => {
      socket.off('connect_error', refused) // from now on it comes back by itself
      done()
    })
  })
  return { socket, asks, overs, close: () => socket.disconnect() }
}

/** Sends an act and waits for its acknowledgement. */
export const act = async (socket: Socket, message: unknown): Promise<ActReply> =>
  (await socket.timeout(5_000).emitWithAck('act', message)) as ActReply

export async function spectator(url: string, token?: string): Promise<Socket> {
  const socket = io(`${url}/watch`, { transports: ['websocket'], forceNew: true, auth: token ? { token } : {} })
  await new Promise<void>((done, failed) => {
    const refused = (error: Error) => {
      socket.disconnect()
      failed(error)
    }
    socket.once('connect_error', refused)
    socket.once('connect', () => {
      socket.off('connect_error', refused)
      done()
    })
  })
  return socket
}

/** Watches until the match is complete; every batch in the order it came. */
export async function watched(
  socket: Socket,
  request: WatchRequest,
): Promise<{ reply: WatchReply; batches: FrameBatch[] }> {
  const batches: FrameBatch[] = []
  const complete = new Promise<void>((done) => {
    socket.on('frames', (batch: FrameBatch) => {
      if (batch.match !== request.match) return
      batches.push(batch)
      if (batch.complete) done()
    })
  })
  const reply = (await socket.timeout(5_000).emitWithAck('watch', request)) as WatchReply
  if (reply.ok) await complete
  return { reply, batches }
}

export async function until(true_: () => boolean | Promise<boolean>, milliseconds = 10_000): Promise<void> {
  const end = Date.now() + milliseconds
  while (!(await true_())) {
    if (Date.now() > end) throw new Error(`still not so after ${milliseconds} ms: ${true_.toString().slice(0, 120)}`)
    await new Promise((done) => setTimeout(done, 5))
  }
}

/** Waits until a match is stored as finished. */
export async function over(arena: Arena, id: string): Promise<void> {
  await until(async () => (await arena.store.match(id))?.endedAt != null)
}
