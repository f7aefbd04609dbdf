/** The tokens a network reads tell every information set from every other. */
import { expect, test } from '@jest/globals'
import { openScenario } from '../../arena/scenario/index.ts'
import { compileTree } from '../../arena/solve/index.ts'

test.each([
  ['kuhn-poker', 12],
  ['leduc-poker', 288],
  ['tic-tac-toe', 4520],
])('%s: %i information sets, as many sets of tokens', async (name, count) => {
  const { game } = await openScenario(name)
  const { infosets } = compileTree(game)
  const tokens = infosets.map(({ view, seat }) => [...game.facts!(view, seat)].sort().join(' '))
  expect(infosets.length).toBe(count)
  expect(new Set(tokens).size).toBe(count)
})
