/** Ratings where not everybody has met everybody: a pool of its own for those whom a chain of games connects. */
import { type AgentRating, type Finished, rateMatches, reliabilityOf } from '../ratings/index.ts'

/** An agent with the number of its pool, the one with the most matches first; the unrated are in none. */
export type PooledRating = AgentRating & { readonly pool?: number }

/**
 * Best first, the unrated last. Each pool has its mean at 1500: numbers of agents that no chain of games connects,
 * such as those of a board game and those of a mystery, say nothing about each other.
 */
export function ratePools(
  matches: readonly Finished[],
  options: Parameters<typeof rateMatches>[1],
): readonly PooledRating[] {
  const rated = new Map<string, PooledRating>()
  const pools = [...poolsOf(matches)].sort((a, b) => b.length - a.length)
  for (const [pool, within] of pools.entries()) {
    for (const one of rateMatches(within, options).agents) rated.set(one.agent, { ...one, pool })
  }
  return [...reliabilityOf(matches)]
    .map(([agent, reliability]) => ({ ...rated.get(agent), agent, reliability }))
    .sort((a, b) => (b.rating ?? -1e9) - (a.rating ?? -1e9) || (a.agent < b.agent ? -1 : 1))
}

/** Matches without opponents at the table connect nobody. */
function poolsOf(matches: readonly Finished[]): readonly (readonly Finished[])[] {
  const met = matches.filter(({ factions }) => new Set(factions).size > 1)
  const above = new Map<string, string>()
  const top = (agent: string): string => {
    let at = agent
    for (let up = above.get(at); up !== undefined; up = above.get(at)) at = up
    return at
  }
  for (const { agents } of met) {
    const root = top(agents[0]!)
    for (const agent of agents) if (top(agent) !== root) above.set(top(agent), root)
  }
  const pools = new Map<string, Finished[]>()
  for (const match of met) {
    const root = top(match.agents[0]!)
    const pool = pools.get(root)
    if (pool) pool.push(match)
    else pools.set(root, [match])
  }
  return [...pools.values()]
}
