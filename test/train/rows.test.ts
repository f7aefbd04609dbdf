import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { parquetReadObjects } from 'hyparquet'
import type { Agent } from '../../arena/core/agent.ts'
import type { Event } from '../../arena/core/log.ts'
import { Match } from '../../arena/core/match.ts'
import { playMatch } from '../../arena/core/play.ts'
import { stream } from '../../arena/core/rng.ts'
import { turnsOf } from '../../arena/core/turn.ts'
import { CREDIT_DEFAULTS } from '../../arena/rewards/methods.ts'
import { openScenario } from '../../arena/scenario/index.ts'
import { readAnswer } from '../../arena/scenario/read-answer.ts'
import { rowsOf, splitOf } from '../../arena/train/rows.ts'
import { openAgent } from '../../plugins/index.ts'

const parley = (...words: string[]) =>
  execFileSync(process.execPath, ['--import', 'tsx', 'arena/cli/main.ts', ...words, '--json', '--quiet'], {
    encoding: 'utf8',
  })

test('matches, and all matches of one generated scenario, go to one side whole', () => {
  for (let i = 0; i < 50; i++) {
    expect(splitOf(`mystery:simple:${i}`, 'm1', 0.3)).toBe(splitOf(`mystery:simple:${i}`, 'm2', 0.3))
  }
  const sides = Array.from({ length: 2000 }, (_, i) => splitOf('kuhn-poker', `m${i}`, 0.1))
  expect(sides.filter((side) => side === 'test').length / 2000).toBeCloseTo(0.1, 1)
})

test('exports are read back as written, Parquet by another reader', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'parley-export-'))
  const logs = join(dir, 'logs')
  parley('play', 'kuhn-poker', '--agents', 'random', '--matches', '40', '--log', logs)
  const read = (format: string) => {
    const file = join(dir, format)
    const told = JSON.parse(parley('export', logs, '--format', format, '--out', file)) as { rows: number; test: number }
    return { ...told, bytes: readFileSync(file) }
  }
  const rows = read('jsonl')
    .bytes.toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const parquet = read('parquet').bytes
  const buffer = new Uint8Array(parquet).buffer
  const back = await parquetReadObjects({ file: buffer })
  expect(back).toHaveLength(rows.length)
  expect(back.map(({ prompt, move, credit, split }) => ({ prompt, move, credit, split }))).toEqual(
    rows.map(({ prompt, move, credit, split }) => ({ prompt, move, credit, split })),
  )
  const sides = new Map<string, Set<string>>()
  for (const { match, split } of rows) sides.set(match, (sides.get(match) ?? new Set()).add(split))
  expect([...sides.values()].every((set) => set.size === 1)).toBe(true)
  const kto = read('kto')
    .bytes.toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(Object.keys(kto[0]).sort()).toEqual(['completion', 'label', 'prompt', 'split'])
  const grpo = read('grpo')
    .bytes.toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(grpo).toHaveLength(rows.length)
  expect(typeof grpo[0].advantage).toBe('number')
})

test('what was answered is in the form that the prompt asks for, words included', async () => {
  const scenario = await openScenario('mystery:simple:3')
  const { game, hash } = scenario
  const agents = await Promise.all(
    game.seats.map((_, seat) => openAgent('detective', { game, random: stream(1, seat) })),
  )
  const events: Event[] = []
  const record = (event: Event) => void events.push(event)
  const seats = agents.map(({ name }) => ({ agent: name }))
  const match = Match.open({ game, match: 'm', seed: 1, seats, scenarioHash: hash, record })
  // Everybody says something whenever words are allowed.
  const talking = agents.map(
    (agent): Agent => ({
      name: agent.name,
      async act(ask) {
        const { move } = await agent.act(ask)
        const may = ask.speech && (ask.speech.moves === 'all' || ask.speech.moves.includes(move))
        return may ? { move, text: 'So it is.' } : { move }
      },
    }),
  )
  await playMatch(match, talking)
  const lived = { game, events, turns: turnsOf(game, events) }
  const rows = rowsOf([lived], {
    share: 0,
    credit: () => ({ ...CREDIT_DEFAULTS, credit: 'uniform' }),
    scenario: () => scenario,
  })
  const spoken = rows.filter(({ completion }) => completion.includes('SAY: So it is.'))
  expect(spoken.length).toBeGreaterThan(5)
  for (const { prompt, completion, move, moves } of rows) {
    const said = completion.includes('SAY:')
    expect(prompt).toContain('MOVE: <')
    if (said) expect(prompt).toContain('SAY: <')
    expect(readAnswer(completion, { moves, speech: { moves: 'all', max: 400 } })).toEqual({
      ok: true,
      move,
      ...(said && { text: 'So it is.' }),
    })
  }
})
