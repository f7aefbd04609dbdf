/** Pairs a ranked list so that neighbours meet and no meeting is repeated while another way of pairing everybody exists. */
import { maximumMatching } from './matching.ts'
import type { Meeting } from './schedule.ts'

/**
 * `ranked`: an even number of agents, best first. `met(a, b)`: how often they have met.
 * The largest number of earlier meetings in the round is as small as it can be; within that, ranks decide from the top.
 */
export function pairRanked(ranked: readonly string[], met: (a: string, b: string) => number): Meeting[] {
  const limit = smallestLimit(ranked, met)
  const meetings: Meeting[] = []
  let rest = [...ranked]
  while (rest.length > 0) {
    const [first, ...others] = rest as [string, ...string[]]
    const near = [...others].sort((a, b) => met(first, a) - met(first, b) || others.indexOf(a) - others.indexOf(b))
    const opponent = near.find((one) => allPaired(without(others, one), met, limit))!
    meetings.push({ agents: [first, opponent] })
    rest = without(others, opponent)
  }
  return meetings
}

const without = (agents: readonly string[], gone: string) => agents.filter((agent) => agent !== gone)

function smallestLimit(agents: readonly string[], met: (a: string, b: string) => number): number {
  const counts = new Set(agents.flatMap((a, i) => agents.slice(i + 1).map((b) => met(a, b))))
  for (const limit of [...counts].sort((a, b) => a - b)) if (allPaired(agents, met, limit)) return limit
  return 0
}

function allPaired(agents: readonly string[], met: (a: string, b: string) => number, limit: number): boolean {
  return maximumMatching(agents.length, (i, j) => met(agents[i]!, agents[j]!) <= limit).every((one) => one !== -1)
}
