/** A long list that draws only what is on screen: rows are measured as they come by, the rest is estimated. */
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

export interface VirtualListProps<T> {
  readonly items: readonly T[]
  /** The first so many of them are in the list. */
  readonly count: number
  readonly label: string
  /** Pixels a row takes until it has been measured. */
  readonly estimate: number
  keyOf(item: T): number
  render(item: T, index: number): ComponentChildren
}

const OVERSCAN = 6

/** Keeps to the end while the reader is at the end, as a conversation does. */
export function VirtualList<T>({ items, count, label, estimate, keyOf, render }: VirtualListProps<T>) {
  const box = useRef<HTMLElement>(null)
  const rows = useRef(new Rows<T>(keyOf, estimate)).current
  const atEnd = useRef(true)
  /** What is on screen, as last heard: asking while the page is drawn would have it laid out twice. */
  const seen = useRef({ top: 0, height: 600 }).current
  const [, redraw] = useState(0)
  const tops = rows.topsOf(items, count)
  const [first, last] = spanOf(tops, seen.top, seen.height, atEnd.current)

  useLayoutEffect(() => {
    const list = box.current
    if (!list) return
    if (measure(list, rows)) redraw((times) => times + 1)
    if (atEnd.current) list.scrollTop = list.scrollHeight
  })
  useEffect(() => {
    const list = box.current!
    const onResize = new ResizeObserver(() => {
      seen.height = list.clientHeight
      redraw((times) => times + 1)
    })
    onResize.observe(list)
    return () => onResize.disconnect()
  }, [])

  const onScroll = () => {
    const list = box.current!
    seen.top = list.scrollTop
    atEnd.current = list.scrollHeight - list.scrollTop - list.clientHeight < 40
    redraw((times) => times + 1)
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section class="virtual" ref={box} onScroll={onScroll} tabIndex={0} aria-label={label}>
      <ol style={{ paddingTop: `${tops[first]}px`, paddingBottom: `${tops[count]! - tops[last]!}px` }}>
        {items.slice(first, last).map((item, offset) => (
          <li key={keyOf(item)} data-row={first + offset} aria-setsize={count} aria-posinset={first + offset + 1}>
            {render(item, first + offset)}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** How tall rows are, by key, so that it is still known when other rows come between. */
class Rows<T> {
  readonly #byKey = new Map<number, number>()
  readonly #keyOf: (item: T) => number
  readonly #estimate: number
  /** Of `#items`, in order: numbers side by side, since thousands are summed at each step of a scrub. */
  #sizes = new Float64Array(0)
  #tops = new Float64Array(1)
  #items: readonly T[] = []

  constructor(keyOf: (item: T) => number, estimate: number) {
    this.#keyOf = keyOf
    this.#estimate = estimate
  }

  /** Where each of the first `count` rows begins, and where the last ends. Overwritten by the next call. */
  topsOf(items: readonly T[], count: number): Float64Array {
    if (items !== this.#items) {
      this.#items = items
      this.#sizes = Float64Array.from(items, (item) => this.#byKey.get(this.#keyOf(item)) ?? this.#estimate)
      this.#tops = new Float64Array(items.length + 1)
    }
    for (let row = 0; row < count; row++) this.#tops[row + 1] = this.#tops[row]! + this.#sizes[row]!
    return this.#tops.subarray(0, count + 1)
  }

  /** True when the row is taller or shorter than was thought. */
  measured(row: number, height: number): boolean {
    const item = this.#items[row]
    if (item === undefined || Math.abs(this.#sizes[row]! - height) <= 0.5) return false
    this.#byKey.set(this.#keyOf(item), height)
    this.#sizes[row] = height
    return true
  }
}

/** Rows on screen, with a few more above and below. */
function spanOf(tops: Float64Array, scroll: number, view: number, atEnd: boolean): [number, number] {
  const count = tops.length - 1
  const top = atEnd ? Math.max(0, tops[count]! - view) : scroll
  const first = Math.max(0, lastBefore(tops, top) - OVERSCAN)
  return [first, Math.min(count, lastBefore(tops, top + view) + 1 + OVERSCAN)]
}

function lastBefore(tops: Float64Array, y: number): number {
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
function measure<T>(box: HTMLElement, rows: Rows<T>): boolean {
  let changed = false
  for (const row of box.firstElementChild?.children ?? []) {
    if (!(row instanceof HTMLElement) || row.dataset['row'] === undefined) continue
    if (rows.measured(Number(row.dataset['row']), row.getBoundingClientRect().height)) changed = true
  }
  return changed
}
