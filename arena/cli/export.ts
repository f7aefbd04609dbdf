/** `parley export`: logs as data sets for other trainers, split by match and scenario. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Command } from 'commander'
import { brief, ParleyError, unknownName } from '../core/errors.ts'
import { openScenario, type Scenario } from '../scenario/index.ts'
import { readLogs } from '../train/logs.ts'
import { gradientRows, ktoRows, type Row, rowsOf } from '../train/rows.ts'
import { type CommonOptions, result, type Subcommand } from './command.ts'
import { settingsFor } from './credit.ts'
import { logFiles } from './read-log.ts'

interface Options extends CommonOptions {
  readonly format: string
  readonly out?: string
  readonly credit?: string
  readonly potential: string
  readonly testShare: number
}

interface Format {
  /** What of the rows it holds. */
  of(rows: readonly Row[]): readonly { readonly split: Row['split'] }[]
  bytes(rows: readonly object[]): string | Promise<Uint8Array>
}

const FORMATS: Readonly<Record<string, Format>> = {
  jsonl: { of: (rows) => rows, bytes: lines },
  kto: { of: ktoRows, bytes: lines },
  grpo: { of: gradientRows, bytes: lines },
  parquet: { of: (rows) => rows, bytes: (rows) => toParquet(rows as readonly Row[]) },
}

export const exportCommand: Subcommand = {
  name: 'export',
  summary: 'writes logs as data sets: prompt, completion, label, credit, advantage, role weight, versions',
  examples: [
    'parley export logs --format parquet --out turns.parquet',
    'parley export logs --format kto --out kto.jsonl',
  ],
  build(command: Command) {
    command
      .argument('<logs...>', 'log files, or folders of them')
      .requiredOption('--format <format>', Object.keys(FORMATS).join(', '))
      .option('--out <file>', 'where to (default: turns.<format>, .jsonl for the row formats)')
      .option('--credit <method>', 'how an outcome is shared over the turns')
      .option('--potential <name>', 'of potential credit', 'belief')
      .option(
        '--test-share <share>',
        'of matches (of scenarios, when generated) kept apart as the test split',
        share,
        0.1,
      )
      .action(run)
  },
}

async function run(paths: string[], options: Options): Promise<void> {
  const format = Object.hasOwn(FORMATS, options.format) ? FORMATS[options.format] : undefined
  if (!format) throw unknownName('format', options.format, Object.keys(FORMATS))
  const matches = await readLogs(logFiles(paths))
  const scenarios = new Map<string, Scenario>()
  for (const { game } of matches) if (!scenarios.has(game.id)) scenarios.set(game.id, await openScenario(game.id))
  const whole = rowsOf(matches, {
    share: options.testShare,
    credit: (match) => settingsFor(match, options),
    scenario: (id) => scenarios.get(id)!,
  })
  const file = options.out ?? `turns.${options.format === 'parquet' ? 'parquet' : 'jsonl'}`
  const rows = format.of(whole)
  write(file, await format.bytes(rows))
  const test = rows.filter(({ split }) => split === 'test').length
  result(
    options,
    { rows: rows.length, train: rows.length - test, test, matches: matches.length, file },
    `${rows.length} rows (${test} of them for testing) in ${file}`,
  )
}

/** Whole or not at all. */
function write(file: string, bytes: string | Uint8Array): void {
  const draft = `${file}.draft-${process.pid}`
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(draft, bytes, { flush: true })
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    const reason = brief(error instanceof Error ? error.message : error)
    throw new ParleyError('not-written', `${file} could not be written: ${reason}`, { cause: error })
  }
}

function lines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

async function toParquet(rows: readonly Row[]): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import('hyparquet-writer')
  const type = (value: unknown) => (typeof value === 'number' ? 'DOUBLE' : 'STRING')
  const sample: Row | undefined = rows[0]
  if (!sample) throw new ParleyError('no-log', 'no finished match in these logs')
  const columnData = (Object.keys(sample) as (keyof Row)[]).map((name) => ({
    name,
    type: type(sample[name]) as 'DOUBLE' | 'STRING',
    data: rows.map((row) => (Array.isArray(row[name]) ? JSON.stringify(row[name]) : row[name])),
  }))
  return new Uint8Array(parquetWriteBuffer({ columnData }))
}

function share(text: string): number {
  const value = Number(text)
  if (value >= 0 && value < 1) return value
  throw new ParleyError('bad-option', `--test-share takes a number from 0 to below 1, not "${text}"`)
}
