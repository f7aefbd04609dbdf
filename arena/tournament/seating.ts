/** Seatings: a meeting becomes a block of matches on one deal in which everyone gets every seat equally often. */
import type { SeatRole } from '../core/game.ts'
import { hash32, shuffled, stream } from '../core/rng.ts'
import type { Meeting } from './schedule.ts'

/** A scenario as a schedule sees it. */
export interface Setting {
  /** By what name it is opened. */
  readonly scenario: string
  readonly seats: readonly SeatRole[]
}

/** One match to be played, once. */
export interface PlannedMatch {
  /** `<tournament>.<round>.<meeting>.<scenario>.<deal>.<seating>`: the same for the same plan. */
  readonly id: string
  readonly tournament: string
  readonly round: number
  /** Index of its meeting in the round. */
  readonly meeting: number
  /** Its own index in the round. */
  readonly place: number
  /** Matches of a block share scenario and deal. */
  readonly block: string
  /** Everybody of its meeting, as many as its block has matches. */
  readonly meets: readonly string[]
  readonly scenario: string
  readonly seed: number
  /** By seat. */
  readonly agents: readonly string[]
}

export interface RoundPlan {
  readonly tournament: string
  readonly round: number
  readonly meetings: readonly Meeting[]
  readonly settings: readonly Setting[]
  /** Deals each meeting plays in each scenario. */
  readonly deals: number
  readonly seed: number
}

export function matchesOfRound({ tournament, round, meetings, settings, deals, seed }: RoundPlan): PlannedMatch[] {
  const matches: PlannedMatch[] = []
  for (const [m, { agents }] of meetings.entries()) {
    for (const [s, { scenario, seats }] of settings.entries()) {
      for (let deal = 0; deal < deals; deal++) {
        const block = `${round}.${m}.${s}.${deal}`
        const dealt = hash32(`${seed}/${scenario}/${block}`)
        const turn = round * deals + deal
        for (const [k, seated] of seatings(agents, seats, turn, seed).entries()) {
          const id = `${tournament}.${block}.${k}`
          const of = {
            tournament,
            round,
            meeting: m,
            place: matches.length,
            block,
            meets: agents,
          }
          matches.push({ id, ...of, scenario, seed: dealt, agents: seated })
        }
      }
    }
  }
  return matches
}

/** Matches one block has: what a length in matches is rounded up to. */
export const blockSize = (agents: number): number => agents

/** How many matches `matchesOfRound` makes. */
export function sizeOfRound({ meetings, settings, deals }: Pick<RoundPlan, 'meetings' | 'settings' | 'deals'>): number {
  const blocks = settings.length * deals
  return meetings.reduce((sum, { agents }) => sum + blocks * blockSize(agents.length), 0)
}

/**
 * Two agents in a game of more seats than that are two teams; otherwise the agents turn past the seats.
 * `turn` counts the blocks of these agents, so that over blocks everyone sits with and against everyone.
 */
export function seatings(
  agents: readonly string[],
  seats: readonly SeatRole[],
  turn: number,
  seed: number,
): readonly string[][] {
  if (agents.length === 2) return teamSeatings(agents as readonly [string, string], seats)
  const offsets = offsetsOf(agents.length, seats.length, turn, seed)
  return agents.map((_, k) => seats.map((_, seat) => agents[(k + offsets[seat]!) % agents.length]!))
}

/** One side each, then swapped. Sides are factions where there are two or more; seats that all work together are one side. */
function teamSeatings([a, b]: readonly [string, string], seats: readonly SeatRole[]): string[][] {
  const factions = [...new Set(seats.map(({ faction }) => faction))]
  if (factions.length === 1) return [seats.map(() => a), seats.map(() => b)]
  const side = seats.map(({ faction }) => factions.indexOf(faction) % 2)
  return [side.map((one) => (one === 0 ? a : b)), side.map((one) => (one === 0 ? b : a))]
}

/**
 * Who sits how far round the table. Two seats: a step that takes everyone past everyone. More agents than seats:
 * multiples of a step when that gives every distance equally often (a prime number of agents), else drawn anew each
 * turn. No more agents than seats: drawn with repeats, so that tables differ in who is missing; if everybody sat at
 * every table, only the odd one out could be told from the others.
 */
function offsetsOf(agents: number, seats: number, turn: number, seed: number): number[] {
  const places = Array.from({ length: seats }, (_, seat) => seat)
  const step = 1 + (turn % (agents - 1))
  if (seats === 2 || (agents > seats && isPrime(agents))) return places.map((seat) => (seat * step) % agents)
  const random = stream(seed, 'seating', turn)
  if (agents > seats) {
    return shuffled(
      Array.from({ length: agents }, (_, i) => i),
      random,
    ).slice(0, seats)
  }
  const drawn = places.map(() => Math.floor(random() * agents))
  if (drawn.every((one) => one === drawn[0])) drawn[0] = (drawn[0]! + 1) % agents
  return drawn
}

function isPrime(n: number): boolean {
  for (let k = 2; k * k <= n; k++) if (n % k === 0) return false
  return n > 1
}
