/** Sessions for everyone: the graph runs on a thread of its own, so the caller's event loop never waits for a kernel. */
import type { Worker } from 'node:worker_threads'
import { ParleyError } from '../core/errors.ts'
import type { Device, Session, SessionOptions } from './session.ts'
import type { Call, Reply, SessionThread } from './session-thread.ts'
import type { Tensors } from './tensor.ts'
import { startThread } from './thread.ts'

/** Opens a graph on a new thread. Throws a ParleyError when the device is missing. */
export async function openSession(model: Uint8Array, options: SessionOptions): Promise<Session> {
  const thread = new Remote(
    startThread(new URL('./session-thread.ts', import.meta.url), { model, options } satisfies SessionThread),
  )
  try {
    const device = (await thread.call({ name: 'device' })) as Device
    return {
      device,
      run: (values) => thread.call({ name: 'run', values }) as Promise<Tensors>,
      readState: () => thread.call({ name: 'readState' }) as Promise<Tensors>,
      writeState: (values) => thread.call({ name: 'writeState', values }) as Promise<void>,
      stateIn: () => thread.call({ name: 'stateIn' }) as Promise<'device' | 'memory'>,
      close: () => thread.call({ name: 'close' }) as Promise<void>,
    }
  } catch (error) {
    await thread.stop()
    throw error
  }
}

type Without<T> = T extends unknown ? Omit<T, 'id'> : never
type Waiting = { readonly resolve: (value: unknown) => void; readonly reject: (error: unknown) => void }

/** Calls by message; the process may end while none is waiting. */
class Remote {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #calls = 0
  #ended: Error | null = null

  constructor(worker: Worker) {
    this.#worker = worker
    worker.on('message', (reply: Reply) => this.#settle(reply))
    worker.on('error', (error) => this.#end(error))
    worker.on('exit', () => this.#end(new Error('the session is closed')))
    worker.unref()
  }

  call(call: Without<Call>): Promise<unknown> {
    if (this.#ended) return Promise.reject(this.#ended)
    const id = this.#calls++
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#worker.ref()
      this.#worker.postMessage({ ...call, id } as Call)
    })
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if (this.#waiting.size === 0) this.#worker.unref()
    if ('value' in reply) waiting?.resolve(reply.value)
    else waiting?.reject(rebuilt(reply.error))
  }

  #end(error: Error): void {
    this.#ended ??= error
    for (const { reject } of this.#waiting.values()) reject(this.#ended)
    this.#waiting.clear()
  }
}

function rebuilt({ code, message }: { readonly code: string | null; readonly message: string }): Error {
  return code === null ? new Error(message) : new ParleyError(code, message)
}
