/** What a law of games is, and what it looks at. */
import type { Game, Sight } from '../../../arena/core/game.ts'
import type { Step, Walk } from '../walk.ts'

/** Matches played at random, and all their steps. */
export interface Look {
  readonly walks: readonly Walk[]
  readonly steps: readonly Step[]
  /** Moves and deals after which a game must be over, whatever is played. */
  readonly limit: number
  /** Scores sum to zero. */
  readonly zeroSum: boolean
}

/** True of every game; `check` throws where it isn't. */
export interface Law {
  readonly name: string
  check(game: Game, look: Look): void
}

export const sightsOf = (game: Game): Sight[] => [...game.seats.keys(), 'audience']

export const json = (value: unknown): string => JSON.stringify(value)

/** About `count` of the items, evenly. */
export function sample<T>(items: readonly T[], count: number): readonly T[] {
  const stride = Math.max(1, Math.floor(items.length / count))
  return items.filter((_, index) => index % stride === 0)
}
