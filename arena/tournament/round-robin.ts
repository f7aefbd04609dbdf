/** Everyone meets everyone, by the circle method; an agent that joins later first catches up with the others. */
import { type Field, type Meeting, meetingCounts, pairKey, type Schedule } from './schedule.ts'

export const roundRobin: Schedule = {
  id: 'round-robin',
  title: 'everyone meets everyone equally often',
  waits: false,
  next(field) {
    const { agents } = field
    if (agents.length < 2) return null
    return leastMet(field, circleRounds(agents), allPairs(agents))
  },
}

/** The first agents (the challengers) meet each of the others; the others don't meet. */
export const gauntlet: Schedule = {
  id: 'gauntlet',
  title: 'the first agents each meet all the others',
  waits: false,
  next(field) {
    const count = Math.max(1, Math.min(field.challengers, field.agents.length - 1))
    const [challengers, others] = [field.agents.slice(0, count), field.agents.slice(count)]
    if (others.length === 0) return null
    const rounds = Math.max(challengers.length, others.length)
    const table = Array.from({ length: rounds }, (_, round) => gauntletRound(challengers, others, round))
    return leastMet(field, table, table.flat())
  },
}

function gauntletRound(challengers: readonly string[], others: readonly string[], round: number): Meeting[] {
  const [few, many] = challengers.length <= others.length ? [challengers, others] : [others, challengers]
  return few.map((one, i) => ({ agents: [one, many[(i + round) % many.length]!] }))
}

/** Of the table's rounds the one with most pairs that have met least, without the pairs that are ahead. */
function leastMet(field: Field, rounds: readonly Meeting[][], pairs: readonly Meeting[]): readonly Meeting[] | null {
  const counts = meetingCounts(field.past)
  const met = ({ agents }: Meeting) => counts.get(pairKey(agents[0]!, agents[1]!)) ?? 0
  const all = pairs.map(met)
  const [least, most] = [Math.min(...all), Math.max(...all)]
  if (least > 0 && field.length === 'natural') return null
  if (least > 0 && least === most && field.length === 'enough') return null
  const due = rounds.map((round) => round.filter((meeting) => met(meeting) === least))
  return due.reduce((best, round) => (round.length > best.length ? round : best))
}

function allPairs(agents: readonly string[]): Meeting[] {
  return agents.flatMap((a, i) => agents.slice(i + 1).map((b) => ({ agents: [a, b] })))
}

/** One place stands still while the others turn; with an odd number whoever meets nobody rests. */
function circleRounds(agents: readonly string[]): Meeting[][] {
  const ring: (string | null)[] = agents.length % 2 === 0 ? [...agents] : [...agents, null]
  const turning = ring.length - 1
  return Array.from({ length: turning }, (_, round) => {
    const placed = [ring[turning]!, ...Array.from({ length: turning }, (_, i) => ring[(i + round) % turning]!)]
    const pairs = Array.from({ length: ring.length / 2 }, (_, i) => [placed[i]!, placed[ring.length - 1 - i]!])
    return pairs.filter((pair) => pair.every((one) => one !== null)).map((pair) => ({ agents: pair }))
  })
}
