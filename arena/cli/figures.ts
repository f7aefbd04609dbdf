/** Figures of a tournament as SVG text: ratings with intervals, the cross table, role rates, cost against skill. */
import type { TableRow, TournamentResults } from '../host/tournament-results.ts'

const WIDTH = 720
const LEFT = 180
const ROW = 26
const TOP = 56

/** File name to SVG. */
export function figuresOf(results: TournamentResults): Record<string, string> {
  const rated = results.ratings.filter((one) => one.rating !== null && one.ci95 !== null)
  return {
    ...(rated.length > 0 && { 'ratings.svg': ratingsFigure(rated), 'cost.svg': costFigure(rated) }),
    'cross-table.svg': crossFigure(results),
    'roles.svg': rolesFigure(results),
  }
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function svg(title: string, height: number, body: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img"`,
    `  font-family="system-ui, sans-serif" font-size="13" fill="#1b1f24">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="16" y="26" font-size="16" font-weight="600">${escaped(title)}</text>`,
    ...body,
    '</svg>\n',
  ].join('\n')
}

const label = (text: string, x: number, y: number, anchor = 'end') =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${escaped(text.length > 26 ? `${text.slice(0, 25)}…` : text)}</text>`
const line = (x1: number, y1: number, x2: number, y2: number, colour: string, width = 1) =>
  `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" stroke="${colour}" stroke-width="${width}"/>`

/** A straight scale and a handful of round values on it. */
export function scaleOf(low: number, high: number, from: number, to: number) {
  const span = high - low || 1
  const rough = span / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough)!
  const ticks: number[] = []
  for (let tick = Math.ceil(low / step) * step; tick <= high + 1e-9; tick += step)
    ticks.push(Number(tick.toPrecision(12)))
  return { at: (value: number) => from + ((value - low) / span) * (to - from), ticks }
}

function ratingsFigure(rows: readonly TableRow[]): string {
  const height = TOP + rows.length * ROW + 40
  const edges = rows.flatMap(({ ci95 }) => [...ci95!])
  const { at, ticks } = scaleOf(Math.min(...edges) - 10, Math.max(...edges) + 10, LEFT, WIDTH - 24)
  const bottom = TOP + rows.length * ROW
  return svg('Ratings with 95 % intervals', height, [
    ...ticks.flatMap((tick) => [
      line(at(tick), TOP - 10, at(tick), bottom, '#d8dee4'),
      label(String(tick), at(tick), bottom + 18, 'middle'),
    ]),
    ...rows.flatMap(({ agent, rating, ci95, raw }, i) => {
      const y = TOP + i * ROW + 8
      return [
        label(agent, LEFT - 12, y + 4),
        line(at(ci95![0]), y, at(ci95![1]), y, '#0969da', 3),
        `<circle cx="${at(rating!).toFixed(1)}" cy="${y}" r="5" fill="#0969da"><title>${escaped(agent)}: ${rating!.toFixed(0)}</title></circle>`,
        ...(raw === null
          ? []
          : [
              `<path d="M ${at(raw).toFixed(1)} ${y + 6} l 4 6 h -8 z" fill="#9a6700"><title>raw ${raw.toFixed(0)}</title></path>`,
            ]),
      ]
    }),
    label('▴ with failures', WIDTH - 24, 26),
  ])
}

/** From red (lost) over white to blue (won). */
function shade(share: number): string {
  const pale = Math.round(255 - 190 * Math.min(1, Math.abs(share - 0.5) * 2))
  return share >= 0.5 ? `rgb(${pale},${Math.round(pale + (255 - pale) / 2)},255)` : `rgb(255,${pale},${pale})`
}

