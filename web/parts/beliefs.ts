/** Suspicion out of frames: who holds whom for the culprit, now and over time. Matrices are by [listener][suspect]. */
import type { Frame } from '../../arena/host/protocol.ts'

export type Matrix = readonly (readonly number[])[]

export interface BeliefPoint {
  /** Event id after which it holds. */
  readonly id: number
  /** By suspect: mean over those listeners that have said what they think. */
  readonly mean: readonly number[]
}

/** The newest distribution of every listener up to event `upTo`; rows of zeros for those never asked. */
export function beliefsAt(frames: readonly Frame[], seats: number, upTo: number): Matrix {
  const rows: (readonly number[])[] = Array.from({ length: seats }, () => new Array<number>(seats).fill(0))
  for (const { id, seat, beliefs } of frames) {
    if (id > upTo) break
    if (beliefs && typeof seat === 'number') rows[seat] = beliefs.suspects
  }
  return rows
}

/**
 * One point for each run of surveys: those taken between the same two moves stand one event apart. Of all listeners
 * when `only` is null, else of that one.
 */
export function beliefCurve(frames: readonly Frame[], seats: number, only: number | null): BeliefPoint[] {
  const rows = new Map<number, readonly number[]>()
  const points: BeliefPoint[] = []
  for (const { id, seat, beliefs } of frames) {
    if (!beliefs || typeof seat !== 'number' || (only !== null && seat !== only)) continue
    rows.set(seat, beliefs.suspects)
    const mean = Array.from({ length: seats }, (_, suspect) => {
      const others = [...rows].filter(([listener]) => listener !== suspect)
      return others.reduce((sum, [, row]) => sum + (row[suspect] ?? 0), 0) / Math.max(1, others.length)
    })
    const last = points.at(-1)
    if (last && id === last.id + 1) points[points.length - 1] = { id, mean }
    else points.push({ id, mean })
  }
  return points
}

/** What the public may read as suspicion: accusations, contradictions, the last ballot. Rows sum to at most 1. */
export function publicSuspicion(record: PublicRecord, seats: number): Matrix {
  const rows = Array.from({ length: seats }, () => new Array<number>(seats).fill(0))
  const add = (by: number, of: number, weight: number) => {
    rows[by]![of]! += weight
  }
  for (const { by, of } of record.accusations) add(by, of, 1)
  for (const [a, b] of record.slots.flatMap(({ conflicts }) => conflicts)) {
    add(a, b, 0.5)
    add(b, a, 0.5)
  }
  for (const [by, of] of (record.ballots.at(-1) ?? []).entries()) if (of !== null) add(by, of, 2)
  return rows.map((row) => {
    const sum = row.reduce((total, one) => total + one, 0)
    return row.map((one) => one / Math.max(1, sum))
  })
}

export interface PublicRecord {
  readonly accusations: readonly { readonly by: number; readonly of: number }[]
  readonly slots: readonly { readonly conflicts: readonly (readonly [number, number])[] }[]
  readonly ballots: readonly (readonly (number | null)[])[]
}
