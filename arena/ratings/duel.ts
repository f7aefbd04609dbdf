/** Finished matches reduced to duels: one side did better than another. Ratings are fitted on these. */
import type { Fault } from '../core/log.ts'

/** What a rating needs to know of a match that came to its end. Arrays are by seat. */
export interface Finished {
  readonly id: string
  /** Matches of one block share their deals and are resampled together. */
  readonly block: string
  readonly scenario: string
  readonly seed: number
  readonly agents: readonly string[]
  readonly roles: readonly string[]
  readonly factions: readonly string[]
  readonly scores: readonly number[]
  /** Success in [-1, 1]. */
  readonly outcome: readonly number[]
  /** What the arena had to do for the seat's agent, if anything. */
  readonly faults: readonly (Fault | null)[]
}

export interface Side {
  readonly agents: readonly string[]
  /** What the side was in this scenario: its role, or its faction when it is a team. */
  readonly role: string
}

/** 0 the second side won, 1 a draw, 2 the first side won. */
export type Result = 0 | 1 | 2

export interface Duel {
  readonly block: string
  readonly scenario: string
  readonly first: Side
  readonly second: Side
  readonly result: Result
  /**
   * The first side's share of the point, in [0, 1]: 1/2 and half the lead in success, so that a small pot counts less
   * than a big one. 0, 1/2 or 1 where there is nothing but winning, and between tables that worked on the same deal.
   */
  readonly share: number
  /** The duels of a side in one match weigh 1 together. */
  readonly weight: number
}

interface Team extends Side {
  readonly success: number
}

/**
 * Factions of a match meet as teams, each pair of them once. A match with one faction only (all seats work together)
 * has no opponent at its own table: it meets the other matches that its block played on the same deal.
 */
export function duelsOf(matches: readonly Finished[]): Duel[] {
  const duels: Duel[] = []
  const together = new Map<string, { match: Finished; team: Team }[]>()
  for (const match of matches) {
    const teams = teamsOf(match)
    if (teams.length > 1) duels.push(...pairs(match, teams, shareOf))
    else {
      const table = JSON.stringify([match.block, match.scenario, match.seed])
      const others = together.get(table) ?? []
      together.set(table, [...others, { match, team: teams[0]! }])
    }
  }
  for (const tables of together.values()) {
    if (tables.length > 1)
      duels.push(
        ...pairs(
          tables[0]!.match,
          tables.map(({ team }) => team),
          (lead) => (Math.sign(lead) + 1) / 2,
        ),
      )
  }
  return duels
}

function teamsOf({ agents, roles, factions, outcome }: Finished): Team[] {
  return [...new Set(factions)].map((faction) => {
    const seats = factions.flatMap((one, seat) => (one === faction ? [seat] : []))
    return {
      agents: seats.map((seat) => agents[seat]!).sort(),
      role: seats.length === 1 ? roles[seats[0]!]! : faction,
      success: seats.reduce((sum, seat) => sum + outcome[seat]!, 0) / seats.length,
    }
  })
}

const shareOf = (lead: number) => Math.min(1, Math.max(0, (1 + lead / 2) / 2))

function pairs({ block, scenario }: Finished, teams: readonly Team[], shareOf: (lead: number) => number): Duel[] {
  const weight = 1 / (teams.length - 1)
  return teams.flatMap((first, i) =>
    teams.slice(i + 1).map((second) => {
      const lead = leadOf(first, second)
      const result = (Math.sign(lead) + 1) as Result
      return { block, scenario, first, second, result, share: shareOf(lead), weight }
    }),
  )
}

/** In [-2, 2]; sums of floats that ought to be equal may differ in the last digit. */
function leadOf(first: Team, second: Team): number {
  const lead = first.success - second.success
  return Math.abs(lead) < 1e-9 ? 0 : lead
}

/** True when nobody's move had to be made for it: the game tells of skill alone. */
export const isClean = ({ faults }: Finished): boolean => faults.every((fault) => fault === null)
