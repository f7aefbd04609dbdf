/**
 * Live ratings for a ladder, updated match by match (OpenSkill, Plackett-Luce). They depend on the order of games, so
 * they pair opponents and fill a spectator's table; results are always judged by the fit over all games.
 * A match of many seats is reduced to duels first: the library rates a tied second place below third.
 */
import { rate, type Rating as Skill, rating as skill } from 'openskill'
import { duelsOf, type Finished } from './duel.ts'

export interface LiveSkill {
  readonly mu: number
  readonly sigma: number
}

/** Of an agent nobody has seen yet. */
export const newSkill: LiveSkill = skill()

/** What the table shows: three deviations below the estimate, so that a newcomer has to earn it. */
export const shown = ({ mu, sigma }: LiveSkill): number => mu - 3 * sigma

/**
 * Skills after one match (or one block of a scenario played together). All its duels start from the skills before it,
 * and an agent moves by their weighted mean, so seat order can't matter. Idle agents keep theirs untouched.
 */
export function updatedSkills(
  skills: ReadonlyMap<string, LiveSkill>,
  matches: readonly Finished[],
): Map<string, LiveSkill> {
  const before = (agent: string): Skill => ({ ...(skills.get(agent) ?? newSkill) })
  const moves = new Map<string, { mu: number; shrink: number; weight: number }>()
  for (const { first, second, result, weight } of duelsOf(matches)) {
    const teams = [first.agents, second.agents]
    const rated = rate(
      teams.map((agents) => agents.map(before)),
      { rank: result === 1 ? [1, 1] : result === 2 ? [1, 2] : [2, 1] },
    )
    for (const [t, agents] of teams.entries()) {
      for (const [k, agent] of agents.entries()) {
        const old = before(agent)
        const now = rated[t]![k]!
        const move = moves.get(agent) ?? { mu: 0, shrink: 0, weight: 0 }
        move.mu += weight * (now.mu - old.mu)
        move.shrink += weight * Math.log(now.sigma / old.sigma)
        move.weight += weight
        moves.set(agent, move)
      }
    }
  }
  const after = new Map(skills)
  for (const [agent, { mu, shrink, weight }] of moves) {
    const old = before(agent)
    const share = Math.min(1, 1 / weight)
    after.set(agent, { mu: old.mu + mu * share, sigma: old.sigma * Math.exp(shrink * share) })
  }
  return after
}
