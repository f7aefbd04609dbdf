/** `parley play`: matches in process, as many as asked, with scores by agent and by role. */
import type { Command } from 'commander'
import { openAgent } from '../../plugins/index.ts'
import { ParleyError } from '../core/errors.ts'
import { Match, type SurveyPlan } from '../core/match.ts'
import { playMatch } from '../core/play.ts'
import { stream } from '../core/rng.ts'
import { LogFile } from '../host/log-file.ts'
import { openScenario } from '../scenario/index.ts'
import type { Scenario } from '../scenario/scenario.ts'
import { type CommonOptions, remark, result, type Subcommand } from './command.ts'
import { PlayTally } from './play-tally.ts'
import { seating } from './seating.ts'

interface PlayOptions extends CommonOptions {
  readonly agents: string
  readonly matches: number
  readonly log?: string
  readonly survey: SurveyPlan
  readonly rotate: boolean
}

export const playCommand: Subcommand = {
  name: 'play',
  summary: 'plays matches of a scenario in process',
  examples: [
    'parley play kuhn-poker --agents perfect,random --matches 2000 --json',
    'parley play mystery:simple:7 --agents culprit=culprit,detective --log logs',
  ],
  build(command) {
    command
      .argument('<scenario>', 'a scenario (see `parley list scenarios`), a folder, or mystery:<difficulty>:<seed>')
      .requiredOption('--agents <list>', 'one agent a seat, one for all, or role=agent for some', undefined)
      .option('--matches <number>', 'how many', count, 1)
      .option('--log <dir>', 'keep a log file a match in this folder')
      .option('--survey <plan>', 'when seats are asked for suspicions: every, round or never', surveyPlan, 'never')
      .option('--rotate', 'shift the agents one seat each match', false)
      .action(run)
  },
}

async function run(name: string, options: PlayOptions, _command: Command): Promise<void> {
  const tally = new PlayTally()
  const started = performance.now()
  let scenario: Scenario | undefined
  for (let index = 0; index < options.matches; index++) {
    if (scenario === undefined || nth(name, index) !== scenario.id) scenario = await openScenario(nth(name, index))
    await playOne(scenario, options, index, tally)
    if (index % 256 === 255 || performance.now() - tally.told > 1000) report(options, tally, index + 1, started)
  }
  const seconds = (performance.now() - started) / 1000
  const value = { scenario: name, ...tally.summary(options.matches, seconds) }
  result(options, value, tally.text(value))
}

/** `mystery:simple:7` names one mystery; a run of many takes the seeds that follow it. */
function nth(name: string, index: number): string {
  const [, prefix, seed] = /^(mystery:[a-z]+:)(\d+)$/.exec(name) ?? []
  return prefix === undefined ? name : `${prefix}${Number(seed) + index}`
}

/** One match, as every match of `parley play` is played. */
export async function playOne(
  scenario: Scenario,
  options: Pick<PlayOptions, 'agents' | 'seed' | 'log' | 'survey' | 'rotate'>,
  index: number,
  tally: PlayTally,
): Promise<void> {
  const { game } = scenario
  const specs = turned(seating(game, options.agents), options.rotate ? index : 0)
  const agents = []
  for (const [seat, spec] of specs.entries()) {
    agents.push(await openAgent(spec, { game, random: stream(options.seed, 'match', index, 'seat', seat) }))
  }
  const id = `${scenario.id.replaceAll(':', '-')}-${options.seed}-${index}`
  const log = options.log === undefined ? undefined : LogFile.create(options.log, id)
  const match = Match.open({
    game,
    match: id,
    seed: Math.floor(stream(options.seed, 'match', index)() * 2 ** 32),
    seats: agents.map(({ name, version }) => ({ agent: name, ...(version !== undefined && { version }) })),
    scenarioHash: scenario.hash,
    survey: options.survey,
    record: (event) => {
      log?.append(event)
      tally.see(event)
    },
    word: (view, seat, choice) => scenario.prompt(view, seat, choice),
  })
  await playMatch(match, agents)
  log?.close()
  tally.add(game, specs, match)
}

const turned = <T>(list: readonly T[], by: number): T[] => list.map((_, seat) => list[(seat + by) % list.length]!)

function report(options: PlayOptions, tally: PlayTally, done: number, started: number): void {
  tally.told = performance.now()
  const rate = done / ((tally.told - started) / 1000)
  if (process.stderr.isTTY) remark(options, `${done}/${options.matches} matches, ${rate.toFixed(0)} a second`)
}

function count(text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value > 0) return value
  throw new ParleyError('bad-option', `--matches takes a whole number above 0, not "${text}"`)
}

function surveyPlan(text: string): SurveyPlan {
  if (text === 'every' || text === 'round' || text === 'never') return text
  throw new ParleyError('bad-option', `--survey takes every, round or never, not "${text}"`)
}
