/** The other side of `parley bench sockets`: many agents in a process of their own, each answering at once. */
import { io } from 'socket.io-client'

export interface SocketsOrder {
  readonly url: string
  /** One an agent; none for an echo that lets anyone in. */
  readonly tokens: readonly string[]
  readonly agents: number
}

export interface SocketsReport {
  readonly turns: number
  /** Milliseconds from ask to answer as the server saw them. */
  readonly p50: number
  readonly p99: number
  /** One from the middle of a match. */
  readonly ask: object
}

/** Asks of this turn have some history to tell. */
const MIDDLE = 4

let turns = 0
let sample: object = {}
let took: number[] = []

interface Asked {
  readonly match: string
  readonly turn: number
  readonly moves: readonly string[]
  readonly took: number | null
}

function agent({ url, tokens }: SocketsOrder, number: number): Promise<void> {
  const auth = { protocol: 1, token: tokens[number] ?? '', concurrency: 1 }
  const socket = io(url, { auth, transports: ['websocket'], forceNew: true })
  socket.on('ask', (ask: Asked) => {
    turns++
    if (ask.took !== null) took.push(ask.took)
    if (ask.turn === MIDDLE) sample = ask
    socket.emit('act', { match: ask.match, turn: ask.turn, move: ask.moves[turns % ask.moves.length] })
  })
  return new Promise((done, failed) => {
    socket.once('connect', () => done())
    socket.once('connect_error', failed)
  })
}

process.on('message', (message: SocketsOrder | { readonly seconds: number }) => {
  if ('seconds' in message) {
    turns = 0
    took = []
    setTimeout(() => process.send!(report()), message.seconds * 1000)
  } else void join(message)
})

async function join(order: SocketsOrder): Promise<void> {
  for (let from = 0; from < order.agents; from += 50) {
    const some = Array.from({ length: Math.min(50, order.agents - from) }, (_, n) => agent(order, from + n))
    await Promise.all(some)
  }
  process.send!({ joined: order.agents })
}

function report(): SocketsReport {
  const sorted = took.sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  return { turns, ask: sample, p50: at(0.5), p99: at(0.99) }
}
