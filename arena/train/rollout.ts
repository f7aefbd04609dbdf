/**
 * A thread that plays: its share of every round's matches, the next round's drawn while the learner learns. A policy
 * whose weights are handed over answers here; any other answers where the learner is, one run for all threads a step.
 */
import type { MessagePort } from 'node:worker_threads'
import type { OpenAgent } from '../core/agent.ts'
import { ParleyError } from '../core/errors.ts'
import { methodNamed } from '../rewards/methods.ts'
import { type Encode, encoder, type Position } from './encode.ts'
import type { TrainOptions } from './options.ts'
import { type Packed, pack } from './packing.ts'
import { type Company, openingsOf, type Stage } from './play-round.ts'
import type { Recipe } from './recipe.ts'
import { type Decide, decideHere, type Opening, type Policy, playTogether } from './self-play.ts'
import { sourceOf } from './source.ts'
import { type SparseSize, sparsePolicy } from './sparse.ts'
import { harvestOf } from './taught.ts'

/** Policies by the name they are asked by: the learner, and the one it began as. */
export const NAMES = ['training', 'first'] as const
export type PolicyName = (typeof NAMES)[number]

/** What a thread is started with. */
export interface RolloutOrder {
  readonly options: TrainOptions
  readonly recipe: Recipe
  readonly parent: number | null
  /** Its matches of every round: [from, to). */
  readonly from: number
  readonly to: number
  /** Weights in shared memory of the policies there are; null: they are asked where the learner is. */
  readonly policies: Readonly<Partial<Record<PolicyName, Float32Array | null>>>
}

export type Asked = Readonly<Partial<Record<PolicyName, Int32Array>>>

export type ToRollout =
  | { readonly kind: 'round'; readonly round: number }
  /** Log-probabilities of what was asked, position by position, move by move. */
  | { readonly kind: 'rows'; readonly rows: Readonly<Partial<Record<PolicyName, Float64Array>>> }

/** `fresh`: positions that were not named before in this round; their places follow on. */
export type FromRollout =
  | { readonly kind: 'step'; readonly fresh: readonly Position[]; readonly asked: Asked }
  | { readonly kind: 'done'; readonly fresh: readonly Position[]; readonly packed: Packed }
  | { readonly kind: 'failed'; readonly code: string | null; readonly message: string }

/** Serves rounds until the thread is ended. */
export function serveRollouts(port: MessagePort, order: RolloutOrder, openAgent: OpenAgent): void {
  const rollout = new Rollout(port, order, openAgent)
  port.on('message', (message: ToRollout) => {
    if (message.kind === 'rows') rollout.answered(message.rows)
    else void rollout.play(message.round)
  })
}

class Rollout {
  readonly #port: MessagePort
  readonly #order: RolloutOrder
  readonly #stage: Stage
  readonly #company: Company
  readonly #encode: Encode
  readonly #names = new Map<Policy, PolicyName>()
  readonly #decide: Decide
  /** Places of this round's positions by key, and those not yet sent. */
  #places = new Map<string, number>()
  #fresh: Position[] = []
  #answer: ((rows: (ToRollout & { kind: 'rows' })['rows']) => void) | null = null
  #next: { readonly round: number; readonly openings: Promise<Opening[]> } | null = null

  constructor(port: MessagePort, order: RolloutOrder, openAgent: OpenAgent) {
    const { options, recipe, parent, policies } = order
    this.#port = port
    this.#order = order
    this.#stage = {
      ...{ options, recipe, parent, method: methodNamed(options.method) },
      source: sourceOf(options.scenarios, 'training'),
    }
    this.#encode = encoder(recipe.encoder)
    const [learner, first] = NAMES.map((name) => this.#policy(name, policies[name]))
    this.#company = { learner: learner!, first: first ?? null, openAgent }
    this.#decide = policies.training ? decideHere : (waiting) => this.#ask(waiting)
  }

  async play(round: number): Promise<void> {
    try {
      this.#places = new Map()
      this.#fresh = []
      const openings = await (this.#next?.round === round ? this.#next.openings : this.#drawn(round))
      const matches = await playTogether(openings, this.#encode, this.#decide)
      const packed = pack(harvestOf(matches, this.#stage.method, this.#stage.recipe.credit), (one) =>
        this.#placeOf(one),
      )
      this.#tell({ kind: 'done', fresh: this.#fresh, packed })
      setImmediate(() => this.#prepare(round + 1))
    } catch (error) {
      this.#tell({ kind: 'failed', ...described(error) })
    }
  }

  answered(rows: (ToRollout & { kind: 'rows' })['rows']): void {
    this.#answer?.(rows)
  }

  #policy(name: PolicyName, weights: Float32Array | null | undefined): Policy | undefined {
    if (weights === undefined) return undefined
    const { size } = this.#order.recipe
    const version = name === 'first' ? 'first' : 'training'
    const absent = () => Promise.reject(new Error(`${name} is asked where the learner is`))
    const policy = weights ? sparsePolicy(version, size as SparseSize, weights) : { version, logProbs: absent }
    this.#names.set(policy, name)
    return policy
  }

  #drawn(round: number): Promise<Opening[]> {
    const { from, to } = this.#order
    return openingsOf(this.#stage, this.#company, { round, from, to })
  }

  /** A failure shows when the round is asked for. */
  #prepare(round: number): void {
    const openings = this.#drawn(round)
    openings.catch(() => {})
    this.#next = { round, openings }
  }

  async #ask(waiting: Parameters<Decide>[0]): Promise<Map<Policy, ArrayLike<number>[]>> {
    const asked: Partial<Record<PolicyName, Int32Array>> = {}
    for (const [policy, positions] of waiting) {
      asked[this.#names.get(policy)!] = Int32Array.from(positions, (position) => this.#placeOf(position))
    }
    const fresh = this.#fresh
    this.#fresh = []
    const coming = new Promise<(ToRollout & { kind: 'rows' })['rows']>((resolve) => (this.#answer = resolve))
    this.#tell({ kind: 'step', fresh, asked })
    const rows = await coming
    return new Map([...waiting].map(([policy, positions]) => [policy, cut(rows[this.#names.get(policy)!]!, positions)]))
  }

  #placeOf(position: Position): number {
    const known = this.#places.get(position.key)
    if (known !== undefined) return known
    this.#places.set(position.key, this.#places.size)
    this.#fresh.push(position)
    return this.#places.size - 1
  }

  #tell(message: FromRollout): void {
    this.#port.postMessage(message)
  }
}

function cut(values: Float64Array, positions: readonly Position[]): Float64Array[] {
  let at = 0
  return positions.map(({ moves }) => values.subarray(at, (at += moves.length)))
}

function described(error: unknown): { code: string | null; message: string } {
  if (error instanceof ParleyError) return { code: error.code, message: error.message }
  return { code: null, message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
