/** How many sockets each address has open, and no more than a limit of them. */
import type { IncomingMessage } from 'node:http'

interface Counted {
  readonly request: { readonly socket: { readonly remoteAddress?: string | undefined } }
  once(event: string, done: () => void): void
}

export class AddressCount {
  readonly #limit: number
  readonly #open = new Map<string, number>()

  constructor(limit: number) {
    this.#limit = limit
  }

  full(address: string | undefined): boolean {
    return (this.#open.get(address ?? '') ?? 0) >= this.#limit
  }

  /** For the socket server: only a first request counts, those of a session that is there already go through. */
  decide(request: IncomingMessage, decide: (error: string | null | undefined, ok: boolean) => void): void {
    const first = !/[?&]sid=/.test(request.url ?? '')
    if (first && this.full(request.socket.remoteAddress)) decide(`at most ${this.#limit} sockets an address`, false)
    else decide(null, true)
  }

  count(socket: Counted): void {
    const address = socket.request.socket.remoteAddress ?? ''
    this.#open.set(address, (this.#open.get(address) ?? 0) + 1)
    socket.once('close', () => {
      const left = (this.#open.get(address) ?? 1) - 1
      if (left > 0) this.#open.set(address, left)
      else this.#open.delete(address)
    })
  }
}
