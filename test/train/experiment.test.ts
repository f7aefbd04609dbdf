import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { drawn } from '../../arena/cli/experiment/figure.ts'
import type { RunResult } from '../../arena/cli/experiment/measure.ts'
import { type Plan, quickened, readPlan, readReference } from '../../arena/cli/experiment/plan.ts'
import { csvOf, findingsOf, markdownOf } from '../../arena/cli/experiment/report.ts'
import { keysOf } from '../../arena/cli/experiment/runs.ts'
import { entryOf } from '../../arena/cli/experiment/tables.ts'

const shipped = readdirSync('docs/experiments').filter((name) => name.endsWith('.json'))

test.each(shipped)('the shipped experiment %s is sound', (name) => {
  const plan = readPlan(join('docs/experiments', name))
  expect(quickened(plan).seeds).toEqual(plan.quick.seeds)
})

const PLAN = {
  id: 'check',
  title: 'Plumbing',
  seeds: [1],
  variants: { Vanilla: null, MARO: { method: 'maro' } },
  cells: {
    Killers: {
      scenario: 'mystery:simple',
      learn: ['killer'],
      trainAgainst: ['detective'],
      recipe: { matches: 4 },
      measure: { Killers: { against: 'detective', matches: 4 }, 'new victims': { against: '@Victims', matches: 2 } },
    },
    Victims: {
      scenario: 'mystery:simple',
      learn: ['victim'],
      trainAgainst: ['culprit'],
      recipe: { matches: 4 },
      measure: { Victims: { against: 'culprit', matches: 4 } },
    },
  },
  cross: {
    'all meet': {
      scenario: 'mystery:simple',
      role: 'victim',
      matches: 2,
      rows: { untrained: '@Victims/0', MARO: '@Victims:MARO+greedy', detectives: 'detective' },
      columns: { scripted: 'culprit', MARO: '@Killers:MARO' },
    },
  },
  metrics: ['winRate', 'tii', 'cic', 'responsiveness', 'consistency'],
  figures: [
    { kind: 'radar', title: 'Five' },
    { kind: 'change', metric: 'winRate', title: 'Change' },
    { kind: 'bars', metric: 'winRate', title: 'Bars' },
    { kind: 'matrix', cross: 'all meet', title: 'Matrix' },
  ],
  quick: { seeds: [1], steps: 2, matches: 2 },
}

test('an experiment trains, measures, writes tables and figures, and does nothing twice', () => {
  const dir = mkdtempSync(join(tmpdir(), 'parley-experiment-'))
  const file = join(dir, 'check.json')
  writeFileSync(file, JSON.stringify(PLAN))
  const call = () => {
    const words = ['arena/cli/main.ts', 'experiment', file, '--quick', '--out', join(dir, 'out'), '--json']
    const began = performance.now()
    const told = JSON.parse(
      execFileSync(process.execPath, ['--import', 'tsx', ...words], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    )
    return { told, took: performance.now() - began }
  }
  const first = call()
  expect(first.told.runs).toBe(4)
  const table = readFileSync(join(dir, 'out', 'tables.md'), 'utf8')
  expect(table).toMatch(/\| \| Killers \| Killers: new victims \| Victims \|/)
  expect(table).toMatch(/\| MARO \| [01]\.\d{3} \|/)
  expect(table).toMatch(/### all meet \(rows win\)\n\n\| \| scripted \| MARO \|/)
  expect(table).toMatch(/\*\*Victims\*\*: policy `linear` learns mystery:simple as victim against culprit/)
  for (const figure of first.told.figures) expect(readFileSync(figure, 'utf8')).toMatch(/^<svg .*<\/svg>\n$/s)
  const before = readFileSync(join(dir, 'out', 'tables.csv'), 'utf8')
  const again = call()
  expect(readFileSync(join(dir, 'out', 'tables.csv'), 'utf8')).toBe(before)
  expect(again.took).toBeLessThan(first.took)
  expect(readFileSync(join(dir, 'out', 'commands.txt'), 'utf8')).toMatch(
    /parley train --scenario mystery:simple --method maro/,
  )
})

test('Ctrl-C stops an experiment at a checkpoint, and the same call goes on from there', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'parley-experiment-'))
  const cells = {
    Kuhn: {
      scenario: 'kuhn-poker',
      steps: 100_000,
      recipe: { matches: 64 },
      measure: { Kuhn: { against: 'perfect', matches: 4 } },
    },
  }
  const plan = {
    ...PLAN,
    variants: { MARS: { method: 'mars', in: { Kuhn: { steps: 600 } } } },
    cells,
    cross: undefined,
    metrics: ['nashConv'],
    figures: [],
  }
  const file = join(dir, 'stopped.json')
  writeFileSync(file, JSON.stringify(plan))
  const words = ['--import', 'tsx', 'arena/cli/main.ts', 'experiment', file, '--out', join(dir, 'out'), '--json']
  const progress = join(dir, 'out', 'runs', 'Kuhn-MARS-1', 'progress.jsonl')

  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'ignore'] })
  let told = ''
  child.stdout.on('data', (chunk) => (told += chunk))
  const ended = once(child, 'exit')
  while (!existsSync(progress) && child.exitCode === null) await pause(10)
  child.kill('SIGINT')
  expect(await ended).toEqual([0, null])
  expect(JSON.parse(told)).toMatchObject({ stopped: true })

  const before = stepsOf(progress)
  expect(before.at(-1)).toBeLessThan(600)
  execFileSync(process.execPath, words, { stdio: 'ignore' })
  const after = stepsOf(progress)
  expect(after.slice(0, before.length)).toEqual(before)
  expect(after[before.length]).toBeGreaterThan(before.at(-1)!)
  expect(after.at(-1)).toBe(600)
})

