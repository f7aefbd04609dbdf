/**
 * Where graphs run, and the only import of onnxruntime-node. `openSessionHere` runs on the calling thread and blocks it
 * during `run`: meant for threads that have nothing else to do. Everyone else uses `openSession` (thread.ts).
 */
import type { InferenceSession, Tensor as OrtTensor } from 'onnxruntime-node'
import { ParleyError, unknownName } from '../core/errors.ts'
import { encode } from './encode.ts'
import { input, type Value } from './graph.ts'
import { stopGradient } from './operators.ts'
import type { Tensor, Tensors } from './tensor.ts'

export const DEVICES = ['cpu', 'webgpu', 'cuda'] as const
export type Device = (typeof DEVICES)[number]

export interface SessionOptions {
  /** `auto`: the first that works of cuda, webgpu, cpu. */
  readonly device: Device | 'auto'
  /** Threads inside one operator, on the CPU; default 1. */
  readonly threads?: number
  /**
   * Inputs that stay on the device between runs, with their first values. When the graph has an output called
   * `next_<input>`, every run replaces the input by it; otherwise the input keeps its value until `writeState`.
   */
  readonly state?: Tensors
}

export interface Session {
  readonly device: Device
  /** Feeds every input that is not state; gives every output that is not `next_<state>`. Runs are queued. */
  run(feeds: Tensors): Promise<Tensors>
  /** The state as it stands after the runs so far: copies. */
  readState(): Promise<Tensors>
  /** Replaces the named entries of the state. */
  writeState(values: Tensors): Promise<void>
  close(): Promise<void>
}

/** Throws a ParleyError for a word that is no device. */
export function parseDevice(word: string): Device | 'auto' {
  const known = ['auto', ...DEVICES] as const
  const device = known.find((name) => name === word)
  if (!device) throw unknownName('device', word, known)
  return device
}
