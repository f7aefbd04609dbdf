/**
 * Agents over plain WebSocket at `/ws/agents`: the messages of `/agents`, each a line of JSON with a `type`. The first
 * one is `{ "type": "join", "token", "protocol", ... }`; a reply to an act comes as `{ "type": "reply", "turn", "match", ... }`.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { ParleyError } from '../core/errors.ts'
import { AddressCount } from './addresses.ts'
import { admitted, agentHandlers, type Doors } from './agents-socket.ts'
import { Bucket, receive, refusalOf } from './guard.ts'
import type { Link, Session } from './sessions.ts'

const PATH = '/ws/agents'
const FULL_SECONDS = 5
/** The code of a WebSocket that ended without a word. */
const ABNORMAL = 1006

export function attachWebSocket(server: Server, doors: Doors): () => void {
  const { settings } = doors
  const addresses = new AddressCount(settings.socketsPerAddress)
  const sockets = new WebSocketServer({ noServer: true, maxPayload: settings.messageBytes * 2 })
  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    if (request.url?.split('?')[0] !== PATH) return
    if (addresses.full(request.socket.remoteAddress)) {
      const message = `at most ${settings.socketsPerAddress} sockets an address`
      const body = JSON.stringify({ error: { code: 'too-many', message, retry: FULL_SECONDS } })
      const headers = `content-type: application/json\r\nretry-after: ${FULL_SECONDS}\r\ncontent-length: ${body.length}`
      stream.end(`HTTP/1.1 429 Too Many Requests\r\n${headers}\r\nconnection: close\r\n\r\n${body}`)
      return
    }
    sockets.handleUpgrade(request, stream, head, (socket) => {
      addresses.count({ request, once: (event, done) => void socket.once(event, done) })
      serve(socket, doors)
    })
  }
  server.on('upgrade', upgrade)
  const beat = setInterval(() => dropDead(sockets), settings.pingMs).unref()
  return () => {
    clearInterval(beat)
    for (const socket of sockets.clients) socket.terminate()
  }
}

const alive = new WeakSet<WebSocket>()

/** A connection that did not answer the last ping is half open: it is ended, and the seat may be taken again. */
function dropDead(sockets: WebSocketServer): void {
  for (const socket of sockets.clients) {
    if (!alive.has(socket)) socket.terminate()
    alive.delete(socket)
    socket.ping()
  }
}

function serve(socket: WebSocket, doors: Doors): void {
  const { settings, sessions, log } = doors
  alive.add(socket)
  socket.on('pong', () => alive.add(socket))
  socket.on('error', () => {}) // its close follows
  const say = (type: string, message: object) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ type, ...message }))
  }
  const end = (error: unknown) => {
    say('closed', refusalOf(error, log))
    socket.close(4000)
  }
  const late = setTimeout(() => end(new ParleyError('no-join', 'no join came in time')), settings.handshakeMs)
  const bucket = new Bucket(settings.messagesPerSecond, settings.burst)
  let session: Session | null = null
  let joining = false

  const link: Link = {
    send: say,
    close(why) {
      say('closed', why)
      socket.close(4000)
    },
  }
  const join = (came: unknown) => {
    joining = true
    admitted(doors.tokens, came)
      .then(({ join: request, name }) => {
        clearTimeout(late)
        if (socket.readyState === socket.OPEN) session = sessions.join(name, link, request)
      })
      .catch(end)
  }
  socket.on('message', (raw) => {
    const { type, ...message } = readMessage(raw.toString()) ?? {}
    if (!session) {
      if (!joining) join(message)
      return
    }
    const named = {
      ...(message['match'] !== undefined && { match: message['match'] }),
      ...(message['turn'] !== undefined && { turn: message['turn'] }),
    }
    try {
      say('reply', { ...named, ...(receive(agentHandlers(session), settings, bucket)(type, [message]) as object) })
    } catch (error) {
      say('reply', { ...named, ok: false, error: refusalOf(error, log) })
    }
  })
  socket.on('close', (code) => {
    clearTimeout(late)
    if (session) sessions.leave(session, link, code === ABNORMAL ? 'lost' : 'left')
  })
}

/** Anything that is no JSON object is an empty message; the checks say what is missing. */
function readMessage(text: string): Record<string, unknown> | null {
  try {
    const message = JSON.parse(text) as unknown
    return typeof message === 'object' && message !== null && !Array.isArray(message) ? { ...message } : null
  } catch {
    return null
  }
}
