/** `parley credit`: what each turn of a log was worth, by any method. */
import type { Command } from 'commander'
import { unknownName } from '../core/errors.ts'
import { creditMethods } from '../rewards/credit.ts'
import {
  CREDIT_DEFAULTS,
  type CreditSettings,
  creditsOfMatch,
  type Lived,
  methodNamed,
  methods,
  weighed,
} from '../rewards/methods.ts'
import { culpritsOf, opinionsOf, POTENTIALS } from '../rewards/potentials.ts'
import { readLogs } from '../train/logs.ts'
import { type CommonOptions, result, type Subcommand } from './command.ts'
import { turnJudge } from './judge.ts'
import { implicitRewards, openPolicy, referenceOf } from './judged-by-policy.ts'
import { logFiles } from './read-log.ts'

interface Options extends CommonOptions {
  readonly method: string
  readonly credit?: string
  readonly potential: string
  readonly judge?: string
  readonly model: string
  readonly policy?: string
  readonly reference?: string
}

interface Credited {
  readonly match: string
  readonly turn: number
  readonly seat: number
  readonly role: string
  readonly move: string
  readonly text: string | null
  readonly credit: number
  /** With --policy: how much more likely the policy makes the move than its reference does, in nats times beta. */
  readonly implicitReward?: number | null
}

export const creditCommand: Subcommand = {
  name: 'credit',
  summary: 'credit of every turn in logs',
  examples: [
    'parley credit logs --method maro --credit potential',
    'parley credit logs/m1.jsonl --method mars --json',
    'parley credit logs --method maro --policy policy:runs/victims',
  ],
  build(command: Command) {
    command
      .argument('<logs...>', 'log files, or folders of them')
      .requiredOption('--method <method>', methods.map(({ id }) => id).join(', '))
      .option(
        '--credit <method>',
        `of maro: ${Object.keys(creditMethods).join(', ')} (default: potential where seats were surveyed, else discount)`,
      )
      .option('--potential <name>', POTENTIALS.join(', '), 'belief')
      .option('--judge <url>', 'an OpenAI-compatible endpoint that scores turns, for --credit judge')
      .option('--model <name>', "the judge's model", 'gpt-4o-mini')
      .option('--policy <agent>', 'adds the implicit reward of every behaviour under a trained policy: policy:DIR')
      .option('--reference <agent>', 'what it is measured against (default: the version the policy came from)')
      .action(run)
  },
}

async function run(paths: string[], options: Options): Promise<void> {
  const method = methodNamed(options.method)
  const matches = await readLogs(logFiles(paths))
  const scores = options.judge === undefined ? null : await judgedTurns(matches, options.judge, options.model)
  const credits =
    method.objective === 'implicit'
      ? matches.map((match) =>
          creditsOfMatch(match, { ...settingsFor(match, options), ...(scores && { signal: scores }) }),
        )
      : split(
          method.values(
            matches.map((match) => weighed(match, method, CREDIT_DEFAULTS)),
            CREDIT_DEFAULTS,
            {},
          ),
          matches,
        )
  const rewards = options.policy === undefined ? null : await rewardsBy(matches, options.policy, options.reference)
  const turns = matches.flatMap(({ turns: own }, m) =>
    own.map(
      ({ match, turn, seat, role, move, text }, t): Credited => ({
        ...{ match, turn, seat, role, move, text: text ?? null },
        credit: credits[m]![t]!,
        ...(rewards && { implicitReward: rewards[m]![t]! }),
      }),
    ),
  )
  const value = { method: method.id, turns, ...sums(matches, credits) }
  result(options, value, told(turns))
}

async function rewardsBy(matches: readonly Lived[], name: string, reference: string | undefined) {
  const policy = await openPolicy(name)
  return implicitRewards(matches, policy, await openPolicy(reference ?? referenceOf(policy)))
}

/** What a judge that reads the whole match gives each turn, 0 to 3, for `judge` credit. */
async function judgedTurns(matches: readonly Lived[], url: string, model: string) {
  const judge = await turnJudge(url, model)
  const scores = new Map<Lived, number[]>()
  for (const match of matches) scores.set(match, await judge(match))
  return (match: Lived) => scores.get(match)!
}

/** Each match by what it has: without surveys there is no potential to read. */
export function settingsFor(
  { game, events }: Lived,
  { credit, potential }: Pick<Options, 'credit' | 'potential'>,
): CreditSettings {
  const known = Object.keys(creditMethods)
  if (credit !== undefined && !known.includes(credit)) throw unknownName('credit method', credit, known)
  if (!POTENTIALS.some((name) => name === potential)) throw unknownName('potential', potential, POTENTIALS)
  const surveyed = culpritsOf(game).length > 0 && opinionsOf(game, events).length > 0
  return {
    ...CREDIT_DEFAULTS,
    credit: (credit ?? (surveyed ? 'potential' : 'discount')) as CreditSettings['credit'],
    potential: potential as CreditSettings['potential'],
  }
}

function split(values: readonly number[], matches: readonly Lived[]): number[][] {
  let next = 0
  return matches.map(({ turns }) => values.slice(next, (next += turns.length)))
}

/** By match and seat: the outcome, and what its turns' credits add up to. */
function sums(matches: readonly Lived[], credits: readonly (readonly number[])[]) {
  const outcome: Record<string, number[]> = {}
  const total: Record<string, number[]> = {}
  for (const [m, { game, events, turns }] of matches.entries()) {
    const end = events.at(-1)!
    const id = events[0]!.type === 'opened' ? events[0]!.match : ''
    outcome[id] = end.type === 'ended' ? [...end.outcome] : []
    const mine = game.seats.map(() => 0)
    for (const [t, { seat }] of turns.entries()) mine[seat]! += credits[m]![t]!
    total[id] = mine
  }
  return { outcome, sums: total }
}

function told(turns: readonly Credited[]): string {
  const width = Math.max(0, ...turns.map(({ role }) => role.length))
  return turns
    .map(({ turn, role, move, text, credit, implicitReward }) => {
      const words = text === null ? '' : `  "${text.length > 60 ? `${text.slice(0, 59)}…` : text}"`
      return `${String(turn).padStart(4)}  ${role.padEnd(width)}  ${signed(credit)}${implicitReward === undefined ? '' : `  ${implicitReward === null ? '      -' : signed(implicitReward)}`}  ${move}${words}`
    })
    .join('\n')
}

const signed = (value: number) => `${value >= 0 ? ' ' : ''}${value.toFixed(4)}`
