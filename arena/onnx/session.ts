/**
 * Where graphs run, and the only import of onnxruntime-node. `openSessionHere` runs on the calling thread and blocks it
 * during `run`: meant for threads that have nothing else to do. Everyone else uses `openSession` (open-session.ts).
 */
import type { InferenceSession, Tensor as OrtTensor } from 'onnxruntime-node'
import { ParleyError, unknownName } from '../core/errors.ts'
import { encode, outputNames } from './encode.ts'
import { input, type Value } from './graph.ts'
import { stopGradient } from './operators.ts'
import type { Tensor, Tensors } from './tensor.ts'

export const DEVICES = ['cpu', 'webgpu', 'cuda'] as const
export type Device = (typeof DEVICES)[number]

export interface SessionOptions {
  readonly device: Device
  /** Threads inside one operator, on the CPU; default 1. The same number gives the same bits, another may differ in the last. */
  readonly threads?: number
  /**
   * Inputs that stay where the graph runs between runs, with their first values: on the device with WebGPU; with CUDA
   * they lie in ordinary memory and are sent with every run, since onnxruntime-node 1.30 can hold no CUDA memory in a
   * tensor (its `gpu-buffer` is WebGPU's alone). When the graph has an output called
   * `next_<input>`, every run replaces the input by it; otherwise the input keeps its value until `writeState`.
   */
  readonly state?: Tensors
}

export interface Session {
  readonly device: Device
  /** Feeds every input that is not state (entries that the graph does not know are left out); gives every output that is not `next_<state>`. Runs are queued. */
  run(feeds: Tensors): Promise<Tensors>
  /** The state as it stands after the runs so far: copies. */
  readState(): Promise<Tensors>
  /** Replaces the named entries of the state. */
  writeState(values: Tensors): Promise<void>
  /** Where all of the state lies now, ready for the next run. */
  stateIn(): Promise<'device' | 'memory'>
  close(): Promise<void>
}

/** A device, or `auto`, which arena/train/device.ts settles. Throws a ParleyError for any other word. */
export function parseDevice(word: string): Device | 'auto' {
  const known = ['auto', ...DEVICES] as const
  const device = known.find((name) => name === word)
  if (!device) throw unknownName('device', word, known)
  return device
}

/** Opens a graph on the calling thread. Throws a ParleyError when the device is missing. */
export async function openSessionHere(model: Uint8Array, options: SessionOptions): Promise<Session> {
  return LocalSession.open(model, options, options.device)
}

type Ort = typeof import('onnxruntime-node')

class LocalSession implements Session {
  readonly device: Device
  readonly #ort: Ort
  readonly #graph: InferenceSession
  /** On the device: what the next run is fed. */
  readonly #state = new Map<string, OrtTensor>()
  /** One-value copies to and from the device, by type, rank and direction; opened when first needed. */
  readonly #movers = new Map<string, Promise<InferenceSession>>()
  /** Runs and state changes wait for the one before. */
  #queue: Promise<unknown> = Promise.resolve()

  static async open(model: Uint8Array, options: SessionOptions, device: Device): Promise<LocalSession> {
    const ort = await import('onnxruntime-node')
    ort.env.logLevel = 'fatal'
    const state = options.state ?? {}
    const kept =
      device === 'webgpu' ? outputNames(model).filter((name) => Object.hasOwn(state, stateOf(name) ?? '')) : []
    const session = new LocalSession(
      ort,
      await create(ort, model, { device, threads: options.threads ?? 1, kept }),
      device,
    )
    for (const [name, value] of Object.entries(state)) await session.#keep(name, value)
    return session
  }

  private constructor(ort: Ort, graph: InferenceSession, device: Device) {
    this.#ort = ort
    this.#graph = graph
    this.device = device
  }

