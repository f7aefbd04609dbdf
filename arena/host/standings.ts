/** The table of standings, from the results in the store; made anew when results came in, at most every few seconds. */
import type { Fault } from '../core/log.ts'
import type { Finished } from '../ratings/index.ts'
import type { Standing } from './protocol.ts'
import { type PooledRating, ratePools } from './rating-pools.ts'
import { isPerson, PERSON } from './seat-agents.ts'
import type { SeatResult, Store } from './store.ts'

/** Newest matches the standings are made of. */
export const WINDOW = 2_000
const RESAMPLES = 100
const FRESH_MS = 5_000
/** An agent no game tells apart from the others has the pool's mean. */
const UNRATED = { rating: 1500, ci95: [1500, 1500] as const }

export type Results = Awaited<ReturnType<Store['results']>>

export function standings(store: Pick<Store, 'results'>): (scenario?: string) => Promise<readonly Standing[]> {
  return remembered(FRESH_MS, async (scenario) =>
    tableOf(await store.results({ limit: WINDOW, ...(scenario !== undefined && { scenario }) })),
  )
}

/** What was made for a scenario (or for all) is given again until it is `freshMs` old. */
export function remembered<T>(
  freshMs: number,
  make: (scenario?: string) => Promise<T>,
): (scenario?: string) => Promise<T> {
  const cache = new Map<string, { at: number; made: Promise<T> }>()
  return async (scenario) => {
    const key = scenario ?? ''
    const known = cache.get(key)
    if (known && Date.now() - known.at < freshMs) return await known.made
    const made = make(scenario)
    if (cache.size > 100) cache.clear()
    cache.set(key, { at: Date.now(), made })
    return await made
  }
}

export function tableOf(matches: Results): readonly Standing[] {
  const played = matches.filter(({ results }) => results.length > 0)
  const agents = ratePools(played.map(finishedOf), { seed: 1, resamples: RESAMPLES })
  return agents.filter(({ agent }) => isRanked(agent)).map((one) => standingOf(one, played))
}

/** People come and go under one name: they are opponents, never entries. */
export const isRanked = (agent: string): boolean => agent !== PERSON && !isPerson(agent)

/** A version of an agent is a player of its own. */
const nameOf = ({ agent }: SeatResult) => agent

export function finishedOf({ match, scenario, results }: Results[number]): Finished {
  return {
    id: match,
    block: match,
    scenario,
    seed: 0,
    agents: results.map(nameOf),
    roles: results.map(({ role }) => role),
    factions: results.map(({ faction }) => faction),
    scores: results.map(({ score }) => score),
    outcome: results.map(({ outcome }) => outcome),
    faults: results.map(({ faults }) => (Object.keys(faults)[0] as Fault | undefined) ?? null),
  }
}

function standingOf({ agent, rating, ci95, reliability, pool }: PooledRating, matches: Results): Standing {
  const seats = matches.flatMap(({ results }) => results.filter((one) => nameOf(one) === agent))
  const { late = 0, illegal = 0, gone = 0, error = 0 } = reliability.errors
  const roles = new Map<string, number[]>()
  for (const { role, outcome } of seats) roles.set(role, [...(roles.get(role) ?? []), outcome])
  return {
    agent,
    ...(rating !== undefined && ci95 ? { rating, ci95 } : UNRATED),
    ...(pool !== undefined && { pool }),
    plays: mostPlayed(agent, matches),
    games: seats.length,
    mean: mean(seats.map(({ outcome }) => outcome)),
    errors: { late, illegal, gone, error },
    roles: Object.fromEntries([...roles].map(([role, all]) => [role, { mean: mean(all), games: all.length }])),
  }
}

/** Scenarios it played most, the most played first; those of a generator count as one. */
function mostPlayed(agent: string, matches: Results): string[] {
  const counts = new Map<string, number>()
  for (const { scenario, results } of matches) {
    if (!results.some((one) => nameOf(one) === agent)) continue
    const family = scenario.replace(/:\d+$/, '')
    counts.set(family, (counts.get(family) ?? 0) + 1)
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_PLAYED)
    .map(([family]) => family)
}

const MOST_PLAYED = 4

const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length)
