import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { readAnswer, readBeliefs } from '../../arena/scenario/read-answer.ts'

const moves = ['where rosa nine', 'where hugo nine', 'search study', 'accuse rosa', 'pass']
const offer = { moves, speech: { moves: 'all' as const, max: 40 } }

describe('what an agent writes is read leniently', () => {
  test.each([
    ['MOVE: where rosa nine\nSAY: Where were you, Rosa?', 'where rosa nine', 'Where were you, Rosa?'],
    ['move：where rosa nine\n发言：你在哪里？', 'where rosa nine', '你在哪里？'],
    ['【MOVE】：ｗｈｅｒｅ　ｒｏｓａ　ｎｉｎｅ', 'where rosa nine', undefined],
    ['**Move:** `search study`\n**Say:** I will look around.', 'search study', 'I will look around.'],
    ['[MOVE: Accuse Rosa]\n[SAY: "It was you!"]', 'accuse rosa', 'It was you!'],
    ['I think so.\nMOVE: PASS', 'pass', undefined],
    ['MOVE: acc', 'accuse rosa', undefined],
    ['MOVE: w h n', 'where hugo nine', undefined],
    ['{"move": "search study", "text": "Let me see."}', 'search study', 'Let me see.'],
    ['Sure!\n```json\n{ "move": "accuse_rosa", "say": "You!" }\n```', 'accuse rosa', 'You!'],
    ['{"reason": {"a": 1}, "move": "pass"}', 'pass', undefined],
    ['I would like to search study, since nobody has. "Excuse me."', 'search study', 'Excuse me.'],
    ['pass', 'pass', undefined],
    ['MOVE: pass SAY: Go on.', 'pass', 'Go on.'],
    [
      'MOVE: where rosa nine\nSAY: Where were you\nwhen it happened?',
      'where rosa nine',
      'Where were you when it happened?',
    ],
  ])('%j', (text, move, said) => {
    expect(readAnswer(text, offer)).toEqual({ ok: true, move, ...(said !== undefined && { text: said }) })
  })

  test('words are cut to what is allowed, and left out where a move carries none', () => {
    const long = readAnswer(`MOVE: pass\nSAY: ${'a'.repeat(99)}`, offer)
    expect(long).toEqual({ ok: true, move: 'pass', text: 'a'.repeat(40) })
    expect(readAnswer('MOVE: pass\nSAY: hello', { moves })).toEqual({ ok: true, move: 'pass' })
  })

  test('what can not be read gets a message that says what was expected', () => {
    const read = readAnswer('MOVE: serch study', offer)
    expect(read).toEqual({
      ok: false,
      message: `no single move could be read in "serch study"; did you mean "search study"? Expected one of: ${moves.join(', ')}`,
    })
    const nothing = `no single move could be read in "". Expected one of: ${moves.join(', ')}`
    expect(readAnswer('', offer)).toEqual({ ok: false, message: nothing })
    expect(readAnswer('MOVE: where', offer).ok).toBe(false)
    expect(readAnswer('either search study or accuse rosa', offer).ok).toBe(false)
    expect(readAnswer('', offer).ok).toBe(false)
  })

  test('any text at all gives an offered move or a message, and quickly', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.json()), (text) => {
        const read = readAnswer(text, offer)
        expect(read.ok ? moves.includes(read.move) : read.message.length > 0).toBe(true)
      }),
      { seed: 11, numRuns: 400 },
    )
    for (const nasty of ['{'.repeat(40_000), `${'{"a":'.repeat(5000)}`, 'MOVE:'.repeat(20_000), ' '.repeat(100_000)]) {
      expect(readAnswer(nasty, offer).ok).toBe(false)
    }
  })

  test('every move is read back from its own spelling', () => {
    for (const move of moves) expect(readAnswer(`MOVE: ${move}`, offer)).toMatchObject({ ok: true, move })
  })
})

describe('suspicions are read leniently', () => {
  const names = ['Rosa', 'Hugo', 'Clara']

  test.each([
    ['Hugo: 70, 2, 0\nClara: 30, 1, 1', [0, 0.7, 0.3]],
    ['hugo：70，2，0\nCL: 30', [0, 0.7, 0.3]],
    ['{"Hugo": 0.7, "Clara": 0.3}', [0, 0.7, 0.3]],
    ['{"Hugo": [7, 1, 1], "Clara": {"share": 3}}', [0, 0.7, 0.3]],
    ['Rosa: 90\nHugo: 10', [0, 1, 0]],
  ])('%j', (text, suspects) => {
    const read = readBeliefs(text, names, 0)!
    for (const [seat, share] of suspects.entries()) expect(read.suspects[seat]).toBeCloseTo(share, 12)
  })

  test('scores out of range are left out, and nothing is nothing', () => {
    expect(readBeliefs('Hugo: 50, 7, -1', names, 0)).toEqual({
      suspects: [0, 1, 0],
      suspicion: [0, 0, 0],
      trust: [0, 0, 0],
    })
    expect(readBeliefs('I trust them all.', names, 0)).toBeUndefined()
    expect(readBeliefs('Rosa: 100', names, 0)).toBeUndefined()
  })

  test('any text gives beliefs that sum to one, or none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const read = readBeliefs(`${text}\nHugo: ${text}`, names, 0)
        if (read) expect(read.suspects.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9)
      }),
      { seed: 5, numRuns: 300 },
    )
  })
})
