/** `parley measures`: MIRAGE's measures of logged matches, per faction, with intervals. */
import type { Command } from 'commander'
import { ParleyError } from '../core/errors.ts'
import { type ByFaction, type Figure, judgeMatch, measure } from '../rewards/measures/index.ts'
import type { Lived } from '../rewards/methods.ts'
import { openScenario } from '../scenario/index.ts'
import { tellMatch } from '../scenario/tell.ts'
import { readLogs } from '../train/logs.ts'
import { type CommonOptions, remark, result, type Subcommand } from './command.ts'
import { openJudge } from './judge.ts'
import { logFiles } from './read-log.ts'
import { worded } from './replay.ts'

interface Options extends CommonOptions {
  readonly judge?: string
  readonly model: string
}

export const measuresCommand: Subcommand = {
  name: 'measures',
  summary: 'Victory, TII, CIC, ICI, SCI and the stand-ins that need no judge, per faction, with intervals',
  examples: [
    'parley measures logs --json',
    'parley measures logs --judge http://127.0.0.1:8000/v1 --model qwen2.5 (the key in OPENAI_API_KEY)',
  ],
  build(command: Command) {
    command
      .argument('<logs...>', 'log files, or folders of them')
      .option('--judge <url>', 'an OpenAI-compatible endpoint that judges ICI and SCI')
      .option('--model <name>', "the judge's model", 'gpt-4o-mini')
      .action(run)
  },
}

async function run(paths: string[], options: Options): Promise<void> {
  const matches = await readLogs(logFiles(paths))
  if (matches.length === 0) throw new ParleyError('no-log', 'no finished match in these logs')
  const judged = options.judge === undefined ? null : await judgedBy(options.judge, matches, options)
  const found = measure(matches, judged)
  result(options, found, told(found))
}

async function judgedBy(url: string, matches: readonly Lived[], options: Options) {
  const judge = await openJudge(url, options.model)
  const judged = []
  for (const [i, match] of matches.entries()) {
    remark(options, `judging match ${i + 1} of ${matches.length}`)
    const scenario = await openScenario(match.game.id)
    const dialogue = [...tellMatch(scenario, match.events, 'audience')].map(worded).join('\n')
    judged.push(await judgeMatch(match, dialogue, judge))
  }
  return judged
}

function told(found: ReturnType<typeof measure>): string {
  const rows = Object.entries(found).flatMap(([name, value]): string[] => {
    if (value === null || typeof value === 'number') return []
    if ('ci95' in value) return [line(name, '', value as Figure)]
    if (name === 'overall') return []
    return Object.entries(value as ByFaction).map(([faction, figure]) => line(name, faction, figure))
  })
  return [`${found.matches} matches; 95 % intervals by bootstrap over matches`, ...rows].join('\n')
}

const line = (name: string, faction: string, { mean, ci95: [low, high], count }: Figure) =>
  `  ${name.padEnd(16)} ${faction.padEnd(8)} ${mean.toFixed(3)}  [${low.toFixed(3)}, ${high.toFixed(3)}]  n ${count}`
