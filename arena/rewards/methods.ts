/** Every way to turn matches into lessons. Adding one: write its function, list it here. */
import { unknownName } from '../core/errors.ts'
import type { Game } from '../core/game.ts'
import type { Event } from '../core/log.ts'
import type { Turn } from '../core/turn.ts'
import { type CreditName, creditsOf, lessUsual, utilitiesOf } from './credit.ts'
import { advantagesByTurn, advantagesWithoutAgentSpecific, advantagesWithoutTurnLevel, turnAdvantages } from './mars.ts'
import { type PotentialName, potentialDeltas, type Span } from './potentials.ts'
import { type Baselines, spiralAdvantages } from './spiral.ts'
import { roleKey } from './trajectory.ts'

/** A match as the methods read it. */
export interface Lived {
  readonly game: Game
  readonly events: readonly Event[]
  readonly turns: readonly Turn[]
}

export interface CreditSettings {
  readonly gamma: number
  /** How `maro` shares an outcome. */
  readonly credit: CreditName
  readonly potential: PotentialName | 'value'
  readonly span: Span
  /** Subtracts what is usual for the role and the kind of decision, so that every step is good or bad in comparison. */
  readonly centre: boolean
  /** One value a turn of a match, for the `judge`. */
  readonly signal?: (match: Lived) => readonly number[]
}

/** What the methods read: the turns and, for credit that needs one, a signal of one value a turn. */
export interface Weighed {
  readonly turns: readonly Turn[]
  readonly signal?: readonly number[]
}

export const CREDIT_DEFAULTS: CreditSettings = {
  gamma: 1,
  credit: 'potential',
  potential: 'belief',
  span: 'own-step',
  centre: true,
}

export interface Method {
  readonly id: string
  readonly title: string
  /** What the value of a turn means to the loss: an advantage, a utility, or how much to imitate it. */
  readonly objective: 'surrogate' | 'implicit' | 'imitation'
  /** KTO's sign-only labels instead of |u|. */
  readonly signOnly?: true
  /** Shares outcomes by `CreditSettings`, so matches need the signal that goes with it (see `weighed`). */
  readonly shares?: true
  /** One value a turn of all matches, in order. `memory` is carried from batch to batch. */
  values(matches: readonly Weighed[], settings: CreditSettings, memory: Baselines): number[]
}

const turnsOfAll = (matches: readonly Weighed[]) => matches.flatMap(({ turns }) => turns)

export const methods: readonly Method[] = [
  {
    id: 'maro',
    title: 'outcome shared over steps, balanced over roles, implicit reward (reconstruction of arXiv 2601.12323)',
    objective: 'implicit',
    shares: true,
    values: utilities,
  },
  {
    id: 'makto',
    title: 'KTO on step labels, lambdas 0.7 and 1, no role weights (arXiv 2501.14225)',
    objective: 'implicit',
    signOnly: true,
    shares: true,
    values: (matches, settings) => utilities(matches, { ...settings, centre: false }).map(Math.sign),
  },
  {
    id: 'sft',
    title: "imitates the winners' steps",
    objective: 'imitation',
    values: (matches) => turnsOfAll(matches).map(({ outcome }) => (outcome > 0 ? 1 : 0)),
  },
  {
    id: 'mars',
    title: 'turn-level gain, centred by role (arXiv 2510.15414)',
    objective: 'surrogate',
    values: (matches, { gamma }) => turnAdvantages(turnsOfAll(matches), gamma),
  },
  {
    id: 'mars-by-turn',
    title: 'turn-level gain, centred by role and turn number',
    objective: 'surrogate',
    values: (matches, { gamma }) => advantagesByTurn(turnsOfAll(matches), gamma),
  },
  {
    id: 'mars-without-turn-level',
    title: 'ablation: the whole return at every turn, centred by role',
    objective: 'surrogate',
    values: (matches) => advantagesWithoutTurnLevel(turnsOfAll(matches)),
  },
  {
    id: 'mars-without-agent-specific',
    title: 'ablation: turn-level gain, centred over the whole game',
    objective: 'surrogate',
    values: (matches, { gamma }) => advantagesWithoutAgentSpecific(turnsOfAll(matches), gamma),
  },
  {
    id: 'mars-fixed-opponent',
    title: 'ablation: MARS against a fixed opponent instead of self-play',
    objective: 'surrogate',
    values: (matches, { gamma }) => turnAdvantages(turnsOfAll(matches), gamma),
  },
  {
    id: 'spiral',
    title: 'whole return less a running mean by game and role (arXiv 2506.24119)',
    objective: 'surrogate',
    values: (matches, _, memory) => spiralAdvantages(turnsOfAll(matches), memory),
  },
  {
    id: 'credit-gradient',
    title: "MARO's utility as the advantage of a clipped policy gradient",
    objective: 'surrogate',
    shares: true,
    values: utilities,
  },
]

export function methodNamed(id: string): Method {
  const method = methods.find((one) => one.id === id)
  if (!method)
    throw unknownName(
      'method',
      id,
      methods.map((one) => one.id),
    )
  return method
}

/** What `parley credit` prints: the share of the outcome that each turn of a match gets. Sums to the outcome by seat. */
export function creditsOfMatch(match: Lived, settings: CreditSettings): number[] {
  return creditsOf(match.turns, settings.credit, signalOf(match, settings))
}

/** A match ready for a method: with the signal of its credit, when the method shares outcomes and the credit needs one. */
export function weighed(match: Lived, method: Method, settings: CreditSettings): Weighed {
  const signal = method.shares && signalOf(match, settings)
  return { turns: match.turns, ...(signal && { signal }) }
}

/** MARO's u[t] = credit[t] T, less what is usual for the role and kind of decision when `centre` says so. */
function utilities(matches: readonly Weighed[], settings: CreditSettings): number[] {
  const turns = turnsOfAll(matches)
  const plain = matches.flatMap(({ turns: own, signal }) => utilitiesOf(own, creditsOf(own, settings.credit, signal)))
  return settings.centre ? lessUsual(plain, (i) => `${roleKey(turns[i]!)}/${decisionKind(turns[i]!)}`) : plain
}

function signalOf(match: Lived, settings: CreditSettings): readonly number[] | undefined {
  if (settings.signal) return settings.signal(match)
  if (settings.credit !== 'potential' || settings.potential === 'value') return undefined
  return potentialDeltas(match.game, match.events, match.turns, settings.potential, settings.span)
}

/** Asking, answering and voting differ in what is offered first; what was chosen must not enter a baseline. */
const decisionKind = ({ moves }: Turn) => moves[0]?.split(' ', 1)[0] ?? ''
