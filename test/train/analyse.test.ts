import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { analysed } from '../../arena/cli/analyse.ts'
import { earlier, intentOf, type Suspicion, suspicionOf } from '../../arena/train/intent.ts'
import { alikeDivergence, exactDivergence, jensenShannon, type RoleChoice } from '../../arena/train/role-divergence.ts'
import { train } from '../../arena/train/trainer.ts'
import { newFolder, shortRun, surroundings } from './folder.ts'

const odds = (values: Record<string, number>) => new Map(Object.entries(values))
/** JS((1/2, 1/2), (1, 0)) = (log2(2/3) / 4 + 1/4) + log2(4/3) / 2 */
const HALF_AGAINST_SURE = Math.log2(2 / 3) / 4 + 1 / 4 + Math.log2(4 / 3) / 2

test('divergence is 0 for equal odds, 1 bit for opposite ones, and taken over the moves that both were offered', () => {
  expect(jensenShannon(odds({ a: 0.3, b: 0.7 }), odds({ a: 0.3, b: 0.7 }))).toBeCloseTo(0, 12)
  expect(jensenShannon(odds({ a: 1, b: 0 }), odds({ a: 0, b: 1 }))).toBeCloseTo(1, 12)
  expect(jensenShannon(odds({ a: 0.5, b: 0.5 }), odds({ a: 1, b: 0 }))).toBeCloseTo(HALF_AGAINST_SURE, 12)
  // Nobody may vote for itself: what is left of each is scaled to sum to 1.
  expect(jensenShannon(odds({ a: 0.2, b: 0.2, me: 0.6 }), odds({ a: 0.4, b: 0, you: 0.6 }))).toBeCloseTo(
    HALF_AGAINST_SURE,
    12,
  )
  expect(jensenShannon(odds({ a: 1, me: 0 }), odds({ a: 1, you: 0 }))).toBeNull()
})

const choice = (situation: string, role: string, values: Record<string, number>): RoleChoice => ({
  match: 0,
  situation,
  role,
  odds: odds(values),
})

test('roles in one exact situation are compared seat by seat, beside the seats of one role', () => {
  const choices = [
    choice('vote', 'culprit', { a: 1, b: 0 }),
    choice('vote', 'civilian', { a: 0, b: 1 }),
    choice('vote', 'civilian', { a: 0.5, b: 0.5 }),
    choice('elsewhere', 'civilian', { a: 1, b: 0 }),
  ]
  const { between, within, situations } = exactDivergence(choices)
  expect(between).toBeCloseTo((1 + HALF_AGAINST_SURE) / 2, 12)
  expect(within).toBeCloseTo(HALF_AGAINST_SURE, 12)
  expect(situations).toBe(1)
  expect(exactDivergence(choices.slice(3))).toEqual({ between: null, within: null, situations: 0 })
})

test('roles in alike situations are compared by their means, the rarer one deciding how much a situation weighs', () => {
  const choices = [
    choice('first', 'one', { a: 1, b: 0 }),
    choice('first', 'one', { a: 0, b: 1 }),
    choice('first', 'two', { a: 1, b: 0 }), // mean (1/2, 1/2) against (1, 0), weight 1
    choice('second', 'one', { a: 1, b: 0 }),
    choice('second', 'one', { a: 1, b: 0 }),
    choice('second', 'two', { a: 0, b: 1 }),
    choice('second', 'two', { a: 0, b: 1 }), // 1 bit, weight 2
  ]
  const { between, within, situations } = alikeDivergence(choices)
  expect(between).toBeCloseTo((HALF_AGAINST_SURE + 2) / 3, 12)
  expect(within).toBeCloseTo(1 / 3, 12) // 1 bit between the two of `first`, none between those of `second`
  expect(situations).toBe(2)
})

test('suspicion is the mass on the culprits; equally likely suspects share the top', () => {
  expect(suspicionOf([0, 0.5, 0.3, 0.2], [2])).toEqual({ onCulprits: 0.3, top: 0 })
  expect(suspicionOf([0.4, 0.4, 0.2], [1])).toEqual({ onCulprits: 0.4, top: 0.5 })
})

const asked = (match: number, seat: number, tops: readonly number[]): Suspicion[] =>
  tops.map((top, moment) => ({ match, seat, round: 1 + (moment >> 1), moment, onCulprits: top === 1 ? 0.8 : 0.2, top }))

test('a culprit is recognised at the survey from which it stays the likeliest suspect', () => {
  // Seat 0 finds it at the second of four and loses it again; seat 1 knew from the start. Match 1: never.
  const suspicions = [...asked(0, 0, [0, 1, 0, 1]), ...asked(0, 1, [1, 1, 1, 1]), ...asked(1, 0, [1, 1, 1, 0.5])]
  const { rounds, recognition, found } = intentOf(suspicions)
  expect(recognition.mean).toBeCloseTo((3 / 4 / 2 + 1) / 2, 12)
  expect(found.mean).toBeCloseTo((1 + 0.5) / 2, 12)
  expect(rounds.map(({ round, onCulprits }) => [round, onCulprits.mean])).toEqual([
    [1, expect.closeTo((0.65 + 0.8) / 2, 12)],
    [2, expect.closeTo((0.65 + 0.5) / 2, 12)],
  ])
  const late = [...asked(0, 0, [0, 0, 0, 1]), ...asked(1, 0, [0, 0, 0, 0])]
  expect(earlier(suspicions, late).mean).toBeCloseTo((3 / 8 - 3 / 4 + (1 - 1)) / 2, 12)
})

test('parley analyse writes both analyses of a policy as numbers, table and figure', async () => {
  const [dir, out] = [newFolder(), newFolder()]
  const recipe = { size: 'linear', matches: 4, epochs: 1, minibatch: 0 } as const
  const encoder = { vocabulary: 4096, facts: 64, words: 16 }
  const mystery = { scenarios: ['mystery:simple'], method: 'maro', learn: ['victim'], against: ['culprit'] }
  await train(shortRun(dir, { ...mystery, steps: 2, recipe: { ...recipe, encoder } }), surroundings)
  const common = {
    policy: dir,
    scenario: 'mystery:simple',
    matches: 4,
    out,
    data: out,
    seed: 1,
    quiet: true,
    json: true,
  }
  const { value: roles } = await analysed('roles', common)
  expect(roles).toMatchObject({ untrained: { exact: { between: { mean: expect.closeTo(0, 6) } } } })
  const { value: intent } = await analysed('intent', { ...common, roles: 'victim', against: 'culprit' })
  const chance = { onCulprits: { mean: expect.closeTo(0.2, 6) } } // one culprit among five others
  expect(intent).toMatchObject({ untrained: { rounds: [chance, chance, chance] }, chance: expect.closeTo(0.2, 6) })
  for (const name of ['roles', 'intent']) {
    expect(readFileSync(join(out, `${name}.md`), 'utf8')).toMatch(/\| .*untrained/)
    expect(readFileSync(join(out, `${name}.csv`), 'utf8').split('\n').length).toBeGreaterThan(4)
    expect(readFileSync(join(out, `${name}.svg`), 'utf8')).toMatch(/^<svg .*<\/svg>\n$/s)
  }
}, 240_000)
