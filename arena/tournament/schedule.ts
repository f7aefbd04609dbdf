/** What every schedule shares: it looks at the field and says who meets in the next round. Pure, so a restart plans the same. */

/** Agents that meet: two, or everybody at once in role blocks. Seatings turn a meeting into matches. */
export interface Meeting {
  readonly agents: readonly string[]
}

export interface PastMeeting extends Meeting {
  readonly round: number
  /** Share of the points by agent, in [0, 1]; null while it is being played. */
  readonly points: Readonly<Record<string, number>> | null
}

export interface Field {
  /** Who takes part now, in the order of joining. */
  readonly agents: readonly string[]
  /** Who took part in the first round, in that order. */
  readonly founders: readonly string[]
  /** Every meeting of earlier rounds, in order. */
  readonly past: readonly PastMeeting[]
  /** Number of the round to plan, from 0. */
  readonly round: number
  readonly seed: number
  /** What the ladder pairs by; an agent not listed is new. */
  readonly ratings: ReadonlyMap<string, number>
  /** The schedule's own length, more than that, or no more than needed to finish what was begun. */
  readonly length: 'natural' | 'more' | 'enough'
  /** How many agents, from the first, a gauntlet is for. */
  readonly challengers: number
}

export interface Schedule {
  readonly id: string
  readonly title: string
  /** True when a round is paired by the results of the rounds before it, so it has to wait for them. */
  readonly waits: boolean
  /** The next round; null when there is none. Meetings of a round share no agent. */
  next(field: Field): readonly Meeting[] | null
}

/** How often each two of the agents have met, by `pairKey`. */
export function meetingCounts(past: readonly PastMeeting[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { agents } of past) {
    for (const [i, a] of agents.entries()) {
      for (const b of agents.slice(i + 1)) counts.set(pairKey(a, b), (counts.get(pairKey(a, b)) ?? 0) + 1)
    }
  }
  return counts
}

export const pairKey = (a: string, b: string): string => JSON.stringify(a < b ? [a, b] : [b, a])

/** Meetings an agent has had. */
export function gameCounts(past: readonly PastMeeting[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { agents } of past) for (const agent of agents) counts.set(agent, (counts.get(agent) ?? 0) + 1)
  return counts
}

/** Points an agent has collected. */
export function pointCounts(past: readonly PastMeeting[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { points } of past) {
    for (const [agent, won] of Object.entries(points ?? {})) counts.set(agent, (counts.get(agent) ?? 0) + won)
  }
  return counts
}
