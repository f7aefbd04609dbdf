/** Kuhn and Leduc poker against numbers from outside. */
import { expect, test } from '@jest/globals'
import type { Game } from '../../arena/core/game.ts'
import { openScenario } from '../../arena/scenario/index.ts'
import { statesOf } from '../support/states.ts'
import { vectors } from '../support/vectors.ts'

interface Hands {
  readonly cards: readonly string[]
  readonly rounds?: readonly (readonly string[])[]
  readonly bets?: readonly string[]
}

const open = async (name: string) => (await openScenario(name)).game as Game<Hands>
const kuhn = await open('kuhn-poker')
const leduc = await open('leduc-poker')

function census(game: Game<Hands>) {
  const states = statesOf(game)
  const sets = new Set<string>()
  for (const { state, next } of states) {
    if (next.kind === 'choose')
      sets.add(JSON.stringify([next.choices[0]!.seat, game.view(state, next.choices[0]!.seat)]))
  }
  const count = (kind: string) => states.filter(({ next }) => next.kind === kind).length
  return { all: states.length, over: count('over'), choose: count('choose'), sets: sets.size }
}

test('Kuhn poker has 24 decisions, 30 endings and 12 information sets', () => {
  const { over, choose, sets } = census(kuhn)
  const expected = vectors['kuhn-poker']
  expect({ over, choose, sets, both: over + choose }).toEqual({
    over: expected.terminalNodes,
    choose: expected.decisionNodes,
    sets: expected.informationSets,
    both: expected.decisionAndTerminalNodes,
  })
})

test('Leduc poker has 9,457 states, 5,520 endings, 3,780 decisions, 288 information sets, 936 with suits', () => {
  const { all, over, choose, sets } = census(leduc)
  const withSuits = new Set(
    statesOf(leduc).flatMap(({ state: { cards, rounds }, next }) =>
      next.kind === 'choose' ? [JSON.stringify([cards[next.choices[0]!.seat], cards[2], rounds])] : [],
    ),
  )
  const expected = vectors['leduc-poker']
  expect({ all, over, choose, sets, withSuits: withSuits.size }).toEqual({
    all: expected.nodes,
    over: expected.terminalNodes,
    choose: expected.decisionNodes,
    sets: expected.informationSetsSuitsMerged,
    withSuits: expected.informationSets,
  })
})

test('chips go from one seat to the other at every ending, 13 at most', () => {
  for (const game of [kuhn, leduc]) {
    let largest = 0
    for (const { next } of statesOf(game)) {
      if (next.kind !== 'over') continue
      expect(next.scores[0]! + next.scores[1]!).toBe(0)
      largest = Math.max(largest, ...next.scores)
    }
    expect(largest).toBe(game.range[1])
  }
  expect(leduc.range[1]).toBe(vectors['leduc-poker'].largestUtility)
})

test.each([
  ['J K pass pass', -1],
  ['K J pass bet pass', -1],
  ['K J pass bet bet', 2],
  ['J Q bet pass', 1],
  ['J Q bet bet', -2],
])('Kuhn: after "%s" the first seat has %i', (moves, score) => {
  expect(scoresAfter(kuhn, moves)[0]).toBe(score)
})

test.each([
  ['K1 J1 call raise fold', -1], // the ante alone: folding pays nothing more
  ['K1 J1 call call Q1 call call', 1],
  ['J1 K1 call call J2 call call', 1], // a pair beats a higher card
  ['J1 J2 call call Q1 raise raise call', 0],
  ['K1 Q1 raise raise call Q2 raise raise call', -13],
  ['K1 Q1 raise raise fold', -3],
])('Leduc: after "%s" the first seat has %i', (moves, score) => {
  expect(scoresAfter(leduc, moves)[0]).toBe(score)
})

test('Leduc offers no fold when nothing is owed and no third raise', () => {
  expect(offerAfter(leduc, 'K1 J1')).toEqual(['call', 'raise'])
  expect(offerAfter(leduc, 'K1 J1 raise')).toEqual(['fold', 'call', 'raise'])
  expect(offerAfter(leduc, 'K1 J1 raise raise')).toEqual(['fold', 'call'])
  expect(offerAfter(leduc, 'K1 J1 raise raise call Q1')).toEqual(['call', 'raise'])
})

test('a seat never sees a card that was not laid open', () => {
  for (const game of [kuhn, leduc]) {
    for (const { state, next } of statesOf(game)) {
      if (next.kind !== 'choose') continue
      const hidden = { ...state, cards: state.cards.with(1, '?') }
      for (const sight of [0, 'audience'] as const) expect(game.view(hidden, sight)).toEqual(game.view(state, sight))
      expect(JSON.stringify(game.view(state, 'audience'))).not.toContain(`"${state.cards[0]}"`)
    }
  }
})

test('cards are laid open at a showdown and stay hidden after a fold', () => {
  expect(kuhn.view(stateAfter(kuhn, 'J K pass pass'), 0)).toMatchObject({ shown: ['J', 'K'] })
  expect(kuhn.view(stateAfter(kuhn, 'J K bet pass'), 'audience')).not.toHaveProperty('shown')
  expect(leduc.view(stateAfter(leduc, 'K1 J1 call call Q1 call call'), 'audience')).toMatchObject({ shown: ['K', 'J'] })
  expect(leduc.view(stateAfter(leduc, 'K1 J1 call call Q1 raise fold'), 0)).not.toHaveProperty('shown')
})

function stateAfter(game: Game<Hands>, moves: string): Hands {
  let state = game.start()
  for (const move of moves.split(' ')) {
    const next = game.next(state)
    state = game.play(state, { seat: next.kind === 'choose' ? next.choices[0]!.seat : null, move })
  }
  return state
}

function scoresAfter(game: Game<Hands>, moves: string): readonly number[] {
  const next = game.next(stateAfter(game, moves))
  return next.kind === 'over' ? next.scores : []
}

function offerAfter(game: Game<Hands>, moves: string): readonly string[] {
  const next = game.next(stateAfter(game, moves))
  return next.kind === 'choose' ? next.choices[0]!.moves : []
}
