/** A curve over steps, drawn by uPlot; its newest value in words for those who don't see it. */
import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { theme } from '../shell/settings.ts'

type Points = readonly (readonly [number, number])[]

export function Plot({ title, points }: { title: string; points: Points }) {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const newest = points.at(-1)
  const shade = theme.value
  useEffect(() => {
    const element = box.current!
    plot.current = new uPlot(optionsOf(element), dataOf(points), element)
    const onResize = new ResizeObserver(() => plot.current?.setSize({ width: element.clientWidth, height: 180 }))
    onResize.observe(element)
    return () => {
      onResize.disconnect()
      plot.current?.destroy()
    }
  }, [shade])
  useEffect(() => plot.current?.setData(dataOf(points)), [points.length, newest?.[0]])
  return (
    <figure class="plot">
      <figcaption class="spread">
        <span>{title}</span>
        <b>{newest ? short(newest[1]) : '–'}</b>
      </figcaption>
      <div ref={box} aria-hidden="true" />
    </figure>
  )
}

const short = (value: number) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3))

const dataOf = (points: Points): uPlot.AlignedData => [points.map(([step]) => step), points.map(([, value]) => value)]

/** A colour of the page for the canvas, which knows no custom properties. */
export const plotColour = (element: HTMLElement, name: string): string =>
  getComputedStyle(element).getPropertyValue(name).trim()

export const plotAxis = (element: HTMLElement) => ({
  stroke: plotColour(element, '--ink-3'),
  grid: { stroke: plotColour(element, '--line'), width: 1 },
  ticks: { show: false },
  font: '12px system-ui, sans-serif',
})

function optionsOf(element: HTMLElement): uPlot.Options {
  const colour = (name: string) => plotColour(element, name)
  const axis = plotAxis(element)
  return {
    width: element.clientWidth || 320,
    height: 180,
    legend: { show: false },
    cursor: { points: { size: 6 }, drag: { x: true, y: false } },
    scales: { x: { time: false } },
    axes: [
      { ...axis, space: 60, size: 28 },
      { ...axis, size: 56, values: (_, ticks) => ticks.map((tick) => String(Number(tick.toPrecision(3)))) },
    ],
    series: [{}, { stroke: colour('--accent'), width: 1.75, fill: `${colour('--accent')}22`, points: { show: false } }],
  }
}
