import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { open, PAGES } from './all-pages.ts'
import { startBrowser } from './browser.ts'
import { type FixtureArena, startFixture } from './fixture.ts'
import { focused, holds, look, PATIENCE, tabTo, violations } from './looking.ts'
import { recordedFixture, TOURNAMENT, TRAINING } from './recorded.ts'

jest.setTimeout(4 * PATIENCE)

let browser: Browser
let arena: FixtureArena

beforeAll(async () => {
  const [started, fixture] = await Promise.all([startBrowser(), recordedFixture()])
  browser = started
  arena = await startFixture(fixture)
})

afterAll(async () => {
  await browser.close()
  await arena.close()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe has nothing against any page in the ${colorScheme} theme, and none throws`, async () => {
    const { page, errors } = await look(browser, { colorScheme })
    const found: string[] = []
    for (const listed of PAGES) {
      await open(page, arena.url, listed)
      found.push(...(await violations(page)).map((one) => `${listed[0]} ${one}`))
    }
    await page.goto(`${arena.url}/watch/m-over?sight=all`)
    await page.getByRole('tab', { name: 'Suspicion' }).click()
    await page.getByRole('button', { name: 'Suspicions' }).click()
    await page.locator('.curve').first().waitFor({ state: 'attached' })
    found.push(...(await violations(page)).map((one) => `suspicion ${one}`))
    expect(found).toEqual([])
    expect(errors).toEqual([])
  })
}

test('no page is wider than a phone', async () => {
  const { page } = await look(browser, { viewport: { width: 390, height: 800 } })
  for (const listed of PAGES) {
    await open(page, arena.url, listed)
    const [path] = listed
    const width = await page.evaluate('document.documentElement.scrollWidth')
    expect({ path, width }).toEqual({ path, width: 390 })
  }
})

test('the front page cuts no line of the dialogue in half', async () => {
  const { page } = await look(browser, { viewport: { width: 390, height: 800 } })
  await page.goto(arena.url)
  await page.locator('.featured-talk li').nth(6).waitFor({ state: 'attached' })
  // Fonts that come late move lines; which are hidden follows a frame later.
  await holds(async () => {
    const lines = await page.evaluate<string[]>(LINES)
    return (
      lines.includes('cut hidden') && lines.includes('whole visible') && !/cut visible|whole hidden/.test(lines.join())
    )
  })
})

/** Each line of the front page's dialogue: whether the upper edge cuts it, and whether it is seen. */
const LINES = `(() => {
  const list = document.querySelector('.featured-talk')
  const top = list.getBoundingClientRect().top
  const edge = (line) => (line.getBoundingClientRect().top < top - 1 ? 'cut ' : 'whole ')
  return [...list.children].map((line) => edge(line) + getComputedStyle(line).visibility)
})()`

test('the language changes every page and is remembered', async () => {
  const { page, errors } = await look(browser)
  await page.goto(arena.url)
  await page.getByRole('button', { name: '中文' }).click()
  await page.getByRole('link', { name: '排行榜', exact: true }).first().click()
  await page.getByRole('heading', { name: '排行榜', level: 1 }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('zh')
  await page.reload()
  await page.getByRole('heading', { name: '排行榜', level: 1 }).waitFor()
  expect(errors).toEqual([])
})

test('a browser whose language is no language tag sees the curves too', async () => {
  const { page, errors } = await look(browser)
  await page.addInitScript("Object.defineProperty(Navigator.prototype, 'language', { get: () => 'en-US@posix' })")
  await page.goto(`${arena.url}/training`)
  await page.locator('.u-wrap').first().waitFor()
  expect(errors).toEqual([])
})

test('an embedded match comes without the frame of the site', async () => {
  const { page } = await look(browser)
  await page.goto(`${arena.url}/watch/m-over?embed=1&turn=4`)
  await page.locator('.line[data-newest="true"]').waitFor()
  expect(await page.locator('.masthead, .colophon').count()).toBe(0)
})

test('a theme that was chosen is remembered over what the system prefers', async () => {
  const { page } = await look(browser, { colorScheme: 'light' })
  await page.goto(arena.url)
  await page.getByRole('button', { name: 'Dark theme' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Light theme' }).waitFor()
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
})

test('silence from the arena is told, and the telling ends with it', async () => {
  const { page } = await look(browser)
  await page.goto(arena.url)
  await page.locator('.featured .chair').first().waitFor()
  const stale = page.locator('.stale')
  await stale.waitFor({ state: 'detached' })
  arena.beating = false
  await stale.waitFor()
  arena.beating = true
  await stale.waitFor({ state: 'detached' })
})

test('a running tournament and a training run are followed without a reload', async () => {
  const { page } = await look(browser)
  // From the front page, so that the socket has its lobby before the news come.
  await page.goto(arena.url)
  await page.locator('.featured .line').first().waitFor()
  await page.getByRole('link', { name: 'Tournaments' }).click()
  await page.getByRole('link', { name: TOURNAMENT.title }).click()
  await page.getByText('123 of 400 matches').waitFor()
  arena.watch.emit('tournament', { ...TOURNAMENT, done: 399 })
  await page.getByText('399 of 400 matches').waitFor()
  await page.getByRole('link', { name: 'Training' }).click()
  await page.getByText('step 120 of 400').waitFor()
  arena.watch.emit('training', { ...TRAINING, step: 121, curves: { loss: [[120, 0.125]] } })
  await page.getByText('step 121 of 400').waitFor()
  await page.locator('.plot', { hasText: 'loss' }).getByText('0.125').waitFor()
})

test('a reader with a keyboard gets from the front page to the suspicions of a match', async () => {
  const { page } = await look(browser)
  await page.goto(arena.url)
  await page.locator('.featured .chair').first().waitFor()
  await page.keyboard.press('Tab')
  await holds(async () => (await focused(page)) === 'Skip to the page')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Watch from the start')
  await page.keyboard.press('Enter')
  await page.locator('.line').first().waitFor()
  await tabTo(page, 'Evidence')
  await page.keyboard.press('ArrowRight')
  await holds(async () => (await focused(page)) === 'Suspicion')
  await page.locator('.graph').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('tab', { name: 'About', selected: true }).waitFor()
})
