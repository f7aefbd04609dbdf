/** The five measures as a radar, one shape a faction, with the numbers in a table beside it. */
import { label, t } from '../shell/settings.ts'
import { accentOfFaction } from './seats.ts'

type Series = readonly (readonly [string, Readonly<Record<string, number>>])[]

const AXES = ['victory', 'tii', 'cic', 'ici', 'sci'] as const

export function Radar({ series }: { series: Series }) {
  const axes = AXES.filter((axis) => series.some(([, values]) => values[axis] !== undefined))
  const rest = [...new Set(series.flatMap(([, values]) => Object.keys(values)))].filter(
    (axis) => !AXES.some((known) => known === axis),
  )
  const all = [...axes, ...rest]
  return (
    <div class="radar">
      {all.length >= 3 && (
        <svg viewBox="-112 -104 224 208" aria-hidden="true">
          {[0.25, 0.5, 0.75, 1].map((ring) => (
            <polygon key={ring} class="radar-ring" points={polygon(all.map(() => ring))} />
          ))}
          {series.map(([faction, values]) => (
            <polygon
              key={faction}
              class={`radar-shape accent-${accentOfFaction(faction)}`}
              points={polygon(all.map((axis) => values[axis] ?? 0))}
            />
          ))}
          {all.map((axis, at) => {
            const [x, y] = corner(at, all.length, 1.16)
            return (
              <text key={axis} x={x} y={y} text-anchor="middle" dominant-baseline="middle">
                {axis.toUpperCase()}
              </text>
            )
          })}
        </svg>
      )}
      <table>
        <thead>
          <tr>
            <th scope="col">{t('radar.faction')}</th>
            {all.map((axis) => (
              <th scope="col" key={axis} class="number">
                {axis.toUpperCase()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {series.map(([faction, values]) => (
            <tr key={faction}>
              <th scope="row" class={`accent-${accentOfFaction(faction)} faction`}>
                {label('faction', faction)}
              </th>
              {all.map((axis) => (
                <td key={axis} class="number">
                  {values[axis] === undefined ? '–' : (100 * values[axis]).toFixed(1)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function corner(at: number, count: number, radius: number): [number, number] {
  const angle = (at / count) * 2 * Math.PI - Math.PI / 2
  return [Math.round(8400 * radius * Math.cos(angle)) / 100, Math.round(8400 * radius * Math.sin(angle)) / 100]
}

const polygon = (values: readonly number[]) =>
  values.map((value, at) => corner(at, values.length, Math.max(0, Math.min(1, value))).join(',')).join(' ')
