import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { startBrowser } from './browser.ts'
import { type FixtureArena, startFixture } from './fixture.ts'
import { focused, look, tabTo, violations } from './looking.ts'
import { recordedFixture, TOURNAMENT, TRAINING } from './recorded.ts'

let browser: Browser
let arena: FixtureArena

beforeAll(async () => {
  const [started, fixture] = await Promise.all([startBrowser(), recordedFixture()])
  browser = started
  arena = await startFixture(fixture)
}, 60_000)

afterAll(async () => {
  await browser.close()
  await arena.close()
})

/** Every page, with something that shows it is all there. */
const PAGES: readonly (readonly [path: string, shows: string])[] = [
  ['/', '.featured .chair'],
  ['/watch', '.match-card'],
  ['/watch/m-live', '.line'],
  ['/watch/m-over?sight=all&method=maro', '.sums'],
  ['/replay', '.drop-zone'],
  ['/leaderboard', '.legend'],
  ['/tournaments', 'progress'],
  ['/tournaments/spring', '.heat'],
  ['/training', '.u-wrap'],
  ['/play', '.play-form option'],
  ['/studio', '.shelf-item'],
  ['/studio/the-house', '.fault'],
  ['/nowhere', 'h1'],
]

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe has nothing against any page in the ${colorScheme} theme, and none throws`, async () => {
    const { page, errors } = await look(browser, { colorScheme })
    const found: string[] = []
    for (const [path, shows] of PAGES) {
      await page.goto(arena.url + path)
      await page.locator(shows).first().waitFor({ state: 'attached' })
      found.push(...(await violations(page)).map((one) => `${path} ${one}`))
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
  for (const [path, shows] of PAGES) {
    await page.goto(arena.url + path)
    await page.locator(shows).first().waitFor({ state: 'attached' })
    const width = await page.evaluate('document.documentElement.scrollWidth')
    expect({ path, width }).toEqual({ path, width: 390 })
  }
})

test('the front page cuts no line of the dialogue in half', async () => {
  const { page } = await look(browser, { viewport: { width: 390, height: 800 } })
  await page.goto(arena.url)
  await page.locator('.featured-talk .line').first().waitFor({ state: 'attached' })
  const lines = await page.evaluate(`(() => {
    const list = document.querySelector('.featured-talk')
    const top = list.getBoundingClientRect().top
    return [...list.children].map((line) => ({
      cut: line.getBoundingClientRect().top < top - 1,
      seen: getComputedStyle(line).visibility === 'visible',
    }))
  })()`)
  expect(lines).toContainEqual({ cut: true, seen: false })
  expect(lines).toContainEqual({ cut: false, seen: true })
  expect(lines).not.toContainEqual({ cut: true, seen: true })
})

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
  expect(await page.locator('.stale').count()).toBe(0)
  arena.beating = false
  await page.locator('.stale').waitFor({ timeout: 5_000 })
  arena.beating = true
  await page.locator('.stale').waitFor({ state: 'detached', timeout: 5_000 })
})

test('a running tournament and a training run are followed without a reload', async () => {
  const { page } = await look(browser)
  await page.goto(`${arena.url}/tournaments/spring`)
  await page.getByText('123 of 400 matches').waitFor()
  arena.watch.emit('tournament', { ...TOURNAMENT, done: 399 })
  await page.getByText('399 of 400 matches').waitFor()
  await page.goto(`${arena.url}/training`)
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
  expect(await focused(page)).toBe('Skip to the page')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Watch from the start')
  await page.keyboard.press('Enter')
  await page.locator('.line').first().waitFor()
  await tabTo(page, 'Evidence')
  await page.keyboard.press('ArrowRight')
  expect(await focused(page)).toBe('Suspicion')
  await page.locator('.graph').waitFor()
  await page.keyboard.press('ArrowRight')
  expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('About')
})
