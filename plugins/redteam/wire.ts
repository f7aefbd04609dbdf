/** Agents that misbehave at the door of an arena rather than at its tables; `parley agent connect` sends them there. */
import { io } from 'socket.io-client'
import { WebSocket } from 'ws'
import { type AskMessage, joinArena } from '../client/index.ts'
import { INJECTIONS } from './injections.ts'

export interface Door {
  readonly url: string
  readonly token: string
}

/** Begins to misbehave; returns what ends it. Whatever the arena answers is borne. */
export type WireAttack = (door: Door) => () => void

const LINKS = 12
const AGAIN_MS = 30
const first = ({ moves }: AskMessage) => moves[0]!
const bear = () => {}

/** Joins over every wire while it is joined, from many links at once, and answers on all of them, the replaced ones too. */
function doubleJoiner(door: Door): () => void {
  let ends: (() => void)[] = []
  let count = 0
  const timer = setInterval(() => {
    ends = [...ends, [bySocket, byPlain, byPoll][count++ % 3]!(door)]
    for (const end of ends.splice(0, ends.length - LINKS)) end()
  }, AGAIN_MS)
  return () => {
    clearInterval(timer)
    for (const end of ends) end()
  }
}

function bySocket({ url, token }: Door): () => void {
  const joined = joinArena({ url, token, act: first, onError: bear, concurrency: 64 })
  joined.catch(bear)
  return () => void joined.then((player) => player.close(), bear)
}

function byPlain({ url, token }: Door): () => void {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/agents`)
  const send = (message: object) => socket.readyState === socket.OPEN && socket.send(JSON.stringify(message))
  socket.on('error', bear)
  socket.on('open', () => {
    for (let twice = 0; twice < 2; twice++) send({ type: 'join', protocol: 1, token, concurrency: 64 })
  })
  socket.on('message', (line) => {
    const { type, match, turn, moves } = JSON.parse(String(line)) as AskMessage & { readonly type: string }
    if (type !== 'ask') return
    for (const move of [moves[0], moves[0], moves.at(-1)]) send({ type: 'act', match, turn, move })
  })
  return () => socket.terminate()
}

function byPoll({ url, token }: Door): () => void {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  fetch(`${url}/api/agent/join`, { method: 'POST', headers, body: '{"concurrency":64}' }).catch(bear)
  return bear // it never fetches what is there for it, and never leaves
}

/** What it says of itself when it joins. An arena lets it in under none of these. */
const LIES: readonly Readonly<Record<string, unknown>>[] = [
  { protocol: 0 },
  { protocol: 2 },
  { protocol: -1 },
  { protocol: 1e9 },
  { protocol: '1' },
  { protocol: null },
  { protocol: 1.5 },
  { agent: { name: 'moderator', version: '1' } },
  { agent: { name: 'detective' } },
  { agent: { version: 'x'.repeat(5_000) } },
  { agent: { version: 7 } },
  { agent: null },
  { kinds: ['everything', ...Array.from({ length: 500 }, (_, n) => `kind ${n}`)] },
  { concurrency: 0 },
  { concurrency: -5 },
  { concurrency: 1e12 },
  { surveys: 'always' },
]

/** Tries every lie at the door; once in, is another version each turn. */
function liar(door: Door): () => void {
  let ended = false
  let count = 0
  let end = bear
  const next = () => {
    if (ended) return
    const lie = LIES[count]
    const text = INJECTIONS[count % INJECTIONS.length]!.slice(0, 90)
    count++
    end = lie ? tellOne(door, lie, next) : tellOne(door, { agent: { version: `${count} ${text}` } }, next)
  }
  next()
  return () => {
    ended = true
    end()
  }
}

/** Joins with the lie, answers one ask, leaves, and goes on to the next. */
function tellOne({ url, token }: Door, lie: object, next: () => void): () => void {
  const auth = { protocol: 1, token, concurrency: 10_000, surveys: true, ...lie }
  const socket = io(`${url}/agents`, { auth, transports: ['websocket'], forceNew: true, reconnection: false })
  let over = false
  const done = () => {
    if (over) return
    over = true
    socket.disconnect()
    setTimeout(next, 5)
  }
  socket.on('connect_error', done)
  socket.on('disconnect', done)
  socket.on('ask', ({ match, turn, moves }: AskMessage) => {
    socket.emit('act', { match, turn, move: moves[0], note: { version: 'another' } }, done)
  })
  return () => {
    over = true
    socket.disconnect()
  }
}

export const wireAttacks: Readonly<Record<string, WireAttack>> = { 'double-joiner': doubleJoiner, liar }
