import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import type { FrameBatch } from '../../arena/host/protocol.ts'
import type { MatchSpec } from '../../arena/host/store.ts'
import { openScenario } from '../../arena/scenario/index.ts'
import { linesOf } from '../../web/parts/dialogue.ts'
import { type TestArena, testArena } from '../host/support.ts'
import { startBrowser } from './browser.ts'
import { POLICY } from './fixture.ts'
import { holds, look, PATIENCE, pick, tabTo } from './looking.ts'
import { builtPages } from './pages.ts'

jest.setTimeout(4 * PATIENCE)

let browser: Browser
let arena: TestArena

beforeAll(async () => {
  const pages = builtPages()
  browser = await startBrowser()
  arena = await testArena({ pages, openTable: true, settings: { beatMs: 300 } })
})

afterAll(async () => {
  await browser.close()
  await arena.close()
})

let count = 0
/** `agent` sits in every seat. */
async function started(scenario: string, agent: string, change: Partial<MatchSpec> = {}): Promise<string> {
  const id = `web-${++count}`
  const { game } = await openScenario(scenario)
  const agents = game.seats.map(() => agent)
  const spec: MatchSpec = { id, scenario, seed: 7, agents, survey: 'every', open: true, pace: 0, ...change }
  await arena.rooms.start(spec)
  return id
}

async function finished(scenario: string, agent: string): Promise<string> {
  const id = await started(scenario, agent)
  await new Promise<void>((done) => arena.rooms.whenOver(id, () => done()))
  return id
}

/** Waits until the page stands at a position of the match: `6/20`. */
const stands = (page: Page, at: number, of: number) =>
  page.locator('.transport-count', { hasText: new RegExp(`^${at}/${of}$`) }).waitFor()

/** How many lines the whole match has, told by the arena rather than by the page. */
async function lengthOf(id: string): Promise<number> {
  const batch = await (await fetch(`${arena.url}/api/matches/${id}/frames?sight=audience&limit=2000`)).json()
  const { frames, complete } = batch as FrameBatch
  expect(complete).toBe(true)
  return linesOf(frames, { notes: false, surveys: false }).length
}

const positionOf = async (page: Page) => Number((await page.locator('.transport-count').textContent())!.split('/')[0])

test('the front page shows a match as it happens, and a strict policy is in force', async () => {
  const id = await started('mystery:simple:3', 'detective', { pace: 120 })
  const { page, errors } = await look(browser)
  const response = await page.goto(arena.url)
  const policy = response!.headers()['content-security-policy']!
  expect(policy).toBe(POLICY)
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toMatch(/unsafe|\*/)
  await page.locator('.featured .line').first().waitFor()
  const first = await page.locator('.featured .line').last().textContent()
  await holds(async () => (await page.locator('.featured .line').last().textContent()) !== first)
  await arena.rooms.stop(id, 'seen enough')
  expect(errors).toEqual([])
})

