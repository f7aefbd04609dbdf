/** A rating table from finished matches: skill on clean games, the raw rating beside it, and reliability apart from both. */
import { ParleyError } from '../core/errors.ts'
import type { Fault } from '../core/log.ts'
import { bootstrap, middle95 } from './bootstrap.ts'
import { type Duel, duelsOf, type Finished, isClean } from './duel.ts'
import { ELO } from './elo.ts'
import { chances, countsOf, errorOf, type Fit, type Model, modelOf, mostLikely } from './fit.ts'
import { shareInterval, Z95 } from './interval.ts'

/** The mean rating of a pool. */
export const MEAN_RATING = 1500
/** Fewer blocks than this tell too little about their own spread: the interval comes from the likelihood's curvature. */
const FEWEST_BLOCKS = 10

export interface RateOptions {
  readonly seed: number
  readonly resamples: number
}

export interface Rating {
  readonly agent: string
  /** Elo points on clean games, the pool's mean at 1500. */
  readonly rating: number
  readonly ci95: readonly [number, number]
}

export interface RoleEffect {
  readonly scenario: string
  readonly role: string
  /** Elo points that the role is worth to whoever plays it, against the scenario's other roles. */
  readonly elo: number
  readonly ci95: readonly [number, number]
}

export interface PoolRating {
  /** Best first. */
  readonly ratings: readonly Rating[]
  readonly roles: readonly RoleEffect[]
  /** How likely two equal sides draw, by scenario, roles set aside. */
  readonly draws: Readonly<Record<string, number>>
  readonly interval: 'bootstrap' | 'curvature'
  readonly blocks: number
}

/** Rates the agents of a pool of duels. Throws `no-games`, `one-agent`, `disconnected-pool`. */
export function ratePool(duels: readonly Duel[], options: RateOptions): PoolRating {
  const model = modelOf(duels)
  const best = mostLikely(model, countsOf(model, duels))
  const { samples, blocks } = bootstrap(model, duels, best, options)
  const few = blocks < FEWEST_BLOCKS || options.resamples < 20
  const edge = oneSided(duels)
  const interval = (parameter: number, certain: boolean): readonly [number, number] => {
    if (!few && certain) return middle95(samples[parameter]!)
    const half = Z95 * errorOf(best, parameter)
    return [best.values[parameter]! - half, best.values[parameter]! + half]
  }
  const inElo = (range: readonly [number, number], mean: number) =>
    [mean + ELO * range[0], mean + ELO * range[1]] as const
  return {
    ratings: model.agents
      .map((agent, i) => ({
        agent,
        rating: MEAN_RATING + ELO * best.values[i]!,
        ci95: inElo(interval(i, !edge.has(agent)), MEAN_RATING),
      }))
      .sort((a, b) => b.rating - a.rating || (a.agent < b.agent ? -1 : 1)),
    roles: model.roles.map((key, r) => {
      const at = model.agents.length + r
      const slash = key.indexOf('/')
      const [scenario, role] = [key.slice(0, slash), key.slice(slash + 1)]
      return { scenario, role, elo: ELO * best.values[at]!, ci95: inElo(interval(at, true), 0) }
    }),
    draws: drawRates(model, best),
    interval: few ? 'curvature' : 'bootstrap',
    blocks,
  }
}

/** Agents that won everything or lost everything: resampling can't show how far they might be. */
function oneSided(duels: readonly Duel[]): Set<string> {
  const seen = new Map<string, Set<number>>()
  const note = (agents: readonly string[], share: number) => {
    for (const agent of agents) seen.set(agent, (seen.get(agent) ?? new Set()).add(share))
  }
  for (const { first, second, share } of duels) {
    note(first.agents, share)
    note(second.agents, 1 - share)
  }
  const whole = (shares: Set<number>) => shares.size === 1 && (shares.has(0) || shares.has(1))
  return new Set([...seen].filter(([, shares]) => whole(shares)).map(([agent]) => agent))
}

function drawRates({ agents, roles, ties }: Model, { values }: Fit): Record<string, number> {
  const first = agents.length + roles.length
  return Object.fromEntries(
    ties.map((scenario, i) => [scenario, chances({ index: [], factor: [], tie: first + i }, values).draw]),
  )
}

/** How an agent holds up as a client of the arena, whatever its play is worth. */
export interface Reliability {
  readonly agent: string
  /** Seats it was given in finished matches. */
  readonly games: number
  /** Seats it failed in, by what went wrong first. */
  readonly errors: Readonly<Partial<Record<Fault, number>>>
  /** Share of seats played without help, with its 95 % interval (Wilson). */
  readonly clean: number
  readonly ci95: readonly [number, number]
  /** The odds of a clean seat in Elo points, half a seat added to either side. */
  readonly elo: number
}

export function reliabilityOf(matches: readonly Finished[]): Map<string, Reliability> {
  const counted = new Map<string, { games: number; errors: Partial<Record<Fault, number>> }>()
  for (const { agents, faults } of matches) {
    for (const [seat, agent] of agents.entries()) {
      const one = counted.get(agent) ?? { games: 0, errors: {} }
      const fault = faults[seat] ?? null
      one.games++
      if (fault) one.errors[fault] = (one.errors[fault] ?? 0) + 1
      counted.set(agent, one)
    }
  }
  return new Map([...counted].map(([agent, { games, errors }]) => [agent, reliability(agent, games, errors)]))
}

function reliability(agent: string, games: number, errors: Partial<Record<Fault, number>>): Reliability {
  const failed = Object.values(errors).reduce((sum, one) => sum + one, 0)
  const good = games - failed
  return {
    agent,
    games,
    errors,
    clean: good / games,
    ci95: shareInterval(good, games).ci95,
    elo: ELO * Math.log((good + 0.5) / (failed + 0.5)),
  }
}

export interface AgentRating extends Partial<Rating> {
  readonly agent: string
  /** Over all games, those with failures too. */
  readonly raw?: number
  readonly reliability: Reliability
}

export interface RatingTable {
  /** Best first; an agent that can't be rated comes last, without a rating. */
  readonly agents: readonly AgentRating[]
  readonly pool?: PoolRating
  /** Why there is no rating, when there is none. */
  readonly unrated?: string
}

/** The whole table. Only what makes a fit impossible is told instead of thrown: a table of scores is still a table. */
export function rateMatches(matches: readonly Finished[], options: RateOptions): RatingTable {
  const reliable = reliabilityOf(matches)
  const clean = attempt(() => ratePool(duelsOf(matches.filter(isClean)), options))
  const raw = attempt(() => ratePool(duelsOf(matches), { ...options, resamples: 0 }))
  const rawOf = new Map(raw.value?.ratings.map(({ agent, rating }) => [agent, rating]))
  const cleanOf = new Map(clean.value?.ratings.map((rating) => [rating.agent, rating]))
  const agents = [...reliable.values()].map((one): AgentRating => {
    const rawRating = rawOf.get(one.agent)
    return {
      agent: one.agent,
      ...cleanOf.get(one.agent),
      ...(rawRating !== undefined && { raw: rawRating }),
      reliability: one,
    }
  })
  agents.sort((a, b) => (b.rating ?? -1e9) - (a.rating ?? -1e9) || (a.agent < b.agent ? -1 : 1))
  return {
    agents,
    ...(clean.value && { pool: clean.value }),
    ...(clean.why !== undefined && { unrated: clean.why }),
  }
}

function attempt<T>(make: () => T): { value?: T; why?: string } {
  try {
    return { value: make() }
  } catch (error) {
    if (error instanceof ParleyError) return { why: error.message }
    throw error
  }
}
