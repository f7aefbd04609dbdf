/**
 * Who did it, as far as a view tells: the posterior over suspects under the generator's own odds. For each suspect c
 *
 *     weight[c] = signs(c) * mean over the slots t of the deed and w < t of the weapon of
 *                 scene[t][c] * from[w][c] * prod over the other slots of free[s][c]
 *
 * with the inner sums of slot-belief.ts. Slots factorise, and a slot's sums change only when something is said about
 * it, so a reader that keeps them pays for one slot a move.
 */
import type { Seat } from '../../core/game.ts'
import { maskOf } from './moves.ts'
import { type LyingRates, type SlotFit, type SlotKnowledge, type SlotQuestion, slotFit } from './slot-belief.ts'
import type { CaseView, MysteryView, Own, Record, SaysView, SlotRecord } from './view.ts'

/**
 * Odds that a reader assumes. Fitted to how well beliefs hold up over generated mysteries (`test/bench/mystery-bands.ts`),
 * not copied from the generator: liars who know a safe place are contradicted less often than the sums expect.
 */
export interface Assumptions {
  /** Share of innocents who lie about something. */
  readonly hiding: number
  /** Share of hidden slots that are the deed's. */
  readonly hidesDeed: number
  /** How often a culprit lies about slots in which it did nothing. */
  readonly culpritLies: number
  readonly alone: number
  readonly together: number
  readonly deflected: number
  /** Share of innocents with a motive; a culprit always has one. */
  readonly motive: number
  readonly motiveKnown: number
  /** A thing of the suspect's found at the scene, and where the weapon came from. */
  readonly itemAtScene: number
  readonly itemAtSource: number
  /** Naming another's motive, for the one who names it. */
  readonly speaker: number
  /**
   * Where there is an accomplice, instead of `hiding` and `together`: liars back each other, so that a false word of
   * company is no rarer than a true one. And how often the accomplice lies about the deed's slot, and about others.
   */
  readonly hidingBeside: number
  readonly togetherBeside: number
  readonly covers: number
  readonly coversElse: number
}

export const ASSUMED: Assumptions = {
  hiding: 0.48,
  hidesDeed: 0.7,
  culpritLies: 0.15,
  alone: 2.6,
  together: 0.2,
  deflected: 1.6,
  motive: 0.37,
  motiveKnown: 0.35,
  itemAtScene: 2.5,
  itemAtSource: 2.2,
  speaker: 0.8,
  hidingBeside: 0.35,
  togetherBeside: 1,
  covers: 0.9,
  coversElse: 0.2,
}

export interface Reader {
  /** Probabilities by seat, summing to 1; the caller's to read, not to change. */
  posterior(view: MysteryView): Float64Array
  /** The same as if one slot's record were another: "what would be thought if I said this". */
  supposing(view: MysteryView, slot: number, column: SlotRecord): Float64Array
}

/** A reader for one seat of one match; `whose` is `own` for what the seat believes, `public` for what all can infer. */
export function readerOf(whose: 'own' | 'public', assumed: Assumptions = ASSUMED): Reader {
  const kept: Kept[] = []
  let last: Reading | null = null
  const read = (view: MysteryView): Reading => {
    if (last?.view === view) return last
    const sameCertain = last !== null && restsOnTheSame(last, view, whose)
    const certain = sameCertain ? last!.certain : certainOf(view, whose)
    const settings = sameCertain ? last!.settings : settingsOf(view, certain, assumed)
    const sameSigns = sameCertain && last!.view.record.motives === view.record.motives
    const signs = sameSigns ? last!.signs : allSigns(view, certain, assumed)
    last = { view, certain, settings, fits: allFits(kept, view, certain, settings), signs, belief: null }
    return last
  }
  return {
    posterior(view) {
      const reading = read(view)
      return (reading.belief ??= combine(reading, reading.fits))
    },
    supposing(view, slot, column) {
      const reading = read(view)
      const fits = reading.fits.slice()
      fits[slot] = fitTo(reading.settings[slot]!, column)
      return combine(reading, fits)
    },
  }
}

/** All that a posterior is made of. Views never change, so that the last one's need not be made again. */
interface Reading {
  readonly view: MysteryView
  readonly certain: Certain
  readonly settings: readonly Setting[]
  readonly fits: readonly SlotFit[]
  readonly signs: Float64Array
  belief: Float64Array | null
}

/** What a slot's sums are made of, apart from what was said. */
type Setting = Omit<SlotQuestion, 'column'>

