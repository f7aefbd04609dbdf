/** Who sits down: agents by name, and the experiment's own policies. */
import { openAgent } from '../../../plugins/index.ts'
import type { Agent } from '../../core/agent.ts'
import type { Game, Seat } from '../../core/game.ts'
import { stream } from '../../core/rng.ts'
import { encoder } from '../../train/encode.ts'
import { type Contest, contest } from '../../train/evaluate.ts'
import { sourceOf } from '../../train/source.ts'
import { type Plan, readReference } from './plan.ts'
import { folderOf, type RunKey } from './runs.ts'

/** The agent that a player's name stands for; `key`: whose policies are meant when it leaves variant and seed open. */
export function specOf(plan: Plan, out: string, key: RunKey, player: string): string {
  const reference = readReference(player)
  if (!reference) return player
  const { cell, variant = key.variant, version, words } = reference
  const untrained = version === '0' || plan.variants[variant] === null
  const place = folderOf(out, { cell, variant, seed: key.seed })
  return `policy:${place}${untrained ? '@0' : version === undefined ? '' : `@${version}`}${words}`
}

export interface Meeting {
  readonly scenario: string
  readonly matches: number
  readonly seed: number
  readonly roles?: readonly string[]
  /** Agents by name. */
  readonly measured: string
  readonly others: string
  readonly surveyed: boolean
}

/** Held-out matches; the same ones for the same scenario and seed, whoever plays. */
export function meet({ scenario, matches, seed, roles, measured, others, surveyed }: Meeting): Promise<Contest> {
  return contest({
    source: sourceOf(scenario.split(','), 'held-out'),
    matches,
    seed,
    encode: encoder({ vocabulary: 2, facts: 0, words: 0 }),
    ...(roles && { roles }),
    ...(surveyed && { survey: 'round', surveyor: (game, index, seat) => surveyorOf(game, seed, index, seat) }),
    player: (game, index, seat, own) =>
      openAgent(own ? measured : others, { game, random: stream(seed, 'measure', index, seat) }),
  })
}

const surveyorOf = (game: Game, seed: number, index: number, seat: Seat): Promise<Agent> =>
  openAgent(game.survey ? 'detective' : 'random', { game, random: stream(seed, 'survey', index, seat) })