  run(feeds: Tensors): Promise<Tensors> {
    return this.#next(async () => {
      const inputs: Record<string, OrtTensor> = Object.fromEntries(this.#state)
      for (const name of this.#graph.inputNames) {
        const fed = feeds[name]
        if (fed) inputs[name] = this.#tensor(fed, false)
      }
      const missing = this.#graph.inputNames.filter((name) => !Object.hasOwn(inputs, name))
      if (missing.length > 0) throw new RangeError(`run: the graph also needs ${missing.join(', ')}`)
      return this.#sort(await this.#graph.run(inputs))
    })
  }

  readState(): Promise<Tensors> {
    return this.#next(async () => {
      const values: Record<string, Tensor> = {}
      for (const [name, value] of this.#state) values[name] = await this.#read(value)
      return values
    })
  }

  writeState(values: Tensors): Promise<void> {
    return this.#next(async () => {
      for (const [name, value] of Object.entries(values)) {
        const before = this.#state.get(name)
        if (!before) throw unknownName('state', name, [...this.#state.keys()])
        await this.#keep(name, value)
        release(before)
      }
    })
  }

  stateIn(): Promise<'device' | 'memory'> {
    return this.#next(async () =>
      [...this.#state.values()].every(({ location }) => location === 'gpu-buffer') ? 'device' : 'memory',
    )
  }

  close(): Promise<void> {
    return this.#next(async () => {
      for (const value of this.#state.values()) release(value)
      this.#state.clear()
      await this.#graph.release()
      for (const mover of this.#movers.values()) await (await mover).release()
    })
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work)
    this.#queue = done.catch(() => {})
    return done
  }

  /** Puts each `next_` output in its input's place and gives back the others. */
  #sort(outputs: Readonly<Record<string, OrtTensor>>): Tensors {
    const results: Record<string, Tensor> = {}
    for (const [name, value] of Object.entries(outputs)) {
      const state = stateOf(name)
      if (state === undefined || !this.#state.has(state)) {
        results[name] = plain(value, false)
        continue
      }
      release(this.#state.get(state)!)
      this.#state.set(state, value)
    }
    return results
  }

  #tensor({ type, dims, data }: Tensor, copy: boolean): OrtTensor {
    return new this.#ort.Tensor(type, (copy ? data.slice() : data) as Float32Array, dims)
  }

  /** Puts a copy of a value where the graph runs, so that no run has to send it again. */
  async #keep(name: string, value: Tensor): Promise<void> {
    if (!this.#graph.inputNames.includes(name)) throw unknownName('graph input', name, this.#graph.inputNames)
    const tensor = this.#tensor(value, true)
    this.#state.set(name, this.device === 'webgpu' ? await this.#moved(tensor, true) : tensor)
  }

  async #read(value: OrtTensor): Promise<Tensor> {
    return plain(value.location === 'cpu' ? value : await this.#moved(value, false), true)
  }

  /** The value on the device or on the CPU. Device tensors can't be read directly: a graph of one copy does it. */
  async #moved(value: OrtTensor, onDevice: boolean): Promise<OrtTensor> {
    const key = `${value.type} ${value.dims.length} ${onDevice}`
    let mover = this.#movers.get(key)
    if (!mover) {
      const x = input(
        'x',
        value.type as Value['type'],
        value.dims.map((_, axis) => `d${axis}`),
      )
      const kept = onDevice ? ['y'] : []
      mover = create(this.#ort, encode({ y: stopGradient(x) }), { device: this.device, threads: 1, kept })
      this.#movers.set(key, mover)
    }
    return (await (await mover).run({ x: value }))['y'] as OrtTensor
  }
}

const NEXT = 'next_'

/** The input that an output replaces, if it is called like that. */
const stateOf = (output: string) => (output.startsWith(NEXT) ? output.slice(NEXT.length) : undefined)

function plain(value: OrtTensor, copy: boolean): Tensor {
  const data = value.data as Float32Array
  return { type: value.type as Tensor['type'], dims: value.dims, data: copy ? data.slice() : data }
}

function release(value: OrtTensor): void {
  if (value.location === 'gpu-buffer') value.dispose()
}

const REMEDY = {
  cpu: 'onnxruntime-node could not load; run npm ci again',
  webgpu:
    'it needs a GPU with a Vulkan, Metal or Direct3D 12 driver; on Linux install the Vulkan driver of your GPU, or use --device cpu',
  cuda: 'install CUDA 12 and cuDNN 9, then run: ONNXRUNTIME_NODE_INSTALL=true node node_modules/onnxruntime-node/script/install.js',
} as const satisfies Record<Device, string>

interface Placing {
  readonly device: Device
  readonly threads: number
  /** Outputs that stay on the device. */
  readonly kept: readonly string[]
}

/** A device that is not there is a stranger's mistake; a bad graph is ours. */
async function create(ort: Ort, model: Uint8Array, { device, threads, kept }: Placing): Promise<InferenceSession> {
  const location = Object.fromEntries(kept.map((name) => [name, 'gpu-buffer' as const]))
  try {
    return await ort.InferenceSession.create(model, {
      executionProviders: device === 'cpu' ? ['cpu'] : [device, 'cpu'],
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      logSeverityLevel: 3,
      preferredOutputLocation: location,
    })
  } catch (error) {
    if (device === 'cpu' || (await isThere(ort, device))) throw error
    const reason = (error instanceof Error ? error.message : String(error)).trim().split('\n')[0]!
    throw new ParleyError('no-device', `device ${device} is not available: ${REMEDY[device]} (${reason})`, {
      cause: error,
    })
  }
}

/** Whether the smallest possible graph runs on the device: then it was the graph that failed. */
async function isThere(ort: Ort, device: Device): Promise<boolean> {
  try {
    const model = encode({ y: stopGradient(input('x', 'float32', [1])) })
    await (await ort.InferenceSession.create(model, { executionProviders: [device] })).release()
    return true
  } catch {
    return false
  }
}
