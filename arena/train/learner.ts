/** What is trained: plays, is updated by a batch, keeps a reference to stay near, and can be written down. */
import type { Tensors } from '../onnx/tensor.ts'
import type { Columns, LossSettings, Objective } from './columns.ts'
import type { Position } from './encode.ts'
import type { ImplicitReward } from './loss.ts'
import type { Policy } from './self-play.ts'

export interface UpdateSettings extends LossSettings {
  readonly learningRate: number
  readonly weightDecay: number
  /** Largest global norm of the gradient; beyond it the gradient is scaled down. */
  readonly gradientNorm: number
  /** reference <- reference + averageRate (policy - reference) after the step; 0 leaves it, 1 copies. */
  readonly averageRate: number
}

/** Of one optimiser step. */
export interface Figures extends Partial<ImplicitReward> {
  readonly loss: number
  /** Mean entropy of the policy over the batch, nats. */
  readonly entropy: number
  /** Mean KL(policy || reference) over the batch, nats. */
  readonly divergence: number
  /** Before clipping. */
  readonly gradientNorm: number
}

export interface FrozenPolicy extends Policy {
  /** As `Learner.weights`. */
  weights(): Float32Array | null
  close(): Promise<void>
}

export interface Learner {
  readonly device: string
  readonly parameters: number
  /** What a thread that plays needs to answer by itself; null when its asks have to come here. */
  weights(): Float32Array | null
  /** Log-probabilities of the legal moves of each position. */
  logProbs(positions: readonly Position[]): Promise<ArrayLike<number>[]>
  refLogProbs(positions: readonly Position[]): Promise<ArrayLike<number>[]>
  /** One optimiser step. */
  update(objective: Objective, columns: Columns, settings: UpdateSettings): Promise<Figures>
  /** Parameters, optimiser and reference: all that a resumed run needs. */
  state(): Promise<Tensors>
  load(state: Tensors): Promise<void>
  /** Takes the parameters of an earlier state alone: the optimiser starts anew, the reference is those parameters. */
  inherit(state: Tensors): Promise<void>
  /** The policy alone, as an ONNX graph. */
  policy(): Promise<Uint8Array>
  /** The policy of a state, unchanged by later updates: a past version to play against. */
  frozen(version: string, state: Tensors): Promise<FrozenPolicy>
  close(): Promise<void>
}
