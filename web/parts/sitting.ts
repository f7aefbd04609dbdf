/** A person's seat over the agents' own wire: asks come in, acts go out, a turn is answered once. */
import { type Signal, signal } from '@preact/signals'
import type { ActMessage, ActReply, AskMessage, OverMessage, RefusedAct, SeatOffer } from '../../arena/host/protocol.ts'
import { connect } from '../shell/live.ts'

export interface Sitting {
  /** What is asked now; null while the others think. */
  readonly ask: Signal<AskMessage | null>
  /** By this machine's clock, epoch milliseconds; null without a clock. */
  readonly deadline: Signal<number | null>
  readonly error: Signal<string | null>
  act(move: string, text: string): void
  leave(): void
}

const ACK_WITHIN = 8_000

export function sit({ match, token }: SeatOffer): Sitting {
  const socket = connect('/agents', { protocol: 1, token })
  const ask = signal<AskMessage | null>(null)
  const deadline = signal<number | null>(null)
  const error = signal<string | null>(null)
  socket.on('ask', (came: AskMessage) => {
    if (came.match !== match.id) return
    ask.value = came
    deadline.value = came.left === null ? null : Date.now() + came.left
    error.value = came.refusal?.message ?? null
  })
  socket.on('refused', (refused: RefusedAct) => {
    error.value = refused.message
  })
  socket.on('over', (_over: OverMessage) => {
    ask.value = null
  })
  socket.on('connect_error', (cause) => {
    error.value = cause.message
  })
  const act = (move: string, text: string) => {
    const open = ask.value
    if (!open) return
    ask.value = null
    const message: ActMessage = { match: match.id, turn: open.turn, move, ...(text !== '' && { text }) }
    socket.timeout(ACK_WITHIN).emit('act', message, (failed: Error | null, reply: ActReply | undefined) => {
      if (!failed && reply?.ok) return
      const why = reply && !reply.ok ? reply.error : null
      error.value = why?.message ?? 'no answer from the arena'
      if (!ask.value && (why === null || (why.left ?? 0) > 0)) ask.value = open
    })
  }
  return { ask, deadline, error, act, leave: () => void socket.close() }
}
