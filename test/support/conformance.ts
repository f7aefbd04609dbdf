/** What every game owes the arena, as tests over many seeded random matches. Call `conformance` inside a test file, once a game. */
import { describe, test } from '@jest/globals'
import type { Game } from '../../arena/core/game.ts'
import { endLaws } from './laws/ends.ts'
import type { Law, Look } from './laws/law.ts'
import { offerLaws } from './laws/offers.ts'
import { replayLaws } from './laws/replay.ts'
import { secrecyLaws } from './laws/secrecy.ts'
import { stateLaws } from './laws/states.ts'
import { tokenLaws } from './laws/tokens.ts'
import { walk } from './walk.ts'

export interface ConformanceOptions {
  /** Random matches to look at. */
  readonly matches: number
  /** Moves and deals after which a game must be over, whatever is played; 2000 unless said. */
  readonly limit?: number
  /** Scores sum to zero. */
  readonly zeroSum?: boolean
}

export const laws: readonly Law[] = [
  ...offerLaws,
  ...stateLaws,
  ...secrecyLaws,
  ...endLaws,
  ...tokenLaws,
  ...replayLaws,
]

export function lookAt(game: Game, { matches, limit = 2000, zeroSum = false }: ConformanceOptions): Look {
  const walks = Array.from({ length: matches }, (_, seed) => walk(game, seed, limit))
  return { walks, steps: walks.flatMap((one) => one.steps), limit, zeroSum }
}

export function conformance(game: Game, options: ConformanceOptions): void {
  describe(`${game.id} keeps the contract`, () => {
    let look: Look | undefined
    for (const { name, check } of laws) {
      test(name, () => {
        look ??= lookAt(game, options)
        check(game, look)
      })
    }
  })
}
