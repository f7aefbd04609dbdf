/** The bones of a generated mystery: who was where when, who did it, what was left behind. Numbers only. */
import { pick, type Random, shuffled } from '../core/rng.ts'
import type { Rules } from '../games/murder-mystery/document.ts'
import type { SaysView } from '../games/murder-mystery/view.ts'

export type Difficulty = 'simple' | 'complex'

/** What a difficulty asks for. */
export interface Mould {
  /** Fewest and most characters. */
  readonly cast: readonly [number, number]
  readonly places: number
  readonly slots: number
  /** Rounds of each stage. */
  readonly rounds: readonly number[]
  /** Slots that the deed may have happened in at first; exact from the second stage on. */
  readonly window: number
  readonly traits: number
  readonly clues: { readonly trait: number; readonly empty: number; readonly item: number; readonly motive: number }
  /** Suspects that the clues alone must leave, of a cast of that size. */
  left(cast: number): number
  /** Innocents with something to hide, for a cast of that size. */
  herrings(cast: number): number
  readonly rules: Rules
  /** Whether one of the others is in league with the culprit. */
  readonly accomplice?: boolean
}

export interface Plan {
  readonly cast: number
  readonly places: number
  readonly slots: number
  readonly culprit: number
  /** Who lies for the culprit; -1 for nobody. */
  readonly accomplice: number
  readonly scene: number
  readonly deed: number
  readonly from: number
  readonly took: number
  readonly window: readonly number[]
  /** Place by seat and slot. */
  readonly at: readonly (readonly number[])[]
  /** Value 0 or 1 by seat and trait. */
  readonly traits: readonly (readonly number[])[]
  readonly motives: readonly boolean[]
  /** By seat: whose motives it knows. */
  readonly knows: readonly (readonly number[])[]
  /** By seat: the slot it hides; -1 for none. */
  readonly hides: readonly number[]
  /** By seat: the slots it has a reason to lie about, and where it may say it was, because nobody was there. */
  readonly alibis: readonly (readonly Alibi[])[]
  readonly clues: readonly PlanClue[]
}

/** A plan that has yet to be found good. */
export type Draft = Omit<Plan, 'alibis'>

export interface Alibi {
  readonly slot: number
  /** -1 when no place is safe. */
  readonly place: number
}

export interface PlanClue {
  readonly says: SaysView
  readonly place: number
  readonly stage: number
}

const MOTIVE = 0.4
const MOTIVE_KNOWN = 0.35
/** Share of hidden slots that are the deed's own. */
const HIDES_DEED = 0.7

/** One draw, good or not; null when it can't even be laid out, or its traits alone clear too many. */
export function drawPlan(mould: Mould, random: Random): Draft | null {
  const { places, slots } = mould
  const cast = pickBetween(mould.cast, random)
  const culprit = Math.floor(random() * cast)
  const [scene = 0, from = 0] = shuffled(range(places), random)
  const deed = 1 + Math.floor(random() * (slots - 1))
  const took = Math.floor(random() * deed)
  const at = table(cast, slots, () => Math.floor(random() * places))
  for (let seat = 0; seat < cast; seat++) {
    const row = at[seat]!
    if (seat === culprit) {
      row[deed] = scene
      row[took] = from
    } else if (row[deed] === scene) row[deed] = pickFree(1 << scene, places, random())
  }
  const hides = drawHides(mould, { at, culprit, deed, scene }, random)
  if (!hides) return null
  const motives = drawMotives(cast, culprit, random)
  const window = drawWindow(mould, deed, random)
  const features = drawFeatures(cast, mould.traits, random)
  const known = drawKnown(cast, motives, random)
  const signs = shuffled(range(mould.traits), random).slice(0, mould.clues.trait)
  if (alike(features, culprit, signs) < mould.left(cast)) return null
  const traits = features.map((mask) => range(mould.traits).map((trait) => (mask >> trait) & 1))
  const knows = known.map(membersOf)
  const where = { cast, places, slots, culprit, accomplice: -1, scene, deed, from, took, window }
  const bare = { ...where, at, traits, motives: range(cast).map((seat) => ((motives >> seat) & 1) === 1), knows, hides }
  const clues = drawClues(mould, bare, signs, random)
  return clues && { ...bare, clues }
}

