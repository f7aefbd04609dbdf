/** Reads the worked values and compares to 1e-6. */
import { readFileSync } from 'node:fs'
import { expect } from '@jest/globals'

export const vector = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8')) as T

export function expectClose(came: readonly number[], wanted: readonly number[], tolerance = 1e-6): void {
  expect(came).toHaveLength(wanted.length)
  came.forEach((value, i) => {
    if (!(Math.abs(value - wanted[i]!) <= tolerance))
      throw new Error(`entry ${i}: ${value} came, ${wanted[i]} was worked out`)
  })
}
