/** Every subcommand, loaded when called. Adding one: write its file, list it here. */
import type { Subcommand } from './command.ts'

export const commands: Readonly<Record<string, () => Promise<Subcommand>>> = {
  demo: async () => (await import('./demo.ts')).demoCommand,
  serve: async () => (await import('./serve.ts')).serveCommand,
  play: async () => (await import('./play.ts')).playCommand,
  replay: async () => (await import('./replay.ts')).replayCommand,
  verify: async () => (await import('./verify.ts')).verifyCommand,
  credit: async () => (await import('./credit.ts')).creditCommand,
  measures: async () => (await import('./measures.ts')).measuresCommand,
  solve: async () => (await import('./solve.ts')).solveCommand,
  list: async () => (await import('./list.ts')).listCommand,
  scenario: async () => (await import('./scenario.ts')).scenarioCommand,
  agent: async () => (await import('./agent.ts')).agentCommand,
  train: async () => (await import('./train.ts')).trainCommand,
  analyse: async () => (await import('./analyse.ts')).analyseCommand,
  evaluate: async () => (await import('./evaluate.ts')).evaluateCommand,
  experiment: async () => (await import('./experiment.ts')).experimentCommand,
  export: async () => (await import('./export.ts')).exportCommand,
  tournament: async () => (await import('./tournament.ts')).tournamentCommand,
  sprt: async () => (await import('./sprt.ts')).sprtCommand,
  worker: async () => (await import('./worker.ts')).workerCommand,
  bench: async () => (await import('./bench.ts')).benchCommand,
}
