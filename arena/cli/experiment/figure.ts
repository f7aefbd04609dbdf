/** Figures as SVG, drawn from tables: radars, heat maps, bars. */
import type { FigurePlan } from './plan.ts'
import { radar } from './radar.ts'
import type { Findings } from './report.ts'
import { broken, COLOURS, label, legend, page, stacked, widthOf } from './svg.ts'
import type { Entry, Table } from './tables.ts'

/** The plan's figure; its metric and matrix are there, as `readPlan` saw to. */
export function drawn({ kind, metric, cross, columns, title }: FigurePlan, found: Findings): string {
  const named = (tables: readonly Table[], name: string | undefined) =>
    narrowed(tables.find((one) => one.metric === name) ?? EMPTY, columns)
  switch (kind) {
    case 'radar':
      return radar(
        title,
        found.tables.map((table) => narrowed(table, columns)),
      )
    case 'change':
      return heat(title, named(found.changes, metric), SIGNED)
    case 'matrix':
      return heat(title, named(found.crosses, cross), SHARE)
    case 'bars':
      return bars(title, filled(named(found.tables, metric)))
    default:
      return kind satisfies never
  }
}

const EMPTY: Table = { metric: '', columns: [], rows: [] }

function narrowed(table: Table, wanted: readonly string[] | undefined): Table {
  if (!wanted) return table
  const at = table.columns.flatMap((column, i) => (wanted.includes(column) ? [i] : []))
  return {
    ...table,
    columns: at.map((i) => table.columns[i]!),
    rows: table.rows.map(({ variant, entries }) => ({ variant, entries: at.map((i) => entries[i]!) })),
  }
}

/** Without the rows that have nothing to show. */
const filled = (table: Table): Table => ({ ...table, rows: table.rows.filter(({ entries }) => entries.some(Boolean)) })

interface Shade {
  readonly colour: (value: number) => string
  readonly text: (value: number) => string
  /** How strong the colour is, in [0, 1]. */
  readonly strength: (value: number) => number
}

/** Green is more, red is less. */
const SIGNED: Shade = {
  strength: (value) => Math.min(1, Math.abs(value) / 0.6),
  colour: (value) => (value >= 0 ? '5,150,105' : '220,38,38'),
  text: (value) => `${value >= 0 ? '+' : '−'}${Math.abs(value).toFixed(2)}`,
}
const SHARE: Shade = {
  strength: (value) => Math.min(1, Math.max(0, value)),
  colour: () => '37,99,235',
  text: (value) => value.toFixed(2),
}

/** A square an entry, with its interval under it. */
export function heat(title: string, { columns, rows }: Table, shade: Shade = SIGNED): string {
  const [wide, high, size] = [108, 42, 11]
  const heads = columns.map((column) => broken(column, wide - 8, size))
  const top = 48 + Math.max(1, ...heads.map((lines) => lines.length)) * (size + 2)
  const left = 20 + Math.max(60, ...rows.map(({ variant }) => widthOf(variant)))
  const parts = [
    ...heads.map((lines, c) => stacked(left + (c + 0.5) * wide, top - 8, lines, { size })),
    ...rows.flatMap(({ variant, entries }, r) => [
      label(left - 8, top + (r + 0.5) * high + 4, variant, { anchor: 'end' }),
      ...entries.map((entry, c) => (entry ? square(left + c * wide, top + r * high, [wide, high], entry, shade) : '')),
    ]),
  ]
  return page(title, left + columns.length * wide + 20, top + rows.length * high + 20, parts)
}

function square(x: number, y: number, [wide, high]: readonly [number, number], entry: Entry, shade: Shade): string {
  const { mean, ci95, seeds } = entry
  const strength = shade.strength(mean)
  const colour = strength > 0.6 ? '#fff' : '#1f2937'
  const middle = x + wide / 2
  const interval = `[${ci95.map((value) => value.toFixed(2).replace('-', '−')).join(', ')}]`
  return [
    `<rect x="${x.toFixed(1)}" y="${y}" width="${wide - 2}" height="${high - 2}" fill="rgba(${shade.colour(mean)},${(0.06 + 0.94 * strength).toFixed(2)})"/>`,
    label(middle, y + high / 2 + (seeds > 1 ? -2 : 4), shade.text(mean), { colour, size: 13 }),
    ...(seeds > 1 ? [label(middle, y + high / 2 + 13, interval, { colour, size: 10 })] : []),
  ].join('')
}

/** Bars with intervals: a group a column, a bar a variant. */
export function bars(title: string, { columns, rows }: Table): string {
  const [left, top, tall, bar, size] = [54, 50, 220, 22, 11]
  const group = Math.max(rows.length * bar + 24, 90)
  const inner = left + (group - rows.length * bar) / 2
  const values = rows.flatMap(({ entries }) => entries.flatMap((entry) => (entry ? [entry.mean, ...entry.ci95] : [])))
  const [low, high] = [Math.min(0, ...values), Math.max(0.001, ...values)]
  const scale = (value: number) => top + tall - ((value - low) / (high - low)) * tall
  const heads = columns.map((column) => broken(column, group - 10, size))
  const deep = Math.max(1, ...heads.map((lines) => lines.length)) * (size + 2)
  const width = left + Math.max(columns.length * group, 160) + 20
  const names = legend(
    rows.map(({ variant }) => variant),
    width,
    top + tall + deep + 34,
  )
  const near = (value: number) => value !== 0 && Math.abs(scale(value) - scale(0)) < 12
  const marks = [...new Set([low, (low + high) / 2, high, 0])]
    .filter((value) => !near(value))
    .map(
      (value) =>
        label(left - 6, scale(value) + 4, value.toFixed(2), { anchor: 'end', size: 10 }) +
        `<line x1="${left}" x2="${width - 20}" y1="${scale(value).toFixed(1)}" y2="${scale(value).toFixed(1)}" stroke="${value === 0 ? '#9ca3af' : '#e5e7eb'}"/>`,
    )
  const parts = columns.flatMap((_, c) => [
    stacked(left + (c + 0.5) * group, top + tall + 6 + heads[c]!.length * (size + 2), heads[c]!, { size }),
    ...rows.map(({ entries }, r) => (entries[c] ? pole(inner + c * group + r * bar, bar, r, entries[c], scale) : '')),
  ])
  return page(title, width, top + tall + deep + 30 + names.height, [...marks, ...parts, ...names.parts])
}

function pole(x: number, bar: number, row: number, { mean, ci95 }: Entry, scale: (value: number) => number): string {
  const [from, to] = [scale(Math.max(0, mean)), scale(Math.min(0, mean))]
  const middle = (x + bar / 2 - 2).toFixed(1)
  return [
    `<rect x="${x.toFixed(1)}" y="${from.toFixed(1)}" width="${bar - 4}" height="${Math.max(0.5, to - from).toFixed(1)}" fill="${COLOURS[row % COLOURS.length]}"/>`,
    `<line x1="${middle}" x2="${middle}" y1="${scale(ci95[0]).toFixed(1)}" y2="${scale(ci95[1]).toFixed(1)}" stroke="#111827"/>`,
  ].join('')
}
