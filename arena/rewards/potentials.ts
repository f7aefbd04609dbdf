/**
 * Potentials: how well things stand for a seat before each of its turns, read from what seats were surveyed to
 * believe. Their changes are the signal of `potential` credit. No judge and no model is needed.
 */
import type { Beliefs } from '../core/agent.ts'
import type { Game, Seat } from '../core/game.ts'
import type { Event } from '../core/log.ts'
import type { Turn } from '../core/turn.ts'
import { mean, trajectories } from './trajectory.ts'

/** Whom a mystery is about: the seats whose role is `culprit`. */
export const culpritsOf = (game: Pick<Game, 'seats'>): Seat[] =>
  game.seats.flatMap(({ role }, seat) => (role === 'culprit' ? [seat] : []))

/** What everyone believed once `turn` moves had been played: the latest survey of each seat; null before its first. */
export interface Opinion {
  readonly turn: number
  readonly beliefs: readonly (Beliefs | null)[]
}

/** One opinion per survey, each with all that was known by then; answers that carry beliefs count as surveys. */
export function opinionsOf(game: Pick<Game, 'seats'>, events: readonly Event[]): Opinion[] {
  const latest: (Beliefs | null)[] = game.seats.map(() => null)
  const opinions: Opinion[] = []
  for (const event of events) {
    const beliefs = event.type === 'surveyed' || event.type === 'moved' ? event.beliefs : undefined
    if (!beliefs || (event.type !== 'surveyed' && event.type !== 'moved')) continue
    latest[event.seat] = beliefs
    opinions.push({ turn: event.turn, beliefs: [...latest] })
  }
  return opinions
}

export const POTENTIALS = ['belief', 'vote'] as const
export type PotentialName = (typeof POTENTIALS)[number]

/** From 0 to 1: how far the listeners outside the culprits' faction have found them out; null while nobody was asked. */
const found: Record<
  PotentialName,
  (held: readonly { beliefs: Beliefs; seat: Seat }[], culprits: readonly Seat[]) => number
> = {
  /** Mean probability put on the true culprits. */
  belief: (held, culprits) =>
    mean(held.map(({ beliefs }) => culprits.reduce((sum, culprit) => sum + beliefs.suspects[culprit]!, 0))),
  /** Share of synthetic votes, each for the likeliest suspect (ties shared), that fall on a culprit. */
  vote: (held, culprits) =>
    mean(
      held.map(({ beliefs: { suspects } }) => {
        const top = Math.max(...suspects)
        const voted = suspects.flatMap((value, seat) => (value === top ? [seat] : []))
        return voted.filter((seat) => culprits.includes(seat)).length / voted.length
      }),
    ),
}

/** How the potential stood after each number of moves; the first known value stands for what came before it. */
export function standing(game: Game, events: readonly Event[], name: PotentialName): (turn: number) => number {
  const culprits = culpritsOf(game)
  const factions = new Set(culprits.map((seat) => game.seats[seat]!.faction))
  const levels = opinionsOf(game, events).flatMap(({ turn, beliefs }) => {
    const held = beliefs.flatMap((one, seat) =>
      one && !factions.has(game.seats[seat]!.faction) ? [{ beliefs: one, seat }] : [],
    )
    return held.length === 0 ? [] : [{ turn, level: found[name](held, culprits) }]
  })
  return (turn) => {
    let level = levels[0]?.level ?? 0
    for (const one of levels) {
      if (one.turn > turn) break
      level = one.level
    }
    return level
  }
}

/** Until when a turn answers for a change: the same seat's next turn, or its own move and the answer to it. */
export const SPANS = ['next-own-step', 'own-step'] as const
export type Span = (typeof SPANS)[number]

/**
 * One change a turn, of one match: by how much the potential of the seat's own faction rose over the turn's span.
 * Seats of the culprits' faction get it negated. `events` are those of the turns.
 */
export function potentialDeltas(
  game: Game,
  events: readonly Event[],
  turns: readonly Turn[],
  name: PotentialName,
  span: Span = 'next-own-step',
): number[] {
  const level = standing(game, events, name)
  const culprits = culpritsOf(game)
  const factions = new Set(culprits.map((seat) => game.seats[seat]!.faction))
  const deltas = new Array<number>(turns.length)
  for (const indices of trajectories(turns)) {
    for (const [k, index] of indices.entries()) {
      const { turn, seat, faction } = turns[index]!
      const end = span === 'own-step' ? afterAnswer(turns, index, seat) : (turns[indices[k + 1]!]?.turn ?? Infinity)
      const change = level(end) - level(turn)
      deltas[index] = factions.has(faction) ? -change : change
    }
  }
  return deltas
}

/** The number of moves once the turn and, if another seat moves next, that seat's answer have been played. */
function afterAnswer(turns: readonly Turn[], index: number, seat: Seat): number {
  const answer = turns[index + 1]
  return turns[index]!.turn + (answer && answer.seat !== seat ? 2 : 1)
}
