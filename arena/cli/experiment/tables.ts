/** Results as tables: a row a variant, a column a measurement, each entry the mean over seeds with its interval. */
import { type Estimate, meanInterval } from '../../ratings/interval.ts'
import type { Metric, Plan } from './plan.ts'
import type { RunResult } from './runs.ts'

export interface Table {
  readonly metric: Metric
  readonly columns: readonly string[]
  readonly rows: readonly { readonly variant: string; readonly entries: readonly (Entry | null)[] }[]
}

export interface Entry extends Estimate {
  readonly seeds: number
}

/** Columns are `cell`, or `cell: measurement` where a cell has several. */
export function tablesOf(plan: Plan, results: readonly RunResult[]): Table[] {
  const columns = Object.entries(plan.cells).flatMap(([cell, { measure }]) =>
    Object.keys(measure).map((name) => ({ cell, name, title: name === cell ? cell : `${cell}: ${name}` })),
  )
  return plan.metrics.map((metric) => ({
    metric,
    columns: columns.map(({ title }) => title),
    rows: Object.keys(plan.variants).map((variant) => ({
      variant,
      entries: columns.map(({ cell, name }) => {
        const own = results.filter((one) => one.cell === cell && one.variant === variant)
        const values = own.flatMap(({ found }) => found[name]?.[metric] ?? [])
        return values.length === 0 ? null : { ...meanInterval(values), seeds: values.length }
      }),
    })),
  }))
}

const figure = (value: number) => value.toFixed(3)

export function markdownOf(plan: Plan, tables: readonly Table[]): string {
  const parts = tables.map(({ metric, columns, rows }) =>
    [
      `### ${metric}`,
      '',
      `| | ${columns.join(' | ')} |`,
      `|---|${columns.map(() => '---|').join('')}`,
      ...rows.map(({ variant, entries }) => `| ${variant} | ${entries.map(worded).join(' | ')} |`),
    ].join('\n'),
  )
  return `## ${plan.title}\n\nMean over seeds ${plan.seeds.join(', ')} with its 95 % interval.\n\n${parts.join('\n\n')}\n`
}

function worded(entry: Entry | null): string {
  if (!entry) return ''
  const { mean, ci95, seeds } = entry
  return seeds === 1 ? figure(mean) : `${figure(mean)} [${figure(ci95[0])}, ${figure(ci95[1])}]`
}

/** One line an entry: metric, variant, column, mean, low, high, seeds. */
export function csvOf(tables: readonly Table[]): string {
  const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const lines = tables.flatMap(({ metric, columns, rows }) =>
    rows.flatMap(({ variant, entries }) =>
      entries.flatMap((entry, i) =>
        entry
          ? [
              [
                metric,
                quoted(variant),
                quoted(columns[i]!),
                entry.mean,
                entry.ci95[0],
                entry.ci95[1],
                entry.seeds,
              ].join(','),
            ]
          : [],
      ),
    ),
  )
  return `metric,variant,column,mean,low,high,seeds\n${lines.join('\n')}\n`
}
