/** What a training run is asked to do. */
import type { Worker } from 'node:worker_threads'
import type { OpenAgent } from '../core/agent.ts'
import type { Session, SessionOptions } from '../onnx/session.ts'
import type { Lived } from '../rewards/methods.ts'
import type { Progress } from './progress.ts'
import type { Recipe } from './recipe.ts'
import type { RolloutOrder } from './rollout.ts'

/** Plain data: it crosses into a worker thread and stands in the manifest. */
export interface TrainOptions {
  /** Names as in `parley play`; `mystery:simple` stands for every generated mystery that may be learned from. */
  readonly scenarios: readonly string[]
  readonly method: string
  readonly out: string
  readonly device: string
  readonly seed: number
  /** Optimiser steps; default: the recipe's. */
  readonly steps?: number
  readonly recipe?: Partial<Recipe>
  /** The paper's settings of MARS. */
  readonly published?: boolean
  /** Roles or factions that the learner plays; default: all seats. */
  readonly learn?: readonly string[]
  /** Agents that play the other seats, drawn for each match; `first` is the policy as it was before the first step, `past` any version before this run. */
  readonly against?: readonly string[]
  /** Answers the surveys of the learner's seats: an instrument, not a player. */
  readonly surveyor?: string
  /** Log files to learn from before self-play. */
  readonly logs?: readonly string[]
  /** Publish even when it plays worse than its parent. */
  readonly gate: boolean
  /** Matches of the gate and of the closing evaluation; 0: neither. */
  readonly evaluate: number
  /** Rounds between checkpoints. */
  readonly checkpointEvery: number
  /** Ignore what an earlier run left unfinished. */
  readonly fresh?: boolean
  /** An OpenAI-compatible endpoint that scores the turns of every match, for `judge` credit. */
  readonly judge?: { readonly url: string; readonly model: string }
  /** Writes a line for every behaviour that was learned from: what it was worth and its implicit reward. */
  readonly behaviours?: boolean
  /** Threads inside one operator. */
  readonly threads?: number
  /** Threads that play, whose number changes no result; 0: matches are played on the trainer's own. Default: as many as cores, once play has cost a while. */
  readonly rollouts?: number
}

export const TRAIN_DEFAULTS = {
  device: 'cpu',
  seed: 1,
  gate: true,
  evaluate: 200,
  checkpointEvery: 25,
} as const

/** What the trainer needs of the world outside it. */
export interface Surroundings {
  readonly openAgent: OpenAgent
  open(model: Uint8Array, options: SessionOptions): Promise<Session>
  /** Starts a thread that plays: a module that hands its port and this order to `serveRollouts`. Absent: no threads. */
  rollout?(order: RolloutOrder): Worker
  /** Scores every turn of a match from 0 to 3, for `judge` credit. */
  judge?(match: Lived): Promise<readonly number[]>
  /** Called after every round; returning true stops the run at a checkpoint. */
  onProgress?(progress: Progress): boolean | undefined
  remark?(text: string): void
}

export interface TrainResult {
  /** The version written by this run, or in use when it was stopped before its end. */
  readonly version: number
  /** False when the gate did not hold: the version is there, `current` did not move. */
  readonly published: boolean
  readonly steps: number
  readonly seconds: number
  readonly device: string
  readonly loss: number
  readonly finished: boolean
  readonly evaluation: Readonly<Record<string, unknown>>
}
