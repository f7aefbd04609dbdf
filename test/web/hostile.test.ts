import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { type Listed, open, PAGES, settled } from './all-pages.ts'
import { startBrowser } from './browser.ts'
import { type Fixture, type FixtureArena, startFixture } from './fixture.ts'
import { look, PATIENCE } from './looking.ts'
import { recordedFixture } from './recorded.ts'

jest.setTimeout(4 * PATIENCE)

/** Each would set `hit` if any of it ran. */
const PAYLOADS: readonly string[] = [
  '<script>hit=1</script>',
  '<img src=x onerror=hit=1>',
  '<svg onload=hit=1>',
  '"><script>hit=1</script>',
  "' onmouseover=hit=1 x='",
  'javascript:hit=1',
  '</textarea><script>hit=1</script>',
  '{{constructor.constructor("hit=1")()}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a payload
  '${hit=1}',
  '<iframe srcdoc="<script>parent.hit=1</script>">',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=hit=1>',
  '<a href="javascript:hit=1">click</a>',
  '\u202egnp.exe\u0000<details open ontoggle=hit=1>',
]

/** Words that pages compare rather than show. */
const KEPT = new Set(['id', 'type', 'kind', 'state', 'phase', 'language', 'where', 'seat', 'code', 'forced', 'fault'])

/** One word that no line is long enough for. */
const LONG = ['W'.repeat(90)]

/** Every other string gets a payload, each its turn; the document's text stays JSON. */
function poisoned(fixture: Fixture, payloads: readonly string[]): Fixture {
  let turn = 0
  const poison = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return KEPT.has(key) ? value : `${value} ${payloads[turn++ % payloads.length]}`
    if (Array.isArray(value)) return value.map((one) => poison(one, key))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [named(name, key), poison(one, name)]))
  }
  const named = (name: string, key: string) =>
    key === 'roles' || key === 'curves' || key === 'factions' || key === 'rates' || key === 'note'
      ? `${name} ${payloads[turn++ % payloads.length]}`
      : name
  const { document, frames, ...rest } = fixture
  const said = Object.entries(frames).map(([id, list]) => [
    id,
    list.map((frame) => ({
      ...(poison(frame, '') as object),
      note: { thought: payloads[turn++ % payloads.length]!, raw: payloads[turn++ % payloads.length]!, tokens: 7 },
    })),
  ])
  return {
    ...(poison(rest, '') as typeof rest),
    frames: Object.fromEntries(said) as Fixture['frames'],
    document: JSON.stringify(poison(JSON.parse(document), ''), null, 2),
  }
}

let browser: Browser
let arena: FixtureArena
let wordy: FixtureArena

beforeAll(async () => {
  browser = await startBrowser()
  const fixture = await recordedFixture()
  arena = await startFixture(poisoned(fixture, PAYLOADS))
  wordy = await startFixture(poisoned(fixture, LONG))
})

afterAll(async () => {
  await browser.close()
  await arena.close()
  await wordy.close()
})

const ADDRESSES: readonly Listed[] = [
  ['/watch/%3Cimg%20src=x%20onerror=hit=1%3E', 'main [role=alert]'],
  ['/studio/%3Cscript%3Ehit=1', 'h1'],
  ['/tournaments/%3Cimg%20src=x%20onerror=hit=1%3E', 'main [role=alert]'],
  ['/%3Cimg%20src=x%20onerror=hit=1%3E', 'h1'],
]

test('foreign text stays text in every field of every page', async () => {
  const { page } = await look(browser)
  page.on('dialog', (dialog) => void dialog.dismiss())
  const shown: (string | null)[] = []
  const tell = async (path: string) => {
    await settled(page)
    expect({ path, ...(await harm(page)) }).toEqual({ path, hit: false, foreign: 0 })
    shown.push(await page.locator('body').textContent())
  }
  for (const listed of [...PAGES, ...ADDRESSES]) {
    await open(page, arena.url, listed)
    for (const toggle of await page.locator('.toggle').all()) await toggle.click()
    await tell(listed[0])
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      await tell(`${listed[0]} ${await tab.textContent()}`)
    }
  }
  expect(PAYLOADS.filter((payload) => !shown.some((text) => text?.includes(payload)))).toEqual([])
})

test('a word too long for any line makes no page wider than a phone', async () => {
  const { page } = await look(browser, { viewport: { width: 390, height: 800 } })
  for (const listed of PAGES) {
    await open(page, wordy.url, listed)
    const width = await page.evaluate('document.documentElement.scrollWidth')
    expect({ path: listed[0], width }).toEqual({ path: listed[0], width: 390 })
  }
})

test('a dropped log full of markup is told as text', async () => {
  const { page } = await look(browser)
  await page.goto(`${arena.url}/replay`)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: '<img src=x onerror=hit=1>.jsonl', mimeType: 'text/plain', buffer: Buffer.from('{}') })
  await page.locator('.line').first().waitFor()
  expect(await harm(page)).toEqual({ hit: false, foreign: 0 })
})

/** Whether anything ran, and how many elements stand there that only foreign markup could have made. */
async function harm(page: Awaited<ReturnType<typeof look>>['page']): Promise<{ hit: boolean; foreign: number }> {
  return await page.evaluate(HARM)
}

const FOREIGN =
  'iframe, math, body script, img:not([src^="data:image/svg+xml,"]), [onerror], [onload], [onmouseover], [ontoggle], a[href^="javascript:"]'
const HARM = `({ hit: 'hit' in globalThis, foreign: document.querySelectorAll('${FOREIGN}').length })`
