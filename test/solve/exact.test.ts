/** Values, best responses and NashConv against exact numbers from outside. */
import { describe, expect, test } from '@jest/globals'
import { openScenario } from '../../arena/scenario/index.ts'
import {
  bestResponse,
  bySeat,
  compileTree,
  exploitability,
  firstMove,
  gameValue,
  minimax,
  nashConv,
  type Policy,
  policyOf,
  profileOf,
  solve,
  uniform,
} from '../../arena/solve/index.ts'
import { vectors } from '../support/vectors.ts'

const open = async (name: string) => (await openScenario(name)).game
const games = { 'kuhn-poker': await open('kuhn-poker'), 'leduc-poker': await open('leduc-poker') }
const trees = { 'kuhn-poker': compileTree(games['kuhn-poker']), 'leduc-poker': compileTree(games['leduc-poker']) }
const ticTacToe = await open('tic-tac-toe')
const kuhn = trees['kuhn-poker']
const DIGITS = 9

describe.each(['kuhn-poker', 'leduc-poker'] as const)('%s', (name) => {
  const tree = trees[name]
  const expected = vectors[name]

  test('uniform play has the known value, best responses and NashConv', () => {
    const found = nashConv(tree, uniform)
    expect(found.value[0]).toBeCloseTo(expected.uniform.valueFirst, DIGITS)
    expect(found.value[1]).toBeCloseTo(-expected.uniform.valueFirst, DIGITS)
    for (const seat of [0, 1])
      expect(found.bestResponse[seat]).toBeCloseTo(expected.uniform.bestResponse[seat]!, DIGITS)
    expect(found.nashConv).toBeCloseTo(expected.uniform.nashConv, DIGITS)
    expect(exploitability(tree, uniform)).toBeCloseTo(expected.uniform.exploitability, DIGITS)
  })

  test('always the first move has NashConv 2', () => {
    expect(nashConv(tree, firstMove).nashConv).toBeCloseTo(expected.alwaysFirstMove.nashConv, DIGITS)
  })

  test('a best response earns what it says when it is played', () => {
    for (const seat of [0, 1]) {
      const { value, profile } = bestResponse(tree, uniform, seat)
      expect(gameValue(tree, profile)[seat]).toBeCloseTo(value, DIGITS)
    }
  })
})

/** Kuhn's equilibria: `bluff` is how often the first seat bets a jack. */
function equilibrium(bluff: number): Policy {
  const betting: Readonly<Record<string, Readonly<Record<string, number>>>> = {
    '': { J: bluff, Q: 0, K: 3 * bluff },
    pass: { J: 1 / 3, Q: 0, K: 1 },
    bet: { J: 0, Q: 1 / 3, K: 1 },
    'pass bet': { J: 0, Q: bluff + 1 / 3, K: 1 },
  }
  return (view) => {
    const { card, bets } = view as { card: string; bets: readonly string[] }
    const bet = betting[bets.join(' ')]![card]!
    return [1 - bet, bet]
  }
}

test.each([0, 0.1, 1 / 6, 0.2, 1 / 3])('Kuhn: bluffing %d of the jacks is an equilibrium worth -1/18', (bluff) => {
  const { nashConv: gain, value } = nashConv(kuhn, equilibrium(bluff))
  expect(gain).toBeCloseTo(0, DIGITS)
  expect(value[0]).toBeCloseTo(vectors['kuhn-poker'].valueFirst, DIGITS)
})

test('Kuhn: uniform play loses to an equilibrium by the known amounts, from either seat', () => {
  const { uniformFirstVersusNashSecond, nashFirstVersusUniformSecond_valueFirst: byBluff } = vectors['kuhn-poker']
  expect(gameValue(kuhn, bySeat([uniform, equilibrium(0.2)]))[0]).toBeCloseTo(uniformFirstVersusNashSecond, DIGITS)
  for (const [bluff, value] of Object.entries(byBluff)) {
    expect(gameValue(kuhn, bySeat([equilibrium(Number(bluff)), uniform]))[0]).toBeCloseTo(value, DIGITS)
  }
})

test('CFR+ brings Kuhn below 0.001 and Leduc below 0.01, at the known values', () => {
  for (const [name, limit] of [
    ['kuhn-poker', 1e-3],
    ['leduc-poker', 1e-2],
  ] as const) {
    const { method, profile } = solve(trees[name], 400)
    const found = nashConv(trees[name], profile)
    expect(method).toBe('cfr+')
    expect(found.nashConv).toBeLessThan(limit)
    expect(found.nashConv).toBeGreaterThanOrEqual(0)
    expect(Math.abs(found.value[0]! - vectors[name].valueFirst)).toBeLessThan(found.nashConv)
  }
})

describe('tic-tac-toe', () => {
  const expected = vectors['tic-tac-toe']
  const tree = compileTree(ticTacToe)

  test('is drawn, whatever the first move', () => {
    const { value, worth } = minimax(tree)
    const first = tree.infosets.find(({ moves }) => moves.length === 9)!.first
    expect(value).toEqual([expected.value, expected.value])
    expect([...worth.subarray(first, first + 9)]).toEqual(Array.from({ length: 9 }, () => 0))
  })

  test('random play wins as much more than it loses as known', () => {
    const { X, O } = expected.randomVersusRandom
    expect(gameValue(tree, uniform)[0]).toBeCloseTo(X - O, 5)
  })

  test('the best against random play scores as known, from either seat', () => {
    const { X, O } = expected.optimalVersusRandom
    expect(bestResponse(tree, uniform, 0).value).toBeCloseTo(X, DIGITS)
    expect(bestResponse(tree, uniform, 1).value).toBeCloseTo(O, DIGITS)
  })

  test('the solved policy never loses, and of the safe moves prefers those that punish mistakes', () => {
    const { method, profile } = solve(tree)
    const solved = policyOf(tree, profile)
    expect(method).toBe('minimax')
    expect(nashConv(tree, profile).nashConv).toBe(0)
    expect(gameValue(tree, bySeat([solved, uniform]))[0]).toBeGreaterThan(0.99)
    expect(gameValue(tree, bySeat([uniform, solved]))[1]).toBeGreaterThan(0.91)
  })
})

test('a policy that is no distribution is refused with what it gave', () => {
  expect(() => gameValue(kuhn, () => [0.5, 0.6])).toThrow(/\[0.5,0.6\] is no distribution over pass,bet/)
  expect(() => gameValue(kuhn, () => [1])).toThrow(/no distribution/)
  expect(() => gameValue(kuhn, () => [Number.NaN, 1])).toThrow(/no distribution/)
})

test('a game too large to lay out is refused', async () => {
  const four = await open('connect-four')
  expect(() => compileTree(four, 5000)).toThrow('connect-four: more than 5000 states; too large to solve exactly')
})

test('a profile plays back as the policy it came from', () => {
  const profile = profileOf(kuhn, equilibrium(0.1))
  expect(profileOf(kuhn, policyOf(kuhn, profile))).toEqual(profile)
  expect(() => policyOf(kuhn, profile)({ card: 'A', bets: [] }, ['pass', 'bet'], 0)).toThrow(/never sees/)
})
