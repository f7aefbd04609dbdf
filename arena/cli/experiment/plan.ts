/** An experiment file: variants x cells x seeds, what is measured, and what is drawn. */
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { ParleyError } from '../../core/errors.ts'
import type { Recipe } from '../../train/recipe.ts'

/** How a policy is trained; null: not at all. What a variant leaves open the cell says. */
export interface Variant {
  readonly method: string
  readonly recipe?: Partial<Recipe>
  readonly steps?: number
  readonly published?: boolean
}

/** Who is measured against whom. */
export interface Measurement {
  /** Default: the cell's scenarios. */
  readonly scenario?: string
  /** Default: what the cell learns. */
  readonly roles?: readonly string[]
  /** An agent, or `@cell`: the policy of the same variant and seed of another cell; `@cell/0`: untrained. */
  readonly against: string
  /** `trained` (default), `untrained`, or an agent. */
  readonly player?: string
  readonly matches: number
  readonly greedy?: boolean
}

export interface Cell {
  readonly scenario: string
  readonly learn?: readonly string[]
  readonly trainAgainst?: readonly string[]
  readonly steps?: number
  readonly recipe?: Partial<Recipe>
  /** By name; one named like the cell is the main one. */
  readonly measure: Readonly<Record<string, Measurement>>
}

export const METRICS = [
  'winRate',
  'nonLoss',
  'score',
  'victory',
  'tii',
  'cic',
  'responsiveness',
  'consistency',
  'nashConv',
  'averageNashConv',
] as const
export type Metric = (typeof METRICS)[number]

export interface Plan {
  readonly id: string
  readonly title: string
  readonly seeds: readonly number[]
  readonly variants: Readonly<Record<string, Variant | null>>
  readonly cells: Readonly<Record<string, Cell>>
  readonly metrics: readonly Metric[]
  readonly figures: readonly {
    readonly kind: 'radar' | 'change' | 'bars'
    readonly metric?: Metric
    readonly title: string
  }[]
  /** What --quick puts in place of seeds, steps and matches: it checks the plumbing, not the figures. */
  readonly quick: { readonly seeds: readonly number[]; readonly steps: number; readonly matches: number }
}

const names = { type: 'array', items: { type: 'string' }, minItems: 1 }
const whole = { type: 'integer', minimum: 0 }
const closed = (required: readonly string[], properties: object) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})
const measurement = closed(['against', 'matches'], {
  scenario: { type: 'string' },
  roles: names,
  against: { type: 'string' },
  player: { type: 'string' },
  matches: { type: 'integer', minimum: 1 },
  greedy: { type: 'boolean' },
})
const SCHEMA = closed(['id', 'title', 'seeds', 'variants', 'cells', 'metrics', 'figures', 'quick'], {
  id: { type: 'string', pattern: '^[a-z][a-z0-9-]*$' },
  title: { type: 'string' },
  seeds: { type: 'array', items: whole, minItems: 1 },
  variants: {
    type: 'object',
    additionalProperties: {
      oneOf: [
        { type: 'null' },
        closed(['method'], {
          method: { type: 'string' },
          recipe: { type: 'object' },
          steps: whole,
          published: { type: 'boolean' },
        }),
      ],
    },
  },
  cells: {
    type: 'object',
    additionalProperties: closed(['scenario', 'measure'], {
      scenario: { type: 'string' },
      learn: names,
      trainAgainst: names,
      steps: whole,
      recipe: { type: 'object' },
      measure: { type: 'object', minProperties: 1, additionalProperties: measurement },
    }),
  },
  metrics: { type: 'array', items: { enum: METRICS }, minItems: 1 },
  figures: {
    type: 'array',
    items: closed(['kind', 'title'], {
      kind: { enum: ['radar', 'change', 'bars'] },
      metric: { enum: METRICS },
      title: { type: 'string' },
    }),
  },
  quick: closed(['seeds', 'steps', 'matches'], {
    seeds: { type: 'array', items: whole, minItems: 1 },
    steps: whole,
    matches: { type: 'integer', minimum: 1 },
  }),
})

/** Throws `bad-experiment` with the first fault and its place. */
export function readPlan(file: string): Plan {
  const plan = parse(file)
  const ajv = new Ajv2020({ allErrors: false })
  if (!ajv.validate(SCHEMA, plan)) {
    const { instancePath = '', message = '', params } = ajv.errors?.[0] ?? {}
    throw new ParleyError('bad-experiment', `${file}: ${instancePath || '/'}: ${message} ${JSON.stringify(params)}`)
  }
  return plan as Plan
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new ParleyError('bad-experiment', `${file}: ${error instanceof Error ? error.message : error}`)
  }
}

/** The plan at its quick size. */
export function quickened(plan: Plan): Plan {
  const { seeds, steps, matches } = plan.quick
  const short = <T extends object>(record: Readonly<Record<string, T>>, change: object) =>
    Object.fromEntries(Object.entries(record).map(([name, one]) => [name, { ...one, ...change }]))
  const cells = Object.fromEntries(
    Object.entries(plan.cells).map(([name, cell]) => [
      name,
      { ...cell, steps, measure: short(cell.measure, { matches }) },
    ]),
  )
  const variants = Object.fromEntries(
    Object.entries(plan.variants).map(([name, variant]) => [name, variant && { ...variant, steps }]),
  )
  return { ...plan, seeds, cells, variants } as Plan
}
