/** A crowd of spectators in a process of its own, for `parley bench spectators`: notes when each frame reached each of them. */
import { io, type Socket } from 'socket.io-client'
import type { FrameBatch } from '../host/protocol.ts'

/** From the parent: where to look, and how many eyes. */
export interface CrowdOrder {
  readonly url: string
  readonly count: number
  /** To be watched; absent: a bare broadcast of `frames` is awaited. */
  readonly match?: string
}

/** To the parent: `ready` once all are there; then, when asked for, every arrival as [event id, epoch milliseconds]. */
export type CrowdWord = { readonly ready: true } | { readonly arrivals: readonly (readonly [number, number])[] }

const arrivals: [number, number][] = []
const sockets: Socket[] = []
const now = () => performance.timeOrigin + performance.now()

async function gather({ url, count, match }: CrowdOrder): Promise<void> {
  for (let one = 0; one < count; one += 25) {
    const group = Array.from({ length: Math.min(25, count - one) }, () => seat(url, match))
    await Promise.all(group)
  }
  process.send!({ ready: true } satisfies CrowdWord)
}

function seat(url: string, match: string | undefined): Promise<void> {
  const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false })
  sockets.push(socket)
  socket.on('frames', ({ to }: FrameBatch) => arrivals.push([to, now()]))
  return new Promise((done, failed) => {
    socket.on('connect_error', failed)
    socket.on('connect', () => {
      if (match === undefined) done()
      else socket.emit('watch', { match }, () => done())
    })
  })
}

process.on('message', (order: CrowdOrder | 'report') => {
  if (order !== 'report') {
    void gather(order)
    return
  }
  process.send!({ arrivals } satisfies CrowdWord, () => {
    for (const socket of sockets) socket.disconnect()
    process.disconnect()
  })
})
