/** An experiment file: variants x cells x seeds, what is measured, who meets whom, and what is drawn. */
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { ParleyError, unknownName } from '../../core/errors.ts'
import type { Recipe } from '../../train/recipe.ts'
import { type FIGURES, type METRICS, SCHEMA } from './schema.ts'

/** What a cell says unless the variant does. */
export interface Training {
  readonly recipe?: Partial<Recipe>
  readonly steps?: number
}

/** How a policy is trained; null: not at all. */
export interface Variant extends Training {
  readonly method: string
  readonly published?: boolean
  /** Only in these cells; default: all. */
  readonly cells?: readonly string[]
  /** What differs in a cell, by its name. */
  readonly in?: Readonly<Record<string, Training>>
}

/**
 * Who is measured against whom. A player is an agent's name, or a policy of this experiment:
 * `@cell[:variant][/version][+greedy][+average]`, by default of the same variant and seed; version 0 is the untrained one.
 */
export interface Measurement {
  /** Default: the cell's scenarios. */
  readonly scenario?: string
  /** Default: what the cell learns. */
  readonly roles?: readonly string[]
  readonly against: string
  /** `trained` (default), `untrained`, or a player. */
  readonly player?: string
  readonly matches: number
  readonly greedy?: boolean
  /** Lays the game out and states the measured player's own NashConv. */
  readonly exact?: boolean
}

export interface Cell extends Training {
  readonly scenario: string
  readonly learn?: readonly string[]
  readonly trainAgainst?: readonly string[]
  /** By name; one named like the cell is the main one. */
  readonly measure: Readonly<Record<string, Measurement>>
}

/** Every row against every column: how often the row's players win in the seats of `role`. Players are written as in Measurement. */
export interface Cross {
  readonly scenario: string
  /** Role or faction of the rows; columns have the other seats. */
  readonly role: string
  readonly matches: number
  readonly rows: Readonly<Record<string, string>>
  readonly columns: Readonly<Record<string, string>>
}

export type Metric = (typeof METRICS)[number]

export interface FigurePlan {
  readonly kind: (typeof FIGURES)[number]
  readonly metric?: Metric
  /** Only these columns of the table. */
  readonly columns?: readonly string[]
  /** Of a `matrix`: which. */
  readonly cross?: string
  readonly title: string
}

export interface Plan {
  readonly id: string
  readonly title: string
  readonly seeds: readonly number[]
  readonly variants: Readonly<Record<string, Variant | null>>
  readonly cells: Readonly<Record<string, Cell>>
  readonly cross?: Readonly<Record<string, Cross>>
  readonly metrics: readonly Metric[]
  readonly figures: readonly FigurePlan[]
  /** What --quick puts in place of seeds, steps and matches: it checks the plumbing, not the figures. */
  readonly quick: { readonly seeds: readonly number[]; readonly steps: number; readonly matches: number }
}

/** A policy of the experiment as a player's name has it: `@cell[:variant][/version][+word...]`. */
export interface Reference {
  readonly cell: string
  readonly variant?: string
  readonly version?: string
  /** `+greedy`, `+average` or nothing. */
  readonly words: string
}

/** Null for an agent's name. */
export function readReference(player: string): Reference | null {
  const parts = /^@([^:/+]+)(?::([^/+]+))?(?:\/(\d+))?((?:\+\w+)*)$/.exec(player)
  if (!parts) return null
  const [, cell = '', variant, version, words = ''] = parts
  return { cell, words, ...(variant !== undefined && { variant }), ...(version !== undefined && { version }) }
}

/** Throws `bad-experiment` with the first fault and its place, `unknown-cell` and the like for a name that is none. */
export function readPlan(file: string): Plan {
  const plan = parse(file)
  const ajv = new Ajv2020({ allErrors: false })
  if (!ajv.validate(SCHEMA, plan)) {
    const { instancePath = '', message = '', params } = ajv.errors?.[0] ?? {}
    throw new ParleyError('bad-experiment', `${file}: ${instancePath || '/'}: ${message} ${JSON.stringify(params)}`)
  }
  checkNames(plan as Plan)
  return plan as Plan
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new ParleyError('bad-experiment', `${file}: ${error instanceof Error ? error.message : error}`)
  }
}

/** Before hours of training, not after: every policy, metric and matrix that is named is there. */
function checkNames(plan: Plan): void {
  const measured = Object.values(plan.cells).flatMap(({ measure }) => Object.values(measure))
  const crossed = Object.values(plan.cross ?? {}).flatMap(({ rows, columns }) => [rows, columns].flatMap(Object.values))
  const players = [...measured.flatMap(({ against, player }) => [against, player ?? '']), ...crossed]
  for (const player of players.filter((one) => one.startsWith('@'))) {
    const reference = readReference(player)
    if (!reference)
      throw new ParleyError(
        'bad-experiment',
        `"${player}": write @cell, @cell:variant, @cell:variant/0 or @cell+greedy`,
      )
    known('cell', reference.cell, plan.cells)
    if (reference.variant !== undefined) known('variant', reference.variant, plan.variants)
  }
  for (const variant of Object.values(plan.variants))
    for (const cell of variant?.cells ?? []) known('cell', cell, plan.cells)
  const named = Object.values(plan.variants).flatMap((one) => [...(one?.cells ?? []), ...Object.keys(one?.in ?? {})])
  for (const cell of named) known('cell', cell, plan.cells)
  for (const { kind, metric, cross, title } of plan.figures) {
    if (kind === 'matrix') known('matrix', cross ?? '', plan.cross ?? {})
    else if (kind !== 'radar' && !plan.metrics.some((one) => one === metric))
      throw new ParleyError('bad-experiment', `figure "${title}": metric ${metric} is not among the metrics`)
  }
}

function known(what: string, name: string, all: object): void {
  if (!Object.hasOwn(all, name)) throw unknownName(what, name, Object.keys(all))
}

/** The plan at its quick size. */
export function quickened(plan: Plan): Plan {
  const { seeds, steps, matches } = plan.quick
  const short = <T extends object>(record: Readonly<Record<string, T>>, change: object) =>
    Object.fromEntries(Object.entries(record).map(([name, one]) => [name, { ...one, ...change }]))
  const cells = Object.fromEntries(
    Object.entries(plan.cells).map(([name, cell]) => [
      name,
      { ...cell, steps, recipe: { ...cell.recipe, matches }, measure: short(cell.measure, { matches }) },
    ]),
  )
  const variants = Object.fromEntries(
    Object.entries(plan.variants).map(([name, variant]) => [
      name,
      variant && { ...variant, steps, ...(variant.in && { in: short(variant.in, { steps }) }) },
    ]),
  )
  return { ...plan, seeds, cells, variants, ...(plan.cross && { cross: short(plan.cross, { matches }) }) } as Plan
}
