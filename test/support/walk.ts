/** Matches played at random by the rules alone, kept step by step for the laws to look at. */
import type { Game, Move, Next, Played } from '../../arena/core/game.ts'
import { draw, pick, type Random, seeded } from '../../arena/core/rng.ts'

export interface Step {
  /** Names the match in a failure's message. */
  readonly seed: number
  readonly state: unknown
  readonly next: Exclude<Next, { kind: 'over' }>
  readonly played: Played
  readonly after: unknown
}

export interface Walk {
  readonly seed: number
  readonly steps: readonly Step[]
  readonly final: unknown
  readonly scores: readonly number[]
}

/** Which of the offered moves to play. */
export type Habit = (moves: readonly Move[], random: Random) => Move

export const anyMove: Habit = (moves, random) => pick(moves, random())

/** Plays to the end; a game that lasts longer than `limit` moves is an error. Every state is frozen before it is used. */
export function walk(game: Game, seed: number, limit: number, habit: Habit = anyMove): Walk {
  const random = seeded(seed)
  const steps: Step[] = []
  let state = deepFrozen(game.start())
  for (;;) {
    const next = game.next(state)
    if (next.kind === 'over') return { seed, steps, final: state, scores: next.scores }
    if (steps.length >= limit) throw new Error(`${game.id}, seed ${seed}: still not over after ${limit} moves`)
    const played = playedOf(next, random, habit)
    const after = deepFrozen(game.play(state, played))
    steps.push({ seed, state, next, played, after })
    state = after
  }
}

function playedOf(next: Step['next'], random: Random, habit: Habit): Played {
  if (next.kind === 'deal') return { seat: null, move: draw(next.odds, random()).move }
  const { seat, moves, speech } = next.choices[0]!
  const move = habit(moves, random)
  const speaks = speech !== undefined && (speech.moves === 'all' || speech.moves.includes(move)) && random() < 0.5
  return speaks ? { seat, move, text: `I say ${Math.floor(random() * 1e6)}`.slice(0, speech.max) } : { seat, move }
}

/** Frozen to the bottom, so that a rule that changes its argument throws. */
export function deepFrozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const part of Object.values(value)) deepFrozen(part)
  return value
}
