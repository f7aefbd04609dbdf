/** Standings: points, the table of everyone against everyone, and what each role and seat won. */
import { type Duel, duelsOf, type Finished, shareInterval } from '../ratings/index.ts'

/** Wins, draws and losses of the row's agent, weighted: a match of two sides counts as one. */
export interface Cross {
  readonly agent: string
  readonly against: string
  readonly wins: number
  readonly draws: number
  readonly losses: number
  /** What the agent took of wins + draws + losses points; small wins count less than big ones where there are any. */
  readonly points: number
}

export interface Standing {
  readonly agent: string
  readonly played: number
  readonly points: number
}

/** Every ordered pair that met, by name. Partners on one side don't count as having met. */
export function crossTable(matches: readonly Finished[]): Cross[] {
  const table = new Map<string, { -readonly [K in keyof Cross]: Cross[K] }>()
  const add: Add = ({ agent, against, result, share, weight }) => {
    const key = JSON.stringify([agent, against])
    const cell = table.get(key) ?? { agent, against, wins: 0, draws: 0, losses: 0, points: 0 }
    cell[(['losses', 'draws', 'wins'] as const)[result]!] += weight
    cell.points += weight * share
    table.set(key, cell)
  }
  for (const duel of duelsOf(matches)) eachPair(duel, add)
  return [...table.values()].sort((a, b) =>
    a.agent < b.agent ? -1 : a.agent > b.agent ? 1 : a.against < b.against ? -1 : 1,
  )
}

type Add = (one: { agent: string; against: string; result: number; share: number; weight: number }) => void

function eachPair({ first, second, result, share, weight }: Duel, add: Add): void {
  const part = weight / (first.agents.length * second.agents.length)
  for (const a of first.agents) {
    for (const b of second.agents) {
      if (a === b) continue
      add({ agent: a, against: b, result, share, weight: part })
      add({ agent: b, against: a, result: 2 - result, share: 1 - share, weight: part })
    }
  }
}

/** Most points first, then by name. */
export function standings(cross: readonly Cross[]): Standing[] {
  const table = new Map<string, { played: number; points: number }>()
  for (const { agent, wins, draws, losses, points } of cross) {
    const one = table.get(agent) ?? { played: 0, points: 0 }
    one.played += wins + draws + losses
    one.points += points
    table.set(agent, one)
  }
  return [...table]
    .map(([agent, one]) => ({ agent, ...one }))
    .sort((a, b) => b.points - a.points || (a.agent < b.agent ? -1 : 1))
}

/** Share of the points by agent in one meeting; 1/2 each when it had no duel between different agents. */
export function meetingPoints(agents: readonly string[], matches: readonly Finished[]): Record<string, number> {
  const won = new Map(standings(crossTable(matches)).map(({ agent, points, played }) => [agent, points / played]))
  return Object.fromEntries(agents.map((agent) => [agent, won.get(agent) ?? 0.5]))
}

/** What an agent won in one role of one scenario. */
export interface RoleRate {
  readonly scenario: string
  readonly role: string
  readonly agent: string
  readonly games: number
  /** Mean of success, from 0 for the worst to 1 for the best. */
  readonly rate: number
  readonly wins: number
  /** 95 % interval of the rate, as if every game were won or lost: a little wide for games with more to them than that. */
  readonly ci95: readonly [number, number]
}

/** By scenario, role and agent; `seat` rates are the same with roles replaced by seat numbers. */
export function roleRates(matches: readonly Finished[], by: 'role' | 'seat'): RoleRate[] {
  const table = new Map<string, { scenario: string; role: string; agent: string; outcomes: number[] }>()
  for (const { scenario, agents, roles, outcome } of matches) {
    for (const [seat, agent] of agents.entries()) {
      const role = by === 'role' ? roles[seat]! : `seat ${seat}`
      const key = JSON.stringify([scenario, role, agent])
      const cell = table.get(key) ?? { scenario, role, agent, outcomes: [] }
      cell.outcomes.push(outcome[seat]!)
      table.set(key, cell)
    }
  }
  return [...table.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cell]) => rateOf(cell))
}

function rateOf({ outcomes, ...of }: { scenario: string; role: string; agent: string; outcomes: readonly number[] }) {
  const wins = outcomes.filter((one) => one > 0).length
  const rate = outcomes.reduce((sum, one) => sum + (one + 1) / 2, 0) / outcomes.length
  return {
    ...of,
    games: outcomes.length,
    rate,
    wins,
    ci95: shareInterval(rate * outcomes.length, outcomes.length).ci95,
  }
}
