/** A long list that draws only what is on screen: rows are measured as they come by, the rest is estimated. */
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

export interface VirtualListProps<T> {
  readonly items: readonly T[]
  readonly label: string
  /** Pixels a row takes until it has been measured. */
  readonly estimate: number
  keyOf(item: T): number
  render(item: T, index: number): ComponentChildren
}

const OVERSCAN = 6

/** Keeps to the end while the reader is at the end, as a conversation does. */
export function VirtualList<T>({ items, label, estimate, keyOf, render }: VirtualListProps<T>) {
  const box = useRef<HTMLElement>(null)
  const heights = useRef(new Map<number, number>()).current
  const atEnd = useRef(true)
  const [, redraw] = useState(0)
  const tops = topsOf(items, (item) => heights.get(keyOf(item)) ?? estimate)
  const [first, last] = spanOf(tops, box.current?.scrollTop ?? 0, box.current?.clientHeight ?? 600, atEnd.current)

  useLayoutEffect(() => {
    const list = box.current
    if (!list) return
    if (measure(list, heights)) redraw((count) => count + 1)
    if (atEnd.current) list.scrollTop = list.scrollHeight
  })
  useEffect(() => {
    const list = box.current!
    const onResize = new ResizeObserver(() => redraw((count) => count + 1))
    onResize.observe(list)
    return () => onResize.disconnect()
  }, [])

  const onScroll = () => {
    const list = box.current!
    atEnd.current = list.scrollHeight - list.scrollTop - list.clientHeight < 40
    redraw((count) => count + 1)
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section class="virtual" ref={box} onScroll={onScroll} tabIndex={0} aria-label={label}>
      <ol style={{ paddingTop: `${tops[first]}px`, paddingBottom: `${tops[items.length]! - tops[last]!}px` }}>
        {items.slice(first, last).map((item, offset) => (
          <li key={keyOf(item)} data-row={keyOf(item)} aria-setsize={items.length} aria-posinset={first + offset + 1}>
            {render(item, first + offset)}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Where each row begins; one more than there are rows. */
export function topsOf<T>(items: readonly T[], height: (item: T) => number): number[] {
  const tops = [0]
  for (const item of items) tops.push(tops.at(-1)! + height(item))
  return tops
}

/** Rows on screen, with a few more above and below. */
function spanOf(tops: readonly number[], scroll: number, view: number, atEnd: boolean): [number, number] {
  const count = tops.length - 1
  const top = atEnd ? Math.max(0, tops[count]! - view) : scroll
  const first = Math.max(0, lastBefore(tops, top) - OVERSCAN)
  return [first, Math.min(count, lastBefore(tops, top + view) + 1 + OVERSCAN)]
}

function lastBefore(tops: readonly number[], y: number): number {
  let low = 0
  let high = tops.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (tops[middle]! <= y) low = middle
    else high = middle - 1
  }
  return low
}

/** True when a row turned out taller or shorter than was thought. */
function measure(box: HTMLElement, heights: Map<number, number>): boolean {
  let changed = false
  for (const row of box.firstElementChild?.children ?? []) {
    if (!(row instanceof HTMLElement) || row.dataset['row'] === undefined) continue
    const key = Number(row.dataset['row'])
    const height = row.getBoundingClientRect().height
    if (Math.abs((heights.get(key) ?? 0) - height) > 0.5) {
      heights.set(key, height)
      changed = true
    }
  }
  return changed
}
