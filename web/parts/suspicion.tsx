/** Suspicion as a picture: an arrow for everyone whom somebody holds for the culprit, and how that came about. */

import { type Signal, useSignal } from '@preact/signals'
import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from 'd3-force'
import { useMemo, useRef } from 'preact/hooks'
import type { Mystery } from '../boards/mystery-view.ts'
import { t } from '../shell/settings.ts'
import { type BeliefPoint, beliefCurve, beliefsAt, type Matrix, publicSuspicion } from './beliefs.ts'
import { countUpTo } from './dialogue.ts'
import { Portrait } from './portrait.tsx'
import { accentOf } from './seats.ts'
import type { Shown } from './viewer.tsx'

export function Suspicion(shown: Shown) {
  const { match, frames, frame } = shown
  const seats = match.seats.length
  const only = useSignal<number | null>(null)
  const curve = useMemo(() => beliefCurve(frames, seats, only.value), [frames, seats, only.value])
  const upTo = frame?.id ?? 0
  const record = (frame?.view as Mystery | undefined)?.record
  const asked = frames.some(({ id, beliefs }) => beliefs !== undefined && id <= upTo)
  const matrix = asked ? beliefsAt(frames, seats, upTo) : record ? publicSuspicion(record, seats) : []
  return (
    <div class="suspicion stack">
      <p class="muted small">{t(asked ? 'suspicion.asked' : 'suspicion.public')}</p>
      <Graph {...shown} matrix={matrix} />
      {asked && <Curves {...shown} curve={curve.slice(0, countUpTo(curve, upTo))} only={only} />}
    </div>
  )
}

interface Node {
  readonly seat: number
  x: number
  y: number
}

/** Places move on from where they were, so the eye can follow who is drawn to whom. */
function usePlaces(matrix: Matrix, seats: number): readonly Node[] {
  const nodes = useRef<Node[]>([])
  return useMemo(() => {
    if (nodes.current.length !== seats)
      nodes.current = Array.from({ length: seats }, (_, seat) => {
        const angle = (seat / seats) * 2 * Math.PI
        return { seat, x: 200 + 90 * Math.cos(angle), y: 130 + 70 * Math.sin(angle) }
      })
    const next = nodes.current.map((node) => ({ ...node }))
    const links = matrix
      .flatMap((row, source) => row.map((weight, target) => ({ source, target, weight })))
      .filter(({ weight }) => weight > 0.05)
    forceSimulation(next)
      .force('charge', forceManyBody().strength(-420))
      .force(
        'link',
        forceLink(links)
          .distance(120)
          .strength(({ weight }) => 0.35 * weight),
      )
      .force('x', forceX(200).strength(0.07))
      .force('y', forceY(130).strength(0.13))
      .force('collide', forceCollide(34))
      .stop()
      .tick(140)
    for (const node of next) {
      node.x = Math.max(36, Math.min(364, node.x))
      node.y = Math.max(34, Math.min(210, node.y))
    }
    nodes.current = next
    return next
  }, [matrix.map((row) => row.map((one) => one.toFixed(2)).join()).join(';'), seats])
}

