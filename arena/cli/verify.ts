/** `parley verify`: plays every log again, move by move, and checks its hash chain and its end. */
import { ParleyError } from '../core/errors.ts'
import { forfeitScores, outcomeOf } from '../core/game.ts'
import { type Event, headerOf, replay } from '../core/log.ts'
import { openScenario } from '../scenario/index.ts'
import type { Scenario } from '../scenario/scenario.ts'
import { type CommonOptions, Failed, result, type Subcommand } from './command.ts'
import { logFiles, readLog } from './read-log.ts'

interface VerifyOptions extends CommonOptions {
  readonly scenario?: string
}

interface Difference {
  readonly log: string
  readonly reason: string
}

export const verifyCommand: Subcommand = {
  name: 'verify',
  summary: 're-executes logs, checks their hash chains, and counts torn tails',
  examples: ['parley verify logs', 'parley verify logs/m1.jsonl logs/m2.jsonl --json'],
  build(command) {
    command
      .argument('<path...>', 'log files, or folders of them')
      .option('--scenario <name>', 'what they were played under, when that is a folder of your own')
      .action(run)
  },
}

async function run(paths: readonly string[], options: VerifyOptions): Promise<void> {
  const files = logFiles(paths)
  const different: Difference[] = []
  const open = opener()
  let torn = 0
  for (const file of files) {
    try {
      const log = readLog(file)
      if (log.torn > 0) torn++
      const reason = differenceIn(await open(options.scenario ?? headerOf(log.events).game), log.events)
      if (reason !== undefined) different.push({ log: file, reason })
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error
      different.push({ log: file, reason: error.message })
    }
  }
  const identical = files.length - different.length
  const text = [
    `${files.length} logs: ${identical} identical, ${different.length} different, ${torn} with a torn tail`,
    ...different.map(({ log, reason }) => `${log}: ${reason}`),
  ].join('\n')
  result(options, { logs: files.length, identical, different, torn }, text)
  if (different.length > 0) throw new Failed(`${different.length} of ${files.length} logs differ`)
}

/** Each scenario is opened once. */
function opener(): (name: string) => Promise<Scenario> {
  const known = new Map<string, Promise<Scenario>>()
  return (name) => {
    const found = known.get(name) ?? openScenario(name)
    known.set(name, found)
    return found
  }
}

/** Why a log isn't what its own moves give, or undefined. */
function differenceIn({ game, hash }: Scenario, events: readonly Event[]): string | undefined {
  const header = headerOf(events)
  let state: unknown = game.start()
  for (const { event, after } of replay(game, events)) {
    if (event.type === 'ended') {
      const lost = events.findLast((one) => one.type === 'forfeited')
      const next = game.next(state)
      const scores = lost ? forfeitScores(game, state, lost.seat) : next.kind === 'over' ? next.scores : undefined
      if (!scores) return 'the log ends before the game does'
      if (String(scores) !== String(event.scores)) return `it ends with ${event.scores}, its moves give ${scores}`
      const outcome = outcomeOf(game, state, scores)
      if (String(outcome) !== String(event.outcome)) return `its outcome is ${event.outcome}, its moves give ${outcome}`
    }
    state = after
  }
  const changed = header.scenarioHash !== '' && header.scenarioHash !== hash
  return changed ? `played with scenario ${header.scenarioHash}, which is ${hash} now` : undefined
}