const fitTo = ({ seats, known, rates, scene, from }: Setting, column: SlotRecord): SlotFit =>
  slotFit({ column, seats, known, rates, scene, from })

/** Whether nothing that `certainOf` reads has changed since the last view. */
function restsOnTheSame({ view: last }: Reading, view: MysteryView, whose: 'own' | 'public'): boolean {
  return (
    last.case === view.case &&
    last.record.board === view.record.board &&
    (whose === 'public' || (last.me?.seat === view.me?.seat && last.me?.clues === view.me?.clues))
  )
}

/** The sums of one slot and what they were made from. */
interface Kept {
  readonly column: SlotRecord
  readonly window: readonly number[]
  readonly took: number
  readonly about: number
  readonly fit: SlotFit
}

function allFits(
  kept: Kept[],
  { record }: MysteryView,
  { window, took, about: clues }: Certain,
  settings: readonly Setting[],
): SlotFit[] {
  const fits: SlotFit[] = []
  for (let slot = 0; slot < record.slots.length; slot++) {
    const column = record.slots[slot]!
    const about = clues[slot]!
    let memo = kept[slot]
    if (!memo || memo.column !== column || memo.window !== window || memo.took !== took || memo.about !== about)
      memo = kept[slot] = { column, window, took, about, fit: fitTo(settings[slot]!, column) }
    fits.push(memo.fit)
  }
  return fits
}

/** The posterior of one view, with nothing kept. */
export const posteriorOf = (view: MysteryView, whose: 'own' | 'public' = 'own'): Float64Array =>
  readerOf(whose).posterior(view)

/** What is beyond doubt for the reader. */
interface Certain {
  readonly own: Own | null
  readonly says: readonly SaysView[]
  /** Slots in which the weapon may have been taken; -1 for any before the deed. */
  readonly took: number
  readonly window: readonly number[]
  /** By slot: how many of `says` are about it. */
  readonly about: readonly number[]
}

function certainOf({ case: story, record, me }: MysteryView, whose: 'own' | 'public'): Certain {
  const own = whose === 'own' ? me : null
  const clues = own && own.clues.length > 0 ? [...record.board, ...own.clues] : record.board
  const from = story.crime?.from ?? -1
  const says: SaysView[] = []
  const about = record.slots.map(() => 0)
  let took = -1
  for (const clue of clues) {
    for (const one of clue.says) {
      says.push(one)
      if ('slot' in one) about[one.slot]!++
      if (one.kind === 'took' && one.place === from && took < 0) took = one.slot
    }
  }
  return { own, says, took, window: story.crime?.window ?? NEVER, about }
}

const NEVER: readonly number[] = []

function settingsOf(view: MysteryView, certain: Certain, assumed: Assumptions): Setting[] {
  const { crime } = view.case
  const { window, took } = certain
  const last = window.length === 0 ? -1 : Math.max(...window)
  const seats = view.case.cast.length
  return view.record.slots.map((_, slot) => {
    const takes = took < 0 ? slot < last : slot === took
    return {
      seats,
      known: knownOf(certain, slot),
      rates: ratesOf(view, assumed, slot),
      scene: crime && window.includes(slot) ? crime.place : -1,
      from: crime && takes ? crime.from : -1,
    }
  })
}

function knownOf({ own, says }: Certain, slot: number): SlotKnowledge {
  const place = own?.timetable[slot] ?? null
  let empty = 0
  const at: { who: Seat; place: number }[] = []
  for (const one of says) {
    if (one.kind === 'empty' && one.slot === slot) empty |= 1 << one.place
    if (one.kind === 'at' && one.slot === slot) at.push({ who: one.who, place: one.place })
  }
  return { me: own?.seat ?? -1, mine: place && { place: place.place, company: maskOf(place.with) }, empty, at }
}

/**
 * The deed's slot draws most secrets; when it isn't known, each of the window has its share. An accomplice may be any
 * of the others: each is a liar so much oftener, and two liars can name each other.
 */
function ratesOf({ case: story, record }: MysteryView, assumed: Assumptions, slot: number): LyingRates {
  const { hidesDeed, culpritLies, alone, deflected } = assumed
  const helpers = story.accomplices ?? 0
  const hiding = helpers > 0 ? assumed.hidingBeside : assumed.hiding
  const together = helpers > 0 ? assumed.togetherBeside : assumed.together
  const window = story.crime?.window ?? []
  const share = window.includes(slot) ? 1 / window.length : 0
  const others = Math.max(1, story.slots.length - 1)
  const hidden = hiding * (share * hidesDeed + (1 - share) * ((1 - hidesDeed) / others))
  if (helpers === 0) return { innocent: hidden, culprit: culpritLies, alone, together, deflected }
  const odds = helpers / Math.max(1, record.deflections.length - 1)
  const covers = share * assumed.covers + (1 - share) * assumed.coversElse
  const innocent = (1 - odds) * hidden + odds * covers
  return { innocent, culprit: culpritLies, alone, together, deflected }
}

