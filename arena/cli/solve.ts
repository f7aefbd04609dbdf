/** `parley solve`: what a game is worth, and how much an agent can be beaten for. */
import { openAgent } from '../../plugins/index.ts'
import { ParleyError } from '../core/errors.ts'
import { stream } from '../core/rng.ts'
import { openScenario } from '../scenario/index.ts'
import type { Scenario } from '../scenario/scenario.ts'
import { compileTree, type NashConv, nashConv, profileOfAgent, solve, type Tree } from '../solve/index.ts'
import { type CommonOptions, remark, result, type Subcommand } from './command.ts'

interface SolveOptions extends CommonOptions {
  readonly agent?: string
  readonly iterations: number
  readonly samples: number
  readonly limit: number
}

export const solveCommand: Subcommand = {
  name: 'solve',
  summary: "a small game's exact value; with --agent how far best responses beat it",
  examples: ['parley solve kuhn-poker --json', 'parley solve leduc-poker --agent random --json'],
  build(command) {
    command
      .argument('<game>', 'a scenario; too large a game is refused')
      .option('--agent <agent>', 'measure this agent')
      .option('--iterations <number>', 'of CFR+, for games with hidden information', above('--iterations'), 3000)
      .option('--samples <number>', 'answers asked of an agent that does not state its odds', above('--samples'), 500)
      .option('--limit <number>', 'states laid out at most', above('--limit'), 200_000)
      .action(run)
  },
}

async function run(name: string, options: SolveOptions): Promise<void> {
  const scenario = await openScenario(name)
  const { game } = scenario
  if (!game.openRules)
    throw new ParleyError('closed-rules', `${game.id}: its rules hold secrets, so there is nothing to solve`)
  const tree = compileTree(game, options.limit)
  remark(options, `${game.id}: ${tree.nodes} states, ${tree.infosets.length} information sets`)
  const size = { states: tree.nodes, informationSets: tree.infosets.length }
  if (options.agent !== undefined) {
    const { exact, ...found } = await measure(scenario, tree, options.agent, options)
    result(
      options,
      { game: name, agent: options.agent, ...found, exact, ...size },
      told(found, exact ? '' : ' (estimated from its answers)'),
    )
  } else {
    const { method, profile } = solve(tree, options.iterations)
    const found = nashConv(tree, profile)
    result(
      options,
      { game: name, method, ...found, exact: method === 'minimax', ...size },
      told(found, method === 'minimax' ? '' : ' (the value is within this of exact)'),
    )
  }
}

async function measure(scenario: Scenario, tree: Tree, spec: string, { seed, samples }: SolveOptions) {
  const { game } = scenario
  const agent = await openAgent(spec, { game, random: stream(seed, 'solve') })
  const { profile, exact } = await profileOfAgent(tree, agent, {
    samples,
    roles: game.seats.map(({ role }) => role),
    word: ({ view, seat, moves }) => scenario.prompt(view, seat, { seat, moves }),
  })
  return { ...nashConv(tree, profile), exact }
}

const told = ({ value, nashConv, bestResponse }: NashConv, caveat: string): string =>
  [
    `value by seat          ${listed(value)}`,
    `best response by seat  ${listed(bestResponse)}`,
    `NashConv               ${nashConv.toFixed(6)}${caveat}`,
  ].join('\n')

const listed = (numbers: readonly number[]) => numbers.map((one) => one.toFixed(6)).join('  ')

const above = (option: string) => (text: string) => {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value > 0) return value
  throw new ParleyError('bad-option', `${option} takes a whole number above 0, not "${text}"`)
}
