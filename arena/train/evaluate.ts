/** How well a player does: role-balanced matches against another, with intervals. */
import type { Agent } from '../core/agent.ts'
import type { Game, Seat } from '../core/game.ts'
import type { SurveyPlan } from '../core/match.ts'
import { stream } from '../core/rng.ts'
import { type Estimate, meanInterval, shareInterval } from '../ratings/interval.ts'
import type { Encode } from './encode.ts'
import { type Opening, type PlayedMatch, type Policy, playTogether } from './self-play.ts'
import type { Source } from './source.ts'

export interface Standing {
  readonly matches: number
  /** Mean score of the measured seats. */
  readonly score: Estimate
  /** Share of matches in which the measured seats succeed (outcome above 0), and in which they don't fail. */
  readonly winRate: Estimate
  readonly nonLoss: Estimate
}

export interface Evaluation extends Standing {
  readonly roles: Readonly<Record<string, Standing>>
}

export interface EvaluateOptions {
  readonly source: Source
  readonly matches: number
  readonly seed: number
  readonly encode: Encode
  /** Makes the player of a seat that is measured, or of another. */
  player(game: Game, index: number, seat: Seat, measured: boolean): Promise<Agent | Policy>
  /** Only these roles or factions are measured; default: each faction in turn. */
  readonly roles?: readonly string[]
  readonly greedy?: boolean
  readonly survey?: SurveyPlan
  /** Answers the surveys of seats whose player has no opinion of its own. */
  surveyor?(game: Game, index: number, seat: Seat): Promise<Agent>
  /** Matches that run at once. */
  readonly atOnce?: number
}

export interface Contest {
  readonly evaluation: Evaluation
  readonly played: readonly { readonly match: PlayedMatch; readonly measured: readonly Seat[] }[]
}

/** Match number `index` of a seed is the same whoever plays it, so two contests can be compared pair by pair. */
export async function contest(options: EvaluateOptions): Promise<Contest> {
  const played: { match: PlayedMatch; measured: readonly Seat[] }[] = []
  const atOnce = options.atOnce ?? 256
  for (let start = 0; start < options.matches; start += atOnce) {
    const size = Math.min(atOnce, options.matches - start)
    const drawn = await Promise.all(Array.from({ length: size }, (_, i) => openingOf(options, start + i)))
    const matches = await playTogether(
      drawn.map(({ opening }) => opening),
      options.encode,
    )
    played.push(...matches.map((match, i) => ({ match, measured: drawn[i]!.measured })))
  }
  return { evaluation: standingsOf(played), played }
}

async function openingOf(options: EvaluateOptions, index: number) {
  const sides = (game: Game) => sidesOf(game, options.roles)
  const { game, hash } = await options.source(index)
  const choices = sides(game)
  const measured = choices[index % choices.length]!
  const chairs = await Promise.all(
    game.seats.map(async (_, seat) => ({
      player: await options.player(game, index, seat, measured.includes(seat)),
      ...(options.surveyor && { surveyor: await options.surveyor(game, index, seat) }),
    })),
  )
  const seed = Math.floor(stream(options.seed, 'contest', Math.floor(index / choices.length))() * 2 ** 32)
  const opening: Opening = {
    match: `contest-${options.seed}-${index}`,
    game,
    seed,
    scenarioHash: hash,
    chairs,
    ...(options.greedy && { greedy: true }),
    ...(options.survey && { survey: options.survey }),
  }
  return { opening, measured }
}

/**
 * The groups of seats that are measured in turn: every faction, or those with a wanted role or faction. In a game of one
 * faction each seat in turn.
 */
export function sidesOf(game: Game, roles?: readonly string[]): Seat[][] {
  const factions = new Map<string, Seat[]>()
  for (const [seat, { faction, role }] of game.seats.entries()) {
    if (roles && !roles.includes(role) && !roles.includes(faction)) continue
    factions.set(faction, [...(factions.get(faction) ?? []), seat])
  }
  const sides = [...factions.values()]
  return sides.length === 1 && !roles ? game.seats.map((_, seat) => [seat]) : sides
}

function standingsOf(played: Contest['played']): Evaluation {
  const roles = new Map<string, Sample[]>()
  const all: Sample[] = []
  for (const { match, measured } of played) {
    all.push(sampleOf(match, measured))
    const kinds = new Set(measured.map((seat) => match.game.seats[seat]!.role))
    for (const role of kinds) {
      const seats = measured.filter((seat) => match.game.seats[seat]!.role === role)
      roles.set(role, [...(roles.get(role) ?? []), sampleOf(match, seats)])
    }
  }
  return { ...standing(all), roles: Object.fromEntries([...roles].map(([role, one]) => [role, standing(one)])) }
}

interface Sample {
  readonly score: number
  readonly outcome: number
}

function sampleOf({ scores, outcome }: PlayedMatch, seats: readonly Seat[]): Sample {
  const mean = (values: readonly number[]) => seats.reduce((sum, seat) => sum + values[seat]!, 0) / seats.length
  return { score: mean(scores), outcome: mean(outcome) }
}

function standing(samples: readonly Sample[]): Standing {
  return {
    matches: samples.length,
    score: meanInterval(samples.map(({ score }) => score)),
    winRate: shareInterval(samples.filter(({ outcome }) => outcome > 0).length, samples.length),
    nonLoss: shareInterval(samples.filter(({ outcome }) => outcome >= 0).length, samples.length),
  }
}

/** Mean outcome of the measured seats, match by match. */
export const outcomesOf = ({ played }: Contest): number[] =>
  played.map(({ match, measured }) => sampleOf(match, measured).outcome)
