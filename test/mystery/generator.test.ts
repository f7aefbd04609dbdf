/** What the generator promises holds, by brute force and from outside; the full sample is test/bench/mystery-proof.ts. */
import { describe, expect, test } from '@jest/globals'
import { readerOf } from '../../arena/games/murder-mystery/belief.ts'
import { withClaim } from '../../arena/games/murder-mystery/claims.ts'
import { mysteryGame } from '../../arena/games/murder-mystery/index.ts'
import {
  ACCOMPLICE,
  type Difficulty,
  generate,
  generateKind,
  isHeldOut,
  MOULDS,
} from '../../arena/scenario/generate.ts'
import { houseOf } from './brute-force.ts'
import { brokenPromises } from './guarantees.ts'
import { leakTest } from './leak.ts'
import { oracleConvicts } from './oracle.ts'

const SAMPLES: Readonly<Record<Difficulty, number>> = { simple: 60, complex: 6 }
const leftOf = (difficulty: Difficulty, cast: number) => MOULDS[difficulty].left(cast)

for (const difficulty of ['simple', 'complex'] as const) {
  describe(`a generated ${difficulty} mystery`, () => {
    const documents = Array.from({ length: SAMPLES[difficulty] }, (_, seed) => generate(seed, difficulty))

    test('has one culprit by all the facts, and no shortcut to it', () => {
      for (const document of documents) {
        const broken = brokenPromises(document, leftOf(difficulty, document.characters.length))
        expect({ id: document.id, broken }).toEqual({ id: document.id, broken: [] })
      }
    })

    test('is solved by innocents who know everything else', () => {
      expect(documents.filter((document) => !oracleConvicts(document))).toEqual([])
    })

    test('has the same document for the same seed, and another for another', () => {
      expect(generate(3, difficulty)).toEqual(generate(3, difficulty))
      expect(generate(3, difficulty)).not.toEqual(generate(4, difficulty))
    })

    test('hands out alibis only for places that were empty then', () => {
      for (const document of documents) {
        const { at, slots } = houseOf(document)
        for (const { secrets = [] } of document.characters) {
          for (const { slot, alibi } of secrets) {
            const there = [...at.values()].filter((row) => row[slots.indexOf(slot!)] === alibi)
            expect(there).toEqual([])
          }
        }
      }
    })

    test('tells every clue in a sentence that names what it proves', () => {
      for (const { clues, characters, places } of documents) {
        for (const { text, says = [] } of clues) {
          for (const one of says) {
            if ('who' in one) expect(text).toContain(characters.find(({ id }) => id === one.who)!.name)
            if ('slot' in one) expect(text).toContain(one.slot)
            if (one.kind !== 'trait' && 'place' in one)
              expect(text).toContain(places.find(({ id }) => id === one.place)!.at)
          }
          expect(text).not.toMatch(/[{}]|undefined/)
        }
      }
    })
  })
}

describe('a generated mystery with an accomplice', () => {
  const documents = Array.from({ length: 6 }, (_, seed) => generateKind(seed, 'accomplice'))

  test('has one culprit by all that the innocent know, without a word of the two who lie', () => {
    for (const document of documents) {
      const broken = brokenPromises(document, ACCOMPLICE.left(document.characters.length))
      expect({ id: document.id, broken }).toEqual({ id: document.id, broken: [] })
      expect(houseOf(document).liars).toHaveLength(2)
    }
  })

  test('tells the accomplice who did it, and everybody else only that there is one', () => {
    for (const document of documents) {
      const game = mysteryGame(document.id, document)
      const start = game.start()
      const culprit = document.characters.findIndex(({ role }) => role === 'culprit')
      const accomplice = document.characters.findIndex(({ role }) => role === 'accomplice')
      expect(game.view(start, accomplice).me).toMatchObject({ culprits: [culprit], partners: [culprit] })
      expect(game.view(start, culprit).me).toMatchObject({ culprits: [culprit], partners: [accomplice] })
      for (const [seat, { faction }] of document.characters.entries()) {
        const { me, case: story } = game.view(start, seat)
        expect(story.accomplices).toBe(1)
        if (faction !== 'killer') expect(me).toMatchObject({ culprits: [], partners: [], deed: null })
      }
    }
  })
})

test('two who name each other clear themselves less where there is an accomplice', () => {
  const document = generateKind(1, 'accomplice')
  const game = mysteryGame(document.id, document)
  const belief = readerOf('public')
  const seats = document.characters.length
  const view = game.view(game.start(), 'audience')
  const slot = view.case.crime!.window[0]!
  const claims = view.record.slots[slot]!.claims
  const together = withClaim(withClaim(view.record.slots[slot]!, 0, { place: 1, with: [1] }), 1, {
    place: 1,
    with: [0],
  })
  const alone = { ...view, case: { ...view.case, accomplices: 0 } }
  expect(claims.every((claim) => claim === null)).toBe(true)
  const trusted = readerOf('public').supposing(alone, slot, together)[0]!
  const doubted = belief.supposing(view, slot, together)[0]!
  expect(doubted).toBeGreaterThan(trusted)
  expect(doubted).toBeLessThan(1 / seats)
})

test('the culprit can not be told from what is public before the first word', () => {
  const documents = Array.from({ length: 320 }, (_, seed) => generate(1000 + seed, 'simple'))
  const { accuracy, chance, error } = leakTest(documents.slice(0, 200), documents.slice(200))
  expect(accuracy).toBeLessThan(chance + 3 * error)
})

test('a fifth of the seeds is held out, by a rule that knows no difficulty', () => {
  const held = Array.from({ length: 5000 }, (_, seed) => isHeldOut(seed)).filter(Boolean).length
  expect(held).toBeGreaterThan(900)
  expect(held).toBeLessThan(1100)
})
