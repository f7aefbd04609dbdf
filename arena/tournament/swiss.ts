/** Swiss: equals meet equals, nobody twice before it must be; with an odd number the bye goes round from the bottom. */
import { stream } from '../core/rng.ts'
import { pairRanked } from './pairing.ts'
import { type Field, gameCounts, meetingCounts, pairKey, pointCounts, type Schedule } from './schedule.ts'

export const swiss: Schedule = {
  id: 'swiss',
  title: 'those with equal points meet, nobody twice before it must be',
  waits: true,
  next(field) {
    const { agents, round, length } = field
    if (agents.length < 2 || length === 'enough') return null
    if (length === 'natural' && round >= Math.ceil(Math.log2(agents.length))) return null
    const counts = meetingCounts(field.past)
    const ranked = rankedByPoints(field)
    const playing = ranked.length % 2 === 0 ? ranked : withoutBye(ranked, field)
    return pairRanked(playing, (a, b) => counts.get(pairKey(a, b)) ?? 0)
  },
}

/** Most points first (a bye counts as a win); ties by lot, a new lot each round. */
function rankedByPoints({ agents, past, round, seed }: Field): string[] {
  const points = pointCounts(past)
  const games = gameCounts(past)
  const lot = new Map(agents.map((agent) => [agent, stream(seed, 'swiss', round, agent)()]))
  const score = (agent: string) => (points.get(agent) ?? 0) + Math.max(0, round - (games.get(agent) ?? 0))
  return [...agents].sort((a, b) => score(b) - score(a) || lot.get(a)! - lot.get(b)!)
}

/** Whoever has played most rests, the lowest of them. */
function withoutBye(ranked: readonly string[], { past }: Field): string[] {
  const games = gameCounts(past)
  const most = Math.max(...ranked.map((agent) => games.get(agent) ?? 0))
  const resting = ranked.findLast((agent) => (games.get(agent) ?? 0) === most)
  return ranked.filter((agent) => agent !== resting)
}