/** By seat: bit mask of the traits whose value is 1. */
function drawFeatures(cast: number, traits: number, random: Random): number[] {
  const features: number[] = []
  for (let seat = 0; seat < cast; seat++) {
    let mask = 0
    for (let trait = 0; trait < traits; trait++) if (random() >= 0.5) mask |= 1 << trait
    features.push(mask)
  }
  return features
}

/** Bit mask of those with a motive. */
function drawMotives(cast: number, culprit: number, random: Random): number {
  let motives = 0
  for (let seat = 0; seat < cast; seat++) if (seat === culprit || random() < MOTIVE) motives |= 1 << seat
  return motives
}

/** The plan with one of the others, each equally likely, in league with the culprit; it hides nothing of its own. */
export function withAccomplice(plan: Draft, random: Random): Draft {
  const accomplice = pickFree(1 << plan.culprit, plan.cast, random())
  return { ...plan, accomplice, hides: plan.hides.map((slot, seat) => (seat === accomplice ? -1 : slot)) }
}

/** Numbers drawn row by row. */
function table(rows: number, columns: number, draw: () => number): number[][] {
  const drawn: number[][] = []
  for (let row = 0; row < rows; row++) {
    const numbers: number[] = []
    for (let column = 0; column < columns; column++) numbers.push(draw())
    drawn.push(numbers)
  }
  return drawn
}

/** By seat: bit mask of those whose motives it knows, its own aside. */
function drawKnown(cast: number, motives: number, random: Random): number[] {
  const known: number[] = []
  for (let seat = 0; seat < cast; seat++) {
    let mask = 0
    for (let of = 0; of < cast; of++) if (of !== seat && (motives >> of) & 1 && random() < MOTIVE_KNOWN) mask |= 1 << of
    known.push(mask)
  }
  return known
}

/**
 * Everybody with something to hide knows a place that was empty then, and that no clue proves so; different ones while
 * they last. The culprit has one for the deed, and one for the weapon unless it was seen there.
 */
export function drawAlibis(plan: Draft, random: Random): Alibi[][] {
  const taken = new Set<string>()
  const alibis = plan.hides.map((): Alibi[] => [])
  for (const seat of shuffled(range(plan.cast), random)) {
    for (const slot of hiddenSlots(plan, seat)) {
      const safe = safePlaces(plan, slot)
      const fresh = safe.filter((place) => !taken.has(`${slot} ${place}`))
      const from = fresh.length > 0 ? fresh : safe
      const place = from.length > 0 ? pick(from, random()) : -1
      alibis[seat]!.push({ slot, place })
      taken.add(`${slot} ${place}`)
    }
  }
  return alibis
}

function hiddenSlots({ culprit, deed, took, from, hides, at }: Draft, seat: number): number[] {
  if (seat !== culprit) return hides[seat]! < 0 ? [] : [hides[seat]!]
  const seen = at.some((row, other) => other !== culprit && row[took] === from)
  return seen ? [deed] : [took, deed]
}

/** Places other than the scene that were empty in a slot without a clue that says so. */
export const safePlaces = (plan: Draft, slot: number): number[] =>
  emptyPlaces(plan).flatMap((one) =>
    one.slot === slot &&
    one.place !== plan.scene &&
    !plan.clues.some(({ says }) => says.kind === 'empty' && says.place === one.place && says.slot === slot)
      ? [one.place]
      : [],
  )

/** Innocents with a slot they'd rather not speak of, in which each is put somewhere alone; null when there is no room. */
function drawHides(mould: Mould, { at, culprit, deed, scene }: Grounds, random: Random): number[] | null {
  const hides = at.map(() => -1)
  const order = shuffled(range(at.length), random)
  let left = mould.herrings(at.length)
  for (let turn = 0; turn < order.length && left > 0; turn++) {
    const seat = order[turn]!
    if (seat === culprit) continue
    left--
    const slot = random() < HIDES_DEED ? deed : pickFree(1 << deed, mould.slots, random())
    if (!isAlone(at, seat, slot)) {
      const taken = takenIn(at, slot) | (1 << scene)
      if (taken === (1 << mould.places) - 1) return null
      at[seat]![slot] = pickFree(taken, mould.places, random())
    }
    hides[seat] = slot
  }
  return hides
}

