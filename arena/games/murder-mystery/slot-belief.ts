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
import { consistent } from './claims.ts'
import { maskOf, seatsIn } from './moves.ts'
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

interface Witness {
  readonly seat: Seat
  readonly place: number
  /** Those it says were there, itself among them; `full` when it has named its company. */
  readonly there: number
  readonly full: boolean
  /** Those it says were not with it. */
  readonly denies: number
  readonly lie: number
  readonly truth: number
  /** Whether its claim fits what the viewer knows for certain. */
  readonly sound: boolean
  /** Bit mask, over witnesses, of those whose claims can't be true beside this one. */
  foes: number
}

export function slotFit(question: SlotQuestion): SlotFit {
  const { seats, scene, from } = question
  const witnesses = witnessesOf(question)
  const free = new Float64Array(seats)
  for (let suspect = 0; suspect < seats; suspect++) free[suspect] = freeFit(question, witnesses, suspect)
  return {
    free,
    scene: scene < 0 ? null : likelihoods(question, witnesses, { place: scene, alone: true }),
    from: from < 0 ? null : likelihoods(question, witnesses, { place: from, alone: false }),
  }
}

interface Whereabouts {
  readonly place: number
  readonly alone: boolean
}

function likelihoods(question: SlotQuestion, witnesses: readonly Witness[], where: Whereabouts): Float64Array {
  const { seats, known } = question
  const fit = new Float64Array(seats)
  for (let suspect = 0; suspect < seats; suspect++) {
    if (mayBeAt(known, suspect, where.place))
      fit[suspect] = sumOverLiars(witnesses, suspect, where) * ownWord(question, suspect, where)
  }
  return fit
}

function witnessesOf({ column, known, rates, scene }: SlotQuestion): Witness[] {
  const witnesses: Witness[] = []
  for (let seat = 0; seat < column.claims.length; seat++) {
    const claim = column.claims[seat]
    if (!claim || seat === known.me) continue
    const rho = rates.innocent
    const late = column.deflected.includes(seat) ? rates.deflected : 1
    const shape = shapeOf(rates, claim.with) * late * (claim.place === scene ? SCENE_LIE : 1)
    witnesses.push({
      seat,
      place: claim.place,
      there: maskOf(claim.with ?? []) | (1 << seat),
      full: claim.with !== null,
      denies: deniedBy(column, seat),
      lie: rho * shape,
      truth: 1 - rho,
      sound: isSound(column, known, seat),
      foes: 0,
    })
  }
  addDeniers(witnesses, column, known, rates)
  for (const [a, b] of column.conflicts) {
    const one = indexOf(witnesses, a)
    const other = indexOf(witnesses, b)
    if (one < 0 || other < 0) continue
    witnesses[one]!.foes |= 1 << other
    witnesses[other]!.foes |= 1 << one
  }
  return witnesses
}

function indexOf(witnesses: readonly Witness[], seat: Seat): number {
  for (let index = 0; index < witnesses.length; index++) if (witnesses[index]!.seat === seat) return index
  return -1
}

/** Those who have said only where they were not. */
function addDeniers(
  witnesses: Witness[],
  { claims, denials }: SlotRecord,
  known: SlotKnowledge,
  rates: LyingRates,
): void {
  for (const [seat, of] of denials) {
    if (seat === known.me || claims[seat] || witnesses.some((one) => one.seat === seat)) continue
    const wrong = of === known.me && known.mine !== null && ((known.mine.company >> seat) & 1) === 1
    const rho = rates.innocent
    witnesses.push({
      seat,
      place: -1,
      there: 0,
      full: false,
      denies: 1 << of,
      lie: rho,
      truth: 1 - rho,
      sound: !wrong,
      foes: 0,
    })
  }
}

function deniedBy({ denials }: SlotRecord, seat: Seat): number {
  let mask = 0
  for (const [by, of] of denials) if (by === seat) mask |= 1 << of
  return mask
}

const shapeOf = ({ alone, together }: LyingRates, company: readonly Seat[] | null) =>
  company === null ? 1 : company.length === 0 ? alone : together

/** Whether a claim can be true in the light of certain knowledge. */
function isSound({ claims, denials }: SlotRecord, { me, mine, empty, at }: SlotKnowledge, seat: Seat): boolean {
  const claim = claims[seat]!
  if ((empty >> claim.place) & 1) return false
  if (mine) {
    if (!consistent(seat, claim, me, { place: mine.place, with: seatsIn(mine.company) })) return false
    if (denials.some(([by, of]) => by === seat && of === me) && (mine.company >> seat) & 1) return false
  }
  for (const { who, place } of at) {
    const named = who === seat || claim.with?.includes(who)
    if (named && claim.place !== place) return false
    if (!named && claim.with && claim.place === place) return false
  }
  return true
}

