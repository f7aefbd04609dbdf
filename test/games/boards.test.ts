/** Tic-tac-toe and connect four against numbers from outside, and wins that come with the last free cell. */
import { expect, test } from '@jest/globals'
import type { Game, Next } from '../../arena/core/game.ts'
import { connectFour } from '../../arena/games/connect-four.ts'
import { openScenario } from '../../arena/scenario/index.ts'
import { historiesOf, statesOf } from '../support/states.ts'
import { vectors } from '../support/vectors.ts'

const ticTacToe = (await openScenario('tic-tac-toe')).game as Game<{ board: string }>
const four = (await openScenario('connect-four')).game as Game<{ columns: readonly string[]; won: boolean }>
const expected = vectors['tic-tac-toe']

test('tic-tac-toe has 5,478 positions, 958 of them final, 765 up to symmetry', () => {
  const states = statesOf(ticTacToe)
  const ends = states.filter(({ next }) => next.kind === 'over')
  const by = (score: number) => ends.filter(({ next }) => next.kind === 'over' && next.scores[0] === score).length
  expect(states.length).toBe(expected.reachableStates)
  expect(ends.length).toBe(expected.terminalStates)
  expect(states.length - ends.length).toBe(expected.nonTerminalStates)
  expect({ X: by(1), O: by(-1), draw: by(0) }).toEqual(expected.terminalBy)
  expect(new Set(states.map(({ state }) => canonical(state.board))).size).toBe(expected.statesUpToSymmetry)
})

test('tic-tac-toe can be played in 255,168 ways', () => {
  const { prefixes, games } = historiesOf(ticTacToe)
  const by = { X: games.get(1)!, O: games.get(-1)!, draw: games.get(0)! }
  expect(prefixes).toBe(expected.histories)
  expect(by).toEqual(expected.gamesBy)
  expect(by.X + by.O + by.draw).toBe(expected.games)
})

/** The smallest of the eight turns and reflections of a board. */
function canonical(board: string): string {
  const turn = (cells: string) => [6, 3, 0, 7, 4, 1, 8, 5, 2].map((cell) => cells[cell]).join('')
  const flip = (cells: string) => [2, 1, 0, 5, 4, 3, 8, 7, 6].map((cell) => cells[cell]).join('')
  const turns = [board, turn(board), turn(turn(board)), turn(turn(turn(board)))]
  return [...turns, ...turns.map(flip)].sort()[0]!
}

test('a line that is completed with the last cell wins and is no draw', () => {
  const last = 'a1 b1 c1 a2 b2 c2 b3 a3 c3' // X: a1 c1 b2 b3 c3: the diagonal a1-b2-c3
  expect(finished(ticTacToe, last.split(' '))).toEqual([1, -1])
  expect(finished(ticTacToe, 'a1 b1 c1 b2 a2 c2 b3 a3 c3'.split(' '))).toEqual([0, 0])
})

test.each([
  ['along a row', '1 1 2 2 3 3 4', 1],
  ['up a column', '1 2 1 2 1 2 1', 1],
  ['up a diagonal', '1 2 2 3 3 4 3 4 4 6 4', 1],
  ['down a diagonal', '7 6 6 5 5 4 5 4 4 2 4', 1],
  ['for the second seat', '1 2 1 2 1 2 3 2', -1],
])('connect four is won %s', (_where, moves, score) => {
  expect(finished(four, moves.split(' '))[0]).toBe(score)
})

test('a full board draws unless the last disc wins', () => {
  const small = connectFour.make('small', { columns: 3, rows: 3, inRow: 3 }) as typeof four
  const full = statesOf(small).filter(({ state }) => state.columns.join('').length === 9)
  const scores = new Set(full.map(({ next }) => next.kind === 'over' && next.scores[0]))
  expect(scores).toEqual(new Set([0, 1]))
  for (const { state, next } of full) expect(next).toEqual({ kind: 'over', scores: state.won ? [1, -1] : [0, 0] })
})

test('a full column is not offered', () => {
  const next = after(four, '1 1 1 1 1 1'.split(' '))
  expect(next.kind === 'choose' && next.choices[0]!.moves).toEqual(['2', '3', '4', '5', '6', '7'])
})

function after<State>(game: Game<State>, moves: readonly string[]): Next {
  let state = game.start()
  for (const move of moves) {
    const next = game.next(state)
    if (next.kind !== 'choose' || !next.choices[0]!.moves.includes(move)) throw new Error(`"${move}" is not offered`)
    state = game.play(state, { seat: next.choices[0]!.seat, move })
  }
  return game.next(state)
}

function finished<State>(game: Game<State>, moves: readonly string[]): readonly number[] {
  const next = after(game, moves)
  return next.kind === 'over' ? next.scores : []
}
