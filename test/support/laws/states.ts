/** Laws of states: plain data, changed by nothing but a move. */
import { expect } from '@jest/globals'
import { json, type Law, sample, sightsOf } from './law.ts'

export const stateLaws: readonly Law[] = [
  {
    name: 'states and views are plain data',
    check(game, { steps }) {
      for (const { state, seed } of sample(steps, 400)) {
        for (const value of [state, ...sightsOf(game).map((sight) => game.view(state, sight))]) {
          const odd = oddIn(value, '')
          if (odd !== undefined) throw new Error(`seed ${seed}: not plain data at ${odd}`)
        }
      }
    },
  },
  {
    name: 'play is a function: the same move from the same state leads to the same state',
    check(game, { steps }) {
      for (const { state, played, after } of steps) expect(json(game.play(state, played))).toBe(json(after))
    },
  },
  {
    name: 'play leaves its argument alone',
    check(game, { steps }) {
      for (const { state, played } of sample(steps, 400)) {
        const copy = JSON.parse(json(state)) as unknown
        game.play(copy, played)
        expect(json(copy)).toBe(json(state))
      }
    },
  },
  {
    name: 'start is always the same',
    check(game, { walks }) {
      expect(walks.length).toBeGreaterThan(0)
      expect(json(game.start())).toBe(json(game.start()))
    },
  },
]

/** Where a value holds something that JSON can't give back, if anywhere. */
function oddIn(value: unknown, path: string): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0) ? undefined : path
  if (typeof value !== 'object') return path
  const prototype: unknown = Object.getPrototypeOf(value)
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) return path
  for (const key of Object.keys(value)) {
    const odd = oddIn((value as Record<string, unknown>)[key], `${path}/${key}`)
    if (odd !== undefined) return odd
  }
  return undefined
}
