#!/usr/bin/env node
/** The `parley` command: finds the subcommand, parses its call, maps errors to exit codes (1 failed, 2 the call was wrong). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, CommanderError } from 'commander'
import { nearest, ParleyError } from '../core/errors.ts'
import { packageFolder } from '../scenario/folder.ts'
import { Failed } from './command.ts'
import { commands } from './commands.ts'

const USAGE = `Usage: parley <command> [options]

Commands:
`
const MORE = `
parley <command> --help shows its options and an example; parley --version says which Parley this is.

Examples:
  $ parley play mystery:simple:7 --agents culprit=culprit,detective
  $ parley serve --demo`

/** Every command with what it does, in the order of a first visit. */
async function usage(): Promise<string> {
  const lines = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => `  ${name.padEnd(11)} ${(await load()).summary}\n`),
  )
  return `${USAGE}${lines.join('')}${MORE}`
}

function version(): string {
  const { version } = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')) as { version: string }
  return version
}

async function main(words: readonly string[]): Promise<number> {
  const names = Object.keys(commands)
  const [name, ...rest] = words
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    process.stdout.write(`${await usage()}\n`)
    return 0
  }
  if (name === '--version' || name === '-V') {
    process.stdout.write(`${version()}\n`)
    return 0
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!load) {
    const near = nearest(name, names)
    const hint = near === undefined ? '' : `; did you mean "${near}"?`
    process.stderr.write(`parley: no command "${name}"${hint} (known: ${names.join(', ')})\n`)
    return 2
  }
  const subcommand = await load()
  const command = new Command(`parley ${name}`)
    .description(subcommand.summary)
    .exitOverride()
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', `\nExamples:\n${subcommand.examples.map((line) => `  $ ${line}`).join('\n')}`)
  subcommand.build(command)
  // A parent would take the options meant for its nested command.
  if (command.commands.length === 0) withCommonOptions(command)
  for (const nested of command.commands) withCommonOptions(nested.exitOverride().showSuggestionAfterError())
  await command.parseAsync(rest, { from: 'user' })
  return Number(process.exitCode ?? 0)
}

function withCommonOptions(command: Command): void {
  command
    .option('--json', 'print one JSON object as the last line', false)
    .option('--quiet', 'no progress', false)
    .option('--seed <number>', 'seed of all chance', wholeNumber, 1)
    .option('--data <dir>', 'the store', './data')
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new ParleyError('bad-option', `--seed takes a whole number, not "${text}"`)
  return value
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else if (error instanceof Failed) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  } else if (error instanceof ParleyError) {
    process.stderr.write(`parley: ${error.message}\n`)
    process.exitCode = 2
  } else throw error
}
