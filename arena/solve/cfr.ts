/**
 * CFR+: counterfactual regret minimisation with regrets kept at or above zero, seats updated in turn, and the average
 * weighted by iteration (Tammelin 2014). The average policy goes to an equilibrium in two-seat zero-sum games.
 */
import { CHANCE, END, type Profile, type Tree } from './tree.ts'
import { reachOfOthers } from './value.ts'

/** An iteration that can be continued: nothing else is done between two calls of `run`. */
export interface Iteration {
  /** Updates every seat `count` times more. */
  run(count: number): void
  /** The average policy so far. */
  average(): Profile
}

export function cfrFrom(tree: Tree): Iteration {
  const regret = new Float64Array(tree.entries)
  const total = new Float64Array(tree.entries)
  const current = new Float64Array(tree.entries)
  for (const set of tree.infosets) normalise(current, regret, set)
  let done = 0
  const update = (seat: number) => {
    addRegrets(tree, current, seat, regret)
    addAverage(tree, current, seat, total, done)
    for (const set of tree.infosets) if (set.seat === seat) normalise(current, regret, set)
  }
  return {
    run(count) {
      for (const last = done + count; done < last; ) {
        done++
        for (let seat = 0; seat < tree.seats; seat++) update(seat)
      }
    },
    average() {
      const average = new Float64Array(tree.entries)
      for (const set of tree.infosets) normalise(average, total, set)
      return average
    },
  }
}

/** The average policy after `iterations` updates of every seat. */
export function cfrPlus(tree: Tree, iterations: number): Profile {
  const iteration = cfrFrom(tree)
  iteration.run(iterations)
  return iteration.average()
}

/** Weights to probabilities; equal ones where there is no weight. */
function normalise(to: Profile, weights: Float64Array, { first, moves }: { first: number; moves: readonly string[] }) {
  let sum = 0
  for (let entry = first; entry < first + moves.length; entry++) sum += weights[entry]!
  for (let entry = first; entry < first + moves.length; entry++)
    to[entry] = sum > 0 ? weights[entry]! / sum : 1 / moves.length
}

/** Adds what each move would have gained over the current mix, weighted by the others' reach; drops below zero are cut. */
function addRegrets(tree: Tree, profile: Profile, seat: number, regret: Float64Array): void {
  const { infoset, infosets, first, child } = tree
  const reach = reachOfOthers(tree, profile, seat)
  const worth = worthOf(tree, profile, seat)
  for (let node = 0; node < tree.nodes; node++) {
    const set = infoset[node]!
    if (set < 0 || infosets[set]!.seat !== seat || reach[node] === 0) continue
    const { first: entry, moves } = infosets[set]!
    for (let index = 0; index < moves.length; index++) {
      regret[entry + index]! += reach[node]! * (worth[child[first[node]! + index]!]! - worth[node]!)
    }
  }
  for (const { seat: owner, first: entry, moves } of infosets) {
    if (owner !== seat) continue
    for (let at = entry; at < entry + moves.length; at++) if (regret[at]! < 0) regret[at] = 0
  }
}

/** Expected score of `seat` from each node on. */
function worthOf(tree: Tree, profile: Profile, seat: number): Float64Array {
  const { nodes, seats, infoset, infosets, first, child, chance, scores } = tree
  const worth = new Float64Array(nodes)
  for (let node = 0; node < nodes; node++) {
    const set = infoset[node]!
    if (set === END) {
      worth[node] = scores[node * seats + seat]!
      continue
    }
    const from = first[node]!
    const offset = set === CHANCE ? 0 : infosets[set]!.first - from
    let sum = 0
    for (let edge = from; edge < first[node + 1]!; edge++) {
      sum += (set === CHANCE ? chance[edge]! : profile[edge + offset]!) * worth[child[edge]!]!
    }
    worth[node] = sum
  }
  return worth
}

/** Adds the current mix, weighted by iteration and by how far the seat itself plays toward each infoset. */
function addAverage(tree: Tree, profile: Profile, seat: number, total: Float64Array, weight: number): void {
  const { root, infoset, infosets, first, child } = tree
  const reach = new Float64Array(tree.nodes)
  reach[root] = 1
  for (let node = root; node >= 0; node--) {
    const here = reach[node]!
    const set = infoset[node]!
    if (here === 0 || set === END) continue
    const own = set >= 0 && infosets[set]!.seat === seat
    const offset = set >= 0 ? infosets[set]!.first - first[node]! : 0
    for (let edge = first[node]!; edge < first[node + 1]!; edge++) {
      const chance = own ? profile[edge + offset]! : 1
      reach[child[edge]!]! += here * chance
      if (own) total[edge + offset]! += weight * here * chance
    }
  }
}
