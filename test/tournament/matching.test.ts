import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { maximumMatching } from '../../arena/tournament/matching.ts'

/** The best by trying everything. */
function best(n: number, joined: (i: number, j: number) => boolean, used = 0): number {
  const first = Array.from({ length: n }, (_, i) => i).find((i) => !(used & (1 << i)))
  if (first === undefined) return 0
  let most = best(n, joined, used | (1 << first))
  for (let j = first + 1; j < n; j++) {
    if (!(used & (1 << j)) && joined(first, j)) {
      most = Math.max(most, 1 + best(n, joined, used | (1 << first) | (1 << j)))
    }
  }
  return most
}

test('a maximum matching pairs as many as trying everything does, and is one', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 9 }),
      fc.array(fc.boolean(), { minLength: 81, maxLength: 81 }),
      (n, edges) => {
        const joined = (i: number, j: number) => edges[Math.min(i, j) * 9 + Math.max(i, j)]!
        const partner = maximumMatching(n, joined)
        let pairs = 0
        for (const [i, j] of partner.entries()) {
          if (j === -1) continue
          expect(partner[j]).toBe(i)
          expect(joined(i, j)).toBe(true)
          pairs++
        }
        expect(pairs / 2).toBe(best(n, joined))
      },
    ),
    { numRuns: 300 },
  )
})
