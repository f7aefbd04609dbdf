/** `parley sprt A B`: plays blocks until it is clear whether A is better than B. */
import { openAgent } from '../../plugins/index.ts'
import { ParleyError } from '../core/errors.ts'
import { playSequential, type SequentialState } from '../host/sequential.ts'
import { type CommonOptions, remark, result, type Subcommand } from './command.ts'
import { whole } from './tournament.ts'
import { scenarioCache } from './tournament-run.ts'

interface SprtCall extends CommonOptions {
  readonly scenario: string
  readonly elo0: number
  readonly elo1: number
  readonly alpha: number
  readonly beta: number
  readonly scale: 'logistic' | 'normalized'
  readonly blocks: number
  readonly concurrency: number
}

export const sprtCommand: Subcommand = {
  name: 'sprt',
  summary: 'plays blocks with sides swapped until it is clear whether A is better than B',
  examples: [
    'parley sprt perfect random --scenario kuhn-poker',
    'parley sprt policy:runs/kuhn@7 policy:runs/kuhn@6 --scenario kuhn-poker --elo0 0 --elo1 20 --json',
  ],
  build(command) {
    command
      .argument('<a>', 'the agent that may be better')
      .argument('<b>', 'the agent it is measured by')
      .requiredOption('--scenario <list>', 'scenario, or several that take turns')
      .option('--elo0 <number>', 'not better: the lead is at most this', number('--elo0'), 0)
      .option('--elo1 <number>', 'better: the lead is at least this', number('--elo1'), 20)
      .option('--alpha <chance>', 'chance of a wrong "better"', number('--alpha'), 0.05)
      .option('--beta <chance>', 'chance of a wrong "not better"', number('--beta'), 0.05)
      .option('--scale <which>', 'logistic Elo, or normalized (mean over deviation of a game)', scale, 'logistic')
      .option('--blocks <number>', 'gives up undecided after so many', whole('--blocks'), 1_000_000)
      .option('--concurrency <number>', 'matches at once', whole('--concurrency'), 16)
      .action(run)
  },
}

async function run(a: string, b: string, options: SprtCall): Promise<void> {
  const { scenario, seed, elo0, elo1, alpha, beta, concurrency, blocks: mostBlocks } = options
  if (a === b) throw new ParleyError('bad-sprt', `"${a}" against itself is no test; name two agents, or two versions`)
  const plan = { elo0, elo1, alpha, beta, scale: options.scale }
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort('paused'))
  let told = performance.now()
  const progress = (state: SequentialState) => {
    if (performance.now() - told < 2000) return
    told = performance.now()
    remark(options, line(state))
  }
  const deps = { openAgent, openScenario: scenarioCache(), stop: stop.signal, progress }
  const state = await playSequential(
    { a, b, scenarios: scenario.split(','), seed, concurrency, plan, mostBlocks },
    deps,
  )
  result(options, jsonOf(a, b, state), text(a, b, state, plan))
}

function jsonOf(a: string, b: string, { decision, llr, lower, upper, blocks, counts, elo, errors }: SequentialState) {
  const half = Number.isFinite(elo.ci95) ? elo.ci95 : null
  return {
    a,
    b,
    decision: decision === 'go on' ? 'undecided' : decision,
    llr,
    bounds: [lower, upper],
    blocks,
    counts,
    elo: { mean: elo.elo, ci95: half === null ? null : [elo.elo - half, elo.elo + half], los: elo.los },
    errors,
  }
}

function line({ llr, lower, upper, blocks, elo }: SequentialState): string {
  return `${blocks} blocks  LLR ${llr.toFixed(2)} in [${lower.toFixed(2)}, ${upper.toFixed(2)}]  Elo ${elo.elo.toFixed(1)} +- ${elo.ci95.toFixed(1)}  LOS ${(100 * elo.los).toFixed(1)} %`
}

function text(
  a: string,
  b: string,
  state: SequentialState,
  plan: { elo0: number; elo1: number; alpha: number; beta: number; scale: string },
): string {
  const verdict = {
    better: `${a} is better than ${b}`,
    'not better': `${a} is not better than ${b} by ${plan.elo1} Elo`,
    'go on': `undecided between ${a} and ${b}`,
  }[state.decision]
  const errors = Object.entries(state.errors).filter(([, count]) => count > 0)
  return [
    verdict,
    line(state),
    `blocks by ${a}'s share of the points: ${state.counts.map(({ score, count }) => `${score.toFixed(2)} x ${count}`).join(', ')}`,
    `test: ${plan.scale} Elo [${plan.elo0}, ${plan.elo1}], alpha ${plan.alpha}, beta ${plan.beta}`,
    ...errors.map(([agent, count]) => `${agent} failed in ${count} seats, which counted as played`),
  ].join('\n')
}

function number(option: string): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (text.trim() !== '' && Number.isFinite(value)) return value
    throw new ParleyError('bad-option', `${option} takes a number, not "${text}"`)
  }
}

function scale(text: string): 'logistic' | 'normalized' {
  if (text === 'logistic' || text === 'normalized') return text
  throw new ParleyError('bad-option', `--scale takes logistic or normalized, not "${text}"`)
}
