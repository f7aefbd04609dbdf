/** Chooses what to ask, search, show or rebut: each offered move is scored by how much it may tell about the likeliest suspects. */
import type { Move } from '../../arena/core/game.ts'
import type { Random } from '../../arena/core/rng.ts'
import { suspectedIn } from '../../arena/games/murder-mystery/claims.ts'
import type { Act } from '../../arena/games/murder-mystery/moves.ts'
import type { MysteryView, SaysView } from '../../arena/games/murder-mystery/view.ts'
import { clueOf, type Hours, hoursOf, lexiconOf } from './reading.ts'
import type { Weights } from './weights.ts'

export interface Inquiry {
  readonly view: MysteryView
  /** Probability of guilt by seat, as the inquirer sees it, or wants it seen. */
  readonly belief: ArrayLike<number>
  readonly weights: Weights
}

/** What else the caller has to say about the moves. */
export interface Taste {
  /** Moves it would not make. */
  refuses?(act: Act): boolean
  /** Added to a move's score. */
  bonus?(act: Act, move: Move): number
}

/** The move with the highest score plus noise among those not refused. */
export function bestTurn(moves: readonly Move[], inquiry: Inquiry, random: Random, taste: Taste = {}): Move {
  const lexicon = lexiconOf(inquiry.view.case)
  const grounds = groundsOf(inquiry)
  const { noise } = inquiry.weights
  let best = moves[0]!
  let most = Number.NEGATIVE_INFINITY
  let first = true
  for (let at = 0; at < moves.length; at++) {
    const move = moves[at]!
    const act = lexicon.read(move)
    if (taste.refuses?.(act)) continue
    const score = scoreTurn(grounds, act, move) + (taste.bonus?.(act, move) ?? 0) + noise * random()
    if (first || score > most) [best, most, first] = [move, score, false]
  }
  return best
}

/** An inquiry with what every move's score rests on. */
interface Grounds extends Inquiry {
  readonly hours: Hours
  /** Bit mask of those who look suspicious for all to see. */
  readonly suspected: number
}

const groundsOf = ({ view, belief, weights }: Inquiry): Grounds => ({
  view,
  belief,
  weights,
  hours: hoursOf(view),
  suspected: suspectedIn(view.record),
})

function scoreTurn(grounds: Grounds, act: Act, move: Move): number {
  const { view, belief, weights } = grounds
  const { deed, took, tookKnown } = grounds.hours
  switch (act.kind) {
    case 'where': {
      const guilt = belief[act.to]!
      const atDeed = deed[act.slot]!
      const atTook = took[act.slot]!
      return (
        guilt * (weights.whereDeed * atDeed + weights.whereTook * atTook + weights.whereAny) +
        (1 - guilt) * (weights.witnessDeed * atDeed + weights.witnessTook * atTook)
      )
    }
    case 'saw': {
      const guilt = belief[act.to]!
      const atDeed = deed[act.slot]!
      const atTook = took[act.slot]!
      return (
        guilt * (weights.sawDeed * atDeed + weights.sawTook * atTook + weights.sawAny) +
        (1 - guilt) * (weights.seenDeed * atDeed + weights.seenTook * atTook) +
        neighbours(grounds, act.to, act.slot) * (atDeed + atTook / 2)
      )
    }
    case 'contradict':
      return weights.contradict + weights.contradictDeed * (deed[act.slot]! + took[act.slot]! / 2)
    case 'confirm':
      return weights.confirm + weights.confirmDeed * (deed[act.slot]! + took[act.slot]! / 2) * (1 - belief[act.to]!)
    case 'deny':
      return weights.deny
    case 'search': {
      const { crime } = view.case
      const scene = act.place === crime?.place ? weights.searchScene : 0
      return weights.search + scene + (act.place === crime?.from && !tookKnown ? weights.searchSource : 0)
    }
    case 'share':
      return (clueOf(view, move)?.says ?? []).reduce(
        (sum, says) => sum + shareWeight(weights, says),
        weights.shareMotive,
      )
    case 'found':
      return foundWeight(view, weights, act.to)
    case 'about':
      return weights.about * (1 + belief[act.of]!)
    case 'accuse':
      return weights.accuse * belief[act.to]! * view.case.cast.length
    case 'ask':
      return weights.sawDeed * belief[act.to]!
    default:
      return -1
  }
}

/** Others who claim the same place, and words in conflict, make company worth asking for. */
function neighbours({ view, weights, suspected }: Grounds, seat: number, slot: number): number {
  const { claims } = view.record.slots[slot]!
  const place = claims[seat]?.place
  let shared = 0
  for (let other = 0; other < claims.length; other++)
    if (other !== seat && claims[other]?.place === place) shared = weights.shared
  return shared + ((suspected >> seat) & 1 ? weights.conflict : 0)
}

/** A find at the scene is worth more than one elsewhere. */
function foundWeight({ record, case: story }: MysteryView, weights: Weights, seat: number): number {
  const scene = record.searches.some(({ by, place }) => by === seat && place === story.crime?.place)
  return weights.found + (scene ? weights.foundScene : 0)
}

const shareWeight = (weights: Weights, says: SaysView): number => {
  switch (says.kind) {
    case 'trait':
      return weights.shareTrait
    case 'took':
      return weights.shareTook
    case 'empty':
    case 'at':
      return weights.shareEmpty
    case 'item':
      return weights.shareItem
    case 'motive':
    case 'suggests':
      return weights.shareMotive
    default:
      throw says satisfies never
  }
}
