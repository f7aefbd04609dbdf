/** Search and small boards: connect four where it can be solved, MCTS where it can't, and games with sealed choices. */
import { expect, test } from '@jest/globals'
import type { Game, Next, Played } from '../../arena/core/game.ts'
import { seeded } from '../../arena/core/rng.ts'
import { connectFour } from '../../arena/games/connect-four.ts'
import { openScenario } from '../../arena/scenario/index.ts'
import { cfrPlus, compileTree, mcts, minimax, nashConv, type Policy, uniform } from '../../arena/solve/index.ts'
import { vectors } from '../support/vectors.ts'

const four = (await openScenario('connect-four')).game

function positionAfter(game: Game, moves: string) {
  let state = game.start()
  for (const [index, move] of [...moves].entries()) state = game.play(state, { seat: index % 2, move })
  return state
}

test('connect four on four by four has 161,029 positions and is a draw', () => {
  const small = connectFour.make('small', { columns: 4, rows: 4, inRow: 4 })
  const tree = compileTree(small as Game)
  expect(tree.nodes).toBe(161_029)
  expect(minimax(tree).value).toEqual([0, 0])
}, 120_000)

test('connect three on four by four is won by the first seat', () => {
  const small = connectFour.make('small', { columns: 4, rows: 4, inRow: 3 })
  expect(minimax(compileTree(small as Game)).value).toEqual([1, -1])
})

/** A 30-disc position on the full board without a row of four, the last ten cells open. */
const LATE = '112233445566771122334455667712'

test('a late position on the full board is solved exactly, and MCTS finds a best move', () => {
  const moves = shifted(LATE)
  const state = positionAfter(four, moves)
  expect(four.next(state).kind).toBe('choose')
  const tree = compileTree(four, 500_000, state)
  const seat = moves.length % 2
  const { best, value } = minimax(tree)
  const here = tree.infosets.find(({ view }) => JSON.stringify(view) === JSON.stringify(four.view(state, seat)))!
  const good = here.moves.filter((_, index) => best[here.first + index] === 1)
  const [chosen] = mcts(four, four.view(state, seat), seat, { runs: 4000, random: seeded(1) })
  expect(good.length).toBeLessThan(here.moves.length)
  expect(good).toContain(chosen!.move)
  expect(Math.abs(value[0]!)).toBeLessThanOrEqual(1)
})

/** The second seat plays two columns to the right, so that no pile grows in one colour. */
function shifted(columns: string): string {
  return [...columns].map((column, index) => (index % 2 === 0 ? column : `${((Number(column) + 1) % 7) + 1}`)).join('')
}

test('MCTS opens connect four in the middle, the only column that wins', () => {
  const tried = mcts(four, four.view(four.start(), 0), 0, { runs: 4000, random: seeded(3) })
  expect([Number(tried[0]!.move) - 1]).toEqual(vectors['connect-four'].firstSeatWinsFrom)
})

test('MCTS takes a win and stops a loss', () => {
  const winning = positionAfter(four, '112233')
  expect(mcts(four, four.view(winning, 0), 0, { runs: 500, random: seeded(1) })[0]!.move).toBe('4')
  const losing = positionAfter(four, '11223')
  expect(mcts(four, four.view(losing, 1), 1, { runs: 1500, random: seeded(1) })[0]!.move).toBe('4')
})

test('MCTS with the same seed does the same, and the rules are asked in vain of a game that can not imagine', async () => {
  const search = (seed: number) => mcts(four, four.view(four.start(), 0), 0, { runs: 200, random: seeded(seed) })
  expect(search(5)).toEqual(search(5))
  expect(search(5)).not.toEqual(search(6))
  const { game } = await openScenario('kuhn-poker')
  expect(() => mcts(game, {}, 0, { runs: 1, random: seeded(1) })).toThrow('MCTS needs a game that can imagine')
})

test('minimax refuses a game with hidden information', async () => {
  const { game } = await openScenario('kuhn-poker')
  expect(() => minimax(compileTree(game))).toThrow('seats see too little for minimax')
})

const SIGNS = ['rock', 'paper', 'scissors']
const BEATS: Readonly<Record<string, string>> = { rock: 'scissors', paper: 'rock', scissors: 'paper' }

/** Rock, paper, scissors as one sealed choice; winning with rock counts double. */
const sealed = {
  id: 'heavy-rock',
  kind: 'heavy-rock',
  version: 1,
  seats: [0, 1].map((seat) => ({ role: `${seat}`, faction: `${seat}`, name: `${seat}` })),
  range: [-2, 2],
  openRules: true,
  start: (): readonly string[] => [],
  next(signs: readonly string[]): Next {
    if (signs.length < 2)
      return { kind: 'choose', choices: [0, 1].slice(signs.length).map((seat) => ({ seat, moves: SIGNS })) }
    const [mine, theirs] = signs as [string, string]
    const won = (a: string, b: string) => (BEATS[a] === b ? (a === 'rock' ? 2 : 1) : 0)
    const lead = won(mine, theirs) - won(theirs, mine)
    return { kind: 'over', scores: [lead, -lead] }
  },
  play: (signs: readonly string[], { move }: Played) => [...signs, move],
  view: (signs: readonly string[]) => signs, // careless: only the sealing keeps the first sign from the second seat
} satisfies Game<readonly string[]> as unknown as Game

test('a sealed choice is solved as simultaneous: two information sets and the textbook mix', () => {
  const tree = compileTree(sealed)
  expect(tree.infosets.length).toBe(2)
  // Rock beating scissors counts 2: the equilibrium is (1/4, 1/2, 1/4).
  const known: Policy = () => [0.25, 0.5, 0.25]
  expect(nashConv(tree, known).nashConv).toBeCloseTo(0, 12)
  expect(nashConv(tree, uniform).nashConv).toBeCloseTo(2 / 3, 12)
  const profile = cfrPlus(tree, 2000)
  for (const [entry, chance] of [0.25, 0.5, 0.25].entries()) expect(profile[entry]).toBeCloseTo(chance, 2)
})

test('a game that comes back to a state it was in is refused', () => {
  const circle = { ...sealed, play: (signs: unknown) => signs } as Game
  expect(() => compileTree(circle)).toThrow('a state comes back')
})
