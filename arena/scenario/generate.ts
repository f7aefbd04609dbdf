/**
 * Mysteries made by rule, one a seed and difficulty: the same seed gives the same document on every machine. Each has
 * exactly one culprit that all the facts allow, and no clue that decides alone (generate-proof.ts has the whole list).
 */
import { stream } from '../core/rng.ts'
import type { MysteryDocument, Rules } from '../games/murder-mystery/document.ts'
import { tell } from './generate-document.ts'
import { type Difficulty, drawAlibis, drawPlan, type Mould, type Plan, withAccomplice } from './generate-plan.ts'
import { fault } from './generate-proof.ts'

export type { Difficulty, Mould, Plan }

const RULES: Rules = {
  talk: false,
  found: false,
  whispers: false,
  searchesPerSeat: 1,
  searchesPerRound: 1,
  deflections: 1,
  publish: 'never',
}

export const MOULDS: Readonly<Record<Difficulty, Mould>> = {
  simple: {
    cast: [6, 6],
    places: 8,
    slots: 3,
    rounds: [2],
    window: 1,
    traits: 3,
    clues: { trait: 1, empty: 1, item: 1, motive: 0 },
    left: () => 4,
    herrings: (cast) => cast - 1,
    rules: RULES,
  },
  complex: {
    cast: [6, 8],
    places: 9,
    slots: 4,
    rounds: [1, 1, 1],
    window: 2,
    traits: 4,
    clues: { trait: 2, empty: 2, item: 1, motive: 1 },
    left: (cast) => cast - 2,
    herrings: (cast) => cast - 1,
    rules: RULES,
  },
}

/** Draws are tried in order until one is good; far more than any seed has needed. */
const TRIES = 10_000

/** The bones of the mystery of a seed, and how many draws were refused before it. */
export function planOf(
  seed: number,
  difficulty: Difficulty,
  mould: Mould = MOULDS[difficulty],
): { plan: Plan; refused: number } {
  for (let refused = 0; refused < TRIES; refused++) {
    const drawn = drawPlan(mould, stream(seed, 'mystery', difficulty, refused))
    const plan = drawn && mould.accomplice ? withAccomplice(drawn, stream(seed, 'accomplice', refused)) : drawn
    if (!plan || fault(mould, plan) !== null) continue
    return { plan: { ...plan, alibis: drawAlibis(plan, stream(seed, 'alibis', difficulty)) }, refused }
  }
  throw new RangeError(`no ${difficulty} mystery in ${TRIES} draws for seed ${seed}`)
}

/** `complex`, with one more in league with the culprit; a round more, more searches and fewer other liars make up for it. */
export const ACCOMPLICE: Mould = {
  ...MOULDS.complex,
  accomplice: true,
  rounds: [1, 1, 2],
  herrings: (cast) => Math.floor(cast / 2),
  rules: { ...RULES, searchesPerRound: 2 },
}

/** What `mystery:KIND:SEED` may name. */
export const GENERATED = ['simple', 'complex', 'accomplice'] as const

export type GeneratedKind = (typeof GENERATED)[number]

/** The mystery of a seed by the kind's name. */
export function generateKind(seed: number, kind: GeneratedKind): MysteryDocument {
  if (kind !== 'accomplice') return generate(seed, kind)
  return { ...generate(seed, 'complex', ACCOMPLICE), id: `mystery-accomplice-${seed}` }
}

export function generate(seed: number, difficulty: Difficulty, mould: Mould = MOULDS[difficulty]): MysteryDocument {
  const { plan } = planOf(seed, difficulty, mould)
  const id = `mystery-${difficulty}-${seed}`
  return tell({ id, difficulty, mould, plan }, stream(seed, 'mystery-words', difficulty))
}

/** One seed in five, spread evenly, is kept from training: what is measured on was never learned from. */
export const isHeldOut = (seed: number): boolean => stream(seed, 'held-out')() < 0.2
