/**
 * The clipped surrogate with dual clip, k3 divergence to a reference and entropy, over legal moves.
 *
 *   ratio = exp(logp - oldLogp)
 *   s     = min(ratio A, clip(ratio, 1 - c, 1 + c) A);  with dual clip d and A < 0: max(s, d A)
 *   k3    = exp(refLogp - logp) - (refLogp - logp) - 1
 *   L     = sum w (-s + klCoefficient k3 - entropyCoefficient H) / sum w
 */

export interface SurrogateSettings {
  readonly clip: number
  readonly klCoefficient: number
  readonly entropyCoefficient: number
  /** At least 1 when given: how far a bad move's ratio may grow before its gradient stops. */
  readonly dualClip: number | null
}

/** One decision: a logit a move, and what was known when it was made. */
export interface Decision {
  readonly logits: readonly number[]
  /** Moves that are not legal have probability 0; default all are. */
  readonly legal?: readonly boolean[]
  readonly chosen: number
  readonly oldLogp: number
  readonly refLogp: number
  readonly advantage: number
  readonly weight?: number
}

export interface SurrogateLoss {
  readonly loss: number
  readonly logp: readonly number[]
  readonly entropy: readonly number[]
  readonly k3: readonly number[]
  /** dL / d logits, a row a decision. */
  readonly gradient: readonly (readonly number[])[]
}

export function surrogateLoss(decisions: readonly Decision[], settings: SurrogateSettings): SurrogateLoss {
  const total = decisions.reduce((sum, { weight }) => sum + (weight ?? 1), 0)
  const rows = decisions.map((decision) => decide(decision, settings))
  const share = (i: number) => (decisions[i]!.weight ?? 1) / total
  return {
    loss: rows.reduce((sum, row, i) => sum + share(i) * row.loss, 0),
    logp: rows.map((row) => row.logp),
    entropy: rows.map((row) => row.entropy),
    k3: rows.map((row) => row.k3),
    gradient: rows.map((row, i) => row.gradient.map((value) => value * share(i))),
  }
}

function decide(decision: Decision, { clip, klCoefficient, entropyCoefficient, dualClip }: SurrogateSettings) {
  const logs = logSoftmax(decision.logits, decision.legal)
  const p = logs.map(Math.exp)
  const logp = logs[decision.chosen]!
  const entropy = -p.reduce((sum, value, j) => (value > 0 ? sum + value * logs[j]! : sum), 0)
  const gap = decision.refLogp - logp
  const k3 = Math.exp(gap) - gap - 1
  const { value, slope } = surrogate(Math.exp(logp - decision.oldLogp), decision.advantage, clip, dualClip)
  // d logp / d logit_j = [j chosen] - p_j;  dH / d logit_j = -p_j (log p_j + H)
  const alongLogp = -slope + klCoefficient * (1 - Math.exp(gap))
  const gradient = p.map((pj, j) => {
    if (pj === 0) return 0
    const entropySlope = -pj * (logs[j]! + entropy)
    return alongLogp * ((j === decision.chosen ? 1 : 0) - pj) - entropyCoefficient * entropySlope
  })
  return { loss: -value + klCoefficient * k3 - entropyCoefficient * entropy, logp, entropy, k3, gradient }
}

/** The surrogate and its derivative by logp (ratio times its derivative by ratio). */
function surrogate(ratio: number, advantage: number, clip: number, dualClip: number | null) {
  const plain = ratio * advantage
  const held = Math.min(Math.max(ratio, 1 - clip), 1 + clip) * advantage
  if (dualClip !== null && advantage < 0 && Math.min(plain, held) < dualClip * advantage)
    return { value: dualClip * advantage, slope: 0 }
  return plain <= held ? { value: plain, slope: plain } : { value: held, slope: 0 }
}

/** log softmax over the legal entries; -Infinity elsewhere. */
export function logSoftmax(logits: readonly number[], legal?: readonly boolean[]): number[] {
  const open = logits.map((logit, j) => (legal && !legal[j] ? -Infinity : logit))
  const top = Math.max(...open)
  const total = open.reduce((sum, logit) => sum + Math.exp(logit - top), 0)
  return open.map((logit) => logit - top - Math.log(total))
}