function Graph({ match, matrix }: Shown & { matrix: Matrix }) {
  const places = usePlaces(matrix, match.seats.length)
  const suspected = match.seats.map((_, of) => matrix.reduce((sum, row) => sum + (row[of] ?? 0), 0))
  const most = Math.max(0.001, ...suspected)
  return (
    <figure class="graph">
      <svg
        viewBox="0 0 400 260"
        role="img"
        aria-label={told(
          match.seats.map(({ name }) => name),
          matrix,
        )}
      >
        <defs>
          <marker
            id="tip"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path d="M0 0.8 L7.4 4 L0 7.2 Z" class="tip" />
          </marker>
        </defs>
        {matrix.flatMap((row, by) =>
          row.map((weight, of) =>
            weight > 0.08 && by !== of ? (
              <Arrow key={`${by}-${of}`} from={places[by]!} to={places[of]!} weight={weight} />
            ) : null,
          ),
        )}
        {places.map(({ seat, x, y }) => (
          <g
            key={seat}
            class={`node accent-${accentOf(match, seat)}`}
            style={{ transform: `translate(${x}px, ${y}px)` }}
          >
            <circle
              class="node-heat"
              r={21 + 7 * (suspected[seat]! / most)}
              style={{ opacity: String(0.12 + 0.55 * (suspected[seat]! / most)) }}
            />
            <foreignObject x="-18" y="-18" width="36" height="36">
              <span class="face face-fit">
                <Portrait name={match.seats[seat]!.name} />
              </span>
            </foreignObject>
            <text y="41" text-anchor="middle">
              {match.seats[seat]!.name}
            </text>
          </g>
        ))}
      </svg>
    </figure>
  )
}

function Arrow({ from, to, weight }: { from: Node; to: Node; weight: number }) {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = Math.max(1, Math.hypot(dx, dy))
  const [ux, uy] = [dx / length, dy / length]
  const [bendX, bendY] = [(from.x + to.x) / 2 - uy * 14, (from.y + to.y) / 2 + ux * 14]
  const d = `M${from.x + ux * 24} ${from.y + uy * 24} Q${bendX} ${bendY} ${to.x - ux * 28} ${to.y - uy * 28}`
  return (
    <path
      class="suspects"
      d={d}
      marker-end="url(#tip)"
      style={{ strokeWidth: `${0.8 + 4 * weight}px`, opacity: String(0.25 + 0.75 * weight) }}
    />
  )
}

/** The graph in words: whom each suspects most. */
function told(names: readonly string[], matrix: Matrix): string {
  const words = matrix.map((row, by) => {
    const most = Math.max(...row)
    return most > 0.05 ? t('suspicion.told', { by: names[by]!, of: names[row.indexOf(most)]! }) : ''
  })
  return [t('suspicion.graph'), ...words.filter((word) => word !== '')].join(' ')
}

const WIDTH = 400
const HEIGHT = 120

type CurvesProps = Shown & { curve: readonly BeliefPoint[]; only: Signal<number | null> }

function Curves({ match, curve, lines, at, only }: CurvesProps) {
  const last = curve.at(-1)
  const end = Math.max(1, lines[at]?.id ?? last?.id ?? 1)
  const order = match.seats.map((_, seat) => seat).sort((a, b) => (last?.mean[b] ?? 0) - (last?.mean[a] ?? 0))
  const path = (seat: number) =>
    curve
      .map(
        ({ id, mean }, point) =>
          `${point === 0 ? 'M' : 'L'}${((id / end) * WIDTH).toFixed(1)} ${((1 - mean[seat]!) * (HEIGHT - 4) + 2).toFixed(1)}`,
      )
      .join('')
  return (
    <section aria-label={t('suspicion.curves')}>
      <div class="spread">
        <h2>{t('suspicion.curves')}</h2>
        <label class="row">
          <span class="small">{t('suspicion.of')}</span>
          <select
            value={String(only.value ?? '')}
            onChange={({ currentTarget: { value } }) => {
              only.value = value === '' ? null : Number(value)
            }}
          >
            <option value="">{t('suspicion.everyone')}</option>
            {match.seats.map(({ name }, seat) => (
              <option key={seat} value={String(seat)}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div class="curves">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path class="curve-grid" d={`M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT - 1}H${WIDTH}`} />
          {order.map((seat, rank) => (
            <path key={seat} class={`curve curve-${rank}`} d={path(seat)} />
          ))}
        </svg>
        <ol class="curve-names">
          {order.map((seat, rank) => (
            <li key={seat} class={`curve-${rank}`}>
              <i aria-hidden="true" /> {match.seats[seat]!.name}{' '}
              <span class="number">{Math.round(100 * (last?.mean[seat] ?? 0))}%</span>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
