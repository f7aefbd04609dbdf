/** Spectators: everything from the event they ask for, exactly once, in order, then live; one encoding for all who look alike. */
import type { Logger } from 'pino'
import type { Namespace, Socket } from 'socket.io'
import { type Growing, Teller } from './frames.ts'
import type { WatchSight } from './protocol.ts'
import type { Settings } from './settings.ts'

/** Packets that may wait for a slow spectator before catching up pauses, and before it is cut off. */
const PAUSE = 16
const CUT = 2_000

export interface Subscription {
  cancelled: boolean
  stop: () => void
}

export class WatchHub {
  readonly #namespace: Namespace
  readonly #settings: Settings
  readonly #log: Logger
  /** By match and sight: how many look, and what ends the line. */
  readonly #lines = new Map<string, { lookers: number; stop: () => void }>()

  constructor(namespace: Namespace, settings: Settings, log: Logger) {
    this.#namespace = namespace
    this.#settings = settings
    this.#log = log
  }

  /** Sends the frames of what `teller` has still to tell, then goes live. */
  subscribe(socket: Socket, teller: Teller): Subscription {
    const subscription: Subscription = { cancelled: false, stop: () => {} }
    setImmediate(() => this.#feed(socket, teller, subscription))
    return subscription
  }

  /** One batch a turn of the event loop, so that a long match holds up nobody. */
  #feed(socket: Socket, teller: Teller, subscription: Subscription): void {
    if (subscription.cancelled || !socket.connected) return
    try {
      const batch = teller.batch(this.#settings.framesPerBatch)
      if (!batch) {
        this.#goLive(socket, teller, subscription)
        return
      }
      socket.emit('frames', batch)
      if (batch.complete) return
    } catch (error) {
      this.#log.error({ err: error, match: teller.told.match }, 'a match can not be told')
      socket.emit('refused', {
        code: 'not-told',
        message: `match ${teller.told.match} was played under other rules than these`,
      })
      return
    }
    const again = () => this.#feed(socket, teller, subscription)
    if (waitingPackets(socket) > PAUSE) socket.conn.once('drain', again)
    else setImmediate(again)
  }

  /** Nothing is left to tell. No event can come between: what grows tells before the event loop turns. */
  #goLive(socket: Socket, teller: Teller, subscription: Subscription): void {
    const { grows } = teller.told
    if (!grows) return
    const key = this.#enter(grows, teller)
    void socket.join(key)
    subscription.stop = () => {
      void socket.leave(key)
      this.#leave(key)
    }
  }

  /** Every server makes the frames of its own spectators: nothing here goes to the others. */
  #enter(grows: Growing, { told, sight }: Teller): string {
    const key = `frames ${told.match} ${sight}`
    const line = this.#lines.get(key)
    if (line) line.lookers++
    else {
      const stop = grows.watch(sight, (batch) => this.#namespace.local.to(key).emit('frames', batch))
      this.#lines.set(key, { lookers: 1, stop })
    }
    return key
  }

  #leave(key: string): void {
    const line = this.#lines.get(key)
    if (!line || --line.lookers > 0) return
    line.stop()
    this.#lines.delete(key)
  }

  cancel(subscription: Subscription): void {
    subscription.cancelled = true
    subscription.stop()
    subscription.stop = () => {}
  }

  /** Spectators that don't keep up are cut off; they come back and ask from the event they have. */
  cutSlow(): void {
    for (const socket of this.#namespace.sockets.values()) {
      if (waitingPackets(socket) > CUT) socket.disconnect(true)
    }
  }

  tellerFor(told: Teller['told'], sight: WatchSight, from: number): Teller {
    const teller = new Teller(told, sight)
    teller.skipTo(from)
    return teller
  }
}

const waitingPackets = (socket: Socket) => (socket.conn as unknown as { writeBuffer: unknown[] }).writeBuffer.length
