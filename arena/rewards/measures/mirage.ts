/**
 * MIRAGE's measures (ACL 2025 short 2) that need no judge: Victory with the reciprocal rank of the culprit, TII and CIC.
 * Each is a figure of one match; matches are pooled in index.ts.
 */
import type { Beliefs } from '../../core/agent.ts'
import type { Lived } from '../methods.ts'
import { culpritsOf } from '../potentials.ts'
import { endOf, outcomeOfLog } from './sight.ts'

/** By faction: 1 when its seats succeed on the mean, 0 when they don't. */
export function victoryOf({ game, events }: Lived): Record<string, number> {
  const outcome = outcomeOfLog(events)
  const sums: Record<string, number> = {}
  for (const [seat, { faction }] of game.seats.entries()) sums[faction] = (sums[faction] ?? 0) + (outcome[seat] ?? 0)
  return Object.fromEntries(Object.entries(sums).map(([faction, sum]) => [faction, sum > 0 ? 1 : 0]))
}

interface Suspected {
  /** By seat: sums of suspicion and of trust, each 0 to 2 a time, and how often each was given. */
  readonly suspicion: number[]
  readonly trust: number[]
  readonly asked: number[]
}

/** All that was said of every seat in surveys that scored suspicion and trust. */
function suspected({ game, events }: Lived): Suspected {
  const zeros = () => game.seats.map(() => 0)
  const sums = { suspicion: zeros(), trust: zeros(), asked: zeros() }
  for (const event of events) {
    if (event.type === 'surveyed') addScores(sums, event.seat, event.beliefs)
  }
  return sums
}

function addScores({ suspicion, trust, asked }: Suspected, by: number, beliefs: Beliefs): void {
  if (!beliefs.suspicion || !beliefs.trust) return
  for (const seat of asked.keys()) {
    if (seat === by) continue
    suspicion[seat]! += beliefs.suspicion[seat]!
    trust[seat]! += beliefs.trust[seat]!
    asked[seat]!++
  }
}

/**
 * Reciprocal rank of the likeliest found culprit when characters are ranked by doubt = sum s - sum t + seats votes; equal
 * doubts share their ranks' mean. null without surveys.
 */
export function reciprocalRankOf(match: Lived): number | null {
  const { suspicion, trust, asked } = suspected(match)
  if (asked.every((times) => times === 0)) return null
  const ballots = endOf(match)?.record.ballots.at(-1) ?? []
  const seats = match.game.seats.length
  const doubts = suspicion.map((s, seat) => s - trust[seat]! + seats * ballots.filter((vote) => vote === seat).length)
  const ranks = culpritsOf(match.game).map((culprit) => {
    const mine = doubts[culprit]!
    const above = doubts.filter((doubt) => doubt > mine).length
    const equal = doubts.filter((doubt) => doubt === mine).length
    return above + (equal + 1) / 2
  })
  return ranks.length === 0 ? null : 1 / Math.min(...ranks)
}

/**
 * TII by faction: the mean over its characters of Q / (Q + B), Q = sum s / 2n, B = sum t / 2n over the n times it was
 * scored. It is a share of suspicion: higher is more suspected. Characters never scored, or with Q + B = 0, have none.
 */
export function tiiOf(match: Lived): Record<string, number> {
  const { suspicion, trust } = suspected(match)
  const shares: Record<string, number[]> = {}
  for (const [seat, { faction }] of match.game.seats.entries()) {
    const both = suspicion[seat]! + trust[seat]!
    if (both > 0) (shares[faction] ??= []).push(suspicion[seat]! / both)
  }
  return Object.fromEntries(
    Object.entries(shares).map(([faction, list]) => [faction, list.reduce((sum, one) => sum + one, 0) / list.length]),
  )
}

/** CIC: clues found / clues there are; and against what the rounds leave time to find. null without clues. */
export function cicOf(match: Lived): { readonly plain: number; readonly reachable: number } | null {
  const sight = endOf(match)
  if (!sight || sight.case.clues === 0) return null
  const { clues, stages, rules } = sight.case
  const seats = match.game.seats.length
  const open = (rounds: number) =>
    Math.min(rounds * Math.min(rules.searchesPerRound ?? seats, seats), seats * (rules.searchesPerSeat ?? rounds))
  const opportunities = stages.reduce((sum, { rounds }) => sum + open(rounds), 0)
  const found = Math.min(clues, sight.record.searches.length)
  return { plain: found / clues, reachable: found / Math.min(clues, opportunities) }
}
