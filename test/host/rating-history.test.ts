import { expect, test } from '@jest/globals'
import { curvesOf } from '../../arena/host/rating-history.ts'
import { tableOf } from '../../arena/host/standings.ts'

const resultOf = (agent: string, outcome: number, seat: number) => ({
  seat,
  agent,
  role: seat === 0 ? 'first' : 'second',
  faction: seat === 0 ? 'first' : 'second',
  score: outcome,
  outcome,
  faults: {},
})

/** `strong` wins three of four, from either seat; `late` comes in the second half. */
const matches = Array.from({ length: 60 }, (_, n) => {
  const other = n >= 30 && n % 2 === 0 ? 'late' : 'weak'
  const won = n % 4 === 3 ? -1 : 1
  const pair = [
    { agent: 'strong', outcome: won },
    { agent: other, outcome: -won },
  ]
  const seats = n % 3 === 0 ? pair.reverse() : pair
  return {
    match: `m${n}`,
    scenario: 'duel',
    results: seats.map(({ agent, outcome }, at) => resultOf(agent, outcome, at)),
  }
})

test("a curve of ratings ends at the table's rating, and a newcomer's begins when it came", async () => {
  const curves = await curvesOf(matches)
  for (const { agent, rating } of tableOf(matches)) {
    const { points } = curves.find((one) => one.agent === agent)!
    expect(points.at(-1)![0]).toBe(60)
    expect(points.at(-1)![1]).toBeCloseTo(rating, 6)
  }
  expect(curves[0]!.points.map(([count]) => count)).toEqual(Array.from({ length: 20 }, (_, at) => 3 * (at + 1)))
  expect(curves.find(({ agent }) => agent === 'late')!.points[0]![0]).toBe(33)
})

test('people are opponents, never entries', async () => {
  const met = matches.map(({ results, ...one }) => ({
    ...one,
    results: results.map((result) => ({ ...result, agent: result.agent === 'weak' ? 'person' : result.agent })),
  }))
  expect(tableOf(met).map(({ agent }) => agent)).toEqual(['strong', 'late'])
  expect((await curvesOf(met)).map(({ agent }) => agent)).toEqual(['strong', 'late'])
})

test('agents that never met are rated each among those they did meet', () => {
  const elsewhere = matches.map(({ match, results }) => ({
    match: `e${match}`,
    scenario: 'elsewhere',
    results: results.map((result) => ({ ...result, agent: `${result.agent}-2` })),
  }))
  const alone = tableOf(matches)
  const both = tableOf([...matches, ...elsewhere])
  expect(both).toHaveLength(2 * alone.length)
  for (const { agent, rating, ci95 } of alone) {
    for (const name of [agent, `${agent}-2`]) {
      expect(both.find((one) => one.agent === name)).toMatchObject({ rating, ci95 })
    }
  }
})

test('no matches have no curves', async () => {
  expect(await curvesOf([])).toEqual([])
})
