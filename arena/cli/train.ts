/** `parley train`: self-play training; interrupt it at any moment and repeat the call to go on. */
import type { Command } from 'commander'
import { ParleyError, unknownName } from '../core/errors.ts'
import { creditMethods } from '../rewards/credit.ts'
import { CREDIT_DEFAULTS } from '../rewards/methods.ts'
import { POTENTIALS } from '../rewards/potentials.ts'
import { type Progress, progressLine } from '../train/progress.ts'
import { type Recipe, SIZES } from '../train/recipe.ts'
import { type CommonOptions, remark, result, type Subcommand } from './command.ts'
import { type TrainRequest, trainPolicy } from './train-policy.ts'

interface Options extends CommonOptions {
  readonly scenario: string
  readonly method: string
  readonly out?: string
  readonly device: string
  readonly threads: number
  readonly rollouts?: number
  readonly steps?: number
  readonly learn?: string
  readonly against?: string
  readonly surveyor?: string
  readonly logs?: string
  readonly size?: string
  readonly credit?: string
  readonly potential?: string
  readonly recipe?: string
  readonly published: boolean
  readonly gate: boolean
  readonly evaluate: number
  readonly checkpointEvery: number
  readonly fresh: boolean
  readonly behaviours: boolean
  readonly judge?: string
  readonly model: string
}

export const trainCommand: Subcommand = {
  name: 'train',
  summary: 'self-play training of a policy; resumable, published in versions',
  examples: [
    'parley train --scenario kuhn-poker --method mars --json',
    'parley train --scenario mystery:simple --method maro --learn victim --against culprit --out runs/victims',
    'parley train --scenario mini-hanabi --method mars-by-turn --device webgpu',
  ],
  build(command: Command) {
    command
      .requiredOption('--scenario <list>', 'what to play, separated by commas; mystery:simple is every generated one')
      .requiredOption('--method <method>', 'see `parley list methods`')
      .option('--out <dir>', 'folder of the versions (default: runs/<scenario>-<method>)')
      .option('--device <device>', 'cpu, webgpu, cuda or auto', 'cpu')
      .option('--threads <number>', 'inside one operator, on the CPU', whole('--threads', 1), 1)
      .option(
        '--rollouts <number>',
        'threads that play (default: as many as cores); changes no result',
        whole('--rollouts', 0),
      )
      .option('--steps <number>', "optimiser steps (default: the recipe's)", whole('--steps', 0))
      .option('--learn <roles>', 'roles or factions the learner plays (default: all)')
      .option(
        '--against <agents>',
        'agents for the other seats, one drawn a match; "first" is the policy before the run',
      )
      .option('--surveyor <agent>', "answers the surveys of the learner's seats (mysteries: detective)")
      .option('--logs <paths>', 'logs to learn from before self-play')
      .option('--judge <url>', 'an OpenAI-compatible endpoint that scores every turn, for --credit judge')
      .option('--model <name>', "the judge's model", 'gpt-4o-mini')
      .option('--size <size>', `${SIZES.join(', ')} (default: the recipe's)`, oneOf('size', SIZES))
      .option('--credit <method>', 'how maro shares an outcome', oneOf('credit method', Object.keys(creditMethods)))
      .option('--potential <name>', 'of potential credit', oneOf('potential', [...POTENTIALS, 'value']))
      .option('--recipe <json>', 'settings that differ from the shipped recipe, as JSON')
      .option('--published', "the paper's settings of MARS", false)
      .option('--no-gate', 'publish even when worse than the parent')
      .option('--evaluate <number>', 'matches of the gate; 0: none', whole('--evaluate', 0), 200)
      .option('--checkpoint-every <rounds>', 'rounds between checkpoints', whole('--checkpoint-every', 1), 25)
      .option('--behaviours', 'also write every behaviour learned from, with its implicit reward', false)
      .option('--fresh', 'drop what an interrupted run left', false)
      .action(run)
  },
}

async function run(options: Options): Promise<void> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  let told = 0
  const onProgress = (progress: Progress) => {
    if (performance.now() - told < 2000 && progress.step < progress.steps) return
    told = performance.now()
    remark(options, progressLine(progress))
  }
  const out = options.out ?? `runs/${options.scenario.replaceAll(/[:,/]/g, '-')}-${options.method}`
  const watching = { onProgress, onRemark: (text: string) => remark(options, text), signal: stopping.signal }
  const done = await trainPolicy(requestOf(options, out), watching)
  process.removeListener('SIGINT', stop)
  process.removeListener('SIGTERM', stop)
  const text = done.finished
    ? `version ${done.version} in ${out}${done.published ? ', in use' : ', not in use (worse than its parent)'}: ${done.steps} steps in ${done.seconds.toFixed(1)} s on ${done.device}\n${JSON.stringify(done.evaluation)}`
    : `stopped at step ${done.steps}; repeat the call to go on`
  result(options, { out, ...done }, text)
}

function requestOf(options: Options, out: string): TrainRequest {
  const list = (text: string | undefined) => text?.split(',').map((one) => one.trim())
  const entries = {
    steps: options.steps,
    rollouts: options.rollouts,
    learn: list(options.learn),
    against: list(options.against),
    surveyor: options.surveyor,
    logs: list(options.logs),
    judge: options.judge === undefined ? undefined : { url: options.judge, model: options.model },
  }
  const given = Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined))
  const { method, device, threads, seed, published, gate, evaluate, checkpointEvery, fresh, behaviours } = options
  return {
    scenarios: list(options.scenario)!,
    ...{ method, out, device, threads, seed, published, gate, evaluate, checkpointEvery, fresh, behaviours },
    ...given,
    recipe: recipeOf(options),
  }
}

function recipeOf({ size, credit, potential, recipe }: Options): Partial<Recipe> {
  const shares = { ...(credit && { credit }), ...(potential && { potential }) }
  return {
    ...(size !== undefined && { size: size as Recipe['size'] }),
    ...(Object.keys(shares).length > 0 && { credit: { ...CREDIT_DEFAULTS, ...shares } as Recipe['credit'] }),
    ...(recipe !== undefined && readRecipe(recipe)),
  }
}

function readRecipe(text: string): Partial<Recipe> {
  try {
    return JSON.parse(text) as Partial<Recipe>
  } catch {
    throw new ParleyError('bad-option', `--recipe takes JSON, as '{"learningRate":[0.001,0.0001]}', not ${text}`)
  }
}

const whole = (option: string, least: number) => (text: string) => {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= least) return value
  throw new ParleyError('bad-option', `${option} takes a whole number of at least ${least}, not "${text}"`)
}

const oneOf = (what: string, known: readonly string[]) => (text: string) => {
  if (known.includes(text)) return text
  throw unknownName(what, text, known)
}
