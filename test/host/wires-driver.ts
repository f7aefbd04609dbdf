/** One way to drive every wire: joins, hears, sends and waits for the reply, so that one suite holds over all of them. */
import { io } from 'socket.io-client'
import WebSocket from 'ws'
import type { ActReply, AskMessage, OverMessage, WireRefusal } from '../../arena/host/agent-messages.ts'
import { until } from './support.ts'

export interface Heard {
  readonly type: string
  readonly [field: string]: unknown
}

export interface Far {
  /** Everything that came, in order. */
  readonly heard: Heard[]
  asks(): AskMessage[]
  overs(): OverMessage[]
  /** Sends a message and returns what it is answered with. */
  send(type: string, message: unknown): Promise<ActReply>
  /** Ends the link without a word. */
  cut(): void
}

export interface Refusal {
  readonly error: WireRefusal
}

/** Joins with what is given over the token and protocol 1; a refusal at the door is thrown as `{ error }`. */
export type Wire = (url: string, token: string, join?: Readonly<Record<string, unknown>>) => Promise<Far>

const far = (heard: Heard[], rest: Pick<Far, 'send' | 'cut'>): Far => ({
  heard,
  asks: () => heard.filter(({ type }) => type === 'ask') as unknown as AskMessage[],
  overs: () => heard.filter(({ type }) => type === 'over') as unknown as OverMessage[],
  ...rest,
})

const socketIo: Wire = async (url, token, join = {}) => {
  const auth = { protocol: 1, token, concurrency: 10, ...join }
  const socket = io(`${url}/agents`, { auth, transports: ['websocket'], forceNew: true, reconnection: false })
  const heard: Heard[] = []
  socket.onAny((type: string, message: object) => heard.push({ ...message, type }))
  await new Promise<void>((done, failed) => {
    socket.once('welcome', () => done())
    socket.once('connect_error', (error: Error & { data?: WireRefusal }) => {
      socket.disconnect()
      failed(Object.assign(error, { error: error.data }))
    })
  })
  const send = async (type: string, message: unknown) =>
    (await socket.timeout(10_000).emitWithAck(type, message)) as ActReply
  return far(heard, { send, cut: () => socket.io.engine.close() })
}

const plain: Wire = async (url, token, join = {}) => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/agents`)
  const heard: Heard[] = []
  const replies: ((reply: ActReply) => void)[] = []
  socket.on('error', () => {})
  socket.on('message', (line) => {
    const { type, ...message } = JSON.parse(String(line)) as Heard
    if (type === 'reply') replies.shift()?.(message as unknown as ActReply)
    else heard.push({ ...message, type })
  })
  await new Promise((done, failed) => socket.once('open', done).once('error', failed))
  socket.send(JSON.stringify({ type: 'join', protocol: 1, token, concurrency: 10, ...join }))
  await until(() => heard.length > 0)
  if (heard[0]!.type === 'closed') throw { error: heard[0] }
  const send = (type: string, message: unknown) =>
    new Promise<ActReply>((done) => {
      replies.push(done)
      socket.send(JSON.stringify({ ...Object(message), type }))
    })
  return far(heard, { send, cut: () => socket.terminate() })
}

const poll: Wire = async (url, token, join = {}) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const call = async (path: string, body?: unknown) => {
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
    return await (await fetch(`${url}/api/agent/${path}`, init)).json()
  }
  const heard: Heard[] = []
  let ended = false
  const joined = await call('join', { concurrency: 10, ...join })
  if (joined.error) throw joined
  const fetching = async () => {
    while (!ended) {
      const { messages, error } = (await call('next?wait=1').catch((failed) => ({ error: failed }))) as {
        messages?: Heard[]
        error?: unknown
      }
      heard.push(...(messages ?? []))
      if (error || messages?.some(({ type }) => type === 'closed')) ended = true
    }
  }
  void fetching()
  await until(() => heard.length > 0)
  const send = async (type: string, message: unknown): Promise<ActReply> => {
    const reply = await call(type, message)
    return reply.error ? { ok: false, ...reply } : reply
  }
  return far(heard, {
    send,
    cut: () => {
      ended = true
    },
  })
}

export const WIRES: readonly (readonly [string, Wire])[] = [
  ['socket.io', socketIo],
  ['a plain WebSocket', plain],
  ['long polling', poll],
]