function mayBeAt({ me, mine, empty, at }: SlotKnowledge, suspect: Seat, place: number): boolean {
  if (suspect === me) return mine ? mine.place === place : true
  if ((empty >> place) & 1) return false
  if (mine && ((mine.company >> suspect) & 1) === (mine.place === place ? 0 : 1)) return false
  return !at.some((one) => one.who === suspect && one.place !== place)
}

/** The honest can't have seen the suspect elsewhere, nor have been at the scene, nor have missed it where it was. */
const fits = (witness: Witness, suspect: Seat, { place, alone }: Whereabouts): boolean => {
  const names = ((witness.there >> suspect) & 1) === 1
  if (witness.place !== place) return !names
  return !alone && (names || !witness.full) && !((witness.denies >> suspect) & 1)
}

function sumOverLiars(witnesses: readonly Witness[], suspect: Seat, where: Whereabouts): number {
  let honest = 0
  let weight = 1
  for (let index = 0; index < witnesses.length; index++) {
    const witness = witnesses[index]!
    if (witness.seat === suspect) continue
    if (witness.sound && fits(witness, suspect, where)) honest |= 1 << index
    else weight *= witness.lie
  }
  return weight === 0 ? 0 : weight * sumOverCliques(witnesses, honest)
}

/** The sum over sets of honest witnesses without a conflict; those with no foe left are settled at once. */
function sumOverCliques(witnesses: readonly Witness[], open: number): number {
  let weight = 1
  for (let index = 0; open >> index !== 0; index++) {
    if (!((open >> index) & 1)) continue
    const { truth, lie, foes } = witnesses[index]!
    const against = foes & open
    if (against === 0) {
      weight *= truth + lie
      open &= ~(1 << index)
    }
  }
  if (open === 0) return weight
  const first = 31 - Math.clz32(open & -open)
  const { truth, lie, foes } = witnesses[first]!
  const rest = open & ~(1 << first)
  let liars = 1
  for (let index = 0; rest >> index !== 0; index++) if (((rest & foes) >> index) & 1) liars *= witnesses[index]!.lie
  return weight * (lie * sumOverCliques(witnesses, rest) + truth * liars * sumOverCliques(witnesses, rest & ~foes))
}

/** A suspect's own word about a slot in which it was at the scene, or fetched the weapon. */
function ownWord({ column, rates }: SlotQuestion, suspect: Seat, { place, alone }: Whereabouts): number {
  const claim = column.claims[suspect]
  const late = column.deflected.includes(suspect) ? rates.deflected : 1
  if (!claim) return late
  if (!alone) return late * (claim.place === place ? 1 : shapeOf(rates, claim.with))
  return late * (claim.place === place ? SCENE_TRUTH : shapeOf(rates, claim.with))
}

/** Claiming the scene at the hour of the deed is next to unknown, as a culprit's truth and still more as an innocent's lie. */
const SCENE_TRUTH = 0.05
const SCENE_LIE = 0.005

function freeFit({ column, rates, known }: SlotQuestion, witnesses: readonly Witness[], suspect: Seat): number {
  const own = indexOf(witnesses, suspect)
  const others = ((1 << witnesses.length) - 1) & ~(own < 0 ? 0 : 1 << own)
  let honest = 0
  let weight = 1
  for (let index = 0; index < witnesses.length; index++) {
    if (!((others >> index) & 1)) continue
    if (witnesses[index]!.sound) honest |= 1 << index
    else weight *= witnesses[index]!.lie
  }
  if (own < 0) return weight * sumOverCliques(witnesses, honest)
  const { foes, sound } = witnesses[own]!
  const lie = rates.culprit * shapeOf(rates, column.claims[suspect]?.with ?? null)
  const lying = lie * sumOverCliques(witnesses, honest)
  if (!sound || suspect === known.me) return weight * lying
  let liars = 1
  for (let index = 0; honest >> index !== 0; index++) if (((honest & foes) >> index) & 1) liars *= witnesses[index]!.lie
  return weight * (lying + (1 - rates.culprit) * liars * sumOverCliques(witnesses, honest & ~foes))
}
