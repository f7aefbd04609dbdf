/** What the measures read of a mystery's views; any game whose views have these parts can be measured. */
import type { Event } from '../../core/log.ts'
import { replay } from '../../core/log.ts'
import type { Lived } from '../methods.ts'

export interface Sight {
  readonly case: {
    readonly cast: readonly { readonly id: string; readonly name: string }[]
    readonly places: readonly { readonly id: string }[]
    readonly slots: readonly { readonly id: string }[]
    readonly stages: readonly { readonly rounds: number }[]
    readonly rules: { readonly searchesPerSeat?: number; readonly searchesPerRound?: number }
    /** How many there are. */
    readonly clues: number
  }
  readonly record: {
    readonly ballots: readonly (readonly (number | null)[])[]
    readonly searches: readonly { readonly by: number }[]
    readonly board: readonly { readonly place: number | null; readonly by: number | null }[]
    readonly slots: readonly { readonly claims: readonly ({ readonly place: number } | null)[] }[]
    readonly question: { readonly by: number; readonly to: number; readonly move: string } | null
  }
  readonly me: {
    readonly timetable: readonly ({ readonly place: number; readonly with: readonly number[] } | null)[]
    readonly persona?: Readonly<Record<string, string>>
  } | null
}

/** The view as a mystery's, or null when it is another game's. */
export function sightOf(view: unknown): Sight | null {
  const { case: story, record } = Object(view) as { case?: unknown; record?: unknown }
  const parts = Object(story) as { cast?: unknown; stages?: unknown; clues?: unknown }
  const isMystery = Array.isArray(parts.cast) && Array.isArray(parts.stages) && typeof parts.clues === 'number'
  return isMystery && typeof record === 'object' && record !== null ? (view as Sight) : null
}

/** What a spectator knows at the end of a match. */
export function endOf({ game, events }: Pick<Lived, 'game' | 'events'>): Sight | null {
  let state = game.start()
  for (const { after } of replay(game, events)) state = after
  return sightOf(game.view(state, 'audience'))
}

export const outcomeOfLog = (events: readonly Event[]): readonly number[] => {
  const end = events.at(-1)
  return end?.type === 'ended' ? end.outcome : []
}
