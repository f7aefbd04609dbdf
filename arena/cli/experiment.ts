/** `parley experiment`: a grid of trainings and measurements from a file, resumable, with tables and figures. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { ParleyError } from '../core/errors.ts'
import { type CommonOptions, remark, result, type Subcommand } from './command.ts'
import { type Plan, quickened, readPlan } from './experiment/plan.ts'
import { keysOf, measureRun, type RunResult, trainRun } from './experiment/runs.ts'
import { bars, change, radar } from './experiment/svg.ts'
import { csvOf, markdownOf, type Table, tablesOf } from './experiment/tables.ts'

interface Options extends CommonOptions {
  readonly out?: string
  readonly quick: boolean
}

export const experimentCommand: Subcommand = {
  name: 'experiment',
  summary: 'runs a grid of trainings and measurements; what is done already is not done again',
  examples: [
    'parley experiment docs/experiments/maro.json',
    'parley experiment docs/experiments/maro.json --quick --out /tmp/maro',
  ],
  build(command: Command) {
    command
      .argument('<file>', 'the experiment, as JSON')
      .option('--out <dir>', 'runs, tables and figures (default: experiments/<id>)')
      .option('--quick', 'tiny: checks the plumbing, not the figures', false)
      .action(run)
  },
}

async function run(file: string, options: Options): Promise<void> {
  const whole = readPlan(file)
  const plan = options.quick ? quickened(whole) : whole
  const out = options.out ?? join('experiments', options.quick ? `${plan.id}-quick` : plan.id)
  const keys = keysOf(plan)
  for (const [i, key] of keys.entries()) {
    remark(options, `training ${i + 1}/${keys.length}: ${key.cell}, ${key.variant}, seed ${key.seed}`)
    await trainRun(plan, out, key)
  }
  const results: RunResult[] = []
  for (const [i, key] of keys.entries()) {
    remark(options, `measuring ${i + 1}/${keys.length}: ${key.cell}, ${key.variant}, seed ${key.seed}`)
    results.push(await measureRun(plan, out, key))
  }
  const tables = tablesOf(plan, results)
  const written = write({ plan, out, results, tables })
  result(options, { runs: results.length, ...written }, markdownOf(plan, tables))
}

interface Written {
  readonly plan: Plan
  readonly out: string
  readonly results: readonly RunResult[]
  readonly tables: readonly Table[]
}

function write({ plan, out, results, tables }: Written): { tables: string[]; figures: string[] } {
  mkdirSync(out, { recursive: true })
  const put = (name: string, text: string) => {
    writeFileSync(join(out, name), text)
    return join(out, name)
  }
  put('commands.txt', `${results.map(({ command }) => command).join('\n')}\n`)
  const figures = plan.figures.map((figure, i) => put(`figure-${i + 1}.svg`, drawn(figure, tables)))
  return { tables: [put('tables.md', markdownOf(plan, tables)), put('tables.csv', csvOf(tables))], figures }
}

function drawn({ kind, metric, title }: Plan['figures'][number], tables: readonly Table[]): string {
  if (kind === 'radar') return radar(title, tables)
  const table = tables.find((one) => one.metric === metric)
  if (!table) throw new ParleyError('bad-experiment', `figure "${title}": metric ${metric} is not among the metrics`)
  return kind === 'bars' ? bars(title, table) : change(title, table)
}
