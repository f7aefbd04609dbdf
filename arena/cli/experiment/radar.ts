/** The radar of the five measures: one a column, an axis a metric from 0 to 1, a line a variant. */
import { broken, COLOURS, label, legend, page, stacked } from './svg.ts'
import type { Table } from './tables.ts'

/** What the axes are called. */
const AXES: Readonly<Record<string, string>> = {
  winRate: 'victory',
  tii: 'trust (TII)',
  cic: 'investigation (CIC)',
  responsiveness: 'responsive- ness',
}
const [CELL, RADIUS, SIZE] = [320, 88, 10]

/** Columns that every metric has; up to four in a row. */
export function radar(title: string, tables: readonly Table[]): string {
  const [first] = tables
  const shared = first?.columns.filter((column) => tables.every(({ columns }) => columns.includes(column))) ?? []
  if (!first || shared.length === 0) return page(title, 300, 60, [])
  const across = Math.min(4, shared.length)
  const down = Math.ceil(shared.length / across)
  const parts = shared.flatMap((column, c) => {
    const [x, y] = [((c % across) + 0.5) * CELL, 46 + (Math.floor(c / across) + 0.5) * CELL + 8]
    return [label(x, y - RADIUS - 42, column, { size: 13 }), ...web(tables, x, y), ...lines(tables, column, x, y)]
  })
  const names = legend(
    first.rows.map(({ variant }) => variant),
    across * CELL,
    54 + down * CELL,
  )
  return page(title, across * CELL, 50 + down * CELL + names.height, [...parts, ...names.parts])
}

const point = (x: number, y: number, radius: number, axis: number, axes: number): [number, number] => {
  const angle = (2 * Math.PI * axis) / axes - Math.PI / 2
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
}

const polygon = (points: readonly (readonly [number, number])[], style: string) =>
  `<polygon points="${points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}" ${style}/>`

function web(tables: readonly Table[], x: number, y: number): string[] {
  const axes = tables.length
  const rings = [0.25, 0.5, 0.75, 1].map((share) =>
    polygon(
      tables.map((_, axis) => point(x, y, RADIUS * share, axis, axes)),
      'fill="none" stroke="#e5e7eb"',
    ),
  )
  const names = tables.map(({ metric }, axis) => {
    const [left, low] = point(x, y, RADIUS + 10, axis, axes)
    const side = Math.abs(left - x) < 5 ? 'middle' : left > x ? 'start' : 'end'
    const words = broken(AXES[metric] ?? metric, 68, SIZE)
    const shift = low > y + 20 ? words.length * SIZE : low < y - 20 ? 0 : (words.length * SIZE) / 2
    return stacked(left, low + shift, words, { anchor: side, size: SIZE })
  })
  return [...rings, ...names]
}

function lines(tables: readonly Table[], column: string, x: number, y: number): string[] {
  return tables[0]!.rows.map((_, row) => {
    const colour = COLOURS[row % COLOURS.length]
    const points = tables.map(({ columns, rows }, axis) => {
      const mean = rows[row]!.entries[columns.indexOf(column)]?.mean ?? 0
      return point(x, y, RADIUS * Math.min(1, Math.max(0, mean)), axis, tables.length)
    })
    return polygon(points, `fill="${colour}" fill-opacity="0.08" stroke="${colour}" stroke-width="2"`)
  })
}
