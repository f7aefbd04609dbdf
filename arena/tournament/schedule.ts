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
  /** Every meeting of earlier rounds, in order; one array that only grows over a tournament. */
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
  return counted(past, pairsSeen, ({ agents }, add) => {
    for (const [i, a] of agents.entries()) for (const b of agents.slice(i + 1)) add(pairKey(a, b))
  })
}

export const pairKey = (a: string, b: string): string => (a < b ? `${a}\n${b}` : `${b}\n${a}`)

/** Meetings an agent has had. */
export function gameCounts(past: readonly PastMeeting[]): ReadonlyMap<string, number> {
  return counted(past, agentsSeen, ({ agents }, add) => {
    for (const agent of agents) add(agent)
  })
}

interface Counted {
  readonly counts: Map<string, number>
  upTo: number
}

/** Counts of a list that has only grown since are brought up to date instead of made anew. */
const pairsSeen = new WeakMap<readonly PastMeeting[], Counted>()
const agentsSeen = new WeakMap<readonly PastMeeting[], Counted>()

function counted(
  past: readonly PastMeeting[],
  seen: WeakMap<readonly PastMeeting[], Counted>,
  keysOf: (meeting: PastMeeting, add: (key: string) => void) => void,
): ReadonlyMap<string, number> {
  const known = seen.get(past) ?? { counts: new Map<string, number>(), upTo: 0 }
  const { counts } = known
  for (; known.upTo < past.length; known.upTo++) {
    keysOf(past[known.upTo]!, (key) => counts.set(key, (counts.get(key) ?? 0) + 1))
  }
  seen.set(past, known)
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
