/** `parley evaluate`: an agent against another, every side in turn, with intervals; exactly too where the game is small. */
import type { Command } from 'commander'
import { openAgent } from '../../plugins/index.ts'
import { ParleyError } from '../core/errors.ts'
import type { Game } from '../core/game.ts'
import { stream } from '../core/rng.ts'
import { openScenario, type Scenario } from '../scenario/index.ts'
import { nashConv, profileOfAgent } from '../solve/index.ts'
import { smallTree } from '../train/average.ts'
import { encoder } from '../train/encode.ts'
import { contest, type Evaluation, type Standing } from '../train/evaluate.ts'
import type { Measured } from '../train/measured.ts'
import { type Split, sourceOf } from '../train/source.ts'
import { type CommonOptions, remark, result, type Subcommand } from './command.ts'
import { type Asked, measureVersions } from './run-measures.ts'

interface Options extends CommonOptions {
  readonly scenario: string
  readonly against: string
  readonly matches: number
  readonly roles?: string
  readonly split: Split
  readonly measures?: true
}

export const evaluateCommand: Subcommand = {
  name: 'evaluate',
  summary: 'measures an agent against another, role by role, with intervals',
  examples: [
    'parley evaluate policy:runs/kuhn-poker-mars --scenario kuhn-poker --against perfect --json',
    'parley evaluate policy:runs/victims --scenario mystery:simple --against culprit --measures (the training page draws them)',
    'parley evaluate policy:runs/victims+greedy --scenario mystery:simple --roles victim --against culprit --matches 500',
  ],
  build(command: Command) {
    command
      .argument('<agent>', 'whom to measure')
      .requiredOption('--scenario <list>', 'what to play, separated by commas; mystery:simple is every held-out one')
      .requiredOption('--against <agent>', 'who plays the other seats')
      .option('--matches <number>', 'how many', positive, 200)
      .option('--roles <list>', 'measure these roles or factions only (default: each faction in turn)')
      .option('--split <split>', 'generated mysteries: held-out or training', split, 'held-out')
      .option('--measures', 'of a policy: the five measures too, beside the untrained version, kept with its run')
      .action(run)
  },
}

async function run(name: string, options: Options): Promise<void> {
  const names = options.scenario.split(',').map((one) => one.trim())
  const source = sourceOf(names, options.split)
  const roles = options.roles?.split(',').map((one) => one.trim())
  const random = (index: number, seat: number) => stream(options.seed, 'evaluate', index, 'seat', seat)
  const { evaluation } = await contest({
    source,
    matches: options.matches,
    seed: options.seed,
    encode: encoder({ vocabulary: 2, facts: 0, words: 0 }),
    player: (game, index, seat, measured) =>
      openAgent(measured ? name : options.against, { game, random: random(index, seat) }),
    ...(roles && { roles }),
  })
  const exact =
    names.length === 1
      ? await exactly(name, await openScenario(names[0]!.replace(/^(mystery:[a-z]+)$/, '$1:1')), options)
      : {}
  const measured = options.measures ? { measured: await measureVersions(askedOf(name, options, roles)) } : {}
  const value = {
    scenario: options.scenario,
    agent: name,
    against: options.against,
    ...evaluation,
    ...exact,
    ...measured,
  }
  result(options, value, [told(name, options, evaluation, exact), ...toldMeasures(measured.measured ?? [])].join('\n'))
}

/** Information sets beyond which an agent is not asked about each of them; `parley solve` asks however many there are. */
const ASKED = 1000

/** NashConv where every position can be asked for and the agent states its odds. */
async function exactly(name: string, scenario: Scenario, options: Options): Promise<{ nashConv?: number }> {
  const { game } = scenario
  const tree = game.seats.length === 2 && isZeroSum(game) ? smallTree(game, 10_000) : null
  if (!tree || tree.infosets.length > ASKED) return {}
  const agent = await openAgent(name, { game, random: stream(options.seed, 'solve') })
  const { profile, exact } = await profileOfAgent(tree, agent, {
    samples: 200,
    roles: game.seats.map(({ role }) => role),
    word: ({ view, seat, moves }) => scenario.prompt(view, seat, { seat, moves }),
  })
  if (!exact) remark(options, `${name} does not state its odds: NashConv is an estimate from 200 answers a position`)
  return { nashConv: nashConv(tree, profile).nashConv }
}

const isZeroSum = ({ seats }: Game) => new Set(seats.map(({ faction }) => faction)).size === 2

function told(name: string, { against }: Options, evaluation: Evaluation, { nashConv }: { nashConv?: number }): string {
  const line = (who: string, { matches, score, winRate, nonLoss }: Standing) =>
    `  ${who.padEnd(14)} score ${figure(score)}  wins ${share(winRate)}  does not lose ${share(nonLoss)}  ${matches} matches`
  return [
    `${name} against ${against}`,
    line('all', evaluation),
    ...Object.entries(evaluation.roles).map(([role, standing]) => line(role, standing)),
    ...(nashConv === undefined ? [] : [`  NashConv       ${nashConv.toFixed(4)}`]),
  ].join('\n')
}

function askedOf(agent: string, options: Options, roles: readonly string[] | undefined): Asked {
  const { scenario, against, matches, seed, split: from } = options
  return { agent, scenario, against, matches, seed, split: from, ...(roles && { roles }) }
}

/** A measure a line: the untrained version's and the newer one's. */
function toldMeasures(measured: readonly Measured[]): string[] {
  const [first, last = first] = measured
  if (!first || !last) return []
  return Object.entries(last.factions).flatMap(([faction, figures]) =>
    Object.entries(figures).map(([name, figure]) => {
      const before = first === last ? undefined : first.factions[faction]?.[name]
      const from = before ? `  untrained ${before.mean.toFixed(3)}` : ''
      return `  ${faction.padEnd(14)} ${name.padEnd(15)} ${figure.mean.toFixed(3)}${from}`
    }),
  )
}

const figure = ({ mean, ci95: [low, high] }: Standing['score']) =>
  `${mean.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`

const share = ({ mean, ci95: [low, high] }: Standing['score']) =>
  `${(100 * mean).toFixed(1)} % [${(100 * low).toFixed(1)}, ${(100 * high).toFixed(1)}]`

function positive(text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value > 0) return value
  throw new ParleyError('bad-option', `--matches takes a whole number above 0, not "${text}"`)
}

function split(text: string): Split {
  if (text === 'held-out' || text === 'training') return text
  throw new ParleyError('bad-option', `--split takes held-out or training, not "${text}"`)
}
