/** Exact worth of policies: game value, best response, NashConv. Walks a compiled tree. */
import type { Seat } from '../core/game.ts'
import type { Policy } from './policy.ts'
import { CHANCE, END, type Profile, profileOf, type Tree } from './tree.ts'

export interface NashConv {
  /** Sum over seats of what a best response would gain; 0 exactly for an equilibrium. */
  readonly nashConv: number
  /** Expected score by seat when all follow the policy. */
  readonly value: readonly number[]
  /** By seat: expected score of its best response to the others. */
  readonly bestResponse: readonly number[]
}

/** Expected score by seat. */
export function gameValue(tree: Tree, policy: Policy | Profile): number[] {
  const { nodes, seats, infoset, infosets, first, child, chance } = tree
  const profile = profileFrom(tree, policy)
  const worth = Float64Array.from(tree.scores)
  for (let node = 0; node < nodes; node++) {
    const set = infoset[node]!
    if (set === END) continue
    const from = first[node]!
    const offset = set === CHANCE ? 0 : infosets[set]!.first - from
    for (let edge = from; edge < first[node + 1]!; edge++) {
      const weight = set === CHANCE ? chance[edge]! : profile[edge + offset]!
      for (let seat = 0; seat < seats; seat++)
        worth[node * seats + seat]! += weight * worth[child[edge]! * seats + seat]!
    }
  }
  return [...worth.subarray(tree.root * seats, tree.root * seats + seats)]
}

export interface BestResponse {
  readonly value: number
  /** The given profile with the seat's entries replaced by the best response (a pure one; the first of equal moves). */
  readonly profile: Profile
}

/**
 * The best `seat` can do against the others' play. Exact when the seat remembers what it saw and did, and in games
 * without hidden information. `allowed` bars moves: entries of 0 are never chosen.
 */
export function bestResponse(tree: Tree, policy: Policy | Profile, seat: Seat, allowed?: Profile): BestResponse {
  const profile = profileFrom(tree, policy)
  const search = new Search(tree, profile, seat, allowed)
  return { value: search.valueOf(tree.root), profile: search.profile }
}

export function nashConv(tree: Tree, policy: Policy | Profile): NashConv {
  const profile = profileFrom(tree, policy)
  const value = gameValue(tree, profile)
  const best = value.map((_, seat) => bestResponse(tree, profile, seat).value)
  return { nashConv: best.reduce((sum, one, seat) => sum + one - value[seat]!, 0), value, bestResponse: best }
}

/** How much an opponent that knows the policy wins on average, over both seats: NashConv / seats. */
export const exploitability = (tree: Tree, policy: Policy | Profile): number =>
  nashConv(tree, policy).nashConv / tree.seats

const profileFrom = (tree: Tree, policy: Policy | Profile): Profile =>
  typeof policy === 'function' ? profileOf(tree, policy) : policy

/** By node: the probability that chance and the other seats lead there. */
export function reachOfOthers(tree: Tree, profile: Profile, seat: Seat): Float64Array {
  const { root, infoset, infosets, first, child, chance } = tree
  const reach = new Float64Array(tree.nodes)
  reach[root] = 1
  for (let node = root; node >= 0; node--) {
    const here = reach[node]!
    const set = infoset[node]!
    if (here === 0 || set === END) continue
    const from = first[node]!
    const own = set >= 0 && infosets[set]!.seat === seat
    const offset = set >= 0 ? infosets[set]!.first - from : 0
    for (let edge = from; edge < first[node + 1]!; edge++) {
      reach[child[edge]!]! += here * (own ? 1 : set === CHANCE ? chance[edge]! : profile[edge + offset]!)
    }
  }
  return reach
}

/** One best response: values by node and choices by infoset, each found once, on demand. */
class Search {
  readonly profile: Profile
  readonly #tree: Tree
  readonly #seat: Seat
  readonly #allowed: Profile | undefined
  readonly #reach: Float64Array
  readonly #worth: Float64Array
  readonly #chosen: Int32Array

  constructor(tree: Tree, profile: Profile, seat: Seat, allowed: Profile | undefined) {
    this.#tree = tree
    this.#seat = seat
    this.#allowed = allowed
    this.profile = Float64Array.from(profile)
    this.#reach = reachOfOthers(tree, profile, seat)
    this.#worth = new Float64Array(tree.nodes).fill(Number.NaN)
    this.#chosen = new Int32Array(tree.infosets.length).fill(-1)
  }

  valueOf(node: number): number {
    const known = this.#worth[node]!
    if (!Number.isNaN(known)) return known
    const { infoset, infosets, first, child, chance, scores, seats } = this.#tree
    const set = infoset[node]!
    const from = first[node]!
    let worth = 0
    if (set === END) worth = scores[node * seats + this.#seat]!
    else if (set >= 0 && infosets[set]!.seat === this.#seat) worth = this.valueOf(child[from + this.#choose(set)]!)
    else {
      const offset = set === CHANCE ? 0 : infosets[set]!.first - from
      for (let edge = from; edge < first[node + 1]!; edge++) {
        const weight = set === CHANCE ? chance[edge]! : this.profile[edge + offset]!
        if (weight > 0) worth += weight * this.valueOf(child[edge]!)
      }
    }
    this.#worth[node] = worth
    return worth
  }

  /** The move with the highest worth over all nodes of the infoset, weighted by how the others lead there. */
  #choose(set: number): number {
    if (this.#chosen[set]! >= 0) return this.#chosen[set]!
    const { moves, first, nodes } = this.#tree.infosets[set]!
    let best = -1
    let most = Number.NEGATIVE_INFINITY
    for (let index = 0; index < moves.length; index++) {
      if (this.#allowed?.[first + index] === 0) continue
      let worth = 0
      for (const node of nodes) {
        const reach = this.#reach[node]!
        if (reach > 0) worth += reach * this.valueOf(this.#tree.child[this.#tree.first[node]! + index]!)
      }
      if (worth > most) [best, most] = [index, worth]
    }
    this.#chosen[set] = best
    this.profile.fill(0, first, first + moves.length)
    this.profile[first + best] = 1
    return best
  }
}
