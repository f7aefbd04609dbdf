/** What every subcommand shares: its shape, its output channels, its exit codes. */
import type { Command } from 'commander'
import { ParleyError } from '../core/errors.ts'

export interface Subcommand {
  readonly name: string
  readonly summary: string
  /** Shown under --help. */
  readonly examples: readonly string[]
  /** Adds arguments, options and the action; `--json`, `--quiet`, `--seed` and `--data` are there already. */
  build(command: Command): void
}

export interface CommonOptions {
  readonly json: boolean
  readonly quiet: boolean
  readonly seed: number
  readonly data: string
}

/** The asked-for thing was done and failed (a check found faults): exit 1. */
export class Failed extends ParleyError {
  constructor(message: string) {
    super('failed', message)
  }
}

/** Progress and remarks: stderr, silent under --quiet. */
export function remark({ quiet }: CommonOptions, text: string): void {
  if (!quiet) process.stderr.write(`${text}\n`)
}

/** The result: under --json one JSON object as the last line on stdout, else the text. */
export function result({ json }: CommonOptions, value: object, text: string): void {
  process.stdout.write(json ? `${JSON.stringify(value)}\n` : `${text}\n`)
}
