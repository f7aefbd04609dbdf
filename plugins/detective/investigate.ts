/** Chooses what to ask, search, show or rebut: each offered move is scored by how much it may tell about the likeliest suspects. */
import type { Move } from '../../arena/core/game.ts'
import type { Random } from '../../arena/core/rng.ts'
import { isSuspected } from '../../arena/games/murder-mystery/claims.ts'
import type { MysteryView, SaysView } from '../../arena/games/murder-mystery/view.ts'
import { actOf, clueOf, type Hours, hoursOf } from './reading.ts'
import type { Weights } from './weights.ts'

export interface Inquiry {
  readonly view: MysteryView
  /** Probability of guilt by seat, as the inquirer sees it, or wants it seen. */
  readonly belief: ArrayLike<number>
  readonly weights: Weights
}

/** The move with the highest score plus noise. `bonus` is the caller's own say. */
export function bestTurn(
  moves: readonly Move[],
  inquiry: Inquiry,
  random: Random,
  bonus: (move: Move) => number = () => 0,
): Move {
  const hours = hoursOf(inquiry.view)
  let best = moves[0]!
  let most = Number.NEGATIVE_INFINITY
  for (const move of moves) {
    const score = scoreTurn(inquiry, hours, move) + bonus(move) + inquiry.weights.noise * random()
    if (score > most) [best, most] = [move, score]
  }
  return best
}

export function scoreTurn({ view, belief, weights }: Inquiry, { deed, took, tookKnown }: Hours, move: Move): number {
  const act = actOf(view.case, move)
  switch (act.kind) {
    case 'where': {
      const guilt = belief[act.to]!
      const hour = { deed: deed[act.slot]!, took: took[act.slot]! }
      return (
        guilt * (weights.whereDeed * hour.deed + weights.whereTook * hour.took + weights.whereAny) +
        (1 - guilt) * (weights.witnessDeed * hour.deed + weights.witnessTook * hour.took)
      )
    }
    case 'saw': {
      const guilt = belief[act.to]!
      const hour = { deed: deed[act.slot]!, took: took[act.slot]! }
      return (
        guilt * (weights.sawDeed * hour.deed + weights.sawTook * hour.took + weights.sawAny) +
        (1 - guilt) * (weights.seenDeed * hour.deed + weights.seenTook * hour.took) +
        neighbours(view, weights, act.to, act.slot) * (hour.deed + hour.took / 2)
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
function neighbours({ record }: MysteryView, weights: Weights, seat: number, slot: number): number {
  const { claims } = record.slots[slot]!
  const place = claims[seat]?.place
  const shared = claims.some((claim, other) => other !== seat && claim?.place === place)
  return (shared ? weights.shared : 0) + (isSuspected(record, seat) ? weights.conflict : 0)
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
