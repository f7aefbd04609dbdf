/** The border where answers come in is total: whatever a stranger sends is read or refused, and nothing else happens. */
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { checkAnswer, checkBeliefs } from '../../arena/core/answer.ts'
import type { Choice } from '../../arena/core/game.ts'

const CHOICE: Choice = { seat: 0, moves: ['say', 'bet'], speech: { moves: ['say'], max: 100 } }
const check = (came: unknown) => checkAnswer('toy', CHOICE, 3, came, 2)

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSet: true,
  withTypedArray: true,
  withSparseArray: true,
})

test('any value at all is read or refused with a message of one short line', () => {
  fc.assert(
    fc.property(anything, (came) => {
      const checked = check(came)
      if (checked.ok) expect(CHOICE.moves).toContain(checked.answer.move)
      else expect(checked.message).toMatch(/^toy: seat 0, turn 3: [^\p{C}]{1,400}$/u)
    }),
    { numRuns: 2000, seed: 11 },
  )
})

test('any extras beside a legal move are kept in shape or dropped', () => {
  fc.assert(
    fc.property(fc.constantFrom('say', 'bet'), anything, anything, anything, (move, text, beliefs, note) => {
      const checked = check({ move, text, beliefs, note })
      if (!checked.ok) return
      expect(JSON.parse(JSON.stringify(checked.answer))).toEqual(checked.answer)
      expect(JSON.stringify(checked.answer).length).toBeLessThan(700_000)
    }),
    { numRuns: 1000, seed: 12 },
  )
})

test.each([
  ['null', null],
  ['a string', 'bet'],
  ['a number', 1e300],
  ['an empty object', {}],
  ['an array', ['bet']],
  ['a move that is no string', { move: 1 }],
  ['a move with a space', { move: 'bet ' }],
  ['a name every object has', { move: '__proto__' }],
  ['another such name', { move: 'constructor' }],
  ['a huge move', { move: 'b'.repeat(2 ** 20) }],
  ['a lone surrogate', { move: '\ud800' }],
])('%s is refused', (_what, came) => {
  const checked = check(came)
  expect(checked.ok).toBe(false)
  expect(checked.ok ? '' : checked.message.length).toBeLessThan(400)
})

test('an answer whose fields throw when read is refused', () => {
  const trap = {
    get move(): string {
      throw new Error('boo')
    },
  }
  expect(check(trap).ok).toBe(false)
  expect(
    check(
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('boo')
          },
        },
      ),
    ).ok,
  ).toBe(false)
})

describe('text', () => {
  test('is refused where the move takes none, when too long, or when no string', () => {
    expect(check({ move: 'bet', text: 'hello' })).toMatchObject({ ok: false, code: 'text-not-allowed' })
    expect(check({ move: 'say', text: 'x'.repeat(101) })).toMatchObject({ ok: false, code: 'text-too-long' })
    expect(check({ move: 'say', text: 'x'.repeat(2 ** 20) })).toMatchObject({ ok: false, code: 'text-too-long' })
    expect(check({ move: 'say', text: 5 })).toMatchObject({ ok: false, code: 'bad-answer' })
  })

  test('of nothing is no text', () => {
    for (const text of ['', null, undefined])
      expect(check({ move: 'bet', text })).toEqual({ ok: true, answer: { move: 'bet' } })
  })

  test('with half a character is mended, so that every log is valid UTF-8', () => {
    const checked = check({ move: 'say', text: 'a\ud800b🎭' })
    expect(checked).toEqual({ ok: true, answer: { move: 'say', text: 'a\ufffdb🎭' } })
  })
})

describe('beliefs', () => {
  test('are brought to sum 1', () => {
    expect(checkBeliefs({ suspects: [0, 3] }, 2)).toEqual({ suspects: [0, 1] })
    expect(checkBeliefs({ suspects: [1, 3], trust: [0, 2], suspicion: [2, 0] }, 2)).toEqual({
      suspects: [0.25, 0.75],
      trust: [0, 2],
      suspicion: [2, 0],
    })
  })

  test.each([
    [[]],
    [[1]],
    [[0, 0]],
    [[-1, 2]],
    [[Number.NaN, 1]],
    [[Number.POSITIVE_INFINITY, 1]],
    [[1e308, 1e308]],
    ['01'],
    [null],
  ])('%j are no beliefs about two seats', (suspects) => {
    expect(checkBeliefs({ suspects }, 2)).toBeUndefined()
  })

  test('of a seat about scores out of range drop the scores and keep the rest', () => {
    expect(checkBeliefs({ suspects: [0, 1], trust: [3, 0] }, 2)).toEqual({ suspects: [0, 1] })
  })
})

describe('notes', () => {
  test('keep 32 scalars and drop what is none', () => {
    const note = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`key ${index}`, index]))
    const checked = check({ move: 'bet', note: { list: [1], nested: {}, ...note } })
    expect(Object.keys((checked.ok && checked.answer.note) || {}).length).toBe(32)
    expect(check({ move: 'bet', note: { list: [1], bad: Number.NaN, fine: null } })).toEqual({
      ok: true,
      answer: { move: 'bet', note: { fine: null } },
    })
  })

  test('can not reach a prototype', () => {
    const note = JSON.parse('{"__proto__": 5, "ok": 1}') as object
    const checked = check({ move: 'bet', note })
    expect(Object.keys((checked.ok && checked.answer.note) || {})).toEqual(['ok'])
  })

  test('of a megabyte are cut', () => {
    const checked = check({ move: 'bet', note: { raw: 'x'.repeat(2 ** 20) } })
    expect(checked.ok && String(checked.answer.note!['raw']).length).toBe(16_384)
  })
})
