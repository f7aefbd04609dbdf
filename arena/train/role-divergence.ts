/**
 * Does a policy play by its role? How far apart the move distributions of different roles are in the same public
 * situation, beside how far apart those of one role are there anyway, since its seats know different things.
 *
 *   exact   situations are equal when the audience sees the same: seats that are asked at once, positions that come back.
 *           Every pair of seats is compared, over the moves that both were offered.
 *   alike   situations are alike when the same kinds of act are offered at the same own turn. The roles' mean
 *           distributions over kinds of act are compared; of one role, those of every other choice and the rest.
 *
 * Divergence is that of Jensen and Shannon, in bits: 0 equal, 1 nothing in common.
 */

/** One decision: what the policy would do there. */
export interface RoleChoice {
  readonly match: number
  readonly situation: string
  readonly role: string
  /** Chance of each move, or kind of act, that was offered. */
  readonly odds: ReadonlyMap<string, number>
}

export interface RoleDivergence {
  /** Weighted means; null where no two choices can be compared. */
  readonly between: number | null
  readonly within: number | null
  /** Situations in which different roles met. */
  readonly situations: number
}

/** Jensen-Shannon divergence in bits of two distributions over the moves that both know, each scaled to sum to 1; null for fewer than two. */
export function jensenShannon(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number | null {
  const common = [...a.keys()].filter((move) => b.has(move))
  if (common.length < 2) return null
  const [p, q] = [scaled(common, a), scaled(common, b)]
  if (!p || !q) return null
  const middle = p.map((value, i) => (value + q[i]!) / 2)
  return (relative(p, middle) + relative(q, middle)) / 2
}

function scaled(moves: readonly string[], odds: ReadonlyMap<string, number>): number[] | null {
  const total = moves.reduce((sum, move) => sum + odds.get(move)!, 0)
  return total > 0 ? moves.map((move) => odds.get(move)! / total) : null
}

const relative = (p: readonly number[], q: readonly number[]): number =>
  p.reduce((sum, value, i) => (value > 0 ? sum + value * Math.log2(value / q[i]!) : sum), 0)

/** Every pair of choices in one situation. */
export function exactDivergence(choices: readonly RoleChoice[]): RoleDivergence {
  const [between, within] = [new Mean(), new Mean()]
  let situations = 0
  for (const group of grouped(choices, ({ situation }) => situation).values()) {
    situations += Number(new Set(group.map(({ role }) => role)).size > 1)
    for (const [i, one] of group.entries()) {
      for (const other of group.slice(i + 1)) {
        ;(one.role === other.role ? within : between).add(jensenShannon(one.odds, other.odds), 1)
      }
    }
  }
  return { between: between.value, within: within.value, situations }
}

/** Means over the choices of each role; a pair of roles weighs as much as the rarer of the two has choices. */
export function alikeDivergence(choices: readonly RoleChoice[]): RoleDivergence {
  const [between, within] = [new Mean(), new Mean()]
  let situations = 0
  for (const group of grouped(choices, ({ situation }) => situation).values()) {
    const roles = [...grouped(group, ({ role }) => role).values()]
    situations += Number(roles.length > 1)
    for (const [i, own] of roles.entries()) {
      const halves = [own.filter((_, k) => k % 2 === 0), own.filter((_, k) => k % 2 === 1)] as const
      add(within, ...halves)
      for (const other of roles.slice(i + 1)) add(between, own, other)
    }
  }
  return { between: between.value, within: within.value, situations }
}

function add(mean: Mean, a: readonly RoleChoice[], b: readonly RoleChoice[]): void {
  if (a.length > 0 && b.length > 0) mean.add(jensenShannon(meanOdds(a), meanOdds(b)), Math.min(a.length, b.length))
}

function meanOdds(choices: readonly RoleChoice[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { odds } of choices) for (const [move, chance] of odds) sums.set(move, (sums.get(move) ?? 0) + chance)
  return new Map([...sums].map(([move, sum]) => [move, sum / choices.length]))
}

class Mean {
  #sum = 0
  #weight = 0

  add(value: number | null, weight: number): void {
    if (value === null) return
    this.#sum += weight * value
    this.#weight += weight
  }

  get value(): number | null {
    return this.#weight > 0 ? this.#sum / this.#weight : null
  }
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
