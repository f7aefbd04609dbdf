/**
 * A game laid out once as flat arrays, so that solving is arithmetic: values, best responses and CFR walk these and
 * never call the rules again. Equal states are one node, so the "tree" is a graph without cycles; nodes are numbered
 * so that children come before their parents.
 */
import { ParleyError } from '../core/errors.ts'
import type { Choice, Game, Move, Next, Played, Seat } from '../core/game.ts'
import type { Policy } from './policy.ts'

/** All moments at which a seat sees the same: it must play the same in all of them. */
export interface Infoset {
  readonly seat: Seat
  readonly view: unknown
  readonly moves: readonly Move[]
  /** Index in a profile of its first move. */
  readonly first: number
  /** The nodes a seat can't tell apart. */
  readonly nodes: readonly number[]
}

export interface Tree {
  readonly game: string
  readonly seats: number
  readonly infosets: readonly Infoset[]
  /** Length of a profile: one entry for each move of each infoset. */
  readonly entries: number
  readonly nodes: number
  readonly root: number
  /** By node: its infoset, or -1 for chance, or -2 for an end. */
  readonly infoset: Int32Array
  /** Edges of node n are `first[n]` up to `first[n + 1]`. */
  readonly first: Int32Array
  readonly child: Int32Array
  /** By edge: probability of a chance outcome; 1 elsewhere. */
  readonly chance: Float64Array
  /** Scores at ends: node x seats + seat. */
  readonly scores: Float64Array
}

/** Probabilities aligned with a tree: entry `infoset.first + i` is the chance of `infoset.moves[i]`. */
export type Profile = Float64Array

export const CHANCE = -1
export const END = -2

/** Lays out `game`, from `state` on. Throws `too-large` past `limit` nodes. */
export function compileTree<State>(game: Game<State>, limit = 200_000, state: State = game.start()): Tree {
  return new Compiler(game as Game, limit).compile(state)
}

interface Sealed {
  readonly choices: readonly Choice[]
  readonly views: readonly unknown[]
}

const OPEN = -1 // a node that is being expanded

class Compiler {
  readonly #game: Game
  readonly #limit: number
  readonly #known = new Map<string, number>()
  readonly #sets = new Map<string, number>()
  readonly #infosets: { seat: Seat; view: unknown; moves: readonly Move[]; first: number; nodes: number[] }[] = []
  readonly #infoset: number[] = []
  readonly #first: number[] = [0]
  readonly #child: number[] = []
  readonly #chance: number[] = []
  readonly #scores: number[] = []
  #entries = 0

  constructor(game: Game, limit: number) {
    this.#game = game
    this.#limit = limit
  }

  compile(state: unknown): Tree {
    const root = this.#expand(state, undefined)
    return {
      game: this.#game.id,
      seats: this.#game.seats.length,
      infosets: this.#infosets,
      entries: this.#entries,
      nodes: this.#infoset.length,
      root,
      infoset: Int32Array.from(this.#infoset),
      first: Int32Array.from(this.#first),
      child: Int32Array.from(this.#child),
      chance: Float64Array.from(this.#chance),
      scores: Float64Array.from(this.#scores),
    }
  }

  /** `sealed`: what the seats saw when they were asked together; moves played since then were not seen. */
  #expand(state: unknown, sealed: Sealed | undefined): number {
    const key = JSON.stringify(sealed ? [state, sealed] : state)
    const known = this.#known.get(key)
    if (known === OPEN) throw new ParleyError('endless', `${this.#game.id}: a state comes back; the game need not end`)
    if (known !== undefined) return known
    this.#known.set(key, OPEN)
    const next = this.#game.next(state)
    const node =
      next.kind === 'choose'
        ? this.#decision(state, next, sealed)
        : next.kind === 'deal'
          ? this.#add(
              CHANCE,
              next.odds.map(({ move, chance }) => ({ chance, child: this.#after(state, null, move) })),
            )
          : this.#add(END, [], next.scores)
    this.#known.set(key, node)
    return node
  }

  #decision(state: unknown, { choices }: Next & { kind: 'choose' }, sealed: Sealed | undefined): number {
    const asked = sealed ?? { choices, views: choices.map(({ seat }) => this.#game.view(state, seat)) }
    const { seat, moves } = choices[0]!
    const view = asked.views[asked.choices.findIndex((choice) => choice.seat === seat)]
    const rest = choices.length > 1 ? asked : undefined
    const edges = moves.map((move) => ({ chance: 1, child: this.#after(state, seat, move, rest) }))
    const set = this.#setOf(seat, view, moves)
    const node = this.#add(set, edges)
    this.#infosets[set]!.nodes.push(node)
    return node
  }

  #after(state: unknown, seat: Seat | null, move: Move, sealed?: Sealed): number {
    const played: Played = { seat, move }
    return this.#expand(this.#game.play(state, played), sealed)
  }

  #add(infoset: number, edges: readonly { chance: number; child: number }[], scores?: readonly number[]): number {
    const node = this.#infoset.length
    if (node >= this.#limit) {
      throw new ParleyError(
        'too-large',
        `${this.#game.id}: more than ${this.#limit} states; too large to solve exactly`,
      )
    }
    this.#infoset.push(infoset)
    for (const { chance, child } of edges) {
      this.#chance.push(chance)
      this.#child.push(child)
    }
    this.#first.push(this.#child.length)
    for (let seat = 0; seat < this.#game.seats.length; seat++) this.#scores.push(scores?.[seat] ?? 0)
    return node
  }

  #setOf(seat: Seat, view: unknown, moves: readonly Move[]): number {
    const key = JSON.stringify([seat, view])
    const known = this.#sets.get(key)
    if (known !== undefined) return known
    const set = this.#infosets.length
    this.#infosets.push({ seat, view, moves, first: this.#entries, nodes: [] })
    this.#entries += moves.length
    this.#sets.set(key, set)
    return set
  }
}

/** Asks `policy` once for each infoset. Throws `bad-policy` when an answer is no distribution over the moves. */
export function profileOf(tree: Tree, policy: Policy): Profile {
  const profile = new Float64Array(tree.entries)
  for (const { seat, view, moves, first } of tree.infosets) {
    const chances = policy(view, moves, seat)
    const sum = chances.reduce((total, chance) => total + chance, 0)
    const fair = chances.length === moves.length && Math.abs(sum - 1) < 1e-4 && chances.every((chance) => chance >= 0)
    if (!fair) {
      const seen = JSON.stringify(view)
      throw new ParleyError(
        'bad-policy',
        `${tree.game}: seat ${seat} at ${seen}: [${chances}] is no distribution over ${moves}`,
      )
    }
    for (const [index, chance] of chances.entries()) profile[first + index] = chance / sum
  }
  return profile
}

/** The policy that plays a profile; throws `unknown-view` off the tree. */
export function policyOf(tree: Tree, profile: Profile): Policy {
  const sets = new Map(tree.infosets.map((set) => [JSON.stringify([set.seat, set.view]), set]))
  return (view, _moves, seat) => {
    const set = sets.get(JSON.stringify([seat, view]))
    if (!set) throw new ParleyError('unknown-view', `${tree.game}: seat ${seat} never sees ${JSON.stringify(view)}`)
    return [...profile.subarray(set.first, set.first + set.moves.length)]
  }
}
