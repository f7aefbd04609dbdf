/**
 * How a culprit plays: the same questions as everybody, on what everybody can infer; answers and bluffs chosen by
 * what the table would think of it afterwards; the truth wherever it does no harm.
 */
import type { Move } from '../../arena/core/game.ts'
import { pick, type Random } from '../../arena/core/rng.ts'
import { type Reader, readerOf } from '../../arena/games/murder-mystery/belief.ts'
import { withClaim, withDenial } from '../../arena/games/murder-mystery/claims.ts'
import { type Act, maskOf, seatsIn } from '../../arena/games/murder-mystery/moves.ts'
import type { MysteryView, SaysView } from '../../arena/games/murder-mystery/view.ts'
import { bestTurn } from '../detective/investigate.ts'
import { actOf, argmax, clueOf, namedOn, type Rebuttal } from '../detective/reading.ts'
import type { Weights } from '../detective/weights.ts'
import { GUILE, type Guile, heatOf, riskOf, safestAnswer } from './lying.ts'

export interface GuiltyMind {
  act(view: MysteryView, moves: readonly Move[]): Move
  /** The suspicions it would own to: what everybody can infer, of everybody but its own side. */
  pretend(view: MysteryView): number[]
}

export function guiltyMind(random: Random, weights: Weights, guile: Guile = GUILE): GuiltyMind {
  const everybody = readerOf('public')
  const pretend = (view: MysteryView) => {
    const mine = maskOf([view.me!.seat, ...view.me!.partners])
    const shown = Array.from(everybody.posterior(view), (chance, seat) => ((mine >> seat) & 1 ? 0 : chance))
    const sum = shown.reduce((total, chance) => total + chance, 0)
    const others = shown.length - seatsIn(mine).length
    return shown.map((chance, seat) => ((mine >> seat) & 1 ? 0 : sum > 0 ? chance / sum : 1 / others))
  }
  const answer = (view: MysteryView, moves: readonly Move[]): Move => {
    const question = view.record.question && actOf(view.case, view.record.question.move)
    if (question?.kind === 'where' || question?.kind === 'saw')
      return safestAnswer(view, moves, question.slot, { everybody, guile })
    if (question?.kind === 'found') return showing(view, moves)
    if (question?.kind !== 'about') return moves[0]!
    const own = view.me!.motives.includes(question.of)
    const friend = view.me!.partners.includes(question.of)
    return !friend && (own || random() < guile.motive) ? 'motive' : 'nothing'
  }
  const bonus = (view: MysteryView) => (act: Act, move: Move) => {
    if (act.kind === 'search') return guile.search
    if (act.kind === 'share')
      return (clueOf(view, move)?.says ?? []).some(harmless(view)) ? guile.shareOther : guile.share
    if (act.kind !== 'contradict' && act.kind !== 'confirm' && act.kind !== 'deny') return 0
    return rebuttalWorth(view, act, guile, everybody) - scoreOf(act.kind, weights)
  }
  return {
    pretend,
    act(view, moves) {
      if (moves.length === 1) return moves[0]!
      const { phase } = view.record
      if (phase === 'answer') return answer(view, moves)
      const belief = pretend(view)
      if (phase === 'vote' || phase === 'run-off') return ballotOf(view, moves, belief, random)
      return bestTurn(moves, { view, belief, weights }, random, { bonus: bonus(view) })
    },
  }
}

/** Shows what harms it least; a find that points at it is kept back while deflecting is allowed. */
function showing(view: MysteryView, moves: readonly Move[]): Move {
  const mild = moves.find((move) => (clueOf(view, move)?.says ?? []).every(harmless(view)) && move !== 'deflect')
  return mild ?? (moves.includes('deflect') ? 'deflect' : moves[0]!)
}

const scoreOf = (kind: 'contradict' | 'confirm' | 'deny', weights: Weights) =>
  kind === 'contradict' ? weights.contradict : kind === 'confirm' ? weights.confirm : weights.deny

/** How far a statement would lower the table's belief in the speaker, less the risk of being found out. */
function rebuttalWorth(view: MysteryView, act: Rebuttal, guile: Guile, everybody: Reader): number {
  const me = view.me!
  const column = view.record.slots[act.slot]!
  const before = heatOf(me, everybody.posterior(view))
  if (act.kind === 'deny') {
    const after = everybody.supposing(view, act.slot, withDenial(column, me.seat, act.to))
    return guile.bluff * (before - heatOf(me, after)) - guile.bluffRisk
  }
  const standing = column.claims[act.to]!
  const company =
    act.kind === 'contradict' ? null : [...(standing.with ?? []), act.to].filter((seat) => seat !== me.seat)
  const claim = column.claims[me.seat] ?? { place: standing.place, with: company?.sort((a, b) => a - b) ?? null }
  const spoken = withClaim(column, me.seat, claim)
  const said = act.kind === 'contradict' ? withDenial(spoken, me.seat, act.to) : spoken
  const after = everybody.supposing(view, act.slot, said)
  return (
    guile.bluff * (before - heatOf(me, after)) - guile.bluffRisk * riskOf({ view, me, slot: act.slot, guile }, claim)
  )
}

/** Clues about somebody else's doings that leave the speaker out of it. */
const harmless =
  ({ me }: MysteryView) =>
  (says: SaysView) =>
    (says.kind === 'item' || says.kind === 'motive' || says.kind === 'suggests') &&
    says.who !== me!.seat &&
    !me!.culprits.includes(says.who)

function ballotOf(view: MysteryView, moves: readonly Move[], belief: readonly number[], random: Random): Move {
  const named = namedOn(moves, view.case).filter((seat) => !view.me!.partners.includes(seat))
  if (named.length === 0) return pick(moves, random())
  return `vote ${view.case.cast[argmax(belief, named)]!.id}`
}
