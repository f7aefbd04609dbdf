/** Where we are: the path and the query as signals, and the links that change them without a reload. */
import { computed, signal } from '@preact/signals'

const here = () => `${location.pathname}${location.search}`

const url = signal(here())

export const path = computed(() => new URL(url.value, location.origin).pathname)
export const query = computed(() => new URL(url.value, location.origin).searchParams)

/** The path's parts, decoded: `/watch/m1` gives `['watch', 'm1']`. */
export const parts = computed(() =>
  path.value
    .split('/')
    .filter((part) => part !== '')
    .map(decoded),
)

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function go(to: string): void {
  history.pushState(null, '', to)
  url.value = here()
  scrollTo(0, 0)
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** Changes the address without a step in the history: a scrubber's turn, a chosen method. */
export function amend(changes: Readonly<Record<string, string | null>>): void {
  const next = new URL(location.href)
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) next.searchParams.delete(key)
    else next.searchParams.set(key, value)
  }
  history.replaceState(null, '', next)
  url.value = here()
}

/** Takes over plain clicks on links of this site and the back button. */
export function followLinks(): void {
  addEventListener('popstate', () => {
    url.value = here()
  })
  addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
    if (link.pathname.startsWith('/api/') || link.hash !== '') return
    event.preventDefault()
    go(`${link.pathname}${link.search}`)
  })
}
