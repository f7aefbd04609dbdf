/**
 * How well what was said about one slot fits each suspect: the inner sums of the posterior (belief.ts). For suspect c
 * and a place it must have been in, the sum over every set L of liars among the claimants of
 *
 *     prod over L of rho[i] * f[i]  *  prod over the others of (1 - rho[i])
 *
 * restricted to sets whose honest rest can all be true together: with one another, with the viewer's own memory, with
 * what clues prove, and with c being there. rho is how often an innocent lies about the slot; f how much likelier a
 * liar's claim has this shape than an honest one's. At most 2^7 sets; only claimants in some conflict are enumerated.
 */
import type { Seat } from '../../core/game.ts'
import { maskOf } from './moves.ts'
import type { SlotRecord } from './view.ts'

/** What the viewer knows about the slot for certain. */
export interface SlotKnowledge {
  /** The viewer's own seat; -1 for a public belief. */
  readonly me: Seat
  /** Where it truly was and the bit mask of those with it; null when it wasn't anywhere. */
  readonly mine: { readonly place: number; readonly company: number } | null
  /** Bit mask of places proved empty. */
  readonly empty: number
  /** Proved whereabouts. */
  readonly at: readonly { readonly who: Seat; readonly place: number }[]
}

/** How people lie. */
export interface LyingRates {
  /** An innocent about this slot. */
  readonly innocent: number
  /** The culprit about a slot in which it had nothing to hide. */
  readonly culprit: number
  /** How a claim's shape tells: alone, with others, not yet asked. */
  readonly alone: number
  readonly together: number
  /** Having declined to answer first. */
  readonly deflected: number
}

/** One entry a suspect, each a likelihood up to a common factor. */
export interface SlotFit {
  /** The suspect may have been anywhere. */
  readonly free: Float64Array
  /** It was at the scene, alone; null when the deed can't have been then. */
  readonly scene: Float64Array | null
  /** It took the weapon; null when the weapon can't have been taken then. */
  readonly from: Float64Array | null
}

export interface SlotQuestion {
  readonly column: SlotRecord
  readonly seats: number
  readonly known: SlotKnowledge
  readonly rates: LyingRates
  /** The places, or -1 when the slot can't be the deed's or the weapon's. */
  readonly scene: number
  readonly from: number
}

/** What was said, one entry a witness. Kept from one call to the next, as making it anew costs more than the sums. */
interface Witnesses {
  count: number
  readonly seat: Int32Array
  readonly place: Int32Array
  /** Those it says were there, itself among them; `full` when it has named its company. */
  readonly there: Int32Array
  readonly full: Uint8Array
  /** Those it says were not with it. */
  readonly denies: Int32Array
  readonly lie: Float64Array
  readonly truth: Float64Array
  /** Bit mask, over witnesses, of those whose claims can't be true beside this one. */
  readonly foes: Int32Array
  /** Bit mask, over witnesses, of those whose claim fits what the viewer knows for certain. */
  sound: number
  /** Number of the witness by seat; -1 for one who said nothing. */
  readonly of: Int32Array
}

/** As many as a bit mask holds. */
const MOST = 32
const heard: Witnesses = {
  count: 0,
  seat: new Int32Array(MOST),
  place: new Int32Array(MOST),
  there: new Int32Array(MOST),
  full: new Uint8Array(MOST),
  denies: new Int32Array(MOST),
  lie: new Float64Array(MOST),
  truth: new Float64Array(MOST),
  foes: new Int32Array(MOST),
  sound: 0,
  of: new Int32Array(MOST),
}

export function slotFit(question: SlotQuestion): SlotFit {
  const { seats, scene, from } = question
  hear(question)
  const free = new Float64Array(seats)
  for (let suspect = 0; suspect < seats; suspect++) free[suspect] = freeFit(question, suspect)
  return {
    free,
    scene: scene < 0 ? null : likelihoods(question, scene, true),
    from: from < 0 ? null : likelihoods(question, from, false),
  }
}

