/** What a match teaches, without the game and the views it came from: what the learner's side of a round works with. */
import type { SeatRole } from '../core/game.ts'
import { type CreditSettings, type Lived, type Method, type Weighed, weighed } from '../rewards/methods.ts'
import type { Decision, PlayedMatch } from './self-play.ts'

export interface Taught extends Weighed {
  readonly seats: readonly Pick<SeatRole, 'role' | 'faction'>[]
  /** One a turn; null where another player moved. */
  readonly decisions: readonly (Decision | null)[]
  /** Success by seat in [-1, 1]. */
  readonly outcome: readonly number[]
}

/** One round of matches, in order, and their logs as JSON, for the hash of all that was learned from. */
export interface Harvest {
  readonly matches: readonly Taught[]
  readonly logs: readonly (string | Uint8Array)[]
}

/** The signal of the method's credit is read here, where the whole log is at hand. */
export function harvestOf(matches: readonly PlayedMatch[], method: Method, credit: CreditSettings): Harvest {
  return {
    matches: matches.map((match) => ({
      ...weighed(match, method, credit),
      seats: match.game.seats,
      decisions: match.decisions,
      outcome: match.outcome,
    })),
    logs: matches.map(({ events }) => JSON.stringify(events)),
  }
}

/** The same with what a judge says of every turn; its matches are read one after the other. */
export async function judgedHarvest(
  matches: readonly PlayedMatch[],
  method: Method,
  credit: CreditSettings,
  judge: (match: PlayedMatch) => Promise<readonly number[]>,
): Promise<Harvest> {
  const scores = new Map<Lived, readonly number[]>()
  for (const match of matches) scores.set(match, await judge(match))
  return harvestOf(matches, method, { ...credit, signal: (match) => scores.get(match)! })
}
