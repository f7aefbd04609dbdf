/** Plays schedules without games: results are made up from a seed, agents may come and go. */
import { stream } from '../../arena/core/rng.ts'
import type { Field, Meeting, PastMeeting, Schedule } from '../../arena/tournament/index.ts'

export interface Script {
  readonly schedule: Schedule
  readonly agents: readonly string[]
  readonly seed: number
  /** Rounds to ask for; absent: the schedule's natural length. */
  readonly rounds?: number
  /** Changes before a round: `{ 3: { join: ['x'], leave: ['a'] } }`. */
  readonly changes?: Readonly<Record<number, { readonly join?: readonly string[]; readonly leave?: readonly string[] }>>
  readonly challengers?: number
  /** Points of the first agent of a meeting; default: drawn from the seed. */
  readonly points?: (meeting: Meeting) => number
  /** Called with every round as planned and the field it was planned for. */
  readonly each?: (meetings: readonly Meeting[], field: Field) => void
}

export const named = (count: number): string[] => Array.from({ length: count }, (_, i) => `a${i}`)

const LONGEST = 500

/** All meetings in order. */
export function playSchedule(script: Script): PastMeeting[] {
  const { schedule, seed, rounds, changes = {}, challengers = 1 } = script
  let agents = [...script.agents]
  const past: PastMeeting[] = []
  for (let round = 0; round < LONGEST; round++) {
    const { join = [], leave = [] } = changes[round] ?? {}
    agents = [...agents.filter((agent) => !leave.includes(agent)), ...join]
    const length = rounds === undefined ? 'natural' : round < rounds ? 'more' : 'enough'
    const founders = script.agents
    const field: Field = {
      agents,
      founders,
      past: [...past],
      round,
      seed,
      ratings: ratingsOf(past),
      length,
      challengers,
    }
    const meetings = schedule.next(field)
    if (meetings === null) return past
    script.each?.(meetings, field)
    for (const meeting of meetings) past.push({ ...meeting, round, points: pointsOf(meeting, script, past.length) })
  }
  throw new Error(`${schedule.id} went on for ${LONGEST} rounds`)
}

function pointsOf(meeting: Meeting, { seed, points }: Script, index: number): Record<string, number> {
  const won = points?.(meeting) ?? [0, 0.5, 1][Math.floor(3 * stream(seed, 'points', index)())]!
  return Object.fromEntries(meeting.agents.map((agent, i) => [agent, i === 0 ? won : 1 - won]))
}

/** A crude rating: 1500 and what was won. */
function ratingsOf(past: readonly PastMeeting[]): Map<string, number> {
  const ratings = new Map<string, number>()
  for (const { points } of past) {
    for (const [agent, won] of Object.entries(points ?? {}))
      ratings.set(agent, (ratings.get(agent) ?? 1500) + 60 * (won - 0.5))
  }
  return ratings
}