/** By suspect: how well it fits that it was at `place`, and there `alone`. */
function likelihoods(question: SlotQuestion, place: number, alone: boolean): Float64Array {
  const { seats, known } = question
  const fit = new Float64Array(seats)
  for (let suspect = 0; suspect < seats; suspect++) {
    if (mayBeAt(known, suspect, place))
      fit[suspect] = sumOverLiars(suspect, place, alone) * ownWord(question, suspect, place, alone)
  }
  return fit
}

/** Fills `heard`: claimants in the order of seats, then those who have said only where they were not. */
function hear({ column, known, rates, scene }: SlotQuestion): void {
  const { claims, deflected, denials, conflicts } = column
  const rho = rates.innocent
  heard.count = 0
  heard.sound = 0
  for (let seat = 0; seat < claims.length; seat++) {
    heard.of[seat] = -1
    const claim = claims[seat]
    if (!claim || seat === known.me) continue
    const late = has(deflected, seat) ? rates.deflected : 1
    const shape = shapeOf(rates, claim.with) * late * (claim.place === scene ? SCENE_LIE : 1)
    const there = (claim.with ? maskOf(claim.with) : 0) | (1 << seat)
    note(seat, { place: claim.place, there, full: claim.with !== null, lie: rho * shape, truth: 1 - rho })
    if (isSound(column, known, seat, there)) heard.sound |= 1 << (heard.count - 1)
  }
  if (denials.length > 0) hearDenials(column, known, rho)
  for (let at = 0; at < conflicts.length; at++) {
    const one = heard.of[conflicts[at]![0]]!
    const other = heard.of[conflicts[at]![1]]!
    if (one < 0 || other < 0) continue
    heard.foes[one]! |= 1 << other
    heard.foes[other]! |= 1 << one
  }
}

interface Word {
  readonly place: number
  readonly there: number
  readonly full: boolean
  readonly lie: number
  readonly truth: number
}

function note(seat: Seat, { place, there, full, lie, truth }: Word): void {
  const index = heard.count++
  heard.of[seat] = index
  heard.seat[index] = seat
  heard.place[index] = place
  heard.there[index] = there
  heard.full[index] = full ? 1 : 0
  heard.denies[index] = 0
  heard.lie[index] = lie
  heard.truth[index] = truth
  heard.foes[index] = 0
}

/** What claimants deny, and those who have said only where they were not. */
function hearDenials({ claims, denials }: SlotRecord, known: SlotKnowledge, rho: number): void {
  for (const [seat, of] of denials) {
    if (seat === known.me) continue
    if (heard.of[seat]! < 0) {
      note(seat, { place: -1, there: 0, full: false, lie: rho, truth: 1 - rho })
      heard.denies[heard.count - 1] = 1 << of
      const wrong = of === known.me && known.mine !== null && ((known.mine.company >> seat) & 1) === 1
      if (!wrong) heard.sound |= 1 << (heard.count - 1)
    } else if (claims[seat]) heard.denies[heard.of[seat]!]! |= 1 << of
  }
}

function has(seats: readonly Seat[], seat: Seat): boolean {
  for (let at = 0; at < seats.length; at++) if (seats[at] === seat) return true
  return false
}

const shapeOf = ({ alone, together }: LyingRates, company: readonly Seat[] | null) =>
  company === null ? 1 : company.length === 0 ? alone : together

/** Whether a claim can be true in the light of certain knowledge. `there` is the mask of its speaker and company. */
function isSound({ claims, denials }: SlotRecord, known: SlotKnowledge, seat: Seat, there: number): boolean {
  const { me, mine, empty, at } = known
  const claim = claims[seat]!
  if ((empty >> claim.place) & 1) return false
  if (mine) {
    const here = mine.company | (1 << me)
    if (claim.place !== mine.place) {
      if ((there & here) !== 0) return false
    } else if (claim.with ? there !== here : !((here >> seat) & 1)) return false
    for (const [by, of] of denials) if (by === seat && of === me && (mine.company >> seat) & 1) return false
  }
  for (const { who, place } of at) {
    const named = ((there >> who) & 1) === 1
    if (named && claim.place !== place) return false
    if (!named && claim.with && claim.place === place) return false
  }
  return true
}