function combine({ view, certain, signs }: Reading, fits: readonly SlotFit[]): Float64Array {
  const { case: story } = view
  const seats = story.cast.length
  const weights = new Float64Array(seats)
  let sum = 0
  for (let suspect = 0; suspect < seats; suspect++) {
    if (suspect === certain.own?.seat) continue
    const sign = signs[suspect]!
    const weight = sign === 0 ? 0 : sign * whereabouts(certain, fits, suspect, story.crime?.from ?? -1)
    weights[suspect] = weight
    sum += weight
  }
  if (!(sum > 0)) {
    for (let suspect = 0; suspect < seats; suspect++) weights[suspect] = suspect === certain.own?.seat ? 0 : 1
    sum = seats - (certain.own ? 1 : 0)
  }
  for (let suspect = 0; suspect < seats; suspect++) weights[suspect]! /= sum
  return weights
}

/** Mean over the possible hours of the deed and of the weapon. */
function whereabouts({ window, took }: Certain, fits: readonly SlotFit[], suspect: Seat, from: number): number {
  if (window.length === 0) return 1
  let total = 0
  for (const deed of window) {
    const scene = fits[deed]!.scene![suspect]!
    if (scene === 0) continue
    const first = from < 0 ? -1 : Math.max(0, took)
    const end = from < 0 ? 0 : Math.min(deed, took >= 0 ? took + 1 : fits.length)
    let sum = 0
    let count = 0
    for (let weapon = first; weapon < end; weapon++) {
      let fit = scene
      for (let slot = 0; slot < fits.length && fit > 0; slot++) {
        if (slot === deed) continue
        fit *= slot === weapon ? (fits[slot]!.from?.[suspect] ?? 0) : fits[slot]!.free[suspect]!
      }
      sum += fit
      count++
    }
    if (count > 0) total += sum / count
  }
  return total
}

function allSigns(view: MysteryView, certain: Certain, assumed: Assumptions): Float64Array {
  const signs = new Float64Array(view.case.cast.length)
  for (let suspect = 0; suspect < signs.length; suspect++) signs[suspect] = signsOf(view, certain, suspect, assumed)
  return signs
}

/** Everything that isn't about whereabouts: traits, things left lying, motives, an author's hints. */
function signsOf(view: MysteryView, { says, own }: Certain, suspect: Seat, assumed: Assumptions): number {
  const { case: story, record } = view
  let weight = 1
  let motives = maskOf(story.motives) | (own ? maskOf(own.motives) : 0)
  for (const one of says) {
    if (one.kind === 'trait' && !fitsTrait(story, suspect, one)) return 0
    if (one.kind === 'suggests' && one.who === suspect) weight *= one.times
    if (one.kind === 'motive') motives |= 1 << one.who
    if (one.kind === 'item' && one.who === suspect) {
      if (one.place === story.crime?.place) weight *= assumed.itemAtScene
      else if (one.place === story.crime?.from) weight *= assumed.itemAtSource
    }
  }
  return weight * motiveWeight(record, motives & ~(own ? 1 << own.seat : 0), suspect, own, assumed)
}

const fitsTrait = (story: CaseView, suspect: Seat, { trait, value }: { trait: number; value: number }) => {
  const own = story.cast[suspect]!.traits[trait]!
  return own < 0 || own === value
}

/** Proved motives are so many times rarer in the innocent; words about motives weigh less when their speaker is the suspect. */
function motiveWeight(record: Record, proved: number, suspect: Seat, own: Own | null, assumed: Assumptions): number {
  const { motive, motiveKnown, speaker } = assumed
  const unheard = (1 - motiveKnown) / (1 - motive * motiveKnown)
  let weight = 1
  for (let mask = proved & ~(1 << suspect); mask !== 0; mask &= mask - 1) weight *= motive
  let named = proved
  for (const { by, of, known } of record.motives) {
    if (by === own?.seat) continue
    if (!known) weight *= of === suspect ? unheard : 1
    else if (!((named >> of) & 1)) {
      named |= 1 << of
      weight *= of === suspect ? 1 : by === suspect ? speaker : motive
    }
  }
  return weight
}
