/** A browser with eyes and ears: what went wrong on a page, what came over its sockets, what axe has against it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Milliseconds a condition may take to come true on a machine that does other things too; most take none. */
export const PATIENCE = 30_000

export interface Looking {
  readonly page: Page
  /** Errors of scripts and of the console, refused inline code among them. */
  readonly errors: string[]
  /** Every text message that came over the page's sockets. */
  readonly frames: string[]
}

/** A page in a context of its own, so that nothing is remembered from another test. */
export async function look(browser: Browser, options: BrowserContextOptions = {}): Promise<Looking> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    locale: 'en-US',
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE)
  const errors: string[] = []
  const frames: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))))
  return { page, errors, frames }
}

/** What the element with the focus is called: its label, or its own words. An editor's shadow tree is looked into. */
export const focused = async (page: Page): Promise<string> =>
  String(
    await page.evaluate(`(() => {
      const outer = document.activeElement
      const on = outer.shadowRoot?.activeElement ?? outer
      const label = on.labels?.[0]
      return on.getAttribute('aria-label') ?? (label?.firstElementChild?.textContent || (label ?? on).textContent)
    })()`),
  )

/** Presses Tab until the element of that name has the focus. */
export async function tabTo(page: Page, words: string, key = 'Tab'): Promise<void> {
  const met: string[] = []
  for (let presses = 0; presses < 60; presses++) {
    const now = await focused(page)
    if (now === words) return
    met.push(now.slice(0, 30))
    await page.keyboard.press(key)
  }
  throw new Error(`no way to "${words}" by ${key}: ${met.join(' | ')}`)
}

/** Waits until it holds: asked again and again, since a page is never all there at once. */
export async function holds(what: () => Promise<boolean> | boolean): Promise<void> {
  const end = Date.now() + PATIENCE
  while (!(await what())) {
    if (Date.now() > end) throw new Error(`never came to hold: ${what}`)
    await new Promise((done) => setTimeout(done, 30))
  }
}

/**
 * Sets a list as a reader with a keyboard would: by the first letters of what is wanted. A browser takes letters that come
 * late for a new word, so on a slow machine they are typed again.
 */
export async function pick(page: Page, name: string, letters: string): Promise<void> {
  await holds(async () => {
    await tabTo(page, name)
    await page.keyboard.type(letters)
    const chosen = await page.evaluate('document.activeElement.selectedOptions?.[0].textContent')
    return String(chosen).startsWith(letters)
  })
}

/** What axe finds wrong, as `rule: element`. The page's policy forbids inline scripts, so axe comes in past it, by the debugger. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource)
  return await page.evaluate(async () => {
    const axe = (globalThis as unknown as { axe: Axe }).axe
    const { violations: found } = await axe.run()
    return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
  })
}

interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}
