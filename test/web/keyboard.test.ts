/** Every task a reader comes for, done with the keyboard alone; the pointer is never used. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { openScenario } from '../../arena/scenario/index.ts'
import { type TestArena, testArena } from '../host/support.ts'
import { startBrowser } from './browser.ts'
import { type FixtureArena, startFixture } from './fixture.ts'
import { focused, look, PATIENCE, pick, tabTo } from './looking.ts'
import { builtPages } from './pages.ts'
import { recordedFixture, TOURNAMENT, TRAINING } from './recorded.ts'

jest.setTimeout(4 * PATIENCE)

let browser: Browser
let arena: TestArena
let stand: FixtureArena
const folder = mkdtempSync(join(tmpdir(), 'parley-keyboard-'))

beforeAll(async () => {
  const pages = builtPages()
  const [started, fixture] = await Promise.all([startBrowser(), recordedFixture()])
  browser = started
  stand = await startFixture(fixture)
  arena = await testArena({ pages, openTable: true })
})

afterAll(async () => {
  await browser.close()
  await stand.close()
  await arena.close()
  rmSync(folder, { recursive: true })
})

async function finished(scenario: string, agent: string): Promise<string> {
  const { game } = await openScenario(scenario)
  const id = `keys-${scenario.replaceAll(':', '-')}`
  const agents = game.seats.map(() => agent)
  await arena.rooms.start({ id, scenario, seed: 7, agents, survey: 'every', open: true, pace: 0 })
  await new Promise<void>((done) => arena.rooms.whenOver(id, () => done()))
  return id
}

test('switching the sight and reading the reward strip needs no pointer', async () => {
  const id = await finished('mystery:simple:5', 'detective')
  const { page } = await look(browser)
  await page.goto(`${arena.url}/watch/${id}`)
  await page.locator('.sight-bar select:enabled').waitFor()
  await pick(page, 'Seen by', 'all eyes')
  await page.waitForURL(/sight=all/)
  await page.locator('.toggle').first().waitFor()
  expect(await focused(page)).toBe('Seen by') // other eyes move nobody's focus
  await tabTo(page, 'Suspicions')
  await page.keyboard.press('Space')
  await page.locator('.toggle[aria-pressed="true"]').waitFor()
  await page.locator('.strip option').nth(1).waitFor({ state: 'attached' })
  await pick(page, 'Method', 'equal')
  await page.locator('.sums li').first().waitFor()
  expect(page.url()).toContain('method=uniform')
  await tabTo(page, 'Dialogue', 'Shift+Tab')
  await page.keyboard.press('Home')
  await page.locator('.line[data-credit="plus"], .line[data-credit="minus"]').first().waitFor()
})

test('a log is chosen, told and stepped through by keyboard', async () => {
  const id = await finished('kuhn-poker', 'random')
  const file = join(folder, 'kuhn.jsonl')
  writeFileSync(file, await (await fetch(`${arena.url}/api/matches/${id}/log`)).text())
  const { page } = await look(browser)
  await page.goto(`${arena.url}/replay`)
  await page.locator('.drop-zone').waitFor()
  await tabTo(page, 'Choose a log file')
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')])
  await chooser.setFiles(file)
  await page.locator('.announcement-ended').waitFor()
  await tabTo(page, 'Position')
  await page.keyboard.press('Home')
  await page.locator('.transport-count', { hasText: /^1\// }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.locator('.transport-count', { hasText: /^2\// }).waitFor()
})

test('in the studio the keyboard goes from the list of faults to the fault, mends it and leaves the editor', async () => {
  const { page } = await look(browser)
  await page.goto(`${arena.url}/studio`)
  await page.locator('.shelf-item').first().waitFor()
  await tabTo(page, 'Kuhn poker')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'No faults' }).waitFor()
  await page.locator('.editor .cm-content').waitFor()
  await tabTo(page, 'scenario.json')
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('oops')
  await page.locator('.fault').first().waitFor()
  const fault = (await page.locator('.fault').first().textContent())!
  await page.keyboard.press('Escape')
  await tabTo(page, fault)
  await page.keyboard.press('Enter')
  await tabTo(page, 'scenario.json')
  await page.keyboard.press('Control+Home')
  for (let letter = 0; letter < 4; letter++) await page.keyboard.press('Delete')
  await page.getByRole('heading', { name: 'No faults' }).waitFor()
  await tabTo(page, 'Prompts')
})

test('a tournament and a training run are followed by keyboard', async () => {
  const { page } = await look(browser)
  await page.goto(stand.url)
  await page.locator('.featured .chair').first().waitFor()
  await tabTo(page, 'Tournaments')
  await page.keyboard.press('Enter')
  await page.locator('progress').waitFor()
  await tabTo(page, TOURNAMENT.title)
  await page.keyboard.press('Enter')
  await page.locator('.heat').first().waitFor()
  stand.watch.emit('tournament', { ...TOURNAMENT, done: 399 })
  await page.getByText('399 of 400 matches').waitFor()
  await tabTo(page, 'Cross table: row against column')
  await tabTo(page, 'Training')
  await page.keyboard.press('Enter')
  await page.locator('.u-wrap').first().waitFor()
  stand.watch.emit('training', { ...TRAINING, step: 121 })
  await page.getByText('step 121 of 400').waitFor()
})
