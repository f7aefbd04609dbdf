/**
 * Knockout: the order of agents is the seeding; a level tie is played again twice, then the better seed goes on.
 * Who joins after the first round can't enter; who leaves loses.
 */
import { type Field, type Meeting, meetingCounts, pairKey, type Schedule } from './schedule.ts'

const MEETINGS = 3

export const knockout: Schedule = {
  id: 'knockout',
  title: 'the loser is out; seeded by the order of agents',
  waits: true,
  next(field) {
    let level = firstLevel(field.founders)
    while (level.length > 1) {
      const { meetings, winners } = playLevel(level, field)
      if (meetings.length > 0) return meetings
      level = winners
    }
    return null
  },
}

/** Places so that the best meet as late as they can; the best get the empty places of the first level. */
function firstLevel(agents: readonly string[]): (string | null)[] {
  let order = [0]
  while (order.length < agents.length) {
    const size = order.length * 2
    order = order.flatMap((place) => [place, size - 1 - place])
  }
  return order.map((place) => agents[place] ?? null)
}

function playLevel(level: readonly (string | null)[], field: Field) {
  const counts = meetingCounts(field.past)
  const meetings: Meeting[] = []
  const winners: (string | null)[] = []
  for (let i = 0; i < level.length; i += 2) {
    const [a, b] = [level[i]!, level[i + 1]!]
    const winner = decided(a, b, field, counts)
    if (winner === undefined) meetings.push({ agents: [a!, b!] })
    else winners.push(winner)
  }
  return { meetings, winners }
}

/** The winner (null when both are gone), or undefined when they have to meet (again). */
function decided(
  a: string | null,
  b: string | null,
  { agents, past }: Field,
  counts: ReadonlyMap<string, number>,
): string | null | undefined {
  const here = [a, b].filter((one): one is string => one !== null && agents.includes(one))
  const [best, other] = here
  if (best === undefined || other === undefined) return best ?? null
  const lead = past
    .filter((meeting) => meeting.agents.includes(best) && meeting.agents.includes(other))
    .reduce((sum, { points }) => sum + (points?.[best] ?? 0) - (points?.[other] ?? 0), 0)
  if (Math.abs(lead) > 1e-9) return lead > 0 ? best : other
  if ((counts.get(pairKey(best, other)) ?? 0) < MEETINGS) return undefined
  return agents.indexOf(best) < agents.indexOf(other) ? best : other
}
