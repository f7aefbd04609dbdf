/** What a tournament came to so far: the table, everyone against everyone, roles, cost, and what looks odd. */
import {
  type AgentRating,
  alphaRank,
  duelsOf,
  type Finished,
  type RatingTable,
  rateMatches,
  scoreOf,
} from '../ratings/index.ts'
import { type Cross, crossTable, type RoleRate, roleRates, standings } from '../tournament/index.ts'
import type { Errors, TournamentProgress } from './protocol.ts'
import type { TournamentPlan } from './tournament-plan.ts'
import type { Elapsed } from './tournament-run.ts'
import type { TournamentView } from './tournament-state.ts'
import type { PartialMatch, TournamentState } from './tournament-store.ts'

export interface TableRow {
  readonly agent: string
  /** On clean games; null when it can't be had (see `unrated`). */
  readonly rating: number | null
  readonly ci95: readonly [number, number] | null
  /** On all games, those lost by failures too. */
  readonly raw: number | null
  readonly games: number
  readonly points: number
  readonly played: number
  /** Mean success in [-1, 1]. */
  readonly mean: number
  readonly errors: Errors
  /** Answers refused and asked for again. */
  readonly refused: number
  /** Reliability as odds in Elo points, and the share of seats played without help. */
  readonly reliability: { readonly elo: number; readonly clean: number; readonly ci95: readonly [number, number] }
  /** Seconds and tokens a seat in a match. */
  readonly seconds: number
  readonly tokens: number
  /** How much of the time an evolving population would play it; only when all have met. */
  readonly alphaRank?: number
}

export interface TournamentResults {
  readonly id: string
  readonly title: string
  readonly state: TournamentState
  readonly reason: string
  readonly schedule: string
  readonly scenarios: readonly string[]
  readonly planned: number
  /** Matches finished; each counts once. */
  readonly matches: number
  readonly ratings: readonly TableRow[]
  readonly unrated?: string
  readonly interval?: string
  readonly crossTable: readonly Cross[]
  /** What a role is worth, in Elo points. */
  readonly roleEffects: readonly { scenario: string; role: string; elo: number; ci95: readonly [number, number] }[]
  readonly roles: readonly RoleRate[]
  readonly seats: readonly RoleRate[]
  readonly hints: readonly string[]
  readonly partials: readonly PartialMatch[]
  /** The command that reproduces it. */
  readonly command: string
}

export interface ResultsOf {
  readonly view: TournamentView
  readonly state: TournamentState
  readonly reason: string
  readonly partials: readonly PartialMatch[]
  readonly command: string
  /** For the intervals; 0 takes them from the likelihood's curvature. */
  readonly resamples: number
  /** True leaves out blocks that are still being played: their deals are nobody's business yet, and seats in them uneven. */
  readonly wholeBlocks?: boolean
}

type Records = ReturnType<TournamentView['records']>

/** Those of blocks of which every match has a result. */
function ofWholeBlocks(records: Records): Records {
  const keyOf = ({ planned }: Records[number]) => planned.block
  const done = new Map<string, number>()
  for (const one of records) done.set(keyOf(one), (done.get(keyOf(one)) ?? 0) + 1)
  return records.filter((one) => done.get(keyOf(one)) === one.planned.meets.length)
}

export function resultsOf(of: ResultsOf): TournamentResults {
  const { view, state, reason, partials, command, resamples, wholeBlocks = false } = of
  const { id, title, schedule, scenarios, seed } = view.plan
  const records = wholeBlocks ? ofWholeBlocks(view.records()) : view.records()
  const finished = records.map((one) => one.finished)
  const table = rateMatches(finished, { seed, resamples })
  const cross = crossTable(finished)
  return {
    id,
    title,
    state,
    reason,
    schedule,
    scenarios,
    planned: view.planned,
    matches: view.done,
    ratings: rowsOf(records, table, cross),
    ...(table.unrated !== undefined && { unrated: table.unrated }),
    ...(table.pool && { interval: table.pool.interval }),
    crossTable: cross,
    roleEffects: table.pool?.roles ?? [],
    roles: roleRates(finished, 'role'),
    seats: roleRates(finished, 'seat'),
    hints: hintsOf(finished, table),
    partials,
    command,
  }
}

interface Cost {
  games: number
  success: number
  refused: number
  seconds: number
  tokens: number
}

function rowsOf(records: Records, table: RatingTable, cross: readonly Cross[]): TableRow[] {
  const costs = costsOf(records)
  const points = new Map(standings(cross).map((one) => [one.agent, one]))
  const shares = alphaShares(
    table.agents.map(({ agent }) => agent),
    cross,
  )
  return table.agents.map((one) => rowOf(one, costs.get(one.agent)!, points.get(one.agent), shares.get(one.agent)))
}

