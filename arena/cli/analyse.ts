/** `parley analyse`: whether a trained policy plays by its role, and whether it sees through the others' earlier than untrained. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { ParleyError, unknownName } from '../core/errors.ts'
import { analyseIntent } from './analyse/intent.ts'
import { analyseRoles } from './analyse/roles.ts'
import { type CommonOptions, remark, result, type Subcommand } from './command.ts'
import { openPolicy } from './judged-by-policy.ts'

export interface AnalyseOptions extends CommonOptions {
  readonly policy: string
  readonly untrained?: string
  readonly scenario: string
  readonly against?: string
  readonly roles?: string
  readonly matches: number
  readonly out?: string
}

/** What an analysis writes: a table in Markdown and CSV, a figure, and its numbers. */
export interface Analysed {
  readonly value: object
  readonly markdown: string
  readonly csv: string
  readonly svg: string
}

const ANALYSES = { roles: analyseRoles, intent: analyseIntent } as const

export const analyseCommand: Subcommand = {
  name: 'analyse',
  summary:
    'whether a policy plays by its role (roles) and finds the hidden role early (intent), beside the untrained one',
  examples: [
    'parley analyse roles --policy runs/victims --scenario mystery:simple --matches 200',
    'parley analyse intent --policy runs/victims --scenario mystery:simple --roles victim --against culprit --json',
  ],
  build(command: Command) {
    command
      .argument('<what>', Object.keys(ANALYSES).join(' or '))
      .requiredOption(
        '--policy <dir>',
        'the folder of a training run, @version where another than the one in use is meant',
      )
      .requiredOption('--scenario <list>', 'what to play, separated by commas; mystery:simple is every held-out one')
      .option('--untrained <dir>', 'the policy to compare with (default: version 0 of the same folder)')
      .option('--roles <list>', 'roles or factions the policy plays (default: all seats)')
      .option('--against <agent>', 'who plays the other seats')
      .option('--matches <number>', 'how many', positive, 200)
      .option('--out <dir>', 'where table and figure go (default: analyses)')
      .action(run)
  },
}

async function run(what: string, options: AnalyseOptions): Promise<void> {
  const { value, markdown } = await analysed(what, options)
  result(options, value, markdown)
}

/** Plays, measures, and writes table and figure to `options.out`. Throws for options that don't fit together. */
export async function analysed(what: string, options: AnalyseOptions): Promise<{ value: object; markdown: string }> {
  if (!Object.hasOwn(ANALYSES, what)) throw unknownName('analysis', what, Object.keys(ANALYSES))
  if ((options.roles === undefined) !== (options.against === undefined)) {
    throw new ParleyError(
      'bad-option',
      '--roles and --against go together: what the policy plays, and who plays the rest',
    )
  }
  const trained = await openPolicy(specOf(options.policy))
  const untrained = await openPolicy(options.untrained ? specOf(options.untrained) : `policy:${trained.dir}@0`)
  remark(options, `${options.matches} matches of ${options.scenario} by ${trained.name}`)
  const found = await ANALYSES[what as keyof typeof ANALYSES]({ options, trained, untrained })
  const out = options.out ?? 'analyses'
  mkdirSync(out, { recursive: true })
  const files = (['markdown', 'csv', 'svg'] as const).map((kind) => {
    const file = join(out, `${what}.${kind === 'markdown' ? 'md' : kind}`)
    writeFileSync(file, found[kind])
    return file
  })
  return { value: { analysis: what, ...found.value, files }, markdown: found.markdown }
}

const specOf = (text: string) => (text.startsWith('policy:') ? text : `policy:${text}`)

function positive(text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value > 0) return value
  throw new ParleyError('bad-option', `--matches takes a whole number above 0, not "${text}"`)
}
