/** Role weights: every cell (a role, or a role and the sign of its utility) carries the same mass in the loss. */
import { ParleyError } from '../core/errors.ts'

export interface Balanced {
  /** One a step; they sum to the number of steps when no cap bites. */
  readonly weights: readonly number[]
  /** Steps in each cell that has any. */
  readonly counts: Readonly<Record<string, number>>
  /** Expected cells in which no step fell; they carry no mass. */
  readonly missing: readonly string[]
  /** Cells whose weight was cut to the cap. */
  readonly capped: readonly string[]
}

/**
 * With N steps in K non-empty cells, a step in cell c weighs N / (K n_c).
 * `expected` names the cells there should be; `cap` is the largest weight allowed.
 */
export function balance(cells: readonly string[], expected: readonly string[] = [], cap = Infinity): Balanced {
  const counts: Record<string, number> = {}
  for (const cell of cells) counts[cell] = (counts[cell] ?? 0) + 1
  const kinds = Object.keys(counts)
  const weightOf = (cell: string) => cells.length / (kinds.length * counts[cell]!)
  return {
    weights: cells.map((cell) => Math.min(cap, weightOf(cell))),
    counts,
    missing: expected.filter((cell) => !(cell in counts)),
    capped: kinds.filter((cell) => weightOf(cell) > cap),
  }
}

export const roleWeights = (roles: readonly string[], expected?: readonly string[], cap?: number): Balanced =>
  balance(roles, expected, cap)

/** Cells are role x sign of utility. */
export const roleAndSignWeights = (
  roles: readonly string[],
  utilities: readonly number[],
  expected?: readonly string[],
  cap?: number,
): Balanced =>
  balance(
    roles.map((role, i) => `${role}${utilities[i]! > 0 ? '+' : '-'}`),
    expected,
    cap,
  )

/** One imbalance is corrected once: weights by sign already balance what unequal lambdas would. */
export function refuseDoubleBalance(bySign: boolean, lambdaDesirable: number, lambdaUndesirable: number): void {
  if (!bySign || lambdaDesirable === lambdaUndesirable) return
  throw new ParleyError(
    'double-balance',
    `weights by role and sign with lambdas ${lambdaDesirable} and ${lambdaUndesirable} would balance good against bad steps twice; use weights by role, or equal lambdas`,
  )
}

/**
 * The paper's weights of MARS: equal mass a role, then a trajectory, then a turn. They bias the gradient because
 * the moves decide how long a trajectory is; equal weight a turn is the default elsewhere.
 * `trajectoryOf` names the trajectory of each step. Sums to the number of steps.
 */
export function nestedWeights(roles: readonly string[], trajectoryOf: readonly string[]): number[] {
  const turns = new Map<string, number>()
  const seats = new Map<string, Set<string>>()
  roles.forEach((role, i) => {
    const key = `${role}/${trajectoryOf[i]}`
    turns.set(key, (turns.get(key) ?? 0) + 1)
    seats.set(role, (seats.get(role) ?? new Set()).add(key))
  })
  return roles.map((role, i) => {
    const inTrajectory = turns.get(`${role}/${trajectoryOf[i]}`)!
    return roles.length / (seats.size * seats.get(role)!.size * inTrajectory)
  })
}
