/** Intervals by resampling whole blocks: games that share a deal are not independent of each other. */
import { type Random, seeded } from '../core/rng.ts'
import type { Duel } from './duel.ts'
import { type Fit, type Model, mostLikely, partsOf } from './fit.ts'

/** What each block adds to the counts: cells row * 3 + result and weights, flat. */
interface Blocks {
  readonly from: Int32Array
  readonly cell: Int32Array
  readonly weight: Float64Array
}

export interface Bootstrap {
  /** samples[parameter][resample], unsorted. */
  readonly samples: readonly Float64Array[]
  readonly blocks: number
}

/** Refits `resamples` times on as many blocks as there are, drawn with replacement; each fit starts at the maximum. */
export function bootstrap(
  model: Model,
  duels: readonly Duel[],
  best: Fit,
  { resamples, seed }: { readonly resamples: number; readonly seed: number },
): Bootstrap {
  const blocks = packed(model, duels)
  const samples = Array.from(best.values, () => new Float64Array(resamples))
  const counts = new Float64Array(model.rows.length * 3)
  const random = seeded(seed)
  for (let r = 0; r < resamples; r++) {
    resample(blocks, counts, random)
    const { values } = mostLikely(model, counts, best.values)
    for (const [i, value] of values.entries()) samples[i]![r] = value
  }
  return { samples, blocks: blocks.from.length - 1 }
}

function packed(model: Model, duels: readonly Duel[]): Blocks {
  const byBlock = new Map<string, number[]>()
  for (const [i, { block }] of duels.entries()) {
    const list = byBlock.get(block)
    if (list) list.push(i)
    else byBlock.set(block, [i])
  }
  const from = [0]
  const cell: number[] = []
  const weight: number[] = []
  for (const [, list] of [...byBlock].sort(([a], [b]) => (a < b ? -1 : 1))) {
    for (const i of list) {
      for (const part of partsOf(duels[i]!)) {
        cell.push(model.rowOf[i]! * 3 + part.result)
        weight.push(part.weight)
      }
    }
    from.push(cell.length)
  }
  return { from: Int32Array.from(from), cell: Int32Array.from(cell), weight: Float64Array.from(weight) }
}

function resample({ from, cell, weight }: Blocks, counts: Float64Array, random: Random): void {
  counts.fill(0)
  const blocks = from.length - 1
  for (let drawn = 0; drawn < blocks; drawn++) {
    const block = Math.floor(random() * blocks)
    for (let i = from[block]!; i < from[block + 1]!; i++) counts[cell[i]!]! += weight[i]!
  }
}

/** The middle 95 % of `values` (type 7 quantiles). */
export function middle95(values: Float64Array): readonly [number, number] {
  const sorted = Float64Array.from(values).sort()
  return [quantile(sorted, 0.025), quantile(sorted, 0.975)]
}

function quantile(sorted: Float64Array, share: number): number {
  const at = share * (sorted.length - 1)
  const below = Math.floor(at)
  const above = Math.min(sorted.length - 1, below + 1)
  return sorted[below]! + (at - below) * (sorted[above]! - sorted[below]!)
}
