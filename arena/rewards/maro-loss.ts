/**
 * MARO's objective, a reconstruction from the abstract of arXiv 2601.12323: each behaviour's utility is judged
 * directly by a log-likelihood-based implicit reward (unpaired, the KTO family), weighted over roles.
 *
 *   r     = logp - refLogp
 *   z0    = max(0, mean(logp' - refLogp'))  over mismatched pairs; no gradient flows through it
 *   v(t)  = lambdaDesirable   (1 - sigma(beta (r - z0)))   if u > 0
 *           lambdaUndesirable (1 - sigma(beta (z0 - r)))   if u < 0      (u = 0: dropped and counted)
 *   L     = sum w |u| v / sum w |u|
 */
import { mean } from './trajectory.ts'

export interface KtoSettings {
  readonly beta: number
  readonly lambdaDesirable: number
  readonly lambdaUndesirable: number
}

export interface KtoSteps {
  readonly logp: readonly number[]
  readonly refLogp: readonly number[]
  /** Sign: good or bad; size: how much. */
  readonly utility: readonly number[]
  /** Default 1 each. */
  readonly weight?: readonly number[]
}

export interface KtoLoss {
  readonly loss: number
  /** v(t); 0 where dropped. */
  readonly perStep: readonly number[]
  /** dL / d logp. */
  readonly gradient: readonly number[]
  /** beta r: how much more the policy likes the step than the reference does. */
  readonly implicitReward: readonly number[]
  readonly dropped: number
}

const sigma = (x: number) => 1 / (1 + Math.exp(-x))

/** z0 from mismatched (context, behaviour) pairs. */
export const mismatchedReference = (logp: readonly number[], refLogp: readonly number[]): number =>
  Math.max(0, mean(logp.map((value, i) => value - refLogp[i]!)))

/** z0 where moves can be listed: the mean of KL(policy || reference) over the batch's views. Rows of probabilities. */
export function exactReference(
  policy: readonly (readonly number[])[],
  reference: readonly (readonly number[])[],
): number {
  return Math.max(0, mean(policy.map((row, i) => divergence(row, reference[i]!))))
}

/** KL(p || q) in nats; moves that p never plays add nothing. */
export const divergence = (p: readonly number[], q: readonly number[]): number =>
  p.reduce((sum, value, i) => (value > 0 ? sum + value * Math.log(value / q[i]!) : sum), 0)

/** MARO's loss: steps weigh w |u|. */
export function maroLoss(steps: KtoSteps, z0: number, settings: KtoSettings): KtoLoss {
  const mass = steps.utility.map((u, i) => (steps.weight?.[i] ?? 1) * Math.abs(u))
  return weighted(steps, z0, settings, mass)
}

/** KTO (and MAKTO, arXiv 2501.14225, with lambdas 0.7 and 1): the label's sign alone counts, equal weight a step. */
export function ktoLoss(steps: KtoSteps, z0: number, settings: KtoSettings): KtoLoss {
  return weighted(
    steps,
    z0,
    settings,
    steps.utility.map((u) => (u === 0 ? 0 : 1)),
  )
}

function weighted(steps: KtoSteps, z0: number, settings: KtoSettings, mass: readonly number[]): KtoLoss {
  const { beta } = settings
  const total = mass.reduce((sum, one) => sum + one, 0)
  const perStep: number[] = []
  const gradient: number[] = []
  const implicitReward: number[] = []
  let loss = 0
  for (const [i, u] of steps.utility.entries()) {
    const r = steps.logp[i]! - steps.refLogp[i]!
    const sign = Math.sign(u)
    const lambda = u > 0 ? settings.lambdaDesirable : settings.lambdaUndesirable
    const liked = sigma(beta * sign * (r - z0))
    const v = sign === 0 ? 0 : lambda * (1 - liked)
    const share = total === 0 ? 0 : mass[i]! / total
    perStep.push(v)
    implicitReward.push(beta * r)
    gradient.push(sign === 0 ? 0 : -share * lambda * beta * sign * liked * (1 - liked))
    loss += share * v
  }
  return { loss, perStep, gradient, implicitReward, dropped: steps.utility.filter((u) => u === 0).length }
}

/** SFT: imitate the steps that ended well. L = -sum w logp / sum w over the kept steps; the gradient is dL / d logp. */
export function imitationLoss(
  logp: readonly number[],
  weight: readonly number[],
): { loss: number; gradient: readonly number[] } {
  const total = weight.reduce((sum, one) => sum + one, 0)
  const share = weight.map((one) => (total === 0 ? 0 : one / total))
  return { loss: -share.reduce((sum, one, i) => sum + one * logp[i]!, 0), gradient: share.map((one) => -one) }
}
