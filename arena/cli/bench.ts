/** `parley bench`: what is fast and what isn't, each figure beside a baseline from the same run. Adding one: write its file, list it here. */
import { unknownName } from '../core/errors.ts'
import { type CommonOptions, remark, result, type Subcommand } from './command.ts'

export interface Measure {
  readonly value: number
  readonly unit: string
  /** The same quantity of something known, measured in the same run. */
  readonly baseline: number
  /** value / baseline */
  readonly ratio: number
}

/** Runs and returns its measures by name. */
export type Bench = () => Promise<Record<string, Measure>>

export const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  play: async () => (await import('./bench-play.ts')).benchPlay,
  solve: async () => (await import('./bench-solve.ts')).benchSolve,
  train: async () => (await import('./bench-train.ts')).benchTrain,
  policy: async () => (await import('./bench-policy.ts')).benchPolicy,
  rollouts: async () => (await import('./bench-rollouts.ts')).benchRollouts,
  sockets: async () => (await import('./bench-sockets.ts')).benchSockets,
  spectators: async () => (await import('./bench-spectators.ts')).benchSpectators,
  mystery: async () => (await import('./bench-mystery.ts')).benchMystery,
  scale: async () => (await import('./bench-scale.ts')).benchScale,
  tournament: async () => (await import('./bench-tournament.ts')).benchTournament,
  disturb: async () => (await import('./bench-disturb.ts')).benchDisturb,
  redteam: async () => (await import('./bench-redteam.ts')).benchRedteam,
}

export const benchCommand: Subcommand = {
  name: 'bench',
  summary: 'the benchmarks, each with its baseline in the same run',
  examples: ['parley bench play', 'parley bench --json'],
  build(command) {
    command.argument('[name]', `one of ${Object.keys(benches).join(', ')}; all when not given`).action(run)
  },
}

async function run(name: string | undefined, options: CommonOptions): Promise<void> {
  const names = Object.keys(benches)
  if (name !== undefined && !Object.hasOwn(benches, name)) throw unknownName('bench', name, names)
  const found: Record<string, Measure> = {}
  for (const one of name === undefined ? names : [name]) {
    remark(options, `bench ${one}`)
    const bench = await benches[one]!()
    Object.assign(found, await bench())
  }
  result(options, found, Object.entries(found).map(told).join('\n'))
}

const told = ([name, { value, unit, baseline, ratio }]: [string, Measure]): string =>
  `${name.padEnd(36)} ${value.toLocaleString('en')} ${unit} (baseline ${baseline.toLocaleString('en')}, ratio ${ratio.toPrecision(3)})`
