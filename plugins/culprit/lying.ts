/** Which lie is safest: shared by a culprit and by an innocent who hides something, so that neither lies in a manner of its own. */
import type { Seat } from '../../arena/core/game.ts'
import type { Reader } from '../../arena/games/murder-mystery/belief.ts'
import { withClaim } from '../../arena/games/murder-mystery/claims.ts'
import { type Act, seatsIn } from '../../arena/games/murder-mystery/moves.ts'
import type { Claim, ClueView, MysteryView, Own } from '../../arena/games/murder-mystery/view.ts'
import { actOf, lexiconOf } from '../detective/reading.ts'

/** How a liar weighs; found by hill climbing (`test/bench/tune-detective.ts`). */
export interface Guile {
  /** What being found out costs, against a point of public belief. */
  readonly risk: number
  /** Parts of the risk: that an unheard honest person was there; that a clue refutes it; that others claim the place; that a named companion has yet to agree. */
  readonly met: number
  readonly proved: number
  readonly crowd: number
  readonly unready: number
  /** The culprit's own: worth of a search, of showing what points at it, of showing the rest. */
  readonly search: number
  readonly share: number
  readonly shareOther: number
  /** Worth of a point of public belief lost by a rebuttal, and the cost of the risk it runs. */
  readonly bluff: number
  readonly bluffRisk: number
  /** How often it makes up a motive. */
  readonly motive: number
  /** An accomplice's: worth of standing by a culprit's alibi. */
  readonly cover: number
}

export const GUILE: Guile = {
  risk: 0.55,
  met: 1,
  proved: 0.6,
  crowd: 0.5,
  unready: 0.4,
  search: 0.5,
  share: -4,
  shareOther: 1,
  bluff: 4,
  bluffRisk: 0.6,
  motive: 0.5,
  cover: 0.6,
}

/** The claim an answer makes; null for one that makes none. */
export function claimOf(act: Act, standing: Claim | null): Claim | null {
  if (act.kind === 'in') return { place: act.place, with: null }
  if (!standing) return null
  if (act.kind === 'alone') return { place: standing.place, with: [] }
  return act.kind === 'with' ? { place: standing.place, with: seatsIn(act.company) } : null
}

/** The answer, but not `without`, that leaves the speaker least suspected and least at risk; deflecting is never it. */
export function safestAnswer(
  view: MysteryView,
  moves: readonly string[],
  slot: number,
  { everybody, guile, without }: { everybody: Reader; guile: Guile; without?: string | undefined },
): string {
  const me = view.me!
  const column = view.record.slots[slot]!
  let best = moves[0] === without ? moves[1]! : moves[0]!
  let least = Number.POSITIVE_INFINITY
  const lexicon = lexiconOf(view.case)
  for (let at = 0; at < moves.length; at++) {
    const move = moves[at]!
    const claim = claimOf(lexicon.read(move), column.claims[me.seat] ?? null)
    if (!claim || move === without) continue
    const after = everybody.supposing(view, slot, withClaim(column, me.seat, claim))
    const cost =
      heatOf(me, after) +
      guile.risk * riskOf({ view, me, slot, guile }, claim) -
      coverOf({ view, me, slot, guile }, claim)
    if (cost < least) [best, least] = [move, cost]
  }
  return best
}

/** What the table thinks of those the speaker shields: itself, or the culprits it lies for. */
export function heatOf(me: Own, belief: ArrayLike<number>): number {
  if (me.culprits.length === 0 || me.culprits.includes(me.seat)) return belief[me.seat]!
  return me.culprits.reduce((sum, culprit) => sum + belief[culprit]!, 0)
}

/** Worth of an accomplice's word that puts it where a culprit says it was, or may say so, in an hour to cover. */
function coverOf({ view, me, slot, guile }: Lie, claim: Claim): number {
  if (me.culprits.length === 0 || me.culprits.includes(me.seat)) return 0
  const secret = me.secrets.find((one) => one.slot === slot)
  if (!secret) return 0
  const { claims } = view.record.slots[slot]!
  const said = me.culprits.flatMap((culprit) => claims[culprit]?.place ?? [])
  return (said.length > 0 ? said.includes(claim.place) : secret.alibi === claim.place) ? guile.cover : 0
}

interface Lie {
  readonly view: MysteryView
  readonly me: Own
  readonly slot: number
  readonly guile: Guile
}

/** Chance, roughly, that somebody's true word will contradict the claim. */
export function riskOf({ view, me, slot, guile }: Lie, claim: Claim): number {
  const truth = me.timetable[slot]
  if (!truth) return 0
  const honest = truth.place === claim.place && sameSeats(truth.with, claim.with ?? truth.with)
  if (honest) return 0
  const column = view.record.slots[slot]!
  if (truth.with.length > 0) return 1
  let here = 0
  let open = 0
  for (let seat = 0; seat < column.claims.length; seat++) {
    if (seat === me.seat) continue
    const standing = column.claims[seat]
    if (!standing) open++
    else if (standing.place === claim.place) here++
  }
  const alibi = me.secrets.some((secret) => secret.slot === slot && secret.alibi === claim.place)
  const met = alibi ? 0 : 1 - (1 - 1 / Math.max(2, view.case.places.length - 1)) ** open
  const proved = provesEmpty(view.record.board, slot, claim.place) || provesEmpty(me.clues, slot, claim.place)
  const named = claim.with ?? []
  let unready = 0
  for (const seat of named) if (!column.claims[seat]?.with?.includes(me.seat)) unready++
  const crowd = here > named.length ? guile.crowd : 0
  return Math.min(1, guile.met * met + (proved ? guile.proved : 0) + crowd + guile.unready * unready)
}

function provesEmpty(clues: readonly ClueView[], slot: number, place: number): boolean {
  for (const { says } of clues)
    for (const one of says) if (one.kind === 'empty' && one.slot === slot && one.place === place) return true
  return false
}

const sameSeats = (one: readonly Seat[], other: readonly Seat[]) =>
  one.length === other.length && one.every((seat) => other.includes(seat))

/** What an innocent says about the slot it hides; undefined when it has nothing to hide here. */
export function hideAnswer(
  view: MysteryView,
  moves: readonly string[],
  mind: { everybody: Reader; guile: Guile },
): string | undefined {
  const me = view.me!
  const question = view.record.question && actOf(view.case, view.record.question.move)
  if (question?.kind !== 'where' && question?.kind !== 'saw') return undefined
  const { slot } = question
  if (!me.secrets.some((secret) => secret.slot === slot) || me.mayClaim[slot]!.length === 0) return undefined
  const truth = view.case.places[me.timetable[slot]?.place ?? -1]?.id
  return safestAnswer(view, moves, slot, moves.length > 1 ? { ...mind, without: `in ${truth}` } : mind)
}
