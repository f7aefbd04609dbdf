/** Ladder: neighbours in rating meet, but whoever has played least is always served first, so nobody starves. */
import { type Field, gameCounts, type Meeting, meetingCounts, pairKey, type Schedule } from './schedule.ts'

/** Rounds when no length is asked for. */
const ROUNDS = 10
/** An earlier meeting of two agents keeps them as far apart as this many rating points; one in the last round three times. */
const REPEAT = 150
const START = 1500

export const ladder: Schedule = {
  id: 'ladder',
  title: 'neighbours in rating meet; games of agents differ by at most one',
  waits: true,
  next(field) {
    const { agents, round, length } = field
    if (agents.length < 2 || length === 'enough' || (length === 'natural' && round >= ROUNDS)) return null
    const games = gameCounts(field.past)
    const played = (agent: string) => games.get(agent) ?? 0
    const least = Math.min(...agents.map(played))
    const due = agents.filter((agent) => played(agent) === least)
    if (due.length % 2 === 0) return pairNear(due, field)
    const next = Math.min(...agents.map(played).filter((count) => count > least))
    if (Number.isFinite(next))
      return fillUp(
        due,
        agents.filter((agent) => played(agent) === next),
        field,
      )
    return pairNear(withoutLowest(due, field), field)
  },
}

const ratingOf = (agent: string, { ratings }: Field) => ratings.get(agent) ?? START

/** Everybody is level and one must wait: the lowest rated; next round it is alone behind the others and is served first. */
function withoutLowest(agents: readonly string[], field: Field): string[] {
  const resting = agents.reduce((low, one) => (ratingOf(one, field) < ratingOf(low, field) ? one : low))
  return agents.filter((agent) => agent !== resting)
}

/** An odd number is due: its last one meets the nearest of those who have played one tier more. */
function fillUp(due: readonly string[], others: readonly string[], field: Field): Meeting[] {
  const cost = distance(field)
  const best = due
    .flatMap((agent) => others.map((other) => ({ agent, other, cost: cost(agent, other) })))
    .reduce((a, b) => (b.cost < a.cost ? b : a))
  return [
    ...pairNear(
      due.filter((agent) => agent !== best.agent),
      field,
    ),
    { agents: [best.agent, best.other] },
  ]
}

/** From the top, each meets the nearest one left. */
function pairNear(agents: readonly string[], field: Field): Meeting[] {
  const cost = distance(field)
  let rest = [...agents].sort((a, b) => ratingOf(b, field) - ratingOf(a, field))
  const meetings: Meeting[] = []
  while (rest.length > 1) {
    const [first, ...others] = rest as [string, ...string[]]
    const opponent = others.reduce((best, one) => (cost(first, one) < cost(first, best) ? one : best))
    meetings.push({ agents: [first, opponent] })
    rest = others.filter((other) => other !== opponent)
  }
  return meetings
}

function distance(field: Field): (a: string, b: string) => number {
  const counts = meetingCounts(field.past)
  const last = meetingCounts(field.past.filter(({ round }) => round === field.round - 1))
  return (a, b) => {
    const key = pairKey(a, b)
    const repeats = (counts.get(key) ?? 0) + 2 * (last.get(key) ?? 0)
    return Math.abs(ratingOf(a, field) - ratingOf(b, field)) + REPEAT * repeats
  }
}
