/** Hanabi: numbers from outside, the rules one by one, and what each seat may see. */
import { describe, expect, test } from '@jest/globals'
import type { Game, Move } from '../../arena/core/game.ts'
import { seeded, shuffled } from '../../arena/core/rng.ts'
import { hanabi } from '../../arena/games/hanabi/index.ts'
import type { HanabiState } from '../../arena/games/hanabi/state.ts'
import type { HanabiView } from '../../arena/games/hanabi/view.ts'
import { openScenario } from '../../arena/scenario/index.ts'
import { vectors } from '../support/vectors.ts'
import { walk } from '../support/walk.ts'

const mini = (await openScenario('mini-hanabi')).game as Game<HanabiState, HanabiView>
const simple = (await openScenario('simple-hanabi')).game as Game<HanabiState, HanabiView>

describe.each([
  ['mini-hanabi', mini, vectors['mini-hanabi']],
  ['simple-hanabi', simple, vectors['simple-hanabi']],
] as const)('%s', (_name, game, expected) => {
  test('played at random it scores the known mean in the known number of moves', () => {
    const matches = 2000
    const scores: number[] = []
    let plies = 0
    for (let seed = 0; seed < matches; seed++) {
      const { scores: ended, steps } = walk(game as Game, seed, 200)
      scores.push(ended[0]!)
      plies += steps.filter(({ played }) => played.seat !== null).length
    }
    const mean = scores.reduce((sum, score) => sum + score, 0) / matches
    const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / matches
    expect(Math.abs(mean - expected.uniformRandom.meanScore)).toBeLessThan(3.5 * Math.sqrt(variance / matches))
    expect(Math.abs(plies / matches - expected.uniformRandom.meanPlies)).toBeLessThan(0.15)
    for (const [score, share] of (vectors['mini-hanabi'].uniformRandom.distribution ?? []).entries()) {
      if (game !== mini) continue
      const found = scores.filter((one) => one === score).length / matches
      expect(Math.abs(found - share)).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / matches) + 0.001)
    }
  })

  test('it has the known number of cards and no deck lets more than the known score be made', () => {
    expect(game.range[1]).toBe(expected.maximumScore)
    let best = 0
    for (let seed = 0; seed < (game === mini ? 3 : 1); seed++) {
      const deck = shuffled(cardsOf(game), seeded(seed))
      expect(deck.length).toBe(expected.cards)
      best = Math.max(best, clairvoyant(game, deck))
    }
    expect(best).toBe(expected.clairvoyantOptimum)
  })
})

test('the mini deck can lie in 1,120 orders', () => {
  const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1))
  const cards = cardsOf(mini)
  const copies = [...new Set(cards)].map((card) => cards.filter((one) => one === card).length)
  const orders = factorial(cards.length) / copies.reduce((product, count) => product * factorial(count), 1)
  expect(orders).toBe(vectors['mini-hanabi'].distinctDeckOrders)
})

test('the full deck has fifty cards: 3, 2, 2, 2 and 1 of each colour', async () => {
  const full = (await openScenario('hanabi')).game as Game<HanabiState, HanabiView>
  expect(cardsOf(full).length).toBe(50)
  const reds = cardsOf(full).filter((card) => card.startsWith('red'))
  expect([1, 2, 3, 4, 5].map((rank) => reds.filter((card) => card === `red ${rank}`).length)).toEqual([3, 2, 2, 2, 1])
})

/** First seat: red 1, red 1, red 2. Second: yellow 1, yellow 2, red 1. Then yellow 1, yellow 1. */
const DECK = ['red 1', 'red 1', 'red 2', 'yellow 1', 'yellow 2', 'red 1', 'yellow 1', 'yellow 1']

test('discarding is not allowed at full tokens, and a hint must touch a card', () => {
  expect(offer(mini, DECK, [])).toEqual(['play 1', 'play 2', 'play 3', 'hint red', 'hint yellow', 'hint 1', 'hint 2'])
  expect(offer(mini, DECK, ['hint 1'])).toContain('discard 1')
  expect(offer(mini, DECK, ['hint 1'])).not.toContain('hint yellow')
})

