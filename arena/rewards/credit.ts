/**
 * Credit: how a seat's outcome is shared over its steps. Every method keeps the sum law: the shares of a seat add up
 * to its outcome, whatever the signal says.
 */
import { ParleyError } from '../core/errors.ts'
import type { Turn } from '../core/turn.ts'
import { meanBy, trajectories } from './trajectory.ts'

/** One seat's match: z in [-1, 1], T steps, and what an instrument says of each step. */
export interface SeatSteps {
  readonly outcome: number
  readonly steps: number
  /** Length `steps`: change of a potential (`potential`) or a score 0..3 (`judge`). */
  readonly signal?: readonly number[]
}

/** The same share each: z / T. */
export const uniformCredit = ({ outcome, steps }: SeatSteps): number[] =>
  Array.from({ length: steps }, () => outcome / steps)

/** z g^(T-1-t) / sum of g^k: later steps more. */
export function discountCredit({ outcome, steps }: SeatSteps, g = 0.9): number[] {
  const weights = Array.from({ length: steps }, (_, t) => g ** (steps - 1 - t))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => (outcome * weight) / total)
}

/** d[t] + (z - sum d) / T: the change each step made, and the rest spread evenly. */
export function potentialCredit({ outcome, steps, signal }: SeatSteps): number[] {
  const deltas = needed(signal, steps, 'potential')
  return deltas.map((delta) => delta + (outcome - sum(deltas)) / steps)
}

/** z s[t] / sum s, or z / T when the judge found nothing. */
export function judgeCredit({ outcome, steps, signal }: SeatSteps): number[] {
  const scores = needed(signal, steps, 'judge')
  const total = sum(scores)
  return scores.map((score) => (total === 0 ? outcome / steps : (outcome * score) / total))
}

export const creditMethods = {
  uniform: uniformCredit,
  discount: (seat: SeatSteps) => discountCredit(seat),
  potential: potentialCredit,
  judge: judgeCredit,
} as const

export type CreditName = keyof typeof creditMethods

/** Credit of every turn. `signal`, where the method needs one, has one value a turn. */
export function creditsOf(
  turns: readonly Pick<Turn, 'match' | 'seat' | 'outcome'>[],
  method: CreditName,
  signal?: readonly number[],
): number[] {
  const credits = new Array<number>(turns.length)
  for (const indices of trajectories(turns)) {
    const shares = creditMethods[method]({
      outcome: turns[indices[0]!]!.outcome,
      steps: indices.length,
      ...(signal && { signal: indices.map((index) => signal[index]!) }),
    })
    for (const [k, index] of indices.entries()) credits[index] = shares[k]!
  }
  return credits
}

/** u[t] = credit[t] * T: what a step was worth on the outcome's own scale, so that uniform credit is z. */
export function utilitiesOf(turns: readonly Pick<Turn, 'match' | 'seat'>[], credits: readonly number[]): number[] {
  const utilities = new Array<number>(turns.length)
  for (const indices of trajectories(turns)) {
    for (const index of indices) utilities[index] = credits[index]! * indices.length
  }
  return utilities
}

/** Subtracts the mean of each cell: a step is then good or bad compared with what is usual there. */
export function lessUsual(values: readonly number[], keyOf: (index: number) => string): number[] {
  const usual = meanBy(values, keyOf)
  return values.map((value, index) => value - usual.get(keyOf(index))!)
}

function needed(signal: readonly number[] | undefined, steps: number, method: string): readonly number[] {
  if (signal?.length === steps && signal.every(Number.isFinite)) return signal
  throw new ParleyError(
    'no-signal',
    `credit "${method}" needs a signal of ${steps} numbers, ${signal ? `${signal.length} came` : 'none came'}`,
  )
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