/** The number below `count` that `point` in [0, 1) falls on, of those not in the mask `taken`, when all are equally likely. */
function pickFree(taken: number, count: number, point: number): number {
  let free = 0
  for (let number = 0; number < count; number++) if (!((taken >> number) & 1)) free++
  let skip = Math.min(free - 1, Math.floor(point * free))
  for (let number = 0; number < count; number++) if (!((taken >> number) & 1) && skip-- === 0) return number
  throw new RangeError('pickFree: nothing is free')
}

function isAlone(at: readonly (readonly number[])[], seat: number, slot: number): boolean {
  for (let other = 0; other < at.length; other++) {
    if (other !== seat && at[other]![slot] === at[seat]![slot]) return false
  }
  return true
}

/** Bit mask of the places where somebody was. */
function takenIn(at: readonly (readonly number[])[], slot: number): number {
  let taken = 0
  for (const row of at) taken |= 1 << row[slot]!
  return taken
}

interface Grounds {
  /** Changed in place: those who hide are moved. */
  readonly at: number[][]
  readonly culprit: number
  readonly deed: number
  readonly scene: number
}

function drawWindow({ window, slots }: Mould, deed: number, random: Random): number[] {
  const first = Math.max(0, Math.min(slots - window, deed - Math.floor(random() * window)))
  return range(window).map((offset) => first + offset)
}

/** True clues of every sort asked for, in an order and in stages that have nothing to do with guilt; null if there are too few. */
function drawClues(mould: Mould, plan: Bare, signs: readonly number[], random: Random): PlanClue[] | null {
  const { scene, culprit, from, took, cast, places, slots } = plan
  const { clues, rounds } = mould
  const some = <T>(list: readonly T[], count: number) => shuffled(list, random).slice(0, count)
  const drawn: { says: SaysView; place: number }[] = [
    { says: { kind: 'took', place: from, slot: took }, place: from },
    ...signs.map((trait) => ({
      says: { kind: 'trait' as const, trait, value: plan.traits[culprit]![trait]! },
      place: scene,
    })),
    ...some(emptyPlaces(plan), clues.empty).map(({ place, slot }) => ({
      says: { kind: 'empty' as const, place, slot },
      place,
    })),
    ...some(
      range(cast).flatMap((who) => [...new Set(plan.at[who])].map((place) => ({ who, place }))),
      clues.item,
    ).map(({ who, place }) => ({ says: { kind: 'item' as const, who, place }, place })),
    ...some(
      range(cast).filter((who) => plan.motives[who]),
      clues.motive,
    ).map((who) => ({ says: { kind: 'motive' as const, who }, place: Math.floor(random() * places) })),
  ]
  if (drawn.length !== 1 + clues.trait + clues.empty + clues.item + clues.motive || slots < 2) return null
  return shuffled(drawn, random).map((clue, index) => ({ ...clue, stage: index % rounds.length }))
}

type Bare = Omit<Plan, 'clues' | 'alibis'>

/** How many share all these traits with the culprit, itself among them: most draws fail here, before the rest is drawn. */
function alike(features: readonly number[], culprit: number, signs: readonly number[]): number {
  let marked = 0
  for (const trait of signs) marked |= 1 << trait
  let count = 0
  for (const mask of features) if (((mask ^ features[culprit]!) & marked) === 0) count++
  return count
}

/** Where nobody was, slot by slot. */
export function emptyPlaces({ at, places, slots }: Pick<Plan, 'at' | 'places' | 'slots'>) {
  const empty: { place: number; slot: number }[] = []
  for (let slot = 0; slot < slots; slot++) {
    const taken = takenIn(at, slot)
    for (let place = 0; place < places; place++) if (!((taken >> place) & 1)) empty.push({ place, slot })
  }
  return empty
}

export function range(count: number): number[] {
  const numbers: number[] = []
  for (let index = 0; index < count; index++) numbers.push(index)
  return numbers
}

/** The numbers of a bit mask, lowest first. */
const membersOf = (mask: number): number[] => range(32 - Math.clz32(mask)).filter((member) => (mask >> member) & 1)

const pickBetween = ([low, high]: readonly [number, number], random: Random) =>
  low + Math.floor(random() * (high - low + 1))
