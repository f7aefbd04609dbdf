/** Numbers of a run as they come: a line each in progress.jsonl, which the training page draws live. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Progress {
  readonly step: number
  readonly steps: number
  readonly round: number
  readonly loss: number
  readonly entropy: number
  readonly divergence: number
  readonly gradientNorm: number
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

export const writeProgress = (dir: string, progress: object): void =>
  appendFileSync(join(dir, 'progress.jsonl'), `${JSON.stringify(progress)}\n`)

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
