/** Results as tables: a row a variant, a column a measurement, each entry the mean over seeds with its interval. */
import type { Estimate } from '../../ratings/interval.ts'
import type { RunResult } from './measure.ts'
import type { Metric, Plan } from './plan.ts'

export interface Table {
  /** What the numbers are: a metric, a matrix's name. */
  readonly metric: string
  readonly columns: readonly string[]
  readonly rows: readonly { readonly variant: string; readonly entries: readonly (Entry | null)[] }[]
}

export interface Entry extends Estimate {
  readonly seeds: number
}

/** Two-sided 97.5 % points of Student's t by degrees of freedom; beyond them the normal one. */
const T95 = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131]

/** Mean with Student's interval, which is honest for a handful of seeds. Null without values. */
export function entryOf(values: readonly number[]): Entry | null {
  const n = values.length
  if (n === 0) return null
  const mean = values.reduce((sum, value) => sum + value, 0) / n
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const half = n > 1 ? (T95[n - 2] ?? 1.96) * Math.sqrt(squares / (n - 1) / n) : 0
  return { mean, ci95: [mean - half, mean + half], seeds: n }
}

interface Column {
  readonly cell: string
  readonly name: string
  readonly title: string
}

/** Columns are `cell`, or `cell: measurement` where a measurement has another name. */
const columnsOf = (plan: Plan): Column[] =>
  Object.entries(plan.cells).flatMap(([cell, { measure }]) =>
    Object.keys(measure).map((name) => ({ cell, name, title: name === cell ? cell : `${cell}: ${name}` })),
  )

/** By metric; columns that none of the rows has a number for are left out. */
export function tablesOf(plan: Plan, results: readonly RunResult[]): Table[] {
  return plan.metrics.map((metric) =>
    tableOf(plan, metric, (variant, column) => [...valuesOf(results, variant, column, metric).values()]),
  )
}

/** Seed by seed, what each variant has more than the first one in the same column. */
export function changesOf(plan: Plan, results: readonly RunResult[]): Table[] {
  const [first = '', ...others] = Object.keys(plan.variants)
  const changes = plan.metrics.map((metric) =>
    tableOf(plan, metric, (variant, column) => {
      const before = valuesOf(results, first, column, metric)
      return [...valuesOf(results, variant, column, metric)].flatMap(([seed, value]) => {
        const base = before.get(seed)
        return base === undefined ? [] : [value - base]
      })
    }),
  )
  return changes.map((table) => ({ ...table, rows: table.rows.filter(({ variant }) => others.includes(variant)) }))
}

function tableOf(plan: Plan, metric: string, values: (variant: string, column: Column) => readonly number[]): Table {
  const rows = Object.keys(plan.variants).map((variant) => ({
    variant,
    entries: columnsOf(plan).map((column) => entryOf(values(variant, column))),
  }))
  const used = columnsOf(plan).map((_, at) => rows.some(({ entries }) => entries[at] !== null))
  const picked = <T>(list: readonly T[]) => list.filter((_, at) => used[at])
  return {
    metric,
    columns: picked(columnsOf(plan)).map(({ title }) => title),
    rows: rows.map(({ variant, entries }) => ({ variant, entries: picked(entries) })),
  }
}

function valuesOf(results: readonly RunResult[], variant: string, { cell, name }: Column, metric: Metric) {
  const own = results.filter((one) => one.cell === cell && one.variant === variant)
  return new Map(
    own.flatMap(({ seed, found }): [number, number][] => {
      const value = found[name]?.[metric]
      return value === undefined ? [] : [[seed, value]]
    }),
  )
}

/** What the trainings cost: processor seconds, a column a cell. */
export function costOf(plan: Plan, results: readonly RunResult[]): Table {
  const columns = Object.keys(plan.cells)
  const trained = Object.entries(plan.variants).filter(([, variant]) => variant !== null)
  return {
    metric: 'processor seconds of a training',
    columns,
    rows: trained.map(([variant]) => ({
      variant,
      entries: columns.map((cell) =>
        entryOf(results.flatMap((one) => (one.cell === cell && one.variant === variant ? [one.processorSeconds] : []))),
      ),
    })),
  }
}
