/** Perfect play where nothing is hidden and no move is simultaneous: backward induction over every reachable state. */
import { ParleyError } from '../core/errors.ts'
import { uniform } from './policy.ts'
import { CHANCE, END, type Profile, profileOf, type Tree } from './tree.ts'
import { bestResponse } from './value.ts'

export interface Minimax {
  /** Score by seat under best play. */
  readonly value: readonly number[]
  /** By profile entry: the mover's score after that move and best play. */
  readonly worth: Float64Array
  /** By profile entry: 1 when no move of the infoset is better, else 0. */
  readonly best: Profile
}

export const hidesNothing = (tree: Tree): boolean => tree.infosets.every(({ nodes }) => nodes.length === 1)

/** Every seat maximises its own score; ties go to the first best move. Throws `hidden-information`. */
export function minimax(tree: Tree): Minimax {
  if (!hidesNothing(tree)) {
    throw new ParleyError('hidden-information', `${tree.game}: seats see too little for minimax; use CFR`)
  }
  const { seats, infosets, first, child } = tree
  const scores = Float64Array.from(tree.scores)
  const worth = new Float64Array(tree.entries)
  const best = new Float64Array(tree.entries)
  for (let node = 0; node < tree.nodes; node++) {
    const set = tree.infoset[node]!
    if (set === END) continue
    if (set === CHANCE) average(tree, scores, node)
    else {
      const { seat, moves, first: entry } = infosets[set]!
      for (let index = 0; index < moves.length; index++) {
        worth[entry + index] = scores[child[first[node]! + index]! * seats + seat]!
      }
      const most = Math.max(...worth.subarray(entry, entry + moves.length))
      for (let index = 0; index < moves.length; index++) best[entry + index] = worth[entry + index] === most ? 1 : 0
      const chosen = child[first[node]! + best.subarray(entry, entry + moves.length).indexOf(1)]!
      scores.copyWithin(node * seats, chosen * seats, chosen * seats + seats)
    }
  }
  return { value: [...scores.subarray(tree.root * seats, tree.root * seats + seats)], worth, best }
}

function average({ seats, first, child, chance }: Tree, scores: Float64Array, node: number): void {
  for (let edge = first[node]!; edge < first[node + 1]!; edge++) {
    for (let seat = 0; seat < seats; seat++)
      scores[node * seats + seat]! += chance[edge]! * scores[child[edge]! * seats + seat]!
  }
}

/** Minimax that hopes: of the best moves, those that win most against an opponent that plays at random. */
export function hopefulMinimax(tree: Tree): Profile {
  const { best } = minimax(tree)
  const random = profileOf(tree, uniform)
  const profile = new Float64Array(tree.entries)
  for (let seat = 0; seat < tree.seats; seat++) {
    const response = bestResponse(tree, random, seat, best).profile
    for (const set of tree.infosets) {
      if (set.seat !== seat) continue
      for (let entry = set.first; entry < set.first + set.moves.length; entry++) profile[entry] = response[entry]!
    }
  }
  return profile
}
