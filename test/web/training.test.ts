/** A training run that was really trained, as the training page shows it. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import type { Browser } from 'playwright-core'
import type { MeasuredVersion } from '../../arena/host/protocol.ts'
import { freshFolder, type TestArena, testArena } from '../host/support.ts'
import { startBrowser } from './browser.ts'
import { look, PATIENCE, violations } from './looking.ts'
import { builtPages } from './pages.ts'

jest.setTimeout(6 * PATIENCE)

const main = join(import.meta.dirname, '../../arena/cli/main.ts')
const call = promisify(execFile)

/** The JSON object that a command ends with. */
async function parley(...words: string[]): Promise<unknown> {
  const { stdout } = await call(process.execPath, ['--import', 'tsx', main, ...words, '--json', '--quiet'])
  return JSON.parse(stdout.trimEnd().split('\n').at(-1)!)
}

let browser: Browser
let arena: TestArena
const data = freshFolder()
const run = join(data, 'runs/victims')
const game = ['--scenario', 'mystery:simple', '--against', 'culprit']

beforeAll(async () => {
  const pages = builtPages()
  browser = await startBrowser()
  const learns = ['--method', 'maro', '--learn', 'victim', '--surveyor', 'detective', '--recipe', '{"matches":4}']
  await parley('train', ...game, ...learns, '--steps', '2', '--evaluate', '4', '--no-gate', '--out', run)
  arena = await testArena({ pages, data, runs: join(data, 'none') })
})

afterAll(async () => {
  await browser.close()
  await arena.close()
})

test('the radar shows what a version was measured to do beside the untrained one, as soon as it was measured', async () => {
  const { page, errors } = await look(browser)
  await page.goto(`${arena.url}/training`)
  await page.getByText('step 2 of 2').waitFor()
  await page.getByRole('heading', { name: 'Versions' }).waitFor()
  expect(await page.locator('.radar').count()).toBe(0)
  const told = await parley('evaluate', `policy:${run}`, ...game, '--roles', 'victim', '--matches', '4', '--measures')
  const { measured } = told as { measured: readonly MeasuredVersion[] }
  expect(measured.map(({ version }) => version)).toEqual([0, 1])
  const [before, now] = measured.map(({ factions }) => factions['victim']!)
  expect(Object.keys(now!)).toEqual(expect.arrayContaining(['victory', 'tii', 'cic', 'responsiveness', 'consistency']))
  await page.locator('.radar-shape').waitFor()
  await page.locator('.radar-before').waitFor()
  const share = (value: number) => (100 * value).toFixed(1)
  const rows = await page.locator('.radar tbody tr').allTextContents()
  expect(rows).toHaveLength(Object.keys(now!).length)
  expect(rows[0]).toBe(
    `Victory${share(now!['victory']!.mean)}${now!['victory']!.ci95.map(share).join('–')}${share(before!['victory']!.mean)}`,
  )
  expect(await page.locator('.versions tbody tr').count()).toBe(2)
  expect(await violations(page)).toEqual([])
  expect(errors).toEqual([])
})
