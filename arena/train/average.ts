/**
 * The average policy of a run in a small game, exactly: what picking one of the rounds' policies at random for a whole
 * match plays. Each round's move odds count by how likely the seat itself is to come there under that round's policy.
 */
import { ParleyError } from '../core/errors.ts'
import type { Game } from '../core/game.ts'
import { compileTree, nashConv, type Profile, type Tree } from '../solve/index.ts'
import type { Encode } from './encode.ts'
import { logProbsOf, type Policy } from './self-play.ts'

/** States beyond which a game is not laid out. */
const LIMIT = 20_000

/** The game's tree, or null when it hides its rules or is too large. */
export function smallTree(game: Game, limit = LIMIT): Tree | null {
  if (!game.openRules) return null
  try {
    return compileTree(game, limit)
  } catch (error) {
    if (error instanceof ParleyError) return null // too large or endless: it is measured by playing
    throw error
  }
}

export async function profileOf(tree: Tree, game: Game, policy: Policy, encode: Encode): Promise<Profile> {
  const rows = await logProbsOf(
    policy,
    tree.infosets.map(({ view, seat, moves }) => encode(game, view, seat, moves)),
  )
  const profile = new Float64Array(tree.entries)
  for (const [i, { first, moves }] of tree.infosets.entries()) {
    const chances = Array.from(rows[i]!, Math.exp)
    const total = chances.reduce((sum, chance) => sum + chance, 0)
    for (let move = 0; move < moves.length; move++) profile[first + move] = chances[move]! / total
  }
  return profile
}

/** Adds a round's policy, weighted by own reach, to `sums` [entries]. */
export function addToAverage(tree: Tree, profile: Profile, sums: Float64Array): void {
  const reach = ownReach(tree, profile)
  for (const [i, { first, moves }] of tree.infosets.entries()) {
    for (let move = 0; move < moves.length; move++) sums[first + move]! += reach[i]! * profile[first + move]!
  }
}

/** The average of what was added; uniform where nobody came. */
export function averageOf(tree: Tree, sums: Float64Array): Profile {
  const profile = new Float64Array(tree.entries)
  for (const { first, moves } of tree.infosets) {
    const total = sums.subarray(first, first + moves.length).reduce((sum, one) => sum + one, 0)
    for (let move = 0; move < moves.length; move++) {
      profile[first + move] = total > 0 ? sums[first + move]! / total : 1 / moves.length
    }
  }
  return profile
}

export const nashConvOf = (tree: Tree, profile: Profile): number => nashConv(tree, profile).nashConv

/** By infoset: the product of the seat's own odds on the way there (the same on every way, as seats remember). */
function ownReach(tree: Tree, profile: Profile): Float64Array {
  const { root, infoset, infosets, first, child, seats } = tree
  const reach = new Float64Array(tree.nodes * seats).fill(-1)
  const bySet = new Float64Array(infosets.length)
  reach.fill(1, root * seats, root * seats + seats)
  for (let node = root; node >= 0; node--) {
    const here = reach.subarray(node * seats, node * seats + seats)
    if (here[0]! < 0) continue
    const set = infoset[node]!
    const seat = set >= 0 ? infosets[set]!.seat : -1
    if (set >= 0) bySet[set] = here[seat]!
    for (let edge = first[node]!; edge < first[node + 1]!; edge++) {
      const below = reach.subarray(child[edge]! * seats, child[edge]! * seats + seats)
      below.set(here)
      if (set >= 0) below[seat]! *= profile[infosets[set]!.first + edge - first[node]!]!
    }
  }
  return bySet
}
