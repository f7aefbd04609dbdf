/**
 * Agents that only speak HTTP, by long polling: POST /api/agent/join, then GET /api/agent/next again and again, and
 * POST /api/agent/act. All three carry the token; the session ends when nobody asks for a while.
 */
import express, { Router as newRouter, type Request, type Router } from 'express'
import { ParleyError } from '../core/errors.ts'
import { admitted, agentHandlers } from './agents-socket.ts'
import { Bucket, receive } from './guard.ts'
import type { Doors } from './http-doors.ts'
import { whole } from './http-doors.ts'
import { PROTOCOL } from './protocol.ts'
import type { Link, Session, Sessions } from './sessions.ts'

interface Message {
  readonly type: string
}

/** Messages that wait to be fetched; more than this, and the oldest is lost (the open ask comes again after a join). */
const QUEUE = 1_000
const AWAY_MS = 45_000
const WAIT_MOST = 30

class Mailbox implements Link {
  readonly session: Session
  readonly bucket: Bucket
  readonly #sessions: Sessions
  #messages: Message[] = []
  #waiting: ((messages: Message[]) => void) | null = null
  #away: NodeJS.Timeout | undefined
  closed = false

  constructor(session: Session, sessions: Sessions, bucket: Bucket) {
    this.session = session
    this.bucket = bucket
    this.#sessions = sessions
  }

  send(type: string, message: object): void {
    this.#messages = [...this.#messages, { ...message, type }].slice(-QUEUE)
    this.#hand()
  }

  close(why: object): void {
    this.send('closed', why)
    this.closed = true
    clearTimeout(this.#away)
  }

  /** Everything that has come, as soon as something has; an empty list when `seconds` are over. */
  next(seconds: number): Promise<Message[]> {
    clearTimeout(this.#away)
    this.#waiting?.([])
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#waiting?.([]), seconds * 1000)
      this.#waiting = (messages) => {
        clearTimeout(timer)
        this.#waiting = null
        if (!this.closed) this.stays()
        resolve(messages)
      }
      this.#hand()
    })
  }

  /** Somebody was here just now. */
  stays(): void {
    clearTimeout(this.#away)
    this.#away = setTimeout(() => {
      this.closed = true
      this.#sessions.leave(this.session, this, 'lost')
    }, AWAY_MS).unref()
  }

  #hand(): void {
    if (this.#waiting && this.#messages.length > 0) this.#waiting(this.#messages.splice(0))
  }
}

export function pollRoutes(doors: Doors): Router {
  const { sessions } = doors.rooms.options
  const { settings, tokens } = doors
  const boxes = new Map<string, Mailbox>()
  const routes = newRouter()
  const json = express.json({ limit: settings.messageBytes })
  const tokenOf = (request: Request) => (request.get('authorization') ?? '').replace(/^Bearer\s+/i, '')

  const box = (request: Request): Mailbox => {
    const found = boxes.get(tokenOf(request))
    if (found && !found.closed) return found
    boxes.delete(tokenOf(request))
    throw new ParleyError('not-joined', 'this token has not joined, or joined elsewhere; POST /api/agent/join first')
  }
  routes.post('/agent/join', json, async (request, response) => {
    const token = tokenOf(request)
    const { join, name } = await admitted(tokens, { protocol: PROTOCOL, ...Object(request.body), token })
    const bucket = new Bucket(settings.messagesPerSecond, settings.burst)
    const mailbox = new Mailbox(sessions.get(name), sessions, bucket)
    boxes.set(token, mailbox)
    sessions.join(name, mailbox, join)
    mailbox.stays()
    for (const [key, old] of boxes) if (old.closed) boxes.delete(key)
    response.status(201).json({ ok: true })
  })
  routes.get('/agent/next', async (request, response) => {
    const seconds = whole(request, 'wait', { otherwise: 20, most: WAIT_MOST })
    const mailbox = box(request)
    response.json({ messages: await mailbox.next(seconds) })
  })
  for (const event of ['act', 'beliefs']) {
    routes.post(`/agent/${event}`, json, (request, response) => {
      const mailbox = box(request)
      mailbox.stays()
      response.json(receive(agentHandlers(mailbox.session), settings, mailbox.bucket)(event, [request.body]))
    })
  }
  return routes
}
