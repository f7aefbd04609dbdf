import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { figuresOf, scaleOf } from '../../arena/cli/figures.ts'
import { columns, crossCsv, csv, resultsText, tableCsv } from '../../arena/cli/tournament-text.ts'
import { publishedTournaments, publishTournament, watchTournaments } from '../../arena/host/tournament-board.ts'
import { openTournaments } from '../../arena/host/tournament-open.ts'
import { hintsOf, progressOf, resultsOf } from '../../arena/host/tournament-results.ts'
import { TournamentView } from '../../arena/host/tournament-state.ts'
import { type Finished, rateMatches } from '../../arena/ratings/index.ts'
import { openArena, openOnce, plan, play, temporary } from './arena.ts'

const HOSTILE = 'random:<script>"&\'</text>'

async function results() {
  const arena = await openArena()
  const given = plan({
    agents: ['random:a', HOSTILE, 'random:=1+1'],
    matches: 60,
    scenarios: ['tic-tac-toe', 'kuhn-poker'],
  })
  const { view } = await play(arena, given)
  await arena.close()
  return {
    given,
    results: resultsOf({ view, state: 'over', reason: '', partials: [], command: 'again', resamples: 50 }),
  }
}

/** Every tag that opens closes, and attributes are quoted. */
function wellFormed(svg: string): boolean {
  const open: string[] = []
  for (const [, close, name, rest] of svg.matchAll(/<(\/?)([a-z]+)((?:\s+[\w:-]+="[^"<]*")*\s*\/?)>/gi)) {
    if (close) {
      if (open.pop() !== name) return false
    } else if (!rest!.endsWith('/')) open.push(name!)
  }
  const outside = svg.replaceAll(/<(\/?)([a-z]+)((?:\s+[\w:-]+="[^"<]*")*\s*\/?)>/gi, '')
  return open.length === 0 && !/[<>]/.test(outside)
}

test('the table, its CSV and its figures tell the same tournament, whatever its agents are called', async () => {
  const { results: found } = await results()
  const text = resultsText(found)
  for (const { agent, rating } of found.ratings) {
    expect(text).toContain(agent)
    expect(text).toContain(rating!.toFixed(0))
  }
  const [head, ...rows] = tableCsv(found).trim().split('\r\n')
  expect(head!.split(',').slice(0, 4)).toEqual(['agent', 'rating', 'low', 'high'])
  expect(rows).toHaveLength(3)
  expect(crossCsv(found).trim().split('\r\n')).toHaveLength(1 + 6)
  const figures = figuresOf(found)
  expect(Object.keys(figures).sort()).toEqual(['cost.svg', 'cross-table.svg', 'ratings.svg', 'roles.svg'])
  for (const svg of Object.values(figures)) {
    expect(wellFormed(svg)).toBe(true)
    expect(svg).not.toMatch(/<script|NaN|undefined|Infinity/)
  }
})

test('points of the cross table add up to the matches, and seats to the table', async () => {
  const { results: found } = await results()
  const points = found.ratings.reduce((sum, one) => sum + one.points, 0)
  expect(points).toBeCloseTo(found.matches, 6)
  expect(found.ratings.reduce((sum, { games }) => sum + games, 0)).toBe(2 * found.matches)
  const shares = found.ratings.reduce((sum, one) => sum + one.alphaRank!, 0)
  expect(shares).toBeCloseTo(1, 9)
})

test('CSV quotes what needs quotes and defuses formulas', () => {
  expect(
    csv([
      ['a,b', 'say "no"', 3, null],
      ['=1+1', '-x', 'plain', 0.5],
    ]),
  ).toBe(`"a,b","say ""no""",3,\r\n'=1+1,'-x,plain,0.5\r\n`)
})

test('a scale has a few round ticks within its bounds', () => {
  const { at, ticks } = scaleOf(1443, 1562, 100, 700)
  expect(ticks).toEqual([1450, 1500, 1550])
  expect(at(1443)).toBe(100)
  expect(
    columns([
      ['a', 'bb'],
      ['ccc', 'd'],
    ]),
  ).toBe('a    bb\nccc   d')
})

test('a table under way counts whole blocks only', async () => {
  const arena = await openArena()
  const given = plan({ matches: 12 })
  const { view } = await play(arena, given)
  const rows = await arena.store.results(given.id, 0)
  await arena.close()
  const known = {
    entrants: async () => view.entrants,
    rounds: async () => view.rounds.map(({ meetings }) => meetings),
    results: async () => rows.slice(1),
  }
  const some = await TournamentView.read(given, known as never, openOnce)
  const now = { view: some, state: 'running', reason: '', partials: [], command: '', resamples: 0 } as const
  const told = resultsOf({ ...now, wholeBlocks: true })
  expect(told.matches).toBe(11)
  expect(told.ratings.reduce((sum, { games }) => sum + games, 0)).toBe(2 * 9)
})

test('progress is published, found again, and told once for each change', async () => {
  const { given, results: found } = await results()
  const place = await openTournaments({ data: temporary() })
  const progress = progressOf(found, given, { seconds: 2, matches: 30 })
  expect(progress).toMatchObject({ done: found.matches, matchesPerSecond: 15, state: 'over', command: 'again' })
  expect(progress.crossTable).toHaveLength(3)
  const told: string[] = []
  const end = watchTournaments(place.arena, (one) => told.push(`${one.id} ${one.done}`), {
    milliseconds: 10,
    failed: (error) => told.push(String(error)),
  })
  await publishTournament(place.arena, progress)
  await new Promise((done) => setTimeout(done, 80))
  await publishTournament(place.arena, { ...progress, done: 99 })
  await new Promise((done) => setTimeout(done, 80))
  end()
  expect(told).toEqual([`${given.id} ${found.matches}`, `${given.id} 99`])
  expect(await publishedTournaments(place.arena)).toEqual([{ ...progress, done: 99 }])
  await place.close()
})

test('the command plays, prints one JSON object, writes its files, and shows the same table again', () => {
  const data = temporary()
  const call = (...words: string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', 'arena/cli/main.ts', 'tournament', ...words, '--data', data], {
      encoding: 'utf8',
    })
  const played = call('--scenarios', 'tic-tac-toe', '--agents', 'random,random:2,random:3', '--matches', '12', '--json')
  expect(played.status).toBe(0)
  const value = JSON.parse(played.stdout.trim().split('\n').at(-1)!) as {
    id: string
    matches: number
    ratings: object[]
  }
  expect(value).toMatchObject({ matches: 12, state: 'over', crossTable: expect.any(Array) })
  expect(Object.keys(value.ratings[0]!)).toEqual(expect.arrayContaining(['agent', 'rating', 'ci95', 'games', 'errors']))
  expect(played.stderr).toContain(`npx parley tournament --resume ${value.id} --data ${data}`)
  const folder = join(data, 'tournaments', value.id)
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['results.json', 'table.csv', 'ratings.svg']))
  expect(JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8'))).toMatchObject({ matches: 12 })
  const wrong = call('--resume', 'nothing')
  expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('no tournament "nothing"')])
}, 60_000)

test('pairs that get on better than their ratings say are named, others are not', () => {
  const match = (winner: string, loser: string, i: number): Finished => ({
    id: `${winner}${loser}${i}`,
    block: `${winner}${loser}${i}`,
    scenario: 'toy',
    seed: i,
    agents: [winner, loser],
    roles: ['x', 'y'],
    factions: ['x', 'y'],
    scores: [1, -1],
    outcome: [1, -1],
    faults: [null, null],
  })
  const circle = ['ab', 'bc', 'ca'].flatMap(([a, b]: string) => Array.from({ length: 30 }, (_, i) => match(a!, b!, i)))
  const fair = ['ab', 'ba', 'bc', 'cb'].flatMap(([a, b]: string) =>
    Array.from({ length: 30 }, (_, i) => match(a!, b!, i)),
  )
  const hints = (matches: readonly Finished[]) => hintsOf(matches, rateMatches(matches, { seed: 1, resamples: 0 }))
  expect(hints(circle)).toHaveLength(3)
  expect(hints(circle)[0]).toBe('a takes 15.0 points more from b over 30 games than their ratings say')
  expect(hints(fair)).toEqual([])
})
