/** The written result of an experiment: Markdown for people, CSV for programs. */
import type { RunResult } from './measure.ts'
import type { Cell, Measurement, Plan, Variant } from './plan.ts'
import { changesOf, costOf, type Entry, type Table, tablesOf } from './tables.ts'

/** Everything that was found: the tables by metric, the changes from the first variant, the matrices, the cost. */
export interface Findings {
  readonly tables: readonly Table[]
  readonly changes: readonly Table[]
  readonly crosses: readonly Table[]
  readonly cost: Table
}

export const findingsOf = (plan: Plan, results: readonly RunResult[], crosses: readonly Table[]): Findings => ({
  tables: tablesOf(plan, results),
  changes: changesOf(plan, results),
  crosses,
  cost: costOf(plan, results),
})

export interface Drawn {
  readonly title: string
  readonly file: string
}

/** `sizes`: by cell, the policy that served. */
export function markdownOf(
  plan: Plan,
  { tables, changes, crosses, cost }: Findings,
  sizes: Readonly<Record<string, string>>,
  figures: readonly Drawn[],
): string {
  const [first = ''] = Object.keys(plan.variants)
  const several = Object.keys(plan.variants).length > 1
  const seeds =
    plan.seeds.length > 1
      ? `Mean over seeds ${plan.seeds.join(', ')} with its 95 % interval (Student).`
      : `Seed ${plan.seeds[0]}: one, so without intervals.`
  return `${[
    `## ${plan.title}`,
    `${seeds} Play is sampled unless a column says greedy; generated mysteries are held out.`,
    ...tables.map((table) => titled(table.metric, table)),
    ...(several ? changes.map((table) => titled(`${table.metric}, change from ${first} seed by seed`, table)) : []),
    ...crosses.map((table) => titled(`${table.metric} (rows win)`, table)),
    titled(cost.metric, cost, 1),
    `### What was done\n\n${described(plan, sizes)}`,
    ...figures.map(({ title, file }) => `![${title}](${file})`),
  ].join('\n\n')}\n`
}

const titled = (title: string, table: Table, digits = 3) => `### ${title}\n\n${gridOf(table, digits)}`

function gridOf({ columns, rows }: Table, digits: number): string {
  const worded = (entry: Entry | null) => {
    if (!entry) return ''
    const [mean, low, high] = [entry.mean, ...entry.ci95].map((value) => value.toFixed(digits))
    return entry.seeds === 1 ? mean : `${mean} [${low}, ${high}]`
  }
  return [
    `| | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '---|').join('')}`,
    ...rows.map(({ variant, entries }) => `| ${variant} | ${entries.map(worded).join(' | ')} |`),
  ].join('\n')
}

function described(plan: Plan, sizes: Readonly<Record<string, string>>): string {
  const variants = Object.entries(plan.variants).map(([name, one]) => `- row **${name}**: ${variantWords(one)}`)
  const cells = Object.entries(plan.cells).flatMap(([name, cell]) => [
    `- **${name}**: policy \`${sizes[name] ?? '?'}\` learns ${cell.scenario}${cellWords(cell)}`,
    ...Object.entries(cell.measure).map(([title, one]) => `  - ${title}: ${measureWords(one)}`),
  ])
  const crosses = Object.entries(plan.cross ?? {}).map(
    ([name, { scenario, role, matches }]) => `- matrix **${name}**: ${scenario}, rows play ${role}, ${matches} matches`,
  )
  return [...variants, ...cells, ...crosses].join('\n')
}

const variantWords = (variant: Variant | null) =>
  variant
    ? [
        `method ${variant.method}`,
        ...(variant.published ? ["the paper's settings"] : []),
        ...(variant.steps === undefined ? [] : [`${variant.steps} steps`]),
        ...(variant.recipe ? [JSON.stringify(variant.recipe)] : []),
        ...(variant.cells ? [`only ${variant.cells.join(', ')}`] : []),
        ...Object.entries(variant.in ?? {}).map(([cell, one]) => `in ${cell} ${JSON.stringify(one)}`),
      ].join(', ')
    : 'untrained'

const cellWords = ({ learn, trainAgainst, steps, recipe }: Cell) =>
  [
    ...(learn ? [` as ${learn.join(', ')}`] : []),
    ...(trainAgainst ? [` against ${trainAgainst.join(', ')}`] : []),
    ...(steps === undefined ? [] : [`, ${steps} steps`]),
    ...(recipe ? [`, ${JSON.stringify(recipe)}`] : []),
  ].join('')

const measureWords = ({ scenario, player, against, matches, greedy, exact }: Measurement) =>
  [
    `${player ?? 'trained'}${greedy ? ', greedy,' : ''} against ${against}`,
    ...(scenario === undefined ? [] : [`in ${scenario}`]),
    `${matches} matches`,
    ...(exact ? ["the player's own NashConv"] : []),
  ].join(', ')

/** One line an entry: table, metric, variant, column, mean, low, high, seeds. */
export function csvOf({ tables, changes, crosses, cost }: Findings): string {
  const lines = [
    ...tables.flatMap((table) => csvLines('value', table)),
    ...changes.flatMap((table) => csvLines('change', table)),
    ...crosses.flatMap((table) => csvLines('cross', table)),
    ...csvLines('cost', cost),
  ]
  return `table,metric,variant,column,mean,low,high,seeds\n${lines.join('\n')}\n`
}

const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const csvLines = (kind: string, { metric, columns, rows }: Table): string[] =>
  rows.flatMap(({ variant, entries }) =>
    entries.flatMap((entry, i) =>
      entry
        ? [[kind, ...[metric, variant, columns[i]!].map(quoted), entry.mean, ...entry.ci95, entry.seeds].join(',')]
        : [],
    ),
  )
