/**
 * Takes the pictures of the pages into docs/pictures, from a real arena with real matches, a tournament and a training
 * run. `node --import tsx test/bench/screenshots.ts`; about two minutes.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { Browser } from 'playwright-core'
import { openScenario } from '../../arena/scenario/index.ts'
import { type Arena, startArena } from '../../server.ts'
import { startBrowser } from '../web/browser.ts'
import { builtPages } from '../web/pages.ts'

const root = join(import.meta.dirname, '../..')
const pictures = join(root, 'docs/pictures')

interface Picture {
  readonly name: string
  readonly path: string
  readonly theme: 'light' | 'dark'
  readonly phone?: boolean
  /** Tabs pressed, in order, before the picture is taken. */
  readonly press?: readonly string[]
  /** A link followed first. */
  readonly follow?: string
  /** Milliseconds until the page has something to show. */
  readonly wait?: number
  readonly height?: number
  /** Then something that is seen only now and then. */
  readonly moment?: string
}

function parley(...call: string[]): void {
  execFileSync(process.execPath, ['--import', 'tsx', join(root, 'arena/cli/main.ts'), ...call], {
    cwd: root,
    stdio: 'ignore',
  })
}

/** `who` sits around the table as often as there are seats. */
async function play(arena: Arena, scenario: string, who: readonly string[], pace: number, seed = 5): Promise<string> {
  const { game } = await openScenario(scenario)
  const agents = game.seats.map((_, seat) => who[seat % who.length]!)
  const id = `picture-${scenario.replaceAll(':', '-')}-${pace}-${seed}`
  await arena.rooms.start({ id, scenario, seed, agents, survey: 'every', open: true, pace })
  if (pace === 0) await new Promise<void>((done) => arena.rooms.whenOver(id, () => done()))
  return id
}

/** Things worth seeing: finished mysteries and games, and some that go on while the pictures are taken. */
async function furnish(arena: Arena): Promise<{ over: string; hanabi: string; leduc: string; complex: string }> {
  for (const [at, scenario] of ['the-understudy', 'willow-bridge'].entries()) {
    await play(arena, scenario, ['detective', 'talker', 'detective', 'detective', at === 0 ? 'talker' : 'detective'], 0)
  }
  const turned = (who: readonly string[], n: number) => who.map((_, at) => who[(at + n) % who.length]!)
  for (let n = 0; n < 36; n++) {
    await play(arena, `mystery:simple:${30 + n}`, turned(['detective', 'talker', 'culprit'], n), 0)
    await play(arena, n % 2 ? 'kuhn-poker' : 'tic-tac-toe', turned(['perfect', 'random'], n), 0, 100 + n)
  }
  const over = await play(arena, 'mystery:simple:9', ['detective'], 0)
  const complex = await play(arena, 'mystery:complex:2', ['detective'], 0)
  const hanabi = await play(arena, 'hanabi', ['random'], 0)
  const leduc = await play(arena, 'leduc-poker', ['perfect', 'random'], 0)
  await play(arena, 'connect-four', ['perfect', 'random'], 2_500)
  await play(arena, 'tic-tac-toe', ['perfect', 'perfect'], 9_000)
  await play(arena, 'mystery:complex:14', ['detective'], 4_000)
  await play(arena, 'mystery:simple:21', ['detective'], 4_000)
  await play(arena, 'the-understudy', ['detective'], 1_100)
  return { over, hanabi, leduc, complex }
}

async function take(browser: Browser, url: string, picture: Picture): Promise<void> {
  const {
    name,
    path,
    theme,
    phone = false,
    press = [],
    follow,
    moment,
    wait = 1_500,
    height = phone ? 844 : 900,
  } = picture
  const context = await browser.newContext({
    viewport: { width: phone ? 390 : 1440, height },
    colorScheme: theme,
    locale: 'en-US',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto(url + path)
  await page.waitForTimeout(wait)
  if (follow) {
    await page.locator(follow).first().click()
    await page.waitForTimeout(wait)
  }
  if (moment !== undefined) {
    await page.locator(moment).first().waitFor({ state: 'attached', timeout: 20_000 })
    await page.waitForTimeout(200)
  }
  for (const words of press) {
    await page.getByRole('tab', { name: words }).click()
    await page.waitForTimeout(700)
  }
  await page.screenshot({ path: join(pictures, `${name}.png`) })
  await context.close()
}

const data = mkdtempSync(join(tmpdir(), 'parley-pictures-'))
mkdirSync(pictures, { recursive: true })
parley('train', '--scenario', 'kuhn-poker', '--method', 'mars', '--steps', '120', '--out', join(data, 'runs/kuhn'))
parley(
  'tournament',
  '--scenarios',
  'kuhn-poker,leduc-poker',
  '--agents',
  'random,perfect',
  '--matches',
  '120',
  '--data',
  data,
)
const arena = await startArena({
  port: 0,
  data,
  runs: join(data, 'runs'),
  openTable: true,
  pages: builtPages(),
  log: pino({ level: 'silent' }),
})
const browser = await startBrowser()
try {
  const { over, hanabi, leduc, complex } = await furnish(arena)
  const replay = `/watch/${over}?sight=all&method=maro&turn=21`
  const list: readonly Picture[] = [
    { name: 'front', path: '/', theme: 'light', wait: 10_000, moment: '.thread-word' },
    { name: 'front-dark', path: '/', theme: 'dark', wait: 2_500 },
    { name: 'front-phone', path: '/', theme: 'light', phone: true, wait: 2_500 },
    { name: 'replay', path: replay, theme: 'light', height: 1_150 },
    {
      name: 'suspicion',
      path: `/watch/${complex}?sight=all&turn=30`,
      theme: 'dark',
      press: ['Suspicion'],
      height: 1_200,
    },
    { name: 'replay-phone', path: replay, theme: 'dark', phone: true },
    { name: 'hanabi', path: `/watch/${hanabi}?sight=all`, theme: 'light' },
    { name: 'leduc', path: `/watch/${leduc}?sight=all`, theme: 'dark' },
    { name: 'leaderboard', path: '/leaderboard', theme: 'light', wait: 2_500, height: 1_080 },
    { name: 'tournament', path: '/tournaments', theme: 'light', follow: '.panel h2 a' },
    { name: 'training', path: '/training', theme: 'light' },
    { name: 'studio', path: '/studio/the-understudy', theme: 'light', press: ['Clue map'], wait: 3_000 },
    { name: 'play-phone', path: '/play', theme: 'light', phone: true },
  ]
  for (const picture of list) await take(browser, arena.url, picture)
} finally {
  await browser.close()
  await arena.close()
  rmSync(data, { recursive: true, force: true })
}
