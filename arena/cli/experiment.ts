/** `parley experiment`: a grid of trainings and measurements from a file, resumable, with tables and figures. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { type CommonOptions, remark, result, type Subcommand } from './command.ts'
import { crossTables } from './experiment/cross.ts'
import { drawn } from './experiment/figure.ts'
import { measureRun, type RunResult } from './experiment/measure.ts'
import { type Plan, quickened, readPlan } from './experiment/plan.ts'
import { csvOf, type Findings, findingsOf, markdownOf } from './experiment/report.ts'
import { keysOf, type RunKey, trainRun } from './experiment/runs.ts'
import type { Table } from './experiment/tables.ts'

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
  if (!(await trainAll(plan, out, keys, options))) {
    result(options, { stopped: true, runs: 0, tables: [], figures: [] }, 'stopped; repeat the call to go on')
    return
  }
  const results: RunResult[] = []
  for (const [i, key] of keys.entries()) {
    remark(options, `measuring ${i + 1}/${keys.length}: ${named(key)}`)
    results.push(await measureRun(plan, out, key))
  }
  const crosses = await crossTables(plan, out, (text) => remark(options, `matrix ${text}`))
  const { text, ...written } = write(plan, out, results, crosses)
  result(options, { runs: results.length, ...written }, text)
}

const named = ({ cell, variant, seed }: RunKey) => `${cell}, ${variant}, seed ${seed}`

/** False when an interrupt stopped it at a checkpoint. */
async function trainAll(plan: Plan, out: string, keys: readonly RunKey[], options: Options): Promise<boolean> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  let going = true
  for (const [i, key] of keys.entries()) {
    remark(options, `training ${i + 1}/${keys.length}: ${named(key)}`)
    going &&=
      !stopping.signal.aborted && (await trainRun(plan, out, key, { signal: AbortSignal.any([stopping.signal]) }))
    if (!going) break
  }
  process.removeListener('SIGINT', stop)
  process.removeListener('SIGTERM', stop)
  return going
}

function write(plan: Plan, out: string, results: readonly RunResult[], crosses: readonly Table[]) {
  mkdirSync(out, { recursive: true })
  const put = (name: string, text: string) => {
    writeFileSync(join(out, name), text)
    return join(out, name)
  }
  const found: Findings = findingsOf(plan, results, crosses)
  const figures = plan.figures.map(({ title }, i) => ({ title, file: `figure-${i + 1}.svg` }))
  for (const [i, { file }] of figures.entries()) put(file, drawn(plan.figures[i]!, found))
  put('commands.txt', `${[...new Set(results.map(({ command }) => command))].join('\n')}\n`)
  const sizes = Object.fromEntries(results.map(({ cell, size }) => [cell, size ?? '']))
  const text = markdownOf(plan, found, sizes, figures)
  const tables = [put('tables.md', text), put('tables.csv', csvOf(found))]
  return { text, tables, figures: figures.map(({ file }) => join(out, file)) }
}
