/** What a reader believes: against full enumeration in one slot, and against the truth over many matches. */
import { describe, expect, test } from '@jest/globals'
import { playTable } from '../../arena/cli/mystery-table.ts'
import { stream } from '../../arena/core/rng.ts'
import { readerOf } from '../../arena/games/murder-mystery/belief.ts'
import { consistent, withClaim } from '../../arena/games/murder-mystery/claims.ts'
import { type LyingRates, slotFit } from '../../arena/games/murder-mystery/slot-belief.ts'
import type { Claim, SlotRecord } from '../../arena/games/murder-mystery/view.ts'
import { generate } from '../../arena/scenario/generate.ts'
import { culprit } from '../../plugins/culprit/index.ts'
import { detective } from '../../plugins/detective/index.ts'
import { ADA, BEN, CLEO, DORA, smallHouse, table } from './small-house.ts'

const RATES: LyingRates = { innocent: 0.4, culprit: 0.2, alone: 2, together: 0.3, deflected: 1.5 }
const NOBODY = { me: -1, mine: null, empty: 0, at: [] }

/** Claims of five people over four places, drawn at random: some alone, some with company, some bare, some silent. */
function randomColumn(seed: number): SlotRecord {
  const random = stream(seed, 'column')
  let column: SlotRecord = { claims: Array.from({ length: 5 }, () => null), denials: [], conflicts: [], deflected: [] }
  for (let seat = 0; seat < 5; seat++) {
    if (random() < 0.2) continue
    const others = [0, 1, 2, 3, 4].filter((other) => other !== seat && random() < 0.25)
    const company = random() < 0.3 ? null : random() < 0.5 ? [] : others
    column = withClaim(column, seat, { place: Math.floor(random() * 4), with: company })
  }
  return column
}

/** The sum over every set of liars, by brute force, for a suspect alone at `place`. */
function enumerated(column: SlotRecord, suspect: number, place: number): number {
  const claimants = column.claims.flatMap((claim, seat) => (claim && seat !== suspect ? [{ seat, claim }] : []))
  const shape = ({ with: company }: Claim) =>
    company === null ? 1 : company.length === 0 ? RATES.alone : RATES.together
  let sum = 0
  for (let liars = 0; liars < 1 << claimants.length; liars++) {
    const honest = claimants.filter((_, at) => !((liars >> at) & 1))
    const together = honest.every((one) =>
      honest.every((other) => one === other || consistent(one.seat, one.claim, other.seat, other.claim)),
    )
    const apart = honest.every(({ claim }) => claim.place !== place && !claim.with?.includes(suspect))
    if (!together || !apart) continue
    sum += claimants.reduce((weight, { claim }, at) => {
      const scene = claim.place === place ? 0.005 : 1
      return weight * ((liars >> at) & 1 ? RATES.innocent * shape(claim) * scene : 1 - RATES.innocent)
    }, 1)
  }
  const own = column.claims[suspect]
  return sum * (own ? (own.place === place ? 0.05 : shape(own)) : 1)
}

test('the sum over liars is exact, for two hundred slots of random claims', () => {
  for (let seed = 0; seed < 200; seed++) {
    const column = randomColumn(seed)
    const { scene } = slotFit({ column, seats: 5, known: NOBODY, rates: RATES, scene: 3, from: -1 })
    for (let suspect = 0; suspect < 5; suspect++) {
      expect({ seed, fit: scene![suspect] }).toEqual({ seed, fit: expect.closeTo(enumerated(column, suspect, 3), 10) })
    }
  }
})

describe('in the small house', () => {
  test('memory clears those who were with me at the hour', () => {
    const belief = readerOf('own').posterior(table(smallHouse()).view(ADA))
    expect(belief[ADA]).toBe(0)
    expect(belief[BEN]).toBe(0)
    expect(belief[CLEO]! + belief[DORA]!).toBeCloseTo(1)
  })

  test('a claim that my own memory refutes tells on the speaker', () => {
    const game = table(smallHouse()).play('where dora nine', 'in hall')
    const before = readerOf('own').posterior(table(smallHouse()).view(BEN))[DORA]!
    expect(readerOf('own').posterior(game.view(BEN))[DORA]!).toBeGreaterThan(before)
  })

  test('who took the weapon is narrowed by where people were when it went', () => {
    const game = table(smallHouse()).play('search shed')
    const belief = readerOf('own').posterior(game.view(ADA))
    expect(belief[DORA]!).toBeGreaterThan(0.9) // Cleo was with Ada in the hall when the shed was opened
  })

  test('a reader that has kept a slot believes what a fresh one does', () => {
    const kept = readerOf('own')
    const game = table(smallHouse())
    for (const move of ['where dora nine', 'in hall', 'where cleo nine', 'in shed', 'search shed', 'pass']) {
      game.play(move)
      expect(kept.posterior(game.view(ADA))).toEqual(readerOf('own').posterior(game.view(ADA)))
    }
  })

  test('supposing a claim is believing it said', () => {
    const game = table(smallHouse()).play('where dora nine')
    const column = game.state.record.slots[1]!
    const supposed = readerOf('public').supposing(game.view(DORA), 1, withClaim(column, DORA, { place: 3, with: null }))
    expect(supposed).toEqual(readerOf('public').posterior(game.play('in shed').view(DORA)))
  })

  test('what an author lets a clue suggest moves belief where there is nothing else', () => {
    const clues = [{ id: 'c1', text: 'x', place: 'shed', says: [{ kind: 'suggests' as const, who: 'cleo', times: 6 }] }]
    const {
      slots: _,
      facts: __,
      crime: ___,
      ...bare
    } = smallHouse({
      clues,
      characters: smallHouse().characters.map(({ secrets: ____, claims: _____, ...one }) => one),
    })
    const game = table(bare).play('search shed')
    expect(readerOf('own').posterior(game.view(ADA))[CLEO]!).toBeCloseTo(0.75)
  })
})

test('beliefs are calibrated: what is held at a chance is so about that often', async () => {
  const documents = Array.from({ length: 90 }, (_, seed) => generate(7000 + seed, 'simple'))
  const sides = { killers: { plugin: culprit }, victims: { plugin: detective } }
  const { bins } = await playTable({ documents, sides, seed: 3, study: true })
  for (const { count, sum, hits } of bins) {
    if (count < 150) continue
    expect(Math.abs(hits / count - sum / count)).toBeLessThan(0.15)
  }
})
