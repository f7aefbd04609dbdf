/** The far side of `openSession`: one session on its own thread, called by messages. */
import { parentPort, workerData } from 'node:worker_threads'
import { ParleyError } from '../core/errors.ts'
import { openSessionHere, type Session, type SessionOptions } from './session.ts'
import type { Tensors } from './tensor.ts'

/** What the near side sends; every call is answered once, in order. */
export type Call =
  | { readonly id: number; readonly name: 'device' }
  | { readonly id: number; readonly name: 'run'; readonly values: Tensors }
  | { readonly id: number; readonly name: 'readState' }
  | { readonly id: number; readonly name: 'writeState'; readonly values: Tensors }
  | { readonly id: number; readonly name: 'stateIn' }
  | { readonly id: number; readonly name: 'close' }

export type Reply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: { readonly code: string | null; readonly message: string } }

export interface SessionThread {
  readonly model: Uint8Array
  readonly options: SessionOptions
}

const port = parentPort!
const { model, options } = workerData as SessionThread
const opening = openSessionHere(model, options)
// Every call gets the failure; until the first one comes it is nobody's.
opening.catch(() => {})

port.on('message', (call: Call) => {
  void reply(call)
})

async function reply(call: Call): Promise<void> {
  try {
    const value = await answer(await opening, call)
    port.postMessage({ id: call.id, value } satisfies Reply)
  } catch (error) {
    port.postMessage({ id: call.id, error: described(error) } satisfies Reply)
  }
  if (call.name === 'close') port.close()
}

function answer(session: Session, call: Call): unknown {
  switch (call.name) {
    case 'device':
      return session.device
    case 'run':
      return session.run(call.values)
    case 'readState':
      return session.readState()
    case 'writeState':
      return session.writeState(call.values)
    case 'stateIn':
      return session.stateIn()
    case 'close':
      return session.close()
    default:
      return call satisfies never
  }
}

function described(error: unknown): { code: string | null; message: string } {
  const message = error instanceof Error ? error.message : String(error)
  return { code: error instanceof ParleyError ? error.code : null, message }
}
