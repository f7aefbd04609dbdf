/** The two figures of `parley analyse`: bars with intervals, and lines with bands. */
import type { Estimate } from '../../ratings/interval.ts'
import { COLOURS, label, legend, page } from '../experiment/svg.ts'

const [WIDTH, LEFT, TOP, HEIGHT] = [640, 60, 60, 260]

interface Bars {
  readonly name: string
  readonly values: Readonly<Record<string, Estimate | null>>
}

/** Groups of bars on an axis from 0. */
export function barFigure(title: string, groups: readonly Bars[]): string {
  const names = Object.keys(groups[0]?.values ?? {})
  const all = groups.flatMap(({ values }) => Object.values(values).flatMap((value) => value?.ci95[1] ?? []))
  const top = Math.max(1e-3, ...all) * 1.05
  const y = (value: number) => TOP + HEIGHT * (1 - Math.max(0, value) / top)
  const wide = (WIDTH - LEFT - 20) / groups.length
  const each = (wide * 0.7) / names.length
  const bars = groups.flatMap(({ name, values }, g) => {
    const left = LEFT + g * wide + wide * 0.15
    return [
      label(left + wide * 0.35, TOP + HEIGHT + 18, name, { size: 11 }),
      ...names.map((one, k) => bar({ x: left + k * each, width: each - 4, value: values[one] ?? null, colour: k, y })),
    ]
  })
  const keys = legend(names, WIDTH, TOP + HEIGHT + 44)
  return page(title, WIDTH, TOP + HEIGHT + 50 + keys.height, [...axis(top, y), ...bars, ...keys.parts])
}

interface Bar {
  readonly x: number
  readonly width: number
  readonly value: Estimate | null
  readonly colour: number
  y(value: number): number
}

function bar({ x, width, value, colour, y }: Bar): string {
  const middle = x + width / 2
  if (!value) return label(middle, TOP + HEIGHT - 6, 'none', { size: 11 })
  const [low, high] = value.ci95.map(y) as [number, number]
  return [
    `<rect x="${x.toFixed(1)}" y="${y(value.mean).toFixed(1)}" width="${width.toFixed(1)}" height="${(TOP + HEIGHT - y(value.mean)).toFixed(1)}" fill="${COLOURS[colour]}"/>`,
    `<line x1="${middle.toFixed(1)}" x2="${middle.toFixed(1)}" y1="${low.toFixed(1)}" y2="${high.toFixed(1)}" stroke="#111827"/>`,
    label(middle, Math.min(high, y(value.mean)) - 5, value.mean.toFixed(3), { size: 10 }),
  ].join('')
}

function axis(top: number, y: (value: number) => number): string[] {
  return Array.from({ length: 5 }, (_, k) => (top * k) / 4).flatMap((value) => [
    `<line x1="${LEFT}" x2="${WIDTH - 20}" y1="${y(value).toFixed(1)}" y2="${y(value).toFixed(1)}" stroke="#e5e7eb"/>`,
    label(LEFT - 8, y(value) + 4, value.toFixed(2), { anchor: 'end', size: 11 }),
  ])
}

interface Lines {
  readonly lines: Readonly<Record<string, readonly { readonly round: number; readonly onCulprits: Estimate }[]>>
  readonly level: { readonly name: string; readonly value: number }
}

/** One line a policy over rounds, its interval as a band, and a level that chance would reach. */
export function lineFigure(title: string, { lines, level }: Lines): string {
  const rounds = [...new Set(Object.values(lines).flatMap((points) => points.map(({ round }) => round)))]
  const [first, last] = [Math.min(...rounds), Math.max(...rounds)]
  const x = (round: number) => LEFT + 20 + ((WIDTH - LEFT - 60) * (round - first)) / Math.max(1, last - first)
  const y = (value: number) => TOP + HEIGHT * (1 - value)
  const drawn = Object.values(lines).map((points, k) => {
    const path = (of: (one: Estimate) => number) =>
      points.map(({ round, onCulprits }) => `${x(round).toFixed(1)},${y(of(onCulprits)).toFixed(1)}`)
    const band = [...path(({ ci95 }) => ci95[1]), ...path(({ ci95 }) => ci95[0]).reverse()].join(' ')
    const colour = COLOURS[k]
    return `<polygon points="${band}" fill="${colour}" opacity="0.2"/><polyline points="${path(({ mean }) => mean).join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`
  })
  const keys = legend([...Object.keys(lines), level.name], WIDTH, TOP + HEIGHT + 48)
  const colour = COLOURS[Object.keys(lines).length]
  return page(title, WIDTH, TOP + HEIGHT + 54 + keys.height, [
    ...axis(1, y),
    ...rounds.map((round) => label(x(round), TOP + HEIGHT + 20, `${round}`)),
    `<line x1="${LEFT}" x2="${WIDTH - 20}" y1="${y(level.value).toFixed(1)}" y2="${y(level.value).toFixed(1)}" stroke="${colour}" stroke-dasharray="5 4"/>`,
    ...drawn,
    ...keys.parts,
  ])
}
