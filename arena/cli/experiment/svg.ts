/** Figures as SVG, drawn from tables: a radar a column, a heat map of changes against the first variant, bars. */
import type { Table } from './tables.ts'

const COLOURS = ['#6b7280', '#2563eb', '#d97706', '#059669', '#db2777', '#7c3aed', '#0891b2', '#65a30d']

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const label = (x: number, y: number, text: string, anchor = 'middle', size = 12) =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" font-size="${size}">${escaped(text)}</text>`

function page(title: string, width: number, height: number, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="system-ui, sans-serif" fill="#1f2937"><title>${escaped(title)}</title><rect width="${width}" height="${height}" fill="#fff"/>${label(width / 2, 22, title, 'middle', 15)}${parts.join('')}</svg>\n`
}

/** One radar a column: an axis a metric (each from 0 to 1), a line a variant. Columns in a row of up to four. */
export function radar(title: string, tables: readonly Table[]): string {
  const [first] = tables
  if (!first) return page(title, 300, 60, [])
  const columns = first.columns
  const across = Math.min(4, columns.length)
  const [cell, radius] = [260, 82]
  const height = 50 + Math.ceil(columns.length / across) * cell + 30
  const parts = columns.flatMap((column, c) => {
    const [x, y] = [(c % across) * cell + cell / 2, 60 + Math.floor(c / across) * cell + cell / 2 - 14]
    return [
      label(x, y - radius - 28, column, 'middle', 13),
      ...web(tables, x, y, radius),
      ...lines(tables, c, x, y, radius),
    ]
  })
  return page(title, across * cell, height, [...parts, ...legend(first, across * cell, height - 14)])
}

const point = (x: number, y: number, radius: number, axis: number, axes: number): [number, number] => {
  const angle = (2 * Math.PI * axis) / axes - Math.PI / 2
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
}

const polygon = (points: readonly (readonly [number, number])[], style: string) =>
  `<polygon points="${points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}" ${style}/>`

function web(tables: readonly Table[], x: number, y: number, radius: number): string[] {
  const axes = tables.length
  const rings = [0.25, 0.5, 0.75, 1].map((share) =>
    polygon(
      tables.map((_, axis) => point(x, y, radius * share, axis, axes)),
      'fill="none" stroke="#e5e7eb"',
    ),
  )
  const names = tables.map(({ metric }, axis) => label(...point(x, y, radius + 14, axis, axes), metric, 'middle', 10))
  return [...rings, ...names]
}

function lines(tables: readonly Table[], column: number, x: number, y: number, radius: number): string[] {
  return tables[0]!.rows.map((_, row) => {
    const colour = COLOURS[row % COLOURS.length]
    const points = tables.map(({ rows }, axis) => {
      const mean = rows[row]!.entries[column]?.mean ?? 0
      return point(x, y, radius * Math.min(1, Math.max(0, mean)), axis, tables.length)
    })
    return polygon(points, `fill="${colour}" fill-opacity="0.08" stroke="${colour}" stroke-width="2"`)
  })
}

function legend({ rows }: Table, width: number, y: number): string[] {
  const step = width / (rows.length + 1)
  return rows.flatMap(({ variant }, row) => [
    `<rect x="${(step * (row + 1) - 34).toFixed(1)}" y="${y - 10}" width="12" height="12" fill="${COLOURS[row % COLOURS.length]}"/>`,
    label(step * (row + 1) - 16, y, variant, 'start'),
  ])
}

/** Change of every variant against the first one, cell by cell: green is more, red is less. */
export function change(title: string, { columns, rows }: Table): string {
  const [side, left, cell, high] = [40, 120, 120, 34]
  const base = rows[0]!
  const parts = [
    ...columns.map((column, c) => label(left + c * cell + cell / 2, side + 14, column, 'middle', 10)),
    ...rows.slice(1).flatMap(({ variant, entries }, r) => [
      label(left - 8, side + 44 + r * high, variant, 'end'),
      ...entries.map((entry, c) => {
        const before = base.entries[c]
        return entry && before
          ? square(left + c * cell, side + 22 + r * high, cell - 2, high - 2, entry.mean - before.mean)
          : ''
      }),
    ]),
  ]
  return page(title, left + columns.length * cell + 20, side + 40 + rows.length * high, parts)
}

function square(x: number, y: number, width: number, height: number, value: number): string {
  const strength = Math.min(1, Math.abs(value) / 0.6)
  const colour = value >= 0 ? `rgba(5,150,105,${strength.toFixed(2)})` : `rgba(220,38,38,${strength.toFixed(2)})`
  const text = `${value >= 0 ? '+' : ''}${value.toFixed(2)}`
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${colour}"/>${label(x + width / 2, y + height / 2 + 4, text)}`
}

/** Bars with intervals: a group a column, a bar a variant. */
export function bars(title: string, table: Table): string {
  const { columns, rows } = table
  const [left, top, tall, bar] = [50, 50, 220, 22]
  const group = rows.length * bar + 24
  const values = rows.flatMap(({ entries }) => entries.flatMap((entry) => (entry ? [entry.mean, ...entry.ci95] : [])))
  const [low, high] = [Math.min(0, ...values), Math.max(0.001, ...values)]
  const scale = (value: number) => top + tall - ((value - low) / (high - low)) * tall
  const width = left + columns.length * group + 20
  const parts = columns.flatMap((column, c) => [
    label(left + c * group + group / 2 - 12, top + tall + 18, column, 'middle', 10),
    ...rows.map(({ entries }, r) => {
      const entry = entries[c]
      if (!entry) return ''
      const x = left + c * group + r * bar
      const [from, to] = [scale(Math.max(0, entry.mean)), scale(Math.min(0, entry.mean))]
      const middle = x + bar / 2 - 2
      return `<rect x="${x}" y="${from.toFixed(1)}" width="${bar - 4}" height="${Math.max(0.5, to - from).toFixed(1)}" fill="${COLOURS[r % COLOURS.length]}"/><line x1="${middle}" x2="${middle}" y1="${scale(entry.ci95[0]).toFixed(1)}" y2="${scale(entry.ci95[1]).toFixed(1)}" stroke="#111827"/>`
    }),
  ])
  const axis = [low, (low + high) / 2, high].map((value) =>
    label(left - 6, scale(value) + 4, value.toFixed(2), 'end', 10),
  )
  return page(title, width, top + tall + 60, [...axis, ...parts, ...legend(table, width, top + tall + 44)])
}