test('a hint costs a token, a discard returns one, and without tokens there are no hints', () => {
  const hinted = table(mini, DECK, ['hint 1', 'hint 1', 'hint 2'])
  expect(hinted.tokens).toBe(0)
  expect(offer(mini, DECK, ['hint 1', 'hint 1', 'hint 2']).filter((move) => move.startsWith('hint'))).toEqual([])
  expect(table(mini, DECK, ['hint 1', 'discard 1']).tokens).toBe(3)
})

test('completing a colour returns a token, but never beyond the full number', () => {
  expect(table(mini, DECK, ['hint 1', 'play 1', 'hint 2']).tokens).toBe(1)
  expect(table(mini, DECK, ['hint 1', 'play 1', 'hint 2', 'play 1'])).toMatchObject({ stacks: [0, 2], tokens: 2 })
  expect(table(mini, DECK, ['play 1', 'play 1', 'play 2'])).toMatchObject({ stacks: [2, 1], tokens: 3 })
})

test('a card that does not fit costs a life; with the last life all points are lost', () => {
  const lost = ['play 3', 'play 2', 'play 1', 'play 2']
  expect(table(mini, DECK, lost.slice(0, 1))).toMatchObject({ lives: 2, stacks: [0, 0] })
  expect(table(mini, DECK, lost.slice(0, 3))).toMatchObject({ lives: 1, stacks: [1, 0] })
  expect(mini.tally!(table(mini, DECK, lost.slice(0, 3)))).toEqual([1, 1])
  expect(mini.next(table(mini, DECK, lost))).toEqual({ kind: 'over', scores: [0, 0] })
  expect(mini.tally!(table(mini, DECK, lost))).toEqual([0, 0])
})

test('once the deck is empty each seat has one more turn', () => {
  const emptied = ['play 1', 'play 1'] // each draws one of the two cards in the deck
  expect(table(mini, DECK, emptied).turnsLeft).toBe(2)
  expect(mini.next(table(mini, DECK, [...emptied, 'hint 1'])).kind).toBe('choose')
  expect(mini.next(table(mini, DECK, [...emptied, 'hint 1', 'hint 1']))).toEqual({ kind: 'over', scores: [2, 2] })
})

test('the game is over as soon as every colour is complete', () => {
  const state = table(mini, DECK, ['play 1', 'play 1', 'play 2', 'play 1'])
  expect(state.turnsLeft).toBe(0)
  expect(mini.next(state)).toEqual({ kind: 'over', scores: [4, 4] })
  expect(mini.next({ ...state, turnsLeft: 1 })).toEqual({ kind: 'over', scores: [4, 4] })
})

test('hints leave their mark on every card of the hand, touched or not, and move with the cards', () => {
  const { hands } = mini.view(table(mini, DECK, ['hint red', 'hint 1']), 1)
  expect(hands[1]!.map(({ colours }) => colours)).toEqual([['yellow'], ['yellow'], ['red']])
  expect(hands[0]!.map(({ ranks }) => ranks)).toEqual([[1], [1], [2]])
  const moved = mini.view(table(mini, DECK, ['hint red', 'play 1']), 1)
  expect(moved.hands[1]!.map(({ colours }) => colours)).toEqual([['yellow'], ['red'], ['red', 'yellow']])
})

test('a seat sees the hand of the other and not its own; the audience sees neither until the end', () => {
  const state = table(mini, DECK, ['hint red'])
  expect(mini.view(state, 0).hands[1]!.map(({ card }) => card)).toEqual(['yellow 1', 'yellow 2', 'red 1'])
  expect(mini.view(state, 0).hands[0]!.some(({ card }) => card !== undefined)).toBe(false)
  expect(
    mini
      .view(state, 'audience')
      .hands.flat()
      .some(({ card }) => card !== undefined),
  ).toBe(false)
  const over = table(mini, DECK, ['play 1', 'play 1', 'play 2', 'play 1'])
  expect(
    mini
      .view(over, 'audience')
      .hands.flat()
      .every(({ card }) => card !== undefined),
  ).toBe(true)
})

test('what a seat holds and what lies in the deck changes nothing it sees', () => {
  for (let seed = 0; seed < 20; seed++) {
    for (const { state, next } of walk(mini as Game, seed, 100).steps) {
      if (next.kind !== 'choose') continue
      const { seat } = next.choices[0]!
      const real = state as HanabiState
      const other = {
        ...real,
        hands: real.hands.with(
          seat,
          real.hands[seat]!.map((held) => ({ ...held, card: 0 })),
        ),
      }
      expect(mini.view(other, seat)).toEqual(mini.view(real, seat))
      expect(mini.facts!(mini.view(other, seat), seat)).toEqual(mini.facts!(mini.view(real, seat), seat))
    }
  }
})

