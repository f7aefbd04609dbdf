/** Kinds keep the contract at the edges of their parameters, and the schema refuses what lies beyond. */
import { describe, expect, test } from '@jest/globals'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Game } from '../../arena/core/game.ts'
import { kinds } from '../../arena/games/index.ts'
import { compileTree, nashConv, solve } from '../../arena/solve/index.ts'
import { conformance } from '../support/conformance.ts'

const kindOf = (id: string) => kinds.find((kind) => kind.id === id)!

const EDGES: readonly (readonly [string, string, object])[] = [
  ['two-card-kuhn', 'kuhn-poker', { ranks: ['J', 'Q'], ante: 1, bet: 3 }],
  ['full-suit-kuhn', 'kuhn-poker', { ranks: [...'23456789TJQKA'], ante: 0.5, bet: 1 }],
  ['wide-leduc', 'leduc-poker', { ranks: ['T', 'J', 'Q', 'K'], suits: 3, ante: 1, raises: [1, 2], cap: 3 }],
  ['small-four', 'connect-four', { columns: 2, rows: 2, inRow: 2 }],
  ['wide-four', 'connect-four', { columns: 9, rows: 3, inRow: 5 }],
  ['one-card-hanabi', 'hanabi', { players: 2, colours: 1, ranks: 2, hand: 1, tokens: 1, lives: 1 }],
  ['all-dealt-hanabi', 'hanabi', { players: 2, colours: 1, ranks: 2, hand: 2, tokens: 8, lives: 1 }],
  ['tall-hanabi', 'hanabi', { players: 2, colours: 2, ranks: 5, hand: 5, tokens: 2, lives: 9 }],
]

for (const [id, kind, parameters] of EDGES) {
  const checks = new Ajv2020().compile(kindOf(kind).parameters)
  test(`${id} is allowed by the schema of ${kind}`, () => {
    checks(parameters)
    expect(checks.errors).toBeNull()
  })
  conformance(kindOf(kind).make(id, parameters), { matches: 12, limit: 400, zeroSum: kind !== 'hanabi' })
}

test.each([
  ['kuhn-poker', { ranks: ['J'], ante: 1, bet: 1 }],
  ['kuhn-poker', { ranks: ['J', 'J', 'Q'], ante: 1, bet: 1 }],
  ['kuhn-poker', { ranks: ['J', 'Q', 'K'], ante: 0, bet: 1 }],
  ['leduc-poker', { ranks: ['J', 'Q'], suits: 1, ante: 1, raises: [2, 4], cap: 2 }],
  ['leduc-poker', { ranks: ['J', 'Q'], suits: 2, ante: 1, raises: [2], cap: 2 }],
  ['tic-tac-toe', { size: 4 }],
  ['connect-four', { columns: 99, rows: 6, inRow: 4 }],
  ['hanabi', { players: 3, colours: 2, ranks: 2, hand: 3, tokens: 3, lives: 3 }],
  ['hanabi', { players: 2, colours: 6, ranks: 2, hand: 3, tokens: 3, lives: 3 }],
])('the schema of %s refuses %j', (kind, parameters) => {
  expect(new Ajv2020().validate(kindOf(kind).parameters, parameters)).toBe(false)
})

describe('poker with other decks', () => {
  test('Kuhn poker is to the disadvantage of the first seat with any deck up to six cards', () => {
    for (const ranks of ['JQK', 'TJQK', '9TJQK', '89TJQK']) {
      const tree = compileTree(kindOf('kuhn-poker').make('deck', { ranks: [...ranks], ante: 1, bet: 1 }) as Game)
      const { value, nashConv: gap } = nashConv(tree, solve(tree, 600).profile)
      expect(gap).toBeLessThan(5e-3)
      expect(value[0]! + gap).toBeLessThan(0)
    }
  })
})
