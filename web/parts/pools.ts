/** Standings told apart by what can be compared. */
import type { Standing } from '../../arena/host/protocol.ts'

/** Where no game tells an agent apart from the others yet, the arena gives it the pool's mean and an interval of nothing. */
export const isRated = ({ ci95 }: Standing): boolean => ci95[1] > ci95[0]

/** Numbers of agents that no chain of games connects say nothing about each other: a table each. The unrated come last. */
export function poolsOf(standings: readonly Standing[]): readonly (readonly Standing[])[] {
  const pools = new Map<number, Standing[]>()
  for (const one of standings) {
    const pool = isRated(one) ? (one.pool ?? 0) : Number.POSITIVE_INFINITY
    pools.set(pool, [...(pools.get(pool) ?? []), one])
  }
  return [...pools].sort(([a], [b]) => a - b).map(([, pool]) => pool)
}