const stepsOf = (file: string): number[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).step)

const RESULTS: RunResult[] = [0.2, 0.3, 0.4].flatMap((value, i) =>
  (['Vanilla', 'MARO'] as const).map((variant) => ({
    cell: 'Victims',
    variant,
    seed: i + 1,
    found: { Victims: { winRate: variant === 'MARO' ? value + 0.5 : value } },
    seconds: 1,
    processorSeconds: 2,
    command: '',
  })),
)
const SMALL = {
  ...PLAN,
  seeds: [1, 2, 3],
  cells: { Victims: PLAN.cells.Victims },
  cross: {},
  metrics: ['winRate', 'cic'],
} as unknown as Plan

test('a table gives the mean over seeds with its interval, and changes are measured from the first variant', () => {
  const found = findingsOf(SMALL, RESULTS, [])
  const [wins, missing] = found.tables
  expect(wins!.rows[0]!.entries[0]!.mean).toBeCloseTo(0.3)
  expect(missing!.columns).toEqual([])
  const [change] = found.changes
  expect(change!.rows.map(({ variant }) => variant)).toEqual(['MARO'])
  expect(change!.rows[0]!.entries[0]!.ci95[0]).toBeCloseTo(0.5)
  expect(csvOf(found).split('\n')[1]).toMatch(/^value,winRate,Vanilla,Victims,0\.3/)
  expect(drawn({ kind: 'change', metric: 'winRate', title: 'Change' }, found)).toMatch(/\+0\.50/)
  const text = markdownOf(SMALL, found, { Victims: 'linear' }, [{ title: 'Change', file: 'figure-1.svg' }])
  expect(text).toMatch(/winRate, change from Vanilla seed by seed\n\n\| \| Victims \|\n\|---\|---\|\n\| MARO \| 0\.500/)
  expect(text).toMatch(/!\[Change\]\(figure-1\.svg\)/)
})

test('a variant may be trained in some cells only', () => {
  const plan = { ...PLAN, variants: { Vanilla: null, MARO: { method: 'maro', cells: ['Victims'] } } } as unknown as Plan
  expect(keysOf(plan).map(({ cell, variant }) => `${cell} ${variant}`)).toEqual([
    'Killers Vanilla',
    'Victims Vanilla',
    'Victims MARO',
  ])
})

test('five seeds get the interval of Student, not the narrower normal one', () => {
  const { mean, ci95 } = entryOf([1, 2, 3, 4, 5])!
  expect(mean).toBe(3)
  expect(ci95[1] - mean).toBeCloseTo((2.776 * Math.sqrt(2.5)) / Math.sqrt(5), 6)
})

test("a figure's columns can be chosen", () => {
  const found = findingsOf(SMALL, RESULTS, [])
  const figure = { kind: 'bars', metric: 'winRate', title: 'Bars' } as const
  expect(drawn(figure, found)).toContain('>Victims</text>')
  expect(drawn({ ...figure, columns: ['another'] }, found)).not.toContain('>Victims</text>')
})

test('a policy of the experiment is named by cell, variant, version and words', () => {
  expect(readReference('@Simple-V')).toEqual({ cell: 'Simple-V', words: '' })
  expect(readReference('@Mini Hanabi:by turn/0+greedy')).toEqual({
    cell: 'Mini Hanabi',
    variant: 'by turn',
    version: '0',
    words: '+greedy',
  })
  expect(readReference('detective')).toBeNull()
})

test('a faulty experiment names the place', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'parley-experiment-')), 'bad.json')
  writeFileSync(file, JSON.stringify({ ...PLAN, cells: { A: { scenario: 'kuhn-poker', measures: {} } } }))
  expect(() => readPlan(file)).toThrow(/\/cells\/A: must have required property 'measure'/)
})

test.each([
  [
    'a cell',
    {
      cells: { ...PLAN.cells, Killers: { ...PLAN.cells.Killers, measure: { x: { against: '@Victim', matches: 1 } } } },
    },
    /Victims/,
  ],
  ['a variant', { cross: { m: { ...PLAN.cross['all meet'], rows: { a: '@Victims:MAR' } } } }, /MARO/],
  ['a matrix', { figures: [{ kind: 'matrix', cross: 'all met', title: 'Matrix' }] }, /all meet/],
  ['a metric', { figures: [{ kind: 'bars', metric: 'score', title: 'Bars' }] }, /score is not among the metrics/],
])('a name that is none is refused before anything is trained: %s', (_, change, told) => {
  const file = join(mkdtempSync(join(tmpdir(), 'parley-experiment-')), 'bad.json')
  writeFileSync(file, JSON.stringify({ ...PLAN, ...change }))
  expect(() => readPlan(file)).toThrow(told)
})
