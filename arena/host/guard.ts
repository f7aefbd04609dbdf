/** Between a stranger's socket and our handlers: size, rate, shape; every fault becomes a refusal, none an exception. */
import type { Logger } from 'pino'
import type { Socket } from 'socket.io'
import { brief, ParleyError } from '../core/errors.ts'
import type { WireRefusal } from './agent-messages.ts'
import { checked, type MessageName } from './schemas.ts'
import type { Settings } from './settings.ts'

export interface Handler {
  readonly schema: MessageName
  /** Gets the checked message; what it returns is acknowledged. */
  run(message: never): unknown
}

export type Handlers = ReadonlyMap<string, Handler>

/** A bucket of tokens: `rate` a second flow in, at most `burst` are in it. */
export class Bucket {
  readonly #rate: number
  readonly #burst: number
  #tokens: number
  #at = performance.now()

  constructor(rate: number, burst: number) {
    this.#rate = rate
    this.#burst = burst
    this.#tokens = burst
  }

  /** 0 when one was taken, else the seconds until there is one. */
  take(): number {
    const now = performance.now()
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#at) / 1000) * this.#rate)
    this.#at = now
    if (this.#tokens < 1) return (1 - this.#tokens) / this.#rate
    this.#tokens--
    return 0
  }
}

/** Checks one message of a stranger and runs its handler; throws ParleyError for the stranger's faults. */
export function receive(
  handlers: Handlers,
  settings: Settings,
  bucket: Bucket,
): (event: unknown, args: readonly unknown[]) => unknown {
  return (event, args) => {
    const wait = bucket.take()
    if (wait > 0) throw new TooFast(wait, settings.messagesPerSecond)
    const handler = typeof event === 'string' ? handlers.get(event) : undefined
    if (!handler)
      throw new ParleyError(
        'unknown-event',
        `no message "${brief(event)}"; there are ${[...handlers.keys()].join(', ')}`,
      )
    if (args.length !== 1)
      throw new ParleyError('bad-message', `${event}: one object is expected, ${args.length} values came`)
    const bytes = Buffer.byteLength(JSON.stringify(args[0]) ?? '')
    if (bytes > settings.messageBytes) {
      throw new ParleyError(
        'too-large',
        `${event}: the message has ${bytes} bytes; at most ${settings.messageBytes} are allowed`,
      )
    }
    return handler.run(checked(handler.schema, args[0]) as never)
  }
}

export class TooFast extends ParleyError {
  readonly retry: number
  constructor(retry: number, rate: number) {
    super('too-fast', `more than ${rate} messages a second; nothing was lost, send it again`)
    this.retry = Math.ceil(retry * 100) / 100
  }
}

/** How a fault is said to a stranger; ours are logged with their cause and told without it. */
export function refusalOf(error: unknown, log: Logger): WireRefusal {
  if (error instanceof TooFast) return { code: error.code, message: error.message, retry: error.retry }
  if (error instanceof ParleyError) return { code: error.code, message: error.message }
  log.error({ err: error }, 'a request failed')
  return { code: 'internal', message: 'the arena failed; the fault is in its log', retry: 1 }
}

/**
 * Puts the handlers behind a socket. Events never reach the socket's own emitter, so that no name a stranger
 * sends (`error`, `newListener`, `__proto__`) means anything to it.
 */
export function guard(socket: Socket, handlers: Handlers, settings: Settings, log: Logger): void {
  const take = receive(handlers, settings, new Bucket(settings.messagesPerSecond, settings.burst))
  socket.use(([event, ...args]) => {
    const ack = typeof args.at(-1) === 'function' ? (args.pop() as (reply: unknown) => void) : undefined
    const refuse = (error: unknown) => {
      const refusal = refusalOf(error, log)
      if (ack) ack({ ok: false, error: refusal })
      else socket.emit('refused', refusal)
    }
    try {
      const reply = take(event, args)
      if (reply instanceof Promise) reply.then((value) => ack?.(value), refuse)
      else ack?.(reply)
    } catch (error) {
      refuse(error)
    }
  })
}
