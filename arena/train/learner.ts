/** What is trained: plays, is updated by a batch, keeps a reference to stay near, and can be written down. */
import type { Tensors } from '../onnx/tensor.ts'
import type { Columns, LossSettings, Objective } from './columns.ts'
import type { Position } from './encode.ts'

export interface UpdateSettings extends LossSettings {
  readonly learningRate: number
  readonly weightDecay: number
  /** Largest global norm of the gradient; beyond it the gradient is scaled down. */
  readonly gradientNorm: number
}

/** Of one optimiser step. */
export interface Figures {
  readonly loss: number
  /** Mean entropy of the policy over the batch, nats. */
  readonly entropy: number
  /** Mean KL(policy || reference) over the batch, nats. */
  readonly divergence: number
  /** Before clipping. */
  readonly gradientNorm: number
}

export interface Learner {
  readonly device: string
  readonly parameters: number
  /** Log-probabilities of the legal moves of each position. */
  logProbs(positions: readonly Position[]): Promise<ArrayLike<number>[]>
  refLogProbs(positions: readonly Position[]): Promise<ArrayLike<number>[]>
  /** One optimiser step. */
  update(objective: Objective, columns: Columns, settings: UpdateSettings): Promise<Figures>
  /** reference <- reference + rate (policy - reference); 1 copies. */
  moveReference(rate: number): Promise<void>
  /** Parameters, optimiser and reference: all that a resumed run needs. */
  state(): Promise<Tensors>
  load(state: Tensors): Promise<void>
  /** The policy alone, as an ONNX graph. */
  policy(): Promise<Uint8Array>
  close(): Promise<void>
}
