/** Simulated leagues with known strengths, for tests of ratings and of their intervals. */
import { draw, type Random, stream } from '../../arena/core/rng.ts'
import type { Duel, Result } from '../../arena/ratings/duel.ts'
import { ELO } from '../../arena/ratings/elo.ts'

export interface League {
  /** True ratings by agent, mean 0, in Elo points. */
  readonly truth: Readonly<Record<string, number>>
  readonly duels: readonly Duel[]
}

export interface LeaguePlan {
  readonly agents: number
  /** Blocks of two games with seats swapped, per pair of agents. */
  readonly blocks: number
  readonly seed: number
  /** Spread of true ratings and worth of the first seat, Elo points. */
  readonly spread?: number
  readonly firstSeat?: number
  /** Deviation of the luck that a block's two games share, Elo points. */
  readonly luck?: number
}

/** Every pair plays its blocks under the model itself, plus luck that is common to a block. */
export function league({ agents, blocks, seed, spread = 120, firstSeat = 60, luck = 0 }: LeaguePlan): League {
  const random = stream(seed, 'league')
  const names = Array.from({ length: agents }, (_, i) => `agent ${i}`)
  const raw = names.map(() => spread * normal(random))
  const mean = raw.reduce((sum, one) => sum + one, 0) / agents
  const truth = Object.fromEntries(names.map((name, i) => [name, raw[i]! - mean]))
  const duels: Duel[] = []
  for (const [i, a] of names.entries()) {
    for (const b of names.slice(i + 1)) {
      for (let k = 0; k < blocks; k++) {
        const block = `${a}-${b}-${k}`
        const lead = truth[a]! - truth[b]! + luck * normal(random)
        duels.push(duel(block, a, b, outcome((lead + firstSeat) / ELO, random)))
        duels.push(duel(block, b, a, outcome((-lead + firstSeat) / ELO, random)))
      }
    }
  }
  return { truth, duels }
}

const duel = (block: string, a: string, b: string, result: Result): Duel => ({
  block,
  scenario: 'toy',
  first: { agents: [a], role: 'first' },
  second: { agents: [b], role: 'second' },
  result,
  share: result / 2,
  weight: 1,
})

/** Davidson's chances with nu = 0.6. */
function outcome(eta: number, random: Random): Result {
  const [up, down, nu] = [Math.exp(eta / 2), Math.exp(-eta / 2), 0.6]
  const z = up + down + nu
  const odds = [
    { result: 0 as Result, chance: down / z },
    { result: 1 as Result, chance: nu / z },
    { result: 2 as Result, chance: up / z },
  ]
  return draw(odds, random()).result
}

/** Box and Muller. */
export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
