/** Turns become the rows of a batch: equal positions are merged before the forward pass, exactly. */
import type { Columns } from './columns.ts'
import type { Position } from './encode.ts'
import type { Decision } from './self-play.ts'

/** One turn to learn from. */
export interface Lesson {
  readonly decision: Decision
  /** Log-probabilities of the legal moves under the reference. */
  readonly refLogProbs: ArrayLike<number>
  /** Advantage or utility of the move made. */
  readonly value: number
  readonly weight: number
  readonly outcome: number
}

interface Row {
  readonly decision: Decision
  readonly refLogProbs: ArrayLike<number>
  readonly praise: number[]
  readonly blame: number[]
  readonly played: number[]
  count: number
  outcome: number
}

/**
 * Lessons of one playing policy and one reference, summed by position. The clip acts on the ratio alone, which equal
 * positions share, so praise and blame may be added up before it.
 */
export function merge(lessons: readonly Lesson[]): Columns {
  const rows = new Map<string, Row>()
  for (const lesson of lessons) add(rowOf(rows, lesson), lesson)
  return columnsOf([...rows.values()])
}

/** The lessons as they came, a row each: what `merge` is tested against. */
export function unmerged(lessons: readonly Lesson[]): Columns {
  return columnsOf(lessons.map((lesson) => add(rowOf(new Map(), lesson), lesson)))
}

function add(row: Row, { decision: { chosen }, value, weight, outcome }: Lesson): Row {
  if (value > 0) row.praise[chosen]! += value * weight
  else row.blame[chosen]! += value * weight
  row.played[chosen]! += weight
  row.count += weight
  row.outcome += outcome * weight
  return row
}

function rowOf(rows: Map<string, Row>, { decision, refLogProbs }: Lesson): Row {
  const found = rows.get(decision.position.key)
  if (found) return found
  const zeros = () => decision.position.moves.map(() => 0)
  const row: Row = { decision, refLogProbs, praise: zeros(), blame: zeros(), played: zeros(), count: 0, outcome: 0 }
  rows.set(decision.position.key, row)
  return row
}

function columnsOf(rows: readonly Row[]): Columns {
  const moves = rows.reduce((most, { praise }) => Math.max(most, praise.length), 1)
  const spread = (of: (row: Row) => ArrayLike<number>) => {
    const column = new Float32Array(rows.length * moves)
    for (const [r, row] of rows.entries()) column.set(of(row), r * moves)
    return column
  }
  return {
    rows: rows.length,
    moves,
    positions: rows.map(({ decision }): Position => decision.position),
    legal: spread(({ praise }) => praise.map(() => 1)),
    praise: spread(({ praise }) => praise),
    blame: spread(({ blame }) => blame),
    played: spread(({ played }) => played),
    oldLogp: spread(({ decision }) => decision.logProbs),
    refLogp: spread(({ refLogProbs }) => refLogProbs),
    count: Float32Array.from(rows, ({ count }) => count),
    outcome: Float32Array.from(rows, ({ count, outcome }) => (count === 0 ? 0 : outcome / count)),
  }
}
