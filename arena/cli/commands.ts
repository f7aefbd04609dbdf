/** Every subcommand, loaded when called. Adding one: write its file, list it here. */
import type { Subcommand } from './command.ts'

export const commands: Readonly<Record<string, () => Promise<Subcommand>>> = {
  demo: async () => (await import('./demo.ts')).demoCommand,
  play: async () => (await import('./play.ts')).playCommand,
  solve: async () => (await import('./solve.ts')).solveCommand,
  list: async () => (await import('./list.ts')).listCommand,
  replay: async () => (await import('./replay.ts')).replayCommand,
  verify: async () => (await import('./verify.ts')).verifyCommand,
  train: async () => (await import('./train.ts')).trainCommand,
  serve: async () => (await import('./serve.ts')).serveCommand,
  bench: async () => (await import('./bench.ts')).benchCommand,
  scenario: async () => (await import('./scenario.ts')).scenarioCommand,
  evaluate: async () => (await import('./evaluate.ts')).evaluateCommand,
  credit: async () => (await import('./credit.ts')).creditCommand,
  measures: async () => (await import('./measures.ts')).measuresCommand,
  export: async () => (await import('./export.ts')).exportCommand,
  tournament: async () => (await import('./tournament.ts')).tournamentCommand,
  experiment: async () => (await import('./experiment.ts')).experimentCommand,
  worker: async () => (await import('./worker.ts')).workerCommand,
  sprt: async () => (await import('./sprt.ts')).sprtCommand,
  agent: async () => (await import('./agent.ts')).agentCommand,
}
