/** One seat's turns of one match, as indices into the turns they came from; and means by key. */
import type { Turn } from '../core/turn.ts'

/** What the folds of this folder need of a turn. */
export type Step = Pick<Turn, 'match' | 'game' | 'seat' | 'role' | 'reward'>

/** Indices by seat and match, in order of play; seats in order of their first turn. */
export function trajectories(turns: readonly Pick<Turn, 'match' | 'seat'>[]): number[][] {
  const found = new Map<string, number[]>()
  turns.forEach(({ match, seat }, index) => {
    const key = `${match}/${seat}`
    const trajectory = found.get(key)
    if (trajectory) trajectory.push(index)
    else found.set(key, [index])
  })
  return [...found.values()]
}

/** What counts as one game when means are taken: generated scenarios of one kind (`mystery:simple:7`) are one. */
export const gameKey = ({ game }: Pick<Turn, 'game'>): string => game.replace(/:\d+$/, '')

export const roleKey = (turn: Pick<Turn, 'game' | 'role'>): string => `${gameKey(turn)}/${turn.role}`

/** Mean of `values` over the indices that share a key. */
export function meanBy(values: readonly number[], keyOf: (index: number) => string): Map<string, number> {
  const tally = new Map<string, { sum: number; count: number }>()
  values.forEach((value, index) => {
    const key = keyOf(index)
    const entry = tally.get(key)
    if (entry) {
      entry.sum += value
      entry.count++
    } else tally.set(key, { sum: value, count: 1 })
  })
  return new Map([...tally].map(([key, { sum, count }]) => [key, sum / count]))
}

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
