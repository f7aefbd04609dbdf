/** Learns with a network: one graph that plays, the same graph with the reference's parameters, and the train step. */
import type { Device, Session, SessionOptions } from '../onnx/session.ts'
import { floats, type Tensors } from '../onnx/tensor.ts'
import type { Columns, LossSettings, Objective } from './columns.ts'
import type { Position } from './encode.ts'
import { judged, positionFeeds, stepReport, trainFeeds } from './feeds.ts'
import type { Figures, FrozenPolicy, Learner, UpdateSettings } from './learner.ts'
import { initialParameters, layoutFor, type NetworkShape, policyModel } from './network.ts'
import { scheduleFeeds, trainModel, trainState } from './train-step.ts'

/** Rows a run: what bounds the memory of a batch. */
const ROWS = 2048

export interface NetworkOptions {
  readonly shape: NetworkShape
  readonly device: Device
  readonly threads: number
  readonly seed: number
  readonly objective: Objective
  readonly settings: Omit<LossSettings, 'entropy'> & { readonly weightDecay: number; readonly gradientNorm: number }
  /** `openSession` or `openSessionHere` of arena/onnx. */
  open(model: Uint8Array, options: SessionOptions): Promise<Session>
}

/** Opens the three sessions on the device. */
export async function networkLearner(options: NetworkOptions): Promise<Learner> {
  const { shape, seed, open, threads } = options
  const first = initialParameters(shape, seed)
  const train = await open(modelFor(options), { device: options.device, threads, state: trainState(first) })
  const here = { device: options.device, threads }
  const model = policyModel(shape)
  const parameters = () => ({ parameters: floats([first.length], first) })
  const play = await open(model, { ...here, state: parameters() })
  const reference = await open(model, { ...here, state: parameters() })
  return new NetworkLearner(options, { train, play, reference })
}

function modelFor({ shape, objective, settings }: NetworkOptions): Uint8Array {
  const { weightDecay, gradientNorm, ...loss } = settings
  const optimizer = { beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay }
  return trainModel(shape, { objective, loss, optimizer, gradientNorm })
}

interface Sessions {
  readonly train: Session
  readonly play: Session
  readonly reference: Session
}

class NetworkLearner implements Learner {
  readonly device: string
  readonly parameters: number
  readonly #options: NetworkOptions
  readonly #sessions: Sessions
  /** The train session has moved on and the other two have not. */
  #stale = false

  constructor(options: NetworkOptions, sessions: Sessions) {
    this.#options = options
    this.#sessions = sessions
    this.device = sessions.train.device
    this.parameters = layoutFor(options.shape).size
  }

  weights(): null {
    return null
  }

  async logProbs(positions: readonly Position[]): Promise<ArrayLike<number>[]> {
    await this.#catchUp()
    return logProbsBy(this.#sessions.play, this.#options.shape, positions)
  }

  async refLogProbs(positions: readonly Position[]): Promise<ArrayLike<number>[]> {
    await this.#catchUp()
    return logProbsBy(this.#sessions.reference, this.#options.shape, positions)
  }

  async update(_objective: Objective, columns: Columns, settings: UpdateSettings): Promise<Figures> {
    const { shape } = this.#options
    this.#stale = true
    const results = await this.#sessions.train.run({ ...trainFeeds(shape, columns), ...scheduleFeeds(settings) })
    const { loss, entropy, divergence, gradientNorm, desirableReward, undesirableReward } = stepReport(results)
    return {
      ...{ loss: loss!, entropy: entropy!, divergence: divergence!, gradientNorm: gradientNorm! },
      ...(desirableReward !== undefined && { desirableReward, undesirableReward: undesirableReward! }),
    }
  }

  state(): Promise<Tensors> {
    return this.#sessions.train.readState()
  }

  async load(state: Tensors): Promise<void> {
    await this.#sessions.train.writeState(state)
    this.#stale = true
  }

  async inherit({ parameters }: Tensors): Promise<void> {
    await this.#sessions.train.writeState(trainState(parameters!.data as Float32Array))
    this.#stale = true
  }

  async policy(): Promise<Uint8Array> {
    const { parameters } = await this.state()
    return policyModel(this.#options.shape, parameters!.data as Float32Array)
  }

  async frozen(version: string, { parameters }: Tensors): Promise<FrozenPolicy> {
    const { shape, open, threads } = this.#options
    const device = this.#sessions.train.device
    const session = await open(policyModel(shape), { device, threads, state: { parameters: parameters! } })
    const logProbs = (positions: readonly Position[]) => logProbsBy(session, shape, positions)
    return { version, logProbs, weights: () => null, close: () => session.close() }
  }

  async close(): Promise<void> {
    for (const session of Object.values(this.#sessions) as Session[]) await session.close()
  }

  async #catchUp(): Promise<void> {
    if (!this.#stale) return
    this.#stale = false
    const { parameters, average } = await this.state()
    await this.#sessions.play.writeState({ parameters: parameters! })
    await this.#sessions.reference.writeState({ parameters: average! })
  }
}

/** Log-probabilities of the legal moves of each position, a few thousand positions a run. */
export async function logProbsBy(
  session: Session,
  shape: NetworkShape,
  positions: readonly Position[],
): Promise<ArrayLike<number>[]> {
  const rows: ArrayLike<number>[] = []
  for (let start = 0; start < positions.length; start += ROWS) {
    const feeds = positionFeeds(shape, positions.slice(start, start + ROWS))
    rows.push(...judged(await session.run(feeds.tensors), feeds).logps)
  }
  return rows
}
