/** From played matches to lessons: values by the method, weights by the recipe, divergence from the reference. */
import { shuffled, stream } from '../core/rng.ts'
import type { Turn } from '../core/turn.ts'
import { type Balanced, balance, nestedWeights, refuseDoubleBalance } from '../rewards/balance.ts'
import type { CreditSettings, Method } from '../rewards/methods.ts'
import type { Baselines } from '../rewards/spiral.ts'
import type { Position } from './encode.ts'
import type { Lesson } from './merge.ts'
import type { Recipe } from './recipe.ts'
import type { Decision } from './self-play.ts'
import type { Taught } from './taught.ts'

export interface Lessons {
  readonly lessons: readonly Lesson[]
  /** The turn of each lesson. */
  readonly turns: readonly Turn[]
  /** Turns the learner made whose value is 0: nothing to learn in them. */
  readonly dropped: number
  /** Roles and how many lessons each has; absent when lessons weigh the same. */
  readonly balanced?: Omit<Balanced, 'weights'>
}

interface Kept {
  readonly turn: Turn
  readonly decision: Decision
  readonly value: number
}

export interface LessonOptions {
  readonly method: Method
  readonly recipe: Recipe
  readonly credit: CreditSettings
  readonly memory: Baselines
  refLogProbs(positions: readonly Position[]): Promise<readonly ArrayLike<number>[]>
}

/** Throws `double-balance` when the recipe balances signs twice. */
export async function lessonsFrom(matches: readonly Taught[], options: LessonOptions): Promise<Lessons> {
  const { method, recipe, credit, memory } = options
  refuseDoubleBalance(recipe.weights === 'role-and-sign', recipe.lambdaDesirable, recipe.lambdaUndesirable)
  const values = method.values(matches, credit, memory)
  const turns = matches.flatMap((match) => match.turns)
  const decisions = matches.flatMap((match) => match.decisions)
  const own = turns.flatMap((turn, i): Kept[] => {
    const decision = decisions[i]
    return decision && !turn.forced ? [{ turn, decision, value: values[i]! }] : []
  })
  const kept = method.objective === 'surrogate' ? own : own.filter(({ value }) => value !== 0)
  const references = await referencesOf(kept, options)
  const { weights, balanced } = weigh(kept, recipe, expectedCells(own, recipe))
  return {
    lessons: kept.map(({ turn, decision, value }, i) => ({
      decision,
      refLogProbs: references.get(decision.position.key)!,
      value,
      weight: weights[i]!,
      outcome: turn.outcome,
    })),
    turns: kept.map(({ turn }) => turn),
    dropped: own.length - kept.length,
    ...(balanced && { balanced }),
  }
}

async function referencesOf(kept: readonly Kept[], { refLogProbs }: LessonOptions) {
  const distinct = [...new Map(kept.map(({ decision: { position } }) => [position.key, position])).values()]
  const rows = distinct.length === 0 ? [] : await refLogProbs(distinct)
  return new Map(distinct.map(({ key }, i) => [key, rows[i]!]))
}

/** Every role the learner played should have lessons (of both signs). */
function expectedCells(own: readonly Kept[], { weights }: Recipe): string[] {
  const roles = [...new Set(own.map(({ turn }) => `${turn.kind}/${turn.role}`))]
  return weights === 'role-and-sign' ? roles.flatMap((role) => [`${role}+`, `${role}-`]) : roles
}

function weigh(
  kept: readonly Kept[],
  { weights, weightCap }: Recipe,
  expected: readonly string[],
): { weights: readonly number[]; balanced?: Balanced } {
  const roles = kept.map(({ turn }) => `${turn.kind}/${turn.role}`)
  switch (weights) {
    case 'equal':
      return { weights: kept.map(() => 1) }
    case 'nested':
      return {
        weights: nestedWeights(
          roles,
          kept.map(({ turn }) => `${turn.match}/${turn.seat}`),
        ),
      }
    case 'role': {
      const balanced = balance(roles, expected, weightCap)
      return { weights: balanced.weights, balanced }
    }
    case 'role-and-sign': {
      const balanced = balance(
        kept.map(({ value }, i) => `${roles[i]}${value > 0 ? '+' : '-'}`),
        expected,
        weightCap,
      )
      return { weights: balanced.weights, balanced }
    }
    default:
      return weights satisfies never
  }
}

/** The lessons of one epoch, in minibatches of about `size` turns (0: one batch), shuffled by seed, round and epoch. */
export function minibatches(
  lessons: readonly Lesson[],
  size: number,
  seed: number,
  round: number,
  epoch: number,
): Lesson[][] {
  if (size === 0 || lessons.length <= size) return [[...lessons]]
  const order = shuffled(lessons, stream(seed, 'minibatches', round, epoch))
  const parts = Math.ceil(order.length / size)
  const each = Math.ceil(order.length / parts)
  return Array.from({ length: parts }, (_, i) => order.slice(i * each, (i + 1) * each))
}
