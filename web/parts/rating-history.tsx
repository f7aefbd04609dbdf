/** How ratings moved as matches came in: a line an agent, named and told beneath in words. */
import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { RatingCurve } from '../../arena/host/protocol.ts'
import { useGet } from '../shell/api.ts'
import { t, theme } from '../shell/settings.ts'
import { plotAxis, plotColour } from './plot.tsx'

/** The best ones; more lines than colours can't be told apart. */
const INKS = ['--first', '--killer', '--victim', '--second', '--third', '--fourth', '--ink-3'] as const
const HEIGHT = 260
/** Matches between two marks of the axis. */
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] as const

export function RatingHistory({ scenario }: { scenario: string }) {
  const asked = scenario === '' ? '' : `?scenario=${encodeURIComponent(scenario)}`
  const curves = (useGet<{ items: readonly RatingCurve[] }>(`/api/standings/history${asked}`).value?.items ?? [])
    .filter(({ points }) => points.length > 1)
    .slice(0, INKS.length)
  if (curves.length < 2) return null
  return (
    <section class="panel stack" aria-labelledby="history">
      <h2 id="history">{t('leaderboard.history')}</h2>
      <Lines key={theme.value} curves={curves} />
      <ul class="legend">
        {curves.map(({ agent, points }, at) => (
          <li key={agent}>
            <span class="legend-ink" style={{ background: `var(${INKS[at]})` }} aria-hidden="true" />
            <span>{agent}</span>
            <span class="muted small">
              {t('leaderboard.history-of', { from: Math.round(points[0]![1]), to: Math.round(points.at(-1)![1]) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Lines({ curves }: { curves: readonly RatingCurve[] }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current!
    const plot = new uPlot(optionsOf(element, curves), dataOf(curves), element)
    const onResize = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }))
    onResize.observe(element)
    return () => {
      onResize.disconnect()
      plot.destroy()
    }
  }, [JSON.stringify(curves)])
  return <div ref={box} class="history-plot" aria-hidden="true" />
}

/** One axis of matches under all curves; null where an agent had no rating yet. */
function dataOf(curves: readonly RatingCurve[]): uPlot.AlignedData {
  const counts = [...new Set(curves.flatMap(({ points }) => points.map(([count]) => count)))].sort((a, b) => a - b)
  const byCount = curves.map(({ points }) => new Map(points))
  return [counts, ...byCount.map((rating) => counts.map((count) => rating.get(count) ?? null))]
}

function optionsOf(element: HTMLElement, curves: readonly RatingCurve[]): uPlot.Options {
  const axis = plotAxis(element)
  return {
    width: element.clientWidth || 320,
    height: HEIGHT,
    legend: { show: false },
    cursor: { points: { size: 6 }, drag: { x: true, y: false } },
    scales: { x: { time: false } },
    axes: [
      {
        ...axis,
        space: 60,
        incrs: [...STEPS],
        size: 46,
        label: t('leaderboard.matches'),
        labelSize: 18,
        labelFont: axis.font,
      },
      { ...axis, size: 50, values: (_, ticks) => ticks.map(String) },
    ],
    series: [
      {},
      ...curves.map((_, at) => ({ stroke: plotColour(element, INKS[at]!), width: 2, points: { show: false } })),
    ],
  }
}
