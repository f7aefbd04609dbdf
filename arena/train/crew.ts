/**
 * Who plays a round's matches: the learner's own thread, or threads of their own. Match number i of a run is the same
 * whoever plays it, and a step's asks are answered in the order of the matches, so the number of threads changes nothing.
 */
import type { Worker } from 'node:worker_threads'
import { ParleyError } from '../core/errors.ts'
import type { Position } from './encode.ts'
import type { FrozenPolicy, Learner } from './learner.ts'
import { type Packed, unpack } from './packing.ts'
import { type FromRollout, NAMES, type PolicyName, type RolloutOrder, type ToRollout } from './rollout.ts'
import { logProbsOf } from './self-play.ts'
import type { Harvest } from './taught.ts'

export interface Crew {
  /** All matches of a round by the present policy. */
  play(round: number): Promise<Harvest>
  close(): Promise<void>
}

export interface CrewOptions extends Pick<RolloutOrder, 'options' | 'recipe' | 'parent'> {
  readonly threads: number
  readonly learner: Learner
  readonly first: FrozenPolicy | null
  /** Starts a thread that calls `serveRollouts`. */
  start(order: RolloutOrder): Worker
}

interface Player {
  readonly worker: Worker
  positions: Position[]
  step: Extract<FromRollout, { kind: 'step' }> | null
  done: Packed | null
}

/** Throws `rollout-died` from `play` when a thread ends; the others are then ended by `close`. */
export class ThreadCrew implements Crew {
  readonly #players: readonly Player[]
  readonly #policies: Readonly<Partial<Record<PolicyName, Learner | FrozenPolicy>>>
  /** The learner's weights as the threads see them. */
  readonly #shared: Float32Array | null
  #waiting: { resolve(harvest: Harvest): void; reject(error: unknown): void } | null = null
  #failure: unknown = null

  constructor({ threads, learner, first, start, options, recipe, parent }: CrewOptions) {
    this.#policies = { training: learner, ...(first && { first }) }
    this.#shared = inShared(learner.weights())
    const policies = { training: this.#shared, ...(first && { first: inShared(first.weights()) }) }
    const each = recipe.matches / threads
    this.#players = Array.from({ length: threads }, (_, i) => {
      const [from, to] = [Math.round(i * each), Math.round((i + 1) * each)]
      const worker = start({ options, recipe, parent, from, to, policies })
      return this.#watched({ worker, positions: [], step: null, done: null }, i + 1)
    })
  }

  play(round: number): Promise<Harvest> {
    if (this.#failure) return Promise.reject(this.#failure)
    this.#shared?.set(this.#policies.training!.weights()!)
    const played = new Promise<Harvest>((resolve, reject) => (this.#waiting = { resolve, reject }))
    for (const player of this.#players) {
      Object.assign(player, { positions: [], step: null, done: null })
      player.worker.postMessage({ kind: 'round', round } satisfies ToRollout)
    }
    return played
  }

  async close(): Promise<void> {
    for (const { worker } of this.#players) worker.removeAllListeners()
    await Promise.all(this.#players.map(({ worker }) => worker.terminate()))
  }

  #watched(player: Player, number: number): Player {
    const died = (why: string, cause?: unknown) => {
      const remedy = 'the same call goes on from the last checkpoint'
      this.#fail(new ParleyError('rollout-died', `rollout thread ${number} died: ${why}; ${remedy}`, { cause }))
    }
    player.worker.on('message', (message: FromRollout) => this.#take(player, message))
    player.worker.on('error', (error) => died(error.message, error))
    player.worker.on('exit', (code) => died(`exit code ${code}`))
    return player
  }

  #fail(error: unknown): void {
    this.#failure ??= error
    this.#waiting?.reject(this.#failure)
    this.#waiting = null
  }

  #take(player: Player, message: FromRollout): void {
    if (message.kind === 'failed') {
      const { code, message: text } = message
      this.#fail(code === null ? new Error(text) : new ParleyError(code, text))
      return
    }
    player.positions.push(...message.fresh)
    if (message.kind === 'step') player.step = message
    else player.done = message.packed
    if (this.#players.every(({ done }) => done)) this.#finish()
    else if (this.#players.every(({ step, done }) => step || done)) {
      this.#decide().catch((error: unknown) => this.#fail(error))
    }
  }

  #finish(): void {
    const parts = this.#players.map(({ done, positions }) => unpack(done!, positions))
    this.#waiting?.resolve({
      matches: parts.flatMap(({ matches }) => matches),
      logs: parts.flatMap(({ logs }) => logs),
    })
    this.#waiting = null
  }

  /** Every thread has come to the same step: what all of them ask is answered by one run of each policy. */
  async #decide(): Promise<void> {
    const asking = this.#players.flatMap((player) => {
      const { step } = player
      player.step = null
      return step ? [{ player, step, rows: {} as Partial<Record<PolicyName, Float64Array>> }] : []
    })
    for (const name of NAMES) {
      const asked = asking.map(({ player, step }) => Array.from(step.asked[name] ?? [], (at) => player.positions[at]!))
      const positions = asked.flat()
      if (positions.length === 0) continue
      const rows = await logProbsOf(this.#policies[name]!, positions)
      let next = 0
      for (const [i, own] of asked.entries()) asking[i]!.rows[name] = joined(rows.slice(next, (next += own.length)))
    }
    for (const { player, rows } of asking) player.worker.postMessage({ kind: 'rows', rows } satisfies ToRollout)
  }
}

function inShared(weights: Float32Array | null): Float32Array | null {
  if (!weights) return null
  const shared = new Float32Array(new SharedArrayBuffer(weights.byteLength))
  shared.set(weights)
  return shared
}

function joined(rows: readonly ArrayLike<number>[]): Float64Array {
  const values = new Float64Array(rows.reduce((sum, row) => sum + row.length, 0))
  let at = 0
  for (const row of rows) {
    values.set(row, at)
    at += row.length
  }
  return values
}
