/** An agent's play as a profile, found by asking it: by the `logProb` of its notes, else by how often it moves where. */
import type { Agent, Ask } from '../core/agent.ts'
import { ParleyError } from '../core/errors.ts'
import type { Infoset, Profile, Tree } from './tree.ts'

export interface AskedProfile {
  readonly profile: Profile
  /** False when some chances are frequencies over `samples` answers, so that NashConv is an estimate. */
  readonly exact: boolean
}

export interface AskOptions {
  /** Answers asked for at most at each infoset. */
  readonly samples: number
  /** The role of each seat, and the words for a view. */
  readonly roles: readonly string[]
  word(infoset: Infoset): string
}

/** The agent must answer the same ask by the same odds every time, as a function of what it sees. Throws `illegal-move`. */
export async function profileOfAgent(tree: Tree, agent: Agent, options: AskOptions): Promise<AskedProfile> {
  const profile = new Float64Array(tree.entries)
  let exact = true
  for (const infoset of tree.infosets) {
    const asked = await chancesOf(tree.game, agent, infoset, options)
    profile.set(asked.chances, infoset.first)
    exact &&= asked.exact
  }
  return { profile, exact }
}

async function chancesOf(game: string, agent: Agent, infoset: Infoset, options: AskOptions) {
  const { moves } = infoset
  const counts = moves.map(() => 0)
  const stated = new Map<number, number>()
  let sum = 0
  for (let sample = 0; sample < options.samples; sample++) {
    const { move, note } = await agent.act(askOf(game, infoset, options))
    const index = moves.indexOf(move)
    if (index < 0)
      throw new ParleyError('illegal-move', `${game}: ${agent.name} played "${move}"; it may play ${moves.join(', ')}`)
    counts[index]!++
    if (typeof note?.['logProb'] === 'number') stated.set(index, Math.exp(note['logProb']))
    sum = [...stated.values()].reduce((total, chance) => total + chance, 0)
    if (Math.abs(sum - 1) < 1e-6) break
  }
  const exact = Math.abs(sum - 1) < 1e-6 || moves.length === 1
  // Stated odds are better than counts, even where a move of tiny odds was never drawn.
  const allStated = counts.every((count, index) => count === 0 || stated.has(index))
  const weights = allStated ? moves.map((_, index) => stated.get(index) ?? 0) : counts
  const total = weights.reduce((all, weight) => all + weight, 0)
  return { chances: weights.map((weight) => weight / total), exact }
}

function askOf(game: string, infoset: Infoset, { roles, word }: AskOptions): Ask {
  const { seat, view, moves } = infoset
  return {
    match: 'solve',
    game,
    turn: 0,
    seat,
    role: roles[seat]!,
    view,
    moves,
    get prompt() {
      return word(infoset)
    },
  }
}
