/** The game printed in docs/add-a-game.md is a real one. */
import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import type { Game } from '../../arena/core/game.ts'
import { compileTree, nashConv, uniform } from '../../arena/solve/index.ts'
import { conformance, laws } from '../support/conformance.ts'
import { pennies } from '../support/pennies.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

test('the page prints the file', () => {
  expect(read('../../docs/add-a-game.md')).toContain(read('../support/pennies.ts').trimEnd())
})

test('the page counts the laws right', () => {
  expect(laws.length).toBe(20)
})

test('showing either side half of the time is the equilibrium', () => {
  const found = nashConv(compileTree(pennies.make('pennies', { stake: 2 }) as Game), uniform)
  expect(found).toEqual({ nashConv: 0, value: [0, 0], bestResponse: [0, 0] })
})

conformance(pennies.make('pennies', { stake: 2 }), { matches: 30, limit: 10, zeroSum: true })