function rowOf(
  { agent, rating, ci95, raw, reliability }: AgentRating,
  { games, success, refused, seconds, tokens }: Cost,
  standing: { readonly points: number; readonly played: number } | undefined,
  share: number | undefined,
): TableRow {
  const { elo, clean, ci95: cleanCi } = reliability
  return {
    agent,
    rating: rating ?? null,
    ci95: ci95 ?? null,
    raw: raw ?? null,
    games,
    points: standing?.points ?? 0,
    played: standing?.played ?? 0,
    mean: success / games,
    errors: { late: 0, illegal: 0, gone: 0, error: 0, ...reliability.errors },
    refused,
    reliability: { elo, clean, ci95: cleanCi },
    seconds: seconds / games,
    tokens: tokens / games,
    ...(share !== undefined && { alphaRank: share }),
  }
}

function costsOf(records: Records): Map<string, Cost> {
  const costs = new Map<string, Cost>()
  for (const { planned, record } of records) {
    for (const [seat, agent] of planned.agents.entries()) {
      const cost = costs.get(agent) ?? { games: 0, success: 0, refused: 0, seconds: 0, tokens: 0 }
      cost.games++
      cost.success += record.outcome[seat]!
      cost.refused += record.refused?.[seat] ?? 0
      cost.seconds += record.seconds[seat]!
      cost.tokens += record.tokens?.[seat] ?? 0
      costs.set(agent, cost)
    }
  }
  return costs
}

/** Payoffs are shares of points, less a half; nobody's share is known unless everybody met everybody. */
function alphaShares(agents: readonly string[], cross: readonly Cross[]): Map<string, number> {
  const met = new Map(cross.map((one) => [JSON.stringify([one.agent, one.against]), one]))
  const payoff = agents.map((a) =>
    agents.map((b) => {
      if (a === b) return 0
      const one = met.get(JSON.stringify([a, b]))
      return one ? one.points / (one.wins + one.draws + one.losses) - 0.5 : Number.NaN
    }),
  )
  if (agents.length < 2 || payoff.flat().some(Number.isNaN)) return new Map()
  return new Map(alphaRank(payoff).map((share, i) => [agents[i]!, share]))
}

/** This many deviations are worth a look: collusion, or a blind spot. */
const ODD = 4

/** Pairs whose results differ from what both ratings say, in words. */
export function hintsOf(matches: readonly Finished[], table: RatingTable): string[] {
  const ratings = new Map(table.agents.flatMap(({ agent, rating }) => (rating === undefined ? [] : [[agent, rating]])))
  const pairs = new Map<string, { a: string; b: string; surplus: number; variance: number; games: number }>()
  for (const { first, second, share } of duelsOf(matches)) {
    if (first.agents.length > 1 || second.agents.length > 1) continue
    const [one, other] = [first.agents[0]!, second.agents[0]!]
    const [a, b, won] = one < other ? [one, other, share] : [other, one, 1 - share]
    const [ratingA, ratingB] = [ratings.get(a), ratings.get(b)]
    if (a === b || ratingA === undefined || ratingB === undefined) continue
    const expected = scoreOf(ratingA - ratingB)
    const key = JSON.stringify([a, b])
    const pair = pairs.get(key) ?? { a, b, surplus: 0, variance: 0, games: 0 }
    pair.surplus += won - expected
    pair.variance += expected * (1 - expected)
    pair.games++
    pairs.set(key, pair)
  }
  return [...pairs.values()]
    .filter(({ surplus, variance }) => Math.abs(surplus) > ODD * Math.sqrt(variance))
    .map(({ a, b, surplus, games }) => {
      const [more, less] = surplus > 0 ? [a, b] : [b, a]
      return `${more} takes ${Math.abs(surplus).toFixed(1)} points more from ${less} over ${games} games than their ratings say`
    })
}

/** What the pages show; `elapsed` absent once it is over. */
export function progressOf(results: TournamentResults, plan: TournamentPlan, elapsed?: Elapsed): TournamentProgress {
  const { id, title, state, schedule, scenarios, planned, matches, ratings, command } = results
  const rate = elapsed && elapsed.matches > 0 ? elapsed.matches / elapsed.seconds : undefined
  const cells = new Map(results.crossTable.map((one) => [JSON.stringify([one.agent, one.against]), one]))
  const agents = ratings.map(({ agent }) => agent)
  const cell = (one: Cross | undefined) => {
    if (!one) return null
    const games = one.wins + one.draws + one.losses
    return { mean: (2 * one.points) / games - 1, games }
  }
  return {
    id,
    title,
    state,
    schedule,
    scenarios,
    agents: agents.length > 0 ? agents : plan.agents,
    planned,
    done: matches,
    running: state === 'running' ? Math.min(planned - matches, plan.concurrency) : 0,
    ...(rate !== undefined && { matchesPerSecond: rate, secondsLeft: (planned - matches) / rate }),
    ratings: ratings.flatMap(({ agent, rating, ci95, games, mean, errors }) =>
      rating === null || ci95 === null ? [] : [{ agent, rating, ci95, games, mean, errors }],
    ),
    crossTable: agents.map((a) => agents.map((b) => cell(cells.get(JSON.stringify([a, b]))))),
    command,
  }
}
