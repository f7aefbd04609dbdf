/** `parley replay`: tells a match in the terminal, to whom you choose. */
import { ParleyError } from '../core/errors.ts'
import { headerOf } from '../core/log.ts'
import { openScenario } from '../scenario/index.ts'
import { type Listener, type ToldLine, tellMatch } from '../scenario/tell.ts'
import { type CommonOptions, remark, result, type Subcommand } from './command.ts'
import { readLog } from './read-log.ts'

interface ReplayOptions extends CommonOptions {
  readonly seat: string
  readonly until?: number
  readonly scenario?: string
}

export const replayCommand: Subcommand = {
  name: 'replay',
  summary: 'tells a match as a dialogue, as a seat, the audience, or somebody who knows everything heard it',
  examples: ['parley replay logs/m1.jsonl', 'parley replay logs/m1.jsonl --seat 2 --until 20'],
  build(command) {
    command
      .argument('<log>', 'a log file')
      .option('--seat <who>', 'a seat number, "audience" or "all"', 'all')
      .option('--until <event>', 'stop after this event', Number)
      .option('--scenario <name>', 'what it was played under, when that is a folder of your own')
      .action(run)
  },
}

async function run(path: string, options: ReplayOptions): Promise<void> {
  const { events, torn } = readLog(path)
  const header = headerOf(events)
  const scenario = await openScenario(options.scenario ?? header.game)
  if (torn > 0) remark(options, `${torn} torn lines at the end were left out`)
  if (header.scenarioHash !== '' && header.scenarioHash !== scenario.hash) {
    remark(options, `the scenario has changed since (${header.scenarioHash} then, ${scenario.hash} now)`)
  }
  const listener = listenerOf(options.seat, header.seats.length)
  const lines = [...tellMatch(scenario, events, listener, options.until)]
  const ended = events.find((event) => event.type === 'ended')
  const told = lines.map(worded).join('\n')
  const scores = ended?.scores ?? null
  result(options, { events: events.length, scores, lines }, told)
}

function listenerOf(text: string, seats: number): Listener {
  if (text === 'all' || text === 'audience') return text
  const seat = Number(text)
  if (/^\d+$/.test(text) && seat < seats) return seat
  throw new ParleyError('bad-option', `--seat takes 0 to ${seats - 1}, audience or all, not "${text}"`)
}

/** A told line as the terminal shows it. */
export function worded({ kind, name, text }: ToldLine): string {
  switch (kind) {
    case 'heading':
      return `\n-- ${text.replace('\n', ' --\n')}${text.includes('\n') ? '' : ' --'}`
    case 'spoken':
      return /^[(（]/.test(text) ? text : `${name}: ${text}`
    case 'chance':
      return `* ${text}`
    case 'aside':
      return `   [${text}]`
    case 'fault':
      return `! ${name} ${text}`
    case 'end':
      return `\n${text}`
    default:
      return kind satisfies never
  }
}
