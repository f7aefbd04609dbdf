/** Tokens may be taken back by another process: whoever came in with one that is no longer good is shown out. */

import type { Logger } from 'pino'
import type { Namespace } from 'socket.io'
import type { WireRefusal } from './agent-messages.ts'
import { lookAgain } from './look-again.ts'
import type { Sessions } from './sessions.ts'
import type { Tokens } from './tokens.ts'

export interface Guests {
  readonly sessions: Sessions
  /** Spectators; those with a token may see more than others. */
  readonly watch: Namespace
  readonly tokens: Tokens
  readonly log: Logger
}

const REVOKED: WireRefusal = {
  code: 'revoked',
  message: 'the token was taken back; `parley agent token NAME` makes one',
}

/** Looks every so many milliseconds; returns what ends it. */
export function showOutRevoked({ sessions, watch, tokens, log }: Guests, milliseconds: number): () => void {
  const look = async () => {
    const players = sessions.all().filter(({ here }) => here)
    const spectators = [...watch.sockets.values()].filter(({ data }) => data?.match === undefined && data !== null)
    const secretOf = (socket: (typeof spectators)[number]) => String(Object(socket.handshake.auth)['token'])
    const gone = await tokens.gone([...players.map(({ token }) => token), ...spectators.map(secretOf)])
    if (gone.size === 0) return
    for (const session of players) if (gone.has(session.token)) sessions.showOut(session, REVOKED)
    for (const socket of spectators) {
      if (!gone.has(secretOf(socket))) continue
      socket.emit('refused', REVOKED)
      socket.disconnect(true)
    }
  }
  const failed = (error: unknown) => log.error({ err: error }, 'tokens could not be read')
  return lookAgain(look, { milliseconds, failed })
}
