/** The parts that figures are made of. */

export const COLOURS = ['#6b7280', '#2563eb', '#d97706', '#059669', '#db2777', '#7c3aed', '#0891b2', '#65a30d']

export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export interface LabelStyle {
  readonly anchor?: 'start' | 'middle' | 'end'
  readonly size?: number
  readonly colour?: string
}

export function label(
  x: number,
  y: number,
  text: string,
  { anchor = 'middle', size = 12, colour }: LabelStyle = {},
): string {
  const fill = colour === undefined ? '' : ` fill="${colour}"`
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" font-size="${size}"${fill}>${escaped(text)}</text>`
}

/** About how wide a text stands, in pixels. */
export const widthOf = (text: string, size = 12): number => text.length * size * 0.56

/** A white page with its title; never narrower than the title. */
export function page(title: string, width: number, height: number, parts: readonly string[]): string {
  const across = Math.ceil(Math.max(width, widthOf(title, 15) + 40))
  const shift = (across - width) / 2
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${across} ${Math.ceil(height)}" width="${across}" height="${Math.ceil(height)}"`,
    ` role="img" font-family="system-ui, sans-serif" fill="#1f2937"><title>${escaped(title)}</title>`,
    `<rect width="${across}" height="${Math.ceil(height)}" fill="#fff"/>${label(across / 2, 24, title, { size: 15 })}`,
    `<g transform="translate(${shift.toFixed(1)} 0)">${parts.join('')}</g></svg>\n`,
  ].join('')
}

/** Text broken at spaces and hyphens into lines of at most `width` pixels. */
export function broken(text: string, width: number, size: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/(?<=[ -])/)) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf((last + word).trimEnd(), size) <= width) lines[lines.length - 1] = last + word
    else lines.push(word)
  }
  return lines.map((line) => line.trim())
}

/** Lines of text, the last of them at `y`. */
export const stacked = (x: number, y: number, lines: readonly string[], style: LabelStyle = {}): string =>
  lines.map((line, i) => label(x, y - (lines.length - 1 - i) * ((style.size ?? 12) + 2), line, style)).join('')

/** Coloured names in rows no wider than `width`; `height` is what they take. */
export function legend(names: readonly string[], width: number, y: number): { parts: string[]; height: number } {
  const rows: { name: string; row: number; x: number }[] = []
  let [row, x] = [0, 12]
  for (const name of names) {
    const wide = widthOf(name) + 36
    if (x > 12 && x + wide > width) [row, x] = [row + 1, 12]
    rows.push({ name, row, x })
    x += wide
  }
  const parts = rows.map(
    ({ name, row: at, x: left }, i) =>
      `<rect x="${left.toFixed(1)}" y="${y + at * 20 - 10}" width="12" height="12" fill="${COLOURS[i % COLOURS.length]}"/>` +
      label(left + 17, y + at * 20, name, { anchor: 'start' }),
  )
  return { parts, height: (row + 1) * 20 }
}
