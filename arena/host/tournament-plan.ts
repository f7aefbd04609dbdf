/** A tournament's plan: everything that decides which matches are played, and how. Checked once, where it comes in. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { brief, ParleyError } from '../core/errors.ts'
import type { SurveyPlan } from '../core/match.ts'
import { scheduleOf } from '../tournament/index.ts'
import { sha16 } from './log-file.ts'

export interface TournamentPlan {
  /** Letters, digits, `_` and `-`. The same plan without one gets the same id, so the same call goes on with it. */
  readonly id: string
  readonly title: string
  readonly scenarios: readonly string[]
  readonly agents: readonly string[]
  readonly schedule: string
  /** At least so many matches, rounded up to whole blocks and cycles; absent: the schedule's own length. */
  readonly matches?: number
  readonly rounds?: number
  /** Deals each meeting plays in each scenario. */
  readonly deals: number
  readonly seed: number
  readonly challengers: number
  readonly survey: SurveyPlan
  /** Seconds an agent may take over a turn. */
  readonly turnSeconds: number
  /** Matches at once in one process. */
  readonly concurrency: number
  /** Seats an agent fills at once in one process, by agent. */
  readonly limits: Readonly<Record<string, number>>
  /** What may be used up before the tournament pauses by itself. */
  readonly budget: { readonly seconds?: number; readonly tokens?: number }
  /** Which matches leave a log: all, those that take longer than a second, or none. */
  readonly logs: 'all' | 'slow' | 'none'
  /** How long a match waits for a connected agent that is away, and what then: it is put back in line, or the agent loses it. */
  readonly absent: { readonly seconds: number; readonly rule: 'wait' | 'forfeit' }
  /** A match cut short goes on from its log, when it has one, or is played anew. */
  readonly unfinished: 'restart' | 'continue'
}

const SCHEMA = {
  type: 'object',
  required: ['scenarios', 'agents'],
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    id: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$' },
    title: { type: 'string', minLength: 1, maxLength: 120 },
    scenarios: { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string', minLength: 1 } },
    agents: { type: 'array', minItems: 2, uniqueItems: true, items: { type: 'string', minLength: 1 } },
    schedule: { type: 'string' },
    matches: { type: 'integer', minimum: 1 },
    rounds: { type: 'integer', minimum: 1 },
    deals: { type: 'integer', minimum: 1 },
    seed: { type: 'integer' },
    challengers: { type: 'integer', minimum: 1 },
    survey: { enum: ['every', 'round', 'never'] },
    turnSeconds: { type: 'number', exclusiveMinimum: 0 },
    concurrency: { type: 'integer', minimum: 1 },
    limits: { type: 'object', additionalProperties: { type: 'integer', minimum: 1 } },
    budget: {
      type: 'object',
      additionalProperties: false,
      properties: { seconds: { type: 'number', minimum: 0 }, tokens: { type: 'number', minimum: 0 } },
    },
    logs: { enum: ['all', 'slow', 'none'] },
    absent: {
      type: 'object',
      additionalProperties: false,
      properties: { seconds: { type: 'number', minimum: 0 }, rule: { enum: ['wait', 'forfeit'] } },
    },
    unfinished: { enum: ['restart', 'continue'] },
  },
} as const

const validate = new Ajv2020({ allErrors: false }).compile<Partial<TournamentPlan>>(SCHEMA)

/** Reads `came` as a plan and fills in what it leaves open. Throws `bad-plan` saying where and what is allowed, `unknown-schedule`. */
export function planOf(came: unknown): TournamentPlan {
  if (!validate(came)) throw new ParleyError('bad-plan', `tournament plan: ${fault()}`)
  const { $schema: _, ...given } = came as Partial<TournamentPlan> & { $schema?: string }
  const full = {
    title: `${given.agents!.length} agents, ${given.scenarios!.join(', ')}`.slice(0, 120),
    schedule: 'role-blocks',
    deals: 1,
    seed: 1,
    challengers: 1,
    survey: 'never' as const,
    turnSeconds: 60,
    concurrency: 16,
    limits: {},
    budget: {},
    logs: 'slow' as const,
    unfinished: 'continue' as const,
    ...given,
    absent: { seconds: 60, rule: 'wait' as const, ...given.absent },
    scenarios: given.scenarios!.flatMap(spread),
    agents: given.agents!,
  }
  scheduleOf(full.schedule)
  return { ...full, id: given.id ?? `t-${sha16(JSON.stringify(decisive(full))).slice(0, 10)}` }
}

/** What decides the matches; how fast and how they are kept is left out, so that a resumed call may change it. */
function decisive(plan: Omit<TournamentPlan, 'id'>): unknown {
  const { scenarios, agents, schedule, matches, rounds, deals, seed, challengers, survey } = plan
  return [scenarios, agents, schedule, matches ?? null, rounds ?? null, deals, seed, challengers, survey]
}

function fault(): string {
  const [first] = validate.errors ?? []
  const where = first?.instancePath === '' ? '' : `${first?.instancePath}: `
  const allowed = first?.params['allowedValues'] ?? first?.params['additionalProperty']
  return `${where}${first?.message ?? 'not a plan'}${allowed === undefined ? '' : ` (${brief(allowed)})`}`
}

/** `mystery:simple:1-5` is five mysteries. */
function spread(name: string): string[] {
  const [, prefix, from, to] = /^(mystery:[a-z]+:)(\d+)-(\d+)$/.exec(name) ?? []
  if (prefix === undefined) return [name]
  const count = Number(to) - Number(from) + 1
  if (!(count > 0 && count <= 1000))
    throw new ParleyError('bad-plan', `${name}: the seeds of a range go up, at most 1000`)
  return Array.from({ length: count }, (_, i) => `${prefix}${Number(from) + i}`)
}

/** Under what name results of a scenario are rated together: generated mysteries of one sort are one scenario. */
export const ratedAs = (scenario: string): string => scenario.replace(/^(mystery:[a-z]+):\d+$/, '$1')
