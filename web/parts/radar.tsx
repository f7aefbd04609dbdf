/** The measures of a trained version as a radar, the untrained version behind it, with the numbers in a table beside it. */
import type { MeasuredFigure, MeasuredVersion } from '../../arena/host/protocol.ts'
import { label, t } from '../shell/settings.ts'
import { Scroller } from './scroller.tsx'
import { accentOfFaction } from './seats.ts'

type Figures = Readonly<Record<string, MeasuredFigure>>

/** MIRAGE's five, then what stands in for the two that need a judge. */
const AXES = ['victory', 'tii', 'cic', 'ici', 'sci', 'responsiveness', 'informativeness', 'consistency'] as const

/** `untrained`: version 0 in the same matches; null where it was not measured. */
export function Measures({ now, untrained }: { now: MeasuredVersion; untrained: MeasuredVersion | null }) {
  return (
    <div class="measured">
      {Object.entries(now.factions).map(([faction, figures]) => (
        <OfFaction
          key={faction}
          faction={faction}
          now={now.version}
          figures={figures}
          before={untrained?.factions[faction] ?? null}
        />
      ))}
    </div>
  )
}

interface OfFactionProps {
  readonly faction: string
  readonly now: number
  readonly figures: Figures
  readonly before: Figures | null
}

function OfFaction({ faction, now, figures, before }: OfFactionProps) {
  const axes = axesOf(figures)
  const name = label('faction', faction)
  return (
    <figure class={`radar accent-${accentOfFaction(faction)}`}>
      <figcaption>
        <h3>{name}</h3>
        <ul class="legend">
          <li>
            <span class="radar-key" aria-hidden="true" />
            {t('radar.version', { version: now })}
          </li>
          {before && (
            <li>
              <span class="radar-key radar-key-before" aria-hidden="true" />
              {t('radar.untrained')}
            </li>
          )}
        </ul>
      </figcaption>
      {axes.length >= 3 && <Web axes={axes} figures={figures} before={before} />}
      <Scroller label={t('radar.table', { faction: name })}>
        <Table axes={axes} figures={figures} before={before} now={now} />
      </Scroller>
    </figure>
  )
}

function axesOf(figures: Figures): string[] {
  const names = Object.keys(figures)
  const known = AXES.filter((axis) => names.includes(axis))
  return [...known, ...names.filter((name) => !known.some((one) => one === name))]
}

interface Drawn {
  readonly axes: readonly string[]
  readonly figures: Figures
  readonly before: Figures | null
}

function Web({ axes, figures, before }: Drawn) {
  const shape = (of: Figures) => polygon(axes.map((axis) => of[axis]?.mean ?? 0))
  return (
    <svg viewBox="-172 -108 344 216" aria-hidden="true">
      {[0.25, 0.5, 0.75, 1].map((ring) => (
        <polygon key={ring} class="radar-ring" points={polygon(axes.map(() => ring))} />
      ))}
      {axes.map((axis, at) => (
        <path key={axis} class="radar-ring" d={`M0 0L${corner(at, axes.length, 1).join(' ')}`} />
      ))}
      {before && <polygon class="radar-before" points={shape(before)} />}
      <polygon class="radar-shape" points={shape(figures)} />
      {axes.map((axis, at) => {
        const [x, y] = corner(at, axes.length, 1.1)
        const side = Math.abs(x) < 4 ? 'middle' : x > 0 ? 'start' : 'end'
        return (
          <text key={axis} x={x} y={y} text-anchor={side} dominant-baseline="middle">
            {label('measure', axis)}
          </text>
        )
      })}
    </svg>
  )
}

function Table({ axes, figures, before, now }: Drawn & { now: number }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('radar.measure')}</th>
          <th scope="col" class="number">
            {t('radar.version', { version: now })}
          </th>
          <th scope="col" class="number">
            {t('standings.interval')}
          </th>
          {before && (
            <th scope="col" class="number">
              {t('radar.untrained')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {axes.map((axis) => (
          <tr key={axis}>
            <th scope="row">{label('measure', axis)}</th>
            <td class="number">{share(figures[axis]!.mean)}</td>
            <td class="number muted">{figures[axis]!.ci95.map(share).join('–')}</td>
            {before && <td class="number">{before[axis] ? share(before[axis].mean) : '–'}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** In percent. */
const share = (value: number) => (100 * value).toFixed(1)

const RADIUS = 84

function corner(at: number, count: number, radius: number): [number, number] {
  const angle = (at / count) * 2 * Math.PI - Math.PI / 2
  const whole = (value: number) => Math.round(100 * RADIUS * radius * value) / 100
  return [whole(Math.cos(angle)), whole(Math.sin(angle))]
}

const polygon = (values: readonly number[]) =>
  values.map((value, at) => corner(at, values.length, Math.max(0, Math.min(1, value))).join(',')).join(' ')
