/** Turns, randomness and errors: the small parts everything else is made of. */
import { describe, expect, test } from '@jest/globals'
import { brief, nearest, unknownName } from '../../arena/core/errors.ts'
import type { Game } from '../../arena/core/game.ts'
import { playMatch } from '../../arena/core/play.ts'
import { draw, hash32, pick, seeded, shuffled, stream } from '../../arena/core/rng.ts'
import { turnsOf } from '../../arena/core/turn.ts'
import { doors } from '../support/doors.ts'
import { opened, steadyAgent } from '../support/matches.ts'

describe('turns', () => {
  test('carry what the seat saw, was offered and did, in the order played', async () => {
    const { match, log } = opened(doors)
    await playMatch(match, [steadyAgent(7), steadyAgent(7)])
    const turns = turnsOf(doors, log)
    expect(turns.map(({ seat, turn }) => [seat, turn])).toEqual([
      [0, 0],
      [1, 1],
      [0, 2],
    ])
    expect(turns.map(({ id }) => log[id])).toEqual(log.filter(({ type }) => type === 'moved'))
    expect(turns.map(({ moves }) => moves.length)).toEqual([3, 3, 2])
    expect(turns[1]!.view).toEqual({ guesses: [] })
  })

  test('earn what falls between a turn and the next one of the same seat', () => {
    // The tally grows by one point for each move played; the end gives each seat its score.
    const counting = {
      ...doors,
      range: [-9, 9],
      tally: (state: { guesses: readonly string[]; doubled: string }) => points(state),
    } as unknown as Game
    const { match, log } = opened(counting)
    for (const seat of [0, 1]) match.answer(seat, { move: 'a' })
    match.answer(0, { move: 'keep' })
    const turns = turnsOf(counting, log)
    // Seat 0: the point of its first guess and of seat 1's before its second turn; then the rest to its final 0.
    expect(turns.map(({ reward }) => reward)).toEqual([2, 0, -2])
  })

  const points = ({ guesses, doubled }: { guesses: readonly string[]; doubled: string }) => {
    const sum = guesses.length + (doubled === '' ? 0 : 1)
    return [sum, sum]
  }

  test('of an unfinished match have no outcome', () => {
    const { match, log } = opened(doors)
    for (const seat of [0, 1]) match.answer(seat, { move: 'a' })
    expect(turnsOf(doors, log).map(({ outcome }) => outcome)).toEqual([0, 0])
  })

  test('played for a seat by the arena are marked', () => {
    const { match, log } = opened(doors)
    match.fault(0, 'late')
    match.answer(1, { move: 'a' })
    expect(turnsOf(doors, log).map(({ forced }) => forced)).toEqual([true, false])
  })

  test('of a log without a header are refused', () => {
    expect(() => turnsOf(doors, [])).toThrow('a log begins with an "opened" event')
  })
})

describe('randomness', () => {
  test('is the same for the same seed and names, and unrelated for others', () => {
    const first = (random: () => number) => [random(), random(), random()]
    expect(first(stream(1, 'deal', 0))).toEqual(first(stream(1, 'deal', 0)))
    const starts = new Set(
      [stream(1, 'deal', 0), stream(1, 'deal', 1), stream(2, 'deal', 0), stream(1, 'seat', 0)].map((one) => one()),
    )
    expect(starts.size).toBe(4)
  })

  test('the first draws of neighbouring seeds are uniform and uncorrelated', () => {
    const draws = Array.from({ length: 20_000 }, (_, seed) => stream(seed, 'deal', 0)())
    const mean = draws.reduce((sum, one) => sum + one, 0) / draws.length
    const lag = draws.slice(1).reduce((sum, one, index) => sum + (one - 0.5) * (draws[index]! - 0.5), 0) / draws.length
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.01)
    expect(Math.abs(lag * 12)).toBeLessThan(0.03)
    const buckets = Array.from(
      { length: 10 },
      (_, bucket) => draws.filter((one) => Math.floor(one * 10) === bucket).length,
    )
    expect(Math.max(...buckets) - Math.min(...buckets)).toBeLessThan(300)
  })

  test('every order of a shuffled list is equally likely', () => {
    const random = seeded(3)
    const counts = new Map<string, number>()
    for (let round = 0; round < 12_000; round++) {
      const order = shuffled(['a', 'b', 'c'], random).join('')
      counts.set(order, (counts.get(order) ?? 0) + 1)
    }
    expect(counts.size).toBe(6)
    for (const count of counts.values()) expect(Math.abs(count - 2000)).toBeLessThan(200)
  })

  test('picks and draws reach both ends and never miss', () => {
    expect([0, 0.5, 0.999999].map((point) => pick(['a', 'b'], point))).toEqual(['a', 'b', 'b'])
    expect(() => pick([], 0.5)).toThrow('nothing to pick from')
    const odds = [
      { chance: 0.25, move: 'a' },
      { chance: 0.75, move: 'b' },
    ]
    expect([0, 0.2499, 0.25, 0.9999].map((point) => draw(odds, point).move)).toEqual(['a', 'a', 'b', 'b'])
    expect(draw([{ chance: 0.3, move: 'short' }], 0.99).move).toBe('short')
  })

  test('names hash to the published FNV-1a values', () => {
    expect([hash32(''), hash32('a'), hash32('foobar')]).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968])
  })
})

describe('errors', () => {
  test('about unknown names give the nearest name and the list', () => {
    const error = unknownName('scenario', 'kuhn-pokre', ['kuhn-poker', 'hanabi'])
    expect(error.code).toBe('unknown-scenario')
    expect(error.message).toBe('no scenario "kuhn-pokre"; did you mean "kuhn-poker"? (known: kuhn-poker, hanabi)')
    expect(unknownName('bench', 'x', []).message).toBe('no bench "x" (there are none)')
    expect(nearest('entirely-different', ['kuhn-poker'])).toBeUndefined()
  })

  test('quote strangers in one short line, whatever they sent', () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    for (const value of ['a\nb\u0000\u2028', 'x'.repeat(2 ** 20), circle, 10n, undefined, Symbol('s'), () => 1]) {
      expect(brief(value)).toMatch(/^[^\p{C}\u2028]{1,80}$/u)
    }
  })
})
