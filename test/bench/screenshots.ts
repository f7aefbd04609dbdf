/**
 * Takes the pictures of the pages into docs/pictures, from a real arena with real matches, a tournament and a training
 * run. `node --import tsx test/bench/screenshots.ts`; some minutes. An argument names a folder with runs `kuhn` and `victims`
 * already trained and measured.
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
const here = import.meta.dirname
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
  readonly language?: 'en-US' | 'zh-CN'
  /** A log chosen first. */
  readonly log?: string
  /** Pressed then, by its words. */
  readonly toggle?: string
  /** Milliseconds until the page has something to show. */
  readonly wait?: number
  readonly height?: number
  /** Only this part of the page. */
  readonly part?: string
  /** Then something that is seen only now and then. */
  readonly moment?: string
}

function parley(...call: string[]): void {
  execFileSync(process.execPath, ['--import', 'tsx', join(root, 'arena/cli/main.ts'), ...call], {
    cwd: root,
    stdio: 'ignore',
  })
}

/** One run with an exact measure, and one whose measures are kept with it. */
function trainRuns(runs: string): void {
  const victims = join(runs, 'victims')
  const mystery = ['--scenario', 'mystery:simple', '--against', 'culprit']
  const learns = ['--method', 'maro', '--learn', 'victim', '--surveyor', 'detective', '--steps', '40']
  parley('train', ...mystery, ...learns, '--out', victims)
  parley('evaluate', `policy:${victims}`, ...mystery, '--roles', 'victim', '--matches', '50', '--measures')
  parley('train', '--scenario', 'kuhn-poker', '--method', 'mars', '--steps', '120', '--out', join(runs, 'kuhn'))
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
async function furnish(
  arena: Arena,
): Promise<Readonly<Record<'over' | 'hanabi' | 'leduc' | 'complex' | 'four' | 'chinese', string>>> {
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
  const hanabi = await play(arena, 'hanabi', ['hinter'], 0)
  const leduc = await play(arena, 'leduc-poker', ['perfect', 'random'], 0)
  const four = await play(arena, 'connect-four', ['perfect', 'random'], 0)
  const chinese = await play(arena, 'willow-bridge-zh', ['detective', 'talker'], 0)
  await play(arena, 'connect-four', ['perfect', 'random'], 2_500, 6)
  await play(arena, 'tic-tac-toe', ['perfect', 'perfect'], 9_000)
  await play(arena, 'mystery:complex:14', ['detective'], 4_000)
  await play(arena, 'mystery:simple:21', ['detective'], 4_000)
  await play(arena, 'the-understudy', ['detective'], 1_100)
  return { over, hanabi, leduc, complex, four, chinese }
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
    part,
    log,
    toggle,
    language = 'en-US',
    wait = 1_500,
    height = phone ? 844 : 900,
  } = picture
  const context = await browser.newContext({
    viewport: { width: phone ? 390 : 1440, height },
    colorScheme: theme,
    locale: language,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  await page.goto(url + path)
  await page.waitForTimeout(wait)
  if (follow) {
    await page.locator(follow).first().click()
    await page.waitForTimeout(wait)
  }
  if (log !== undefined) {
    await page.locator('input[type=file]').setInputFiles(log)
    await page.locator('.line').first().waitFor()
  }
  if (toggle !== undefined) await page.getByRole('button', { name: toggle }).click()
  if (moment !== undefined) {
    await page.locator(moment).first().waitFor({ state: 'attached', timeout: 120_000 })
    await page.waitForTimeout(200)
  }
  for (const words of press) {
    await page.getByRole('tab', { name: words }).click()
    await page.waitForTimeout(700)
  }
  await page.locator('.stale').waitFor({ state: 'detached' }) // this process serves the pages too
  const shown = part === undefined ? page : page.locator(part).first()
  await shown.screenshot({ path: join(pictures, `${name}.png`) })
  await context.close()
}

const data = mkdtempSync(join(tmpdir(), 'parley-pictures-'))
mkdirSync(pictures, { recursive: true })
const runs = process.argv[2] ?? join(data, 'runs')
if (process.argv[2] === undefined) trainRuns(runs)
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
  runs,
  openTable: true,
  pages: builtPages(),
  log: pino({ level: 'silent' }),
})
const browser = await startBrowser()
try {
  const { over, hanabi, leduc, complex, four, chinese } = await furnish(arena)
  const replay = `/watch/${over}?sight=all&method=maro&turn=21`
  const list: readonly Picture[] = [
    { name: 'front', path: '/', theme: 'light', wait: 12_000, moment: '.thread-word' },
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
    { name: 'said', path: '/replay', theme: 'light', log: join(here, 'model/logs/one.jsonl'), toggle: 'Reasoning' },
    { name: 'chinese', path: `/watch/${chinese}?sight=all&turn=18`, theme: 'dark', language: 'zh-CN', height: 1_000 },
    { name: 'hanabi', path: `/watch/${hanabi}?sight=all&turn=40`, theme: 'light' },
    { name: 'four', path: `/watch/${four}`, theme: 'light', height: 800 },
    { name: 'leduc', path: `/watch/${leduc}?sight=all`, theme: 'dark' },
    { name: 'leaderboard', path: '/leaderboard', theme: 'dark', wait: 4_000, height: 1_545 },
    { name: 'tournament', path: '/tournaments', theme: 'light', follow: '.panel h2 a' },
    { name: 'training', path: '/training/kuhn', theme: 'light', wait: 4_000 },
    { name: 'measures', path: '/training/victims', theme: 'light', wait: 4_000, part: '.panel:has(.radar)' },
    { name: 'studio', path: '/studio/the-understudy', theme: 'light', press: ['Clue map'], wait: 3_000 },
    { name: 'studio-phone', path: '/studio/the-understudy', theme: 'light', phone: true, wait: 3_000 },
    { name: 'play-phone', path: '/play', theme: 'dark', phone: true, wait: 3_000 },
  ]
  for (const picture of list) await take(browser, arena.url, picture)
} finally {
  await browser.close()
  await arena.close()
  rmSync(data, { recursive: true, force: true })
}
