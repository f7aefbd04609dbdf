/** `parley scenario play` tells one match; `parley scenario balance` plays many and says who wins how often. */
import type { Command } from 'commander'
import { openAgent, plugins } from '../../plugins/index.ts'
import { ParleyError } from '../core/errors.ts'
import type { Event } from '../core/log.ts'
import { Match } from '../core/match.ts'
import { playMatch } from '../core/play.ts'
import { stream } from '../core/rng.ts'
import { openScenario, type Scenario } from '../scenario/index.ts'
import { MYSTERY } from '../scenario/schema.ts'
import { type Listener, tellMatch } from '../scenario/tell.ts'
import { type CommonOptions, remark, result } from './command.ts'
import { worded } from './replay.ts'
import { BalanceTally } from './scenario-balance.ts'
import { seating } from './seating.ts'

interface PlayOptions extends CommonOptions {
  readonly agents?: string
  readonly seat: Listener
}

interface BalanceOptions extends CommonOptions {
  readonly agents?: string
  readonly matches: number
}

export function addPlaying(scenario: Command): void {
  scenario
    .command('play')
    .description('plays one match with built-in agents and tells it')
    .argument('<scenario>', 'a folder or a name')
    .option('--agents <list>', 'as for parley play; default: built-in agents of its kind')
    .option('--seat <who>', 'who listens: a seat number, audience or all', listener, 'all')
    .addHelpText('after', '\nExample:\n  $ parley scenario play ./my-mystery --seed 4')
    .action(play)
  scenario
    .command('balance')
    .description('plays many matches with built-in agents: rates by faction and role, with 95 % intervals')
    .argument('<scenario>', 'a folder or a name')
    .option('--agents <list>', 'as for parley play; default: built-in agents of its kind')
    .option('--matches <number>', 'how many', atLeastOne, 300)
    .addHelpText('after', '\nExample:\n  $ parley scenario balance ./my-mystery --matches 500 --json')
    .action(balance)
}

function listener(text: string): Listener {
  if (text === 'audience' || text === 'all') return text
  if (/^\d+$/.test(text)) return Number(text)
  throw new ParleyError('bad-option', `--seat takes a seat number, audience or all, not "${text}"`)
}

function atLeastOne(text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value > 0) return value
  throw new ParleyError('bad-option', `--matches takes a whole number above 0, not "${text}"`)
}

async function play(name: string, options: PlayOptions): Promise<void> {
  const scenario = await openScenario(name)
  const events = await playOne(scenario, tableOf(scenario, options.agents), options.seed)
  const lines = [...tellMatch(scenario, events, options.seat)]
  const ended = events.find((event) => event.type === 'ended')
  result(options, { scenario: scenario.id, scores: ended?.scores ?? null, lines }, lines.map(worded).join('\n'))
}

async function balance(name: string, options: BalanceOptions): Promise<void> {
  const scenario = await openScenario(name)
  const specs = tableOf(scenario, options.agents)
  const tally = new BalanceTally(scenario)
  for (let index = 0; index < options.matches; index++) {
    tally.add(await playOne(scenario, specs, options.seed + index))
    if (index % 100 === 99) remark(options, `${index + 1} of ${options.matches}`)
  }
  const summary = { agents: specs, ...tally.summary() }
  result(options, summary, tally.text(summary))
}

/** Agents by seat; without a list the killers lie and everybody else investigates, where the kind has such agents. */
function tableOf(scenario: Scenario, agents: string | undefined): string[] {
  const known = new Set(plugins.map((plugin) => plugin.id))
  const usual = scenario.kind === MYSTERY && known.has('detective') ? 'killer=culprit,detective' : 'random'
  return seating(scenario.game, agents ?? usual)
}

async function playOne({ id, game, hash }: Scenario, specs: readonly string[], seed: number): Promise<Event[]> {
  const seats = specs.map((agent) => ({ agent }))
  const agents = await Promise.all(
    specs.map((spec, seat) => openAgent(spec, { game, random: stream(seed, 'seat', seat) })),
  )
  const events: Event[] = []
  const match = Match.open({
    game,
    match: `${id}-${seed}`,
    seed,
    seats,
    scenarioHash: hash,
    record: (event) => events.push(event),
  })
  await playMatch(match, agents)
  return events
}
