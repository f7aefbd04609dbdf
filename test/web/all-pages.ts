/** Every page of the stand-in arena, with something that shows that all of it is there. */
import type { Page } from 'playwright-core'

export type Listed = readonly [path: string, shows: string]

export const PAGES: readonly Listed[] = [
  ['/', '.featured .line'],
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

/** Goes there and waits until it is there, with its fonts and with nothing still loading. */
export async function open(page: Page, url: string, [path, shows]: Listed): Promise<void> {
  await page.goto(url + path)
  await page.locator(shows).first().waitFor({ state: 'attached' })
  await settled(page)
}

/** Nothing says that it is loading, and every font that is wanted has come. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main .loading').first().waitFor({ state: 'detached' })
  await page.evaluate('document.fonts.ready.then(() => new Promise(requestAnimationFrame))')
}