function mayBeAt({ me, mine, empty, at }: SlotKnowledge, suspect: Seat, place: number): boolean {
  if (suspect === me) return mine ? mine.place === place : true
  if ((empty >> place) & 1) return false
  if (mine && ((mine.company >> suspect) & 1) === (mine.place === place ? 0 : 1)) return false
  for (const one of at) if (one.who === suspect && one.place !== place) return false
  return true
}

/** The honest can't have seen the suspect elsewhere, nor have been at the scene, nor have missed it where it was. */
function fits(index: number, suspect: Seat, place: number, alone: boolean): boolean {
  const names = ((heard.there[index]! >> suspect) & 1) === 1
  if (heard.place[index] !== place) return !names
  return !alone && (names || heard.full[index] === 0) && !((heard.denies[index]! >> suspect) & 1)
}

function sumOverLiars(suspect: Seat, place: number, alone: boolean): number {
  let honest = 0
  let weight = 1
  for (let index = 0; index < heard.count; index++) {
    if (heard.seat[index] === suspect) continue
    if ((heard.sound >> index) & 1 && fits(index, suspect, place, alone)) honest |= 1 << index
    else weight *= heard.lie[index]!
  }
  return weight === 0 ? 0 : weight * sumOverCliques(honest)
}

/** The sum over sets of honest witnesses without a conflict; those with no foe left are settled at once. */
function sumOverCliques(all: number): number {
  const { truth, lie, foes } = heard
  let open = all
  let weight = 1
  for (let index = 0; open >> index !== 0; index++) {
    if (((open >> index) & 1) === 1 && (foes[index]! & open) === 0) {
      weight *= truth[index]! + lie[index]!
      open &= ~(1 << index)
    }
  }
  if (open === 0) return weight
  const first = 31 - Math.clz32(open & -open)
  const rest = open & ~(1 << first)
  const liars = liesOf(rest & foes[first]!)
  return weight * (lie[first]! * sumOverCliques(rest) + truth[first]! * liars * sumOverCliques(rest & ~foes[first]!))
}

/** All of these witnesses lie. */
function liesOf(mask: number): number {
  let weight = 1
  for (let index = 0; mask >> index !== 0; index++) if ((mask >> index) & 1) weight *= heard.lie[index]!
  return weight
}

/** A suspect's own word about a slot in which it was at the scene, or fetched the weapon. */
function ownWord({ column, rates }: SlotQuestion, suspect: Seat, place: number, alone: boolean): number {
  const claim = column.claims[suspect]
  const late = has(column.deflected, suspect) ? rates.deflected : 1
  if (!claim) return late
  if (!alone) return late * (claim.place === place ? 1 : shapeOf(rates, claim.with))
  return late * (claim.place === place ? SCENE_TRUTH : shapeOf(rates, claim.with))
}

/** Claiming the scene at the hour of the deed is next to unknown, as a culprit's truth and still more as an innocent's lie. */
const SCENE_TRUTH = 0.05
const SCENE_LIE = 0.005

function freeFit({ column, rates, known }: SlotQuestion, suspect: Seat): number {
  const { count, sound, lie, foes, of } = heard
  const own = suspect < column.claims.length ? of[suspect]! : -1
  let honest = 0
  let weight = 1
  for (let index = 0; index < count; index++) {
    if (index === own) continue
    if ((sound >> index) & 1) honest |= 1 << index
    else weight *= lie[index]!
  }
  if (own < 0) return weight * sumOverCliques(honest)
  const untrue = rates.culprit * shapeOf(rates, column.claims[suspect]?.with ?? null)
  const lying = untrue * sumOverCliques(honest)
  if (!((sound >> own) & 1) || suspect === known.me) return weight * lying
  const against = foes[own]!
  return weight * (lying + (1 - rates.culprit) * liesOf(honest & against) * sumOverCliques(honest & ~against))
}
