/** Namespace `/agents`: joins, asks and acts over socket.io. */
import type { Logger } from 'pino'
import type { Namespace, Socket } from 'socket.io'
import { ParleyError } from '../core/errors.ts'
import type { ActMessage, BeliefsMessage, JoinRequest } from './agent-messages.ts'
import { guard, type Handlers, refusalOf } from './guard.ts'
import { PROTOCOL } from './protocol.ts'
import { checked } from './schemas.ts'
import type { Link, Session, Sessions } from './sessions.ts'
import type { Settings } from './settings.ts'
import { type Bearer, personOf, type Tokens } from './tokens.ts'

export interface Doors {
  readonly sessions: Sessions
  readonly tokens: Tokens
  readonly settings: Settings
  readonly log: Logger
}

/** Checks who wants to join, whatever the wire. Throws `bad-message`, `protocol`, `bad-token`, `not-allowed`, `wrong-name`. */
export async function admitted(tokens: Tokens, came: unknown): Promise<{ join: JoinRequest; name: string }> {
  const join = checked<JoinRequest>('join', came)
  if (join.protocol !== PROTOCOL) {
    throw new ParleyError('protocol', `this arena speaks protocol ${PROTOCOL}, not ${join.protocol}`)
  }
  const bearer = await tokens.bearer(join.token)
  if (!bearer)
    throw new ParleyError('bad-token', 'the token is unknown or revoked; `parley agent token NAME` makes one')
  if (!bearer.scopes.includes('play')) {
    throw new ParleyError(
      'not-allowed',
      `the token of "${bearer.name}" is for ${bearer.scopes.join(', ')}, not for play`,
    )
  }
  const name = sessionName(bearer)
  if (join.agent?.name !== undefined && bearer.match === undefined && join.agent.name !== bearer.name) {
    throw new ParleyError('wrong-name', `the token is "${bearer.name}"'s, not "${join.agent.name.slice(0, 40)}"'s`)
  }
  return { join, name }
}

/** A person with a pass is a session of its own. */
const sessionName = (bearer: Bearer) => (bearer.match === undefined ? bearer.name : personOf(bearer.name))

/** What an agent may send, whatever the wire. */
export function agentHandlers(session: Session): Handlers {
  return new Map([
    ['act', { schema: 'act', run: (message: ActMessage) => session.act(message) }],
    ['beliefs', { schema: 'beliefs', run: (message: BeliefsMessage) => session.beliefs(message) }],
  ])
}

export function agentsSocket(namespace: Namespace, doors: Doors): void {
  namespace.use((socket, next) => {
    admitted(doors.tokens, socket.handshake.auth).then(
      (admission) => {
        socket.data = admission
        next()
      },
      (error: unknown) => {
        const refusal = refusalOf(error, doors.log)
        next(Object.assign(new Error(refusal.message), { data: refusal }))
      },
    )
  })
  namespace.on('connection', (socket) => seatSocket(socket, doors))
}

function seatSocket(socket: Socket, { sessions, settings, log }: Doors): void {
  const { join, name } = socket.data as Awaited<ReturnType<typeof admitted>>
  const link: Link = {
    send: (type, message) => {
      socket.emit(type, message)
    },
    close: (why) => {
      socket.emit('closed', why)
      socket.disconnect(true)
    },
  }
  const session = sessions.get(name)
  guard(socket, agentHandlers(session), settings, log)
  socket.on('disconnect', (reason) =>
    sessions.leave(session, link, reason === 'client namespace disconnect' ? 'left' : 'lost'),
  )
  sessions.join(name, link, join)
}
