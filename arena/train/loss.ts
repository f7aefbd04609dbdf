/**
 * The loss of columns.ts in plain numbers, with its gradient by the logits: what the graphs are checked against, and
 * what the table policy learns by. Rows of M logits; padded moves get no gradient.
 */
import type { Columns, LossSettings, Objective } from './columns.ts'

/** Mean implicit reward beta (logp - refLogp) of the steps to like and of those to dislike, weighed by w |u|. */
export interface ImplicitReward {
  readonly desirableReward: number
  readonly undesirableReward: number
}

export interface ColumnLoss {
  readonly loss: number
  /** [R, M] dL / d logits. */
  readonly gradient: Float64Array
  /** Means by count over the batch, in nats. */
  readonly entropy: number
  readonly divergence: number
  /** Of the `implicit` objective. */
  readonly implicit?: ImplicitReward
}

/** logits [R, M]. The value term is not in it: a table has no value head. */
export function columnLoss(
  objective: Objective,
  columns: Columns,
  logits: ArrayLike<number>,
  settings: LossSettings,
): ColumnLoss {
  const { rows, moves } = columns
  const logp = logProbabilities(columns, logits)
  const total = sum(columns.count)
  const divergence = weightedDivergence(columns, logp) / total
  const slopes = new Float64Array(rows * moves) // dL / d logp of the part that acts on single moves
  const main = MAIN[objective]({ columns, logp, settings, slopes, total, z0: Math.max(0, divergence) })
  const k3 = addK3(columns, logp, settings, slopes, total)
  const gradient = new Float64Array(rows * moves)
  let entropy = 0
  for (let r = 0; r < rows; r++) entropy += rowGradient({ columns, logp, settings, slopes, gradient, total }, r)
  return {
    loss: main + k3 + settings.klExact * divergence - (settings.entropy * entropy) / total,
    gradient,
    entropy: entropy / total,
    divergence,
    ...(objective === 'implicit' && { implicit: implicitReward(columns, logp, settings.beta) }),
  }
}

function implicitReward({ praise, blame, refLogp }: Columns, logp: Float64Array, beta: number): ImplicitReward {
  const meanBy = (weights: Float32Array) => {
    let total = 0
    for (let i = 0; i < logp.length; i++) total += weights[i]! * beta * (logp[i]! - refLogp[i]!)
    return total / (sum(weights) || 1)
  }
  return { desirableReward: meanBy(praise), undesirableReward: meanBy(blame) }
}

/** [R, M] log softmax over the legal moves; 0 where padded. */
export function logProbabilities({ rows, moves, legal }: Columns, logits: ArrayLike<number>): Float64Array {
  const logp = new Float64Array(rows * moves)
  for (let r = 0; r < rows; r++) {
    const [start, end] = [r * moves, (r + 1) * moves]
    let top = -Infinity
    for (let i = start; i < end; i++) if (legal[i]) top = Math.max(top, logits[i]!)
    let total = 0
    for (let i = start; i < end; i++) if (legal[i]) total += Math.exp(logits[i]! - top)
    for (let i = start; i < end; i++) if (legal[i]) logp[i] = logits[i]! - top - Math.log(total)
  }
  return logp
}

interface Parts {
  readonly columns: Columns
  readonly logp: Float64Array
  readonly settings: LossSettings
  readonly slopes: Float64Array
  readonly total: number
}

const sigma = (x: number) => 1 / (1 + Math.exp(-x))

/** Each adds dL / d logp to `slopes` and gives its share of the loss. */
const MAIN = {
  surrogate({ columns: { praise, blame, oldLogp }, logp, settings: { clip, dualClip }, slopes, total }) {
    const top = dualClip > 0 ? dualClip : Infinity
    let value = 0
    for (let i = 0; i < slopes.length; i++) {
      const ratio = Math.exp(logp[i]! - oldLogp[i]!)
      value += Math.min(ratio, 1 + clip) * praise[i]! + Math.min(Math.max(ratio, 1 - clip), top) * blame[i]!
      if (ratio < 1 + clip) slopes[i]! -= (ratio * praise[i]!) / total
      if (ratio > 1 - clip && ratio < top) slopes[i]! -= (ratio * blame[i]!) / total
    }
    return -value / total
  },
  implicit({ columns: { praise, blame, refLogp }, logp, settings, slopes, z0 }) {
    const { beta, lambdaDesirable, lambdaUndesirable } = settings
    const mass = sum(praise) - sum(blame) || 1
    let loss = 0
    for (let i = 0; i < slopes.length; i++) {
      const liked = sigma(beta * (logp[i]! - refLogp[i]! - z0))
      loss += lambdaDesirable * praise[i]! * (1 - liked) - lambdaUndesirable * blame[i]! * liked
      const slope = beta * liked * (1 - liked)
      slopes[i]! -= ((lambdaDesirable * praise[i]! + lambdaUndesirable * blame[i]!) * slope) / mass
    }
    return loss / mass
  },
  imitation({ columns: { praise }, logp, slopes }) {
    const mass = sum(praise) || 1
    let loss = 0
    for (let i = 0; i < slopes.length; i++) {
      loss -= praise[i]! * logp[i]!
      slopes[i]! -= praise[i]! / mass
    }
    return loss / mass
  },
} satisfies Record<Objective, (parts: Parts & { z0: number }) => number>

function addK3(
  { played, refLogp }: Columns,
  logp: Float64Array,
  { kl }: LossSettings,
  slopes: Float64Array,
  total: number,
) {
  if (kl === 0) return 0
  let loss = 0
  for (let i = 0; i < slopes.length; i++) {
    const gap = refLogp[i]! - logp[i]!
    loss += played[i]! * (Math.exp(gap) - gap - 1)
    slopes[i]! += (kl * played[i]! * (1 - Math.exp(gap))) / total
  }
  return (kl * loss) / total
}

/** Writes a row's gradient; returns its entropy times its count. */
function rowGradient(
  { columns, logp, settings, slopes, gradient, total }: Parts & { gradient: Float64Array },
  r: number,
) {
  const { moves, legal, count, refLogp } = columns
  const [start, end] = [r * moves, (r + 1) * moves]
  let [entropy, divergence, slope] = [0, 0, 0]
  for (let i = start; i < end; i++) {
    if (!legal[i]) continue
    const p = Math.exp(logp[i]!)
    entropy -= p * logp[i]!
    divergence += p * (logp[i]! - refLogp[i]!)
    slope += slopes[i]!
  }
  const share = count[r]! / total
  for (let i = start; i < end; i++) {
    if (!legal[i]) continue
    const p = Math.exp(logp[i]!)
    // d logp_i / d logit_j = [i = j] - p_j;  dH / d logit_j = -p_j (log p_j + H);  dKL / d logit_j = p_j (gap_j - KL)
    gradient[i] =
      slopes[i]! -
      p * slope +
      share * p * (settings.entropy * (logp[i]! + entropy) + settings.klExact * (logp[i]! - refLogp[i]! - divergence))
  }
  return entropy * count[r]!
}

function weightedDivergence({ rows, moves, legal, refLogp, count }: Columns, logp: Float64Array): number {
  let total = 0
  for (let r = 0; r < rows; r++) {
    for (let i = r * moves; i < (r + 1) * moves; i++) {
      if (legal[i]) total += count[r]! * Math.exp(logp[i]!) * (logp[i]! - refLogp[i]!)
    }
  }
  return total
}

const sum = (values: ArrayLike<number>): number => {
  let total = 0
  for (let i = 0; i < values.length; i++) total += values[i]!
  return total
}