test('the audience’s frames hold no secret; all eyes get everything', async () => {
  const id = await started('mystery:simple:4', 'detective', { pace: 1_000 }) // over long after the last look
  const { page, frames } = await look(browser)
  await page.goto(`${arena.url}/watch/${id}`)
  await page.locator('.line').nth(1).waitFor()
  const seen = () => frames.filter((frame) => frame.startsWith('42/watch,["frames"')).join('\n')
  expect(seen()).toContain('"line"')
  expect(frames.join('\n')).not.toMatch(/"faction":"(killer|victim)"/)
  expect(seen()).not.toMatch(/"views"|"beliefs"|"note"|"persona"|"timetable":\[[[{]/)
  await page.getByLabel('Seen by').selectOption('all')
  await page.locator('.toggle').first().waitFor()
  await holds(async () => /"views".*"persona"/.test(seen()))
  await arena.rooms.stop(id, 'seen enough')
})

test('a deep link opens at its turn; keys step, scrub and play; the address follows', async () => {
  const id = await finished('mystery:simple:5', 'detective')
  const { page } = await look(browser)
  await page.goto(`${arena.url}/watch/${id}?turn=6`)
  const of = await lengthOf(id)
  await page.locator('.transport-count', { hasText: `/${of}` }).waitFor()
  await holds(async () => (await positionOf(page)) < of)
  const at = await positionOf(page)
  expect(at).toBeGreaterThan(5)
  await page.locator('h1').click()
  await page.keyboard.press('ArrowRight')
  await stands(page, at + 1, of)
  await page.keyboard.press('Home')
  await stands(page, 1, of)
  await holds(() => page.url().includes('turn=0'))
  await page.keyboard.press('k')
  await holds(async () => (await positionOf(page)) > 1)
  await page.keyboard.press('End')
  await stands(page, of, of)
})

test('other eyes look at the same turn', async () => {
  const id = await finished('mystery:simple:5', 'detective')
  const { page } = await look(browser)
  await page.goto(`${arena.url}/watch/${id}?turn=6`)
  const said = page.locator('.line[data-newest="true"] .line-text')
  const of = await lengthOf(id)
  await page.locator('.transport-count', { hasText: `/${of}` }).waitFor()
  await holds(async () => (await positionOf(page)) < of)
  const words = await said.textContent()
  await page.getByLabel('Seen by').selectOption('all')
  await page.locator('.toggle').first().waitFor()
  await holds(async () => (await said.count()) === 1 && (await said.textContent()) === words)
  expect(await positionOf(page)).toBeLessThan(of)
})

test('the reward strip colours every utterance and shows that the sums are the outcome', async () => {
  const id = await finished('mystery:simple:5', 'detective')
  const { page } = await look(browser)
  await page.goto(`${arena.url}/watch/${id}`)
  await page.getByLabel('Method').selectOption('maro')
  await page.locator('.sums li').first().waitFor()
  expect(await page.locator('.sums li').count()).toBe(await page.locator('.chair').count())
  for (const sum of await page.locator('.sums li').allTextContents()) expect(sum).toMatch(/Σ ([+−]1\.000) = \1/)
  await page.locator('.line[data-credit="plus"]').first().waitFor()
  expect(page.url()).toContain('method=maro')
})

test('a log that was downloaded is told again when it is dropped on the page', async () => {
  const id = await finished('kuhn-poker', 'random')
  const log = await (await fetch(`${arena.url}/api/matches/${id}/log`)).text()
  const { page } = await look(browser)
  await page.goto(`${arena.url}/replay`)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'kuhn.jsonl', mimeType: 'text/plain', buffer: Buffer.from(log) })
  await page.locator('.felt .card').first().waitFor()
  await page.locator('.announcement-ended').waitFor()
  await page.getByLabel('Method').selectOption('uniform')
  await page.locator('.sums li').first().waitFor()
  for (const sum of await page.locator('.sums li').allTextContents()) expect(sum).toMatch(/Σ (\S+) = \1/)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'x.jsonl', mimeType: 'text/plain', buffer: Buffer.from('no log') })
  expect(await page.locator('main [role=alert]').textContent()).toMatch(/log/)
})

test('a person takes a seat and plays to the end by keyboard alone', async () => {
  const { page } = await look(browser)
  await page.goto(`${arena.url}/play`)
  await page.locator('.play-form option[value="tic-tac-toe"]').waitFor({ state: 'attached' })
  await pick(page, 'Game', 'Tic')
  await page.locator('.seat-face', { hasText: /^X$/ }).waitFor()
  await page.locator('button.primary:not(:disabled)').waitFor()
  await tabTo(page, 'Sit down')
  await page.keyboard.press('Enter')
  await page.locator('.ttt').waitFor()
  for (let turn = 0; turn < 5; turn++) {
    await page.locator('.pad button, .viewer button:has-text("Play again")').first().waitFor()
    if (await page.getByRole('button', { name: 'Play again' }).count()) break
    await page.locator('.pad fieldset button:focus').waitFor()
    await page.keyboard.press('Enter')
  }
  await page.getByText('The match is over.').waitFor()
})

test('the studio edits the file as it stands, its line breaks included', async () => {
  const { page } = await look(browser)
  await page.goto(`${arena.url}/studio/the-understudy`)
  await page.getByRole('heading', { name: 'The Understudy', level: 1 }).waitFor()
  await page.locator('.cm-line', { hasText: '"pronouns": ["he", "him", "his"]' }).first().waitFor()
})

test('the studio shows a fault where it is, and that it is gone once mended', async () => {
  const { page, errors } = await look(browser)
  await page.goto(`${arena.url}/studio`)
  await page.getByRole('link', { name: 'Kuhn poker' }).click()
  const text = page.getByRole('textbox', { name: 'scenario.json' })
  await page.getByRole('heading', { name: 'No faults' }).waitFor()
  await text.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' oops')
  const fault = page.locator('.fault').first()
  await fault.waitFor()
  expect(await fault.textContent()).toMatch(/scenario\.json:\d+/)
  const back = page.getByRole('button', { name: 'Back to the file' })
  expect(await back.isEnabled()).toBe(true)
  for (let letter = 0; letter < 5; letter++) await page.keyboard.press('Backspace')
  await page.getByRole('heading', { name: 'No faults' }).waitFor()
  await holds(() => back.isDisabled())
  await page.getByText(/you/i).first().waitFor()
  // What can't be read can't be previewed either: the browser notes the refusal, nothing else.
  expect(errors.filter((error) => !error.includes('status of 400'))).toEqual([])
})