test('both seats get the same tokens for mirrored tables', () => {
  const mirror = (state: HanabiState): HanabiState => ({
    ...state,
    hands: state.hands.toReversed(),
    mover: 1 - state.mover,
    last: state.last.map((trace) => ({ ...trace, seat: 1 - trace.seat })),
  })
  for (const { state, next } of walk(mini as Game, 1, 100).steps) {
    if (next.kind !== 'choose') continue
    const { seat, moves } = next.choices[0]!
    const [view, mirrored] = [mini.view(state as HanabiState, seat), mini.view(mirror(state as HanabiState), 1 - seat)]
    expect(mini.facts!(mirrored, 1 - seat)).toEqual(mini.facts!(view, seat))
    for (const move of moves)
      expect(mini.moveFacts!(mirrored, 1 - seat, move)).toEqual(mini.moveFacts!(view, seat, move))
  }
})

test('whoever leaves gets nothing and the other keeps what stands on the table', () => {
  expect(mini.forfeit!(table(mini, DECK, ['play 1', 'play 1']), 0)).toEqual([0, 2])
})

test('hands that need more cards than there are get a refusal that says so', () => {
  const parameters = { players: 2, colours: 1, ranks: 2, hand: 5, tokens: 3, lives: 3 } as const
  expect(() => hanabi.make('tight', parameters)).toThrow('tight: two hands of 5 need more than the 4 cards there are')
})

/** Plays `moves`, dealing from `deck` in its order. */
function table(game: Game<HanabiState>, deck: readonly string[], moves: readonly Move[]): HanabiState {
  const cards = [...deck]
  const waiting = [...moves]
  let state = game.start()
  for (;;) {
    const next = game.next(state)
    const move = next.kind === 'deal' ? cards.shift() : next.kind === 'choose' ? waiting.shift() : undefined
    if (move === undefined) {
      if (waiting.length > 0) throw new Error(`over before "${waiting[0]}"`)
      return state
    }
    if (next.kind === 'choose' && !next.choices[0]!.moves.includes(move)) throw new Error(`"${move}" is not offered`)
    state = game.play(state, { seat: next.kind === 'choose' ? next.choices[0]!.seat : null, move })
  }
}

function offer(game: Game<HanabiState>, deck: readonly string[], moves: readonly Move[]): readonly Move[] {
  const next = game.next(table(game, deck, moves))
  return next.kind === 'choose' ? next.choices[0]!.moves : []
}

function cardsOf(game: Game<HanabiState, HanabiView>): string[] {
  const next = game.next(game.start())
  const { deck } = game.view(game.start(), 0)
  return next.kind === 'deal'
    ? next.odds.flatMap(({ move, chance }) => Array.from({ length: Math.round(chance * deck) }, () => move))
    : []
}

/** The best score when everybody knows the whole deck. */
function clairvoyant(game: Game<HanabiState>, deck: readonly string[]): number {
  const known = new Map<string, number>()
  const best = (state: HanabiState, dealt: number): number => {
    const key = JSON.stringify([
      state.hands.map((hand) => hand.map(({ card }) => card)),
      state.stacks,
      state.tokens,
      state.lives,
      state.mover,
      state.turnsLeft,
      state.dealTo,
      state.left,
    ])
    const found = known.get(key)
    if (found !== undefined) return found
    const next = game.next(state)
    let most = 0
    if (next.kind === 'over') most = next.scores[0]!
    else if (next.kind === 'deal') most = best(game.play(state, { seat: null, move: deck[dealt]! }), dealt + 1)
    else {
      const { seat, moves } = next.choices[0]!
      const useful = moves.filter(
        (move, index) => !move.startsWith('hint') || index === moves.findIndex((one) => one.startsWith('hint')),
      )
      for (const move of useful) most = Math.max(most, best(game.play(state, { seat, move }), dealt))
    }
    known.set(key, most)
    return most
  }
  return best(game.start(), 0)
}