function crossFigure({ ratings, crossTable }: TournamentResults): string {
  const agents = ratings.map(({ agent }) => agent)
  const size = Math.min(56, (WIDTH - LEFT - 24) / Math.max(1, agents.length))
  const cells = crossTable.map(({ agent, against, wins, draws, losses, points }) => {
    const share = points / (wins + draws + losses)
    const [x, y] = [LEFT + agents.indexOf(against) * size, TOP + 20 + agents.indexOf(agent) * size]
    return [
      `<rect x="${x}" y="${y}" width="${size - 1}" height="${size - 1}" fill="${shade(share)}"><title>${escaped(`${agent} - ${against}: +${wins} =${draws} -${losses}`)}</title></rect>`,
      `<text x="${x + size / 2}" y="${y + size / 2 + 4}" text-anchor="middle" font-size="${Math.min(13, size / 3)}">${share.toFixed(2)}</text>`,
    ].join('')
  })
  const names = agents.flatMap((agent, i) => [
    label(`${i + 1} ${agent}`, LEFT - 8, TOP + 20 + (i + 0.5) * size + 4),
    label(String(i + 1), LEFT + (i + 0.5) * size, TOP + 12, 'middle'),
  ])
  return svg('Share of points, row against column', TOP + 40 + agents.length * size, [...cells, ...names])
}

function rolesFigure({ roles }: TournamentResults): string {
  const { at, ticks } = scaleOf(0, 1, LEFT + 120, WIDTH - 24)
  const bottom = TOP + roles.length * ROW
  const groups = roles.map(({ scenario, role }) => `${scenario}: ${role}`)
  return svg('Success by role, 0 worst, 1 best', bottom + 40, [
    ...ticks.flatMap((tick) => [
      line(at(tick), TOP - 10, at(tick), bottom, '#d8dee4'),
      label(String(tick), at(tick), bottom + 18, 'middle'),
    ]),
    ...roles.flatMap(({ agent, rate, wins, games, ci95 }, i) => {
      const y = TOP + i * ROW + 8
      const first = i === 0 || groups[i - 1] !== groups[i]
      return [
        ...(first ? [label(groups[i]!, 16, y + 4, 'start'), line(16, y - 13, WIDTH - 24, y - 13, '#8c959f')] : []),
        label(agent, LEFT + 108, y + 4),
        line(at(ci95[0]), y, at(ci95[1]), y, '#8250df', 3),
        `<circle cx="${at(rate).toFixed(1)}" cy="${y}" r="5" fill="#8250df"><title>${rate.toFixed(3)}, ${wins} of ${games} won</title></circle>`,
      ]
    }),
  ])
}

/** Tokens when anyone used some, else thinking time; on a logarithmic scale. */
function costFigure(rows: readonly TableRow[]): string {
  const tokens = rows.some((one) => one.tokens > 0)
  const cost = (one: TableRow) => Math.log10(Math.max(tokens ? one.tokens : one.seconds, 1e-6))
  const [costs, ratings] = [rows.map(cost), rows.flatMap(({ ci95 }) => [...ci95!])]
  const x = scaleOf(Math.min(...costs) - 0.3, Math.max(...costs) + 0.3, 80, WIDTH - 40)
  const y = scaleOf(Math.min(...ratings) - 10, Math.max(...ratings) + 10, 360, TOP)
  const unit = tokens ? 'tokens' : 'seconds'
  return svg(`Skill against cost (${unit} a seat)`, 420, [
    ...y.ticks.flatMap((tick) => [
      line(80, y.at(tick), WIDTH - 40, y.at(tick), '#d8dee4'),
      label(String(tick), 72, y.at(tick) + 4),
    ]),
    ...x.ticks
      .filter((tick) => Number.isInteger(tick))
      .map((tick) => label(`${Number((10 ** tick).toPrecision(1))} ${unit}`, x.at(tick), 384, 'middle')),
    ...rows.flatMap((one) => [
      line(x.at(cost(one)), y.at(one.ci95![0]), x.at(cost(one)), y.at(one.ci95![1]), '#1a7f37', 2),
      `<circle cx="${x.at(cost(one)).toFixed(1)}" cy="${y.at(one.rating!).toFixed(1)}" r="5" fill="#1a7f37"/>`,
      label(one.agent, x.at(cost(one)) + 9, y.at(one.rating!) + 4, 'start'),
    ]),
  ])
}
