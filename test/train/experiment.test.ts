import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { type Plan, quickened, readPlan } from '../../arena/cli/experiment/plan.ts'
import { change } from '../../arena/cli/experiment/svg.ts'
import { csvOf, tablesOf } from '../../arena/cli/experiment/tables.ts'

const shipped = readdirSync('docs/experiments').filter((name) => name.endsWith('.json'))

test.each(shipped)('the shipped experiment %s is sound', (name) => {
  const plan = readPlan(join('docs/experiments', name))
  expect(quickened(plan).seeds).toEqual(plan.quick.seeds)
  for (const { kind, metric } of plan.figures) if (kind !== 'radar') expect(plan.metrics).toContain(metric)
  const others = Object.values(plan.cells).flatMap(({ measure }) =>
    Object.values(measure).map(({ against }) => against),
  )
  for (const cell of others.filter((one) => one.startsWith('@'))) {
    expect(Object.keys(plan.cells)).toContain(cell.slice(1).split('/')[0])
  }
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
  metrics: ['winRate', 'tii', 'cic', 'responsiveness', 'consistency'],
  figures: [
    { kind: 'radar', title: 'Five' },
    { kind: 'change', metric: 'winRate', title: 'Change' },
    { kind: 'bars', metric: 'winRate', title: 'Bars' },
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
  for (const figure of first.told.figures) expect(readFileSync(figure, 'utf8')).toMatch(/^<svg .*<\/svg>\n$/s)
  const before = readFileSync(join(dir, 'out', 'tables.csv'), 'utf8')
  const again = call()
  expect(readFileSync(join(dir, 'out', 'tables.csv'), 'utf8')).toBe(before)
  expect(again.took).toBeLessThan(first.took)
  expect(readFileSync(join(dir, 'out', 'commands.txt'), 'utf8')).toMatch(
    /parley train --scenario mystery:simple --method maro/,
  )
})

test('a table gives the mean over seeds with its interval, and changes are measured from the first variant', () => {
  const plan = { ...PLAN, seeds: [1, 2, 3], cells: { Victims: PLAN.cells.Victims } } as unknown as Plan
  const results = [0.2, 0.3, 0.4].flatMap((value, i) =>
    (['Vanilla', 'MARO'] as const).map((variant) => ({
      cell: 'Victims',
      variant,
      seed: i + 1,
      found: { Victims: { winRate: variant === 'MARO' ? value + 0.5 : value } },
      seconds: 1,
      command: '',
    })),
  )
  const [wins] = tablesOf(plan, results)
  expect(wins!.rows[0]!.entries[0]!.mean).toBeCloseTo(0.3)
  expect(wins!.rows[1]!.entries[0]!.ci95[0]).toBeLessThan(0.8)
  expect(csvOf([wins!]).split('\n')[1]).toMatch(/^winRate,Vanilla,Victims,0\.3/)
  expect(change('Change', wins!)).toMatch(/\+0\.50/)
})

test('a faulty experiment names the place', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'parley-experiment-')), 'bad.json')
  writeFileSync(file, JSON.stringify({ ...PLAN, cells: { A: { scenario: 'kuhn-poker', measures: {} } } }))
  expect(() => readPlan(file)).toThrow(/\/cells\/A: must have required property 'measure'/)
})
