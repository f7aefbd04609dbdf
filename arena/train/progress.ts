/**
 * Numbers of a run as they come: a line a round in progress.jsonl, which the training page draws live, a line an
 * optimiser step in steps.jsonl, and on request a line a behaviour in behaviours.jsonl. After an interrupt the lines
 * since the last checkpoint are written again: the later one of a step counts.
 */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { brief, ParleyError } from '../core/errors.ts'
import type { Figures } from './learner.ts'

export interface Progress {
  readonly step: number
  readonly steps: number
  readonly round: number
  readonly loss: number
  readonly entropy: number
  readonly divergence: number
  readonly gradientNorm: number
  /** Of the last step, by methods that judge behaviours by it: mean implicit reward of those to like, and to dislike. */
  readonly desirableReward?: number
  readonly undesirableReward?: number
  readonly learningRate: number
  /** Of this round: matches played, turns learned from, rows after merging, turns without utility. */
  readonly matches: number
  /** Threads that played them; 0: the trainer's own. */
  readonly rolloutThreads: number
  readonly lessons: number
  readonly rows: number
  readonly dropped: number
  /** Lessons by role (and sign) where they are balanced; roles without any; roles whose weight was capped. */
  readonly cells?: Readonly<Record<string, number>>
  readonly missing?: readonly string[]
  readonly capped?: readonly string[]
  readonly matchesPerSecond: number
  /** Facts and words that went through the train step. */
  readonly tokensPerSecond: number
  /** Mean outcome of the learning seats by role, and the share of them that succeed. */
  readonly outcome: Readonly<Record<string, number>>
  readonly winRate: Readonly<Record<string, number>>
  /** Seconds since the run began (or was resumed), and an estimate of those left. */
  readonly seconds: number
  readonly secondsLeft: number
  readonly nashConv?: number
  readonly averageNashConv?: number
}

export const writeProgress = (dir: string, progress: object): void => append(dir, 'progress.jsonl', [progress])

/** Of one optimiser step. */
export interface StepLine extends Figures {
  readonly step: number
  readonly round: number
  readonly learningRate: number
}

export const writeSteps = (dir: string, lines: readonly StepLine[]): void => append(dir, 'steps.jsonl', lines)

/** One behaviour, as the policy stands after the round that learned from it. */
export interface BehaviourLine {
  readonly round: number
  readonly match: string
  readonly turn: number
  readonly seat: number
  readonly role: string
  readonly move: string
  /** Advantage or utility, and how much the lesson weighed. */
  readonly value: number
  readonly weight: number
  readonly logProb: number
  readonly refLogProb: number
  /** beta (logProb - refLogProb) */
  readonly implicitReward: number
}

export const writeBehaviours = (dir: string, lines: readonly BehaviourLine[]): void =>
  append(dir, 'behaviours.jsonl', lines)

/** Throws `not-written` when the disk is full: the run stops, and what was published stays. */
function append(dir: string, name: string, lines: readonly object[]): void {
  const file = join(dir, name)
  try {
    appendFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  } catch (error) {
    throw new ParleyError('not-written', `${file}: ${brief(error instanceof Error ? error.message : error)}`, {
      cause: error,
    })
  }
}

export function progressLine(progress: Progress): string {
  const { step, steps, loss, matchesPerSecond, tokensPerSecond, secondsLeft, winRate, nashConv } = progress
  const wins = Object.entries(winRate).map(([role, share]) => `${role} ${(100 * share).toFixed(0)} %`)
  return [
    `step ${step}/${steps}`,
    `loss ${loss.toFixed(4)}`,
    `wins ${wins.join(', ')}`,
    ...(nashConv === undefined ? [] : [`NashConv ${nashConv.toFixed(3)}`]),
    `${matchesPerSecond.toFixed(0)} matches/s`,
    `${tokensPerSecond.toFixed(0)} tokens/s`,
    `${Math.ceil(secondsLeft)} s left`,
  ].join(' · ')
}
