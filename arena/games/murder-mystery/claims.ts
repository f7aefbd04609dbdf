/** When two people's words about one slot can both be true. Pure functions of what was said. */
import type { Seat } from '../../core/game.ts'
import { maskOf } from './moves.ts'
import { replaced } from './state.ts'
import type { Claim, Pair, Record, SlotRecord } from './view.ts'

/**
 * Different places: nobody may be in both companies. The same place: two full claims name the same people; a full
 * one holds the other speaker; two bare ones say nothing against each other.
 */
export function consistent(one: Seat, claim: Claim, other: Seat, counter: Claim): boolean {
  const there = (claim.with ? maskOf(claim.with) : 0) | (1 << one)
  const here = (counter.with ? maskOf(counter.with) : 0) | (1 << other)
  if (claim.place !== counter.place) return (there & here) === 0
  if (claim.with && counter.with) return there === here
  if (claim.with) return ((there >> other) & 1) === 1
  if (counter.with) return ((here >> one) & 1) === 1
  return true
}

/** Whether `claim` holds up against `by` saying that it was not together with the claimant: it names `by`, or `by`'s own place. */
export const survivesDenial = (by: Seat, own: Claim | null, claim: Claim): boolean =>
  !claim.with?.includes(by) && own?.place !== claim.place

/** The slot after `seat` said where it was. */
export function withClaim({ claims: before, denials, deflected }: SlotRecord, seat: Seat, claim: Claim): SlotRecord {
  const claims = replaced(before, seat, claim)
  return { denials, conflicts: conflictsOf(claims, denials), deflected, claims }
}

/** The slot after `by` said it was not with `of`. */
export function withDenial({ claims, denials: before, deflected }: SlotRecord, by: Seat, of: Seat): SlotRecord {
  const denials: Pair[] = [...before, [by, of]]
  return { denials, conflicts: conflictsOf(claims, denials), deflected, claims }
}

/** The slot after `seat` declined to answer about it. */
export function withDeflection({ denials, conflicts, deflected, claims }: SlotRecord, seat: Seat): SlotRecord {
  return { denials, conflicts, deflected: [...deflected, seat], claims }
}

/** Pairs of claims in the order of seats, then pairs by denial in the order they were made. */
function conflictsOf(claims: readonly (Claim | null)[], denials: readonly Pair[]): Pair[] {
  const conflicts: Pair[] = []
  for (let one = 0; one < claims.length; one++) {
    const claim = claims[one]
    if (!claim) continue
    for (let other = one + 1; other < claims.length; other++) {
      const counter = claims[other]
      if (counter && (claim.with || counter.with) && !consistent(one, claim, other, counter))
        conflicts.push([one, other])
    }
  }
  for (const [by, of] of denials) {
    const claim = claims[of]
    const known = conflicts.some(([one, other]) => (one === by && other === of) || (one === of && other === by))
    if (claim && !known && !survivesDenial(by, claims[by]!, claim)) conflicts.push(by < of ? [by, of] : [of, by])
  }
  return conflicts
}

/** Bit mask of those in conflict with somebody, or accused by at least two. */
export function suspectedIn({ slots, accusations }: Record): number {
  let suspected = 0
  for (const { conflicts } of slots)
    for (let at = 0; at < conflicts.length; at++) suspected |= (1 << conflicts[at]![0]) | (1 << conflicts[at]![1])
  const accusers: number[] = []
  for (const { by, of } of accusations) accusers[of] = (accusers[of] ?? 0) | (1 << by)
  for (let of = 0; of < accusers.length; of++) {
    const mask = accusers[of] ?? 0
    if ((mask & (mask - 1)) !== 0) suspected |= 1 << of
  }
  return suspected
}
