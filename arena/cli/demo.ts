/** `parley demo`: the whole loop on one machine, told step by step: play, log, credit, train, swap, compare. */
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { type Arena, startArena } from '../../server.ts'
import { ParleyError } from '../core/errors.ts'
import { currentVersion } from '../train/checkpoint.ts'
import { type CommonOptions, remark, result, type Subcommand } from './command.ts'
import { compare, type Lesson, learn, playAll, runFolder, tellCredits, verdict } from './demo-lesson.ts'

interface DemoOptions extends CommonOptions {
  readonly once: boolean
  readonly port: number
  readonly steps: number
}

/** The guest's name at the door. */
export const VISITOR = 'visitor'

export const demoCommand: Subcommand = {
  name: 'demo',
  summary: 'the whole loop: agents play, the log is credited, a policy trains and is swapped in while the server runs',
  examples: ['parley demo --once', 'parley demo --once --steps 400 --json'],
  build(command) {
    command
      .option('--once', 'end after one round of the loop (otherwise the arena goes on, until it is stopped)', false)
      .option('--port <number>', 'where to listen; 0 for any free port', Number, 0)
      .option('--steps <number>', 'optimiser steps', Number, 300)
      .action(demo)
  },
}

async function demo(options: DemoOptions): Promise<void> {
  if (!(Number.isInteger(options.steps) && options.steps > 0)) {
    throw new ParleyError('bad-option', '--steps takes a whole number above 0')
  }
  const data = options.once ? mkdtempSync(join(tmpdir(), 'parley-demo-')) : options.data
  const log = pino({ level: 'warn' }, pino.destination(2))
  const arena = await startArena({ port: options.port, data, demo: !options.once, openTable: true, log })
  const tell = (line: string) => remark(options, line)
  tell(`the arena is at ${arena.url}`)
  const visitor = await invite(arena)
  const stopping = new AbortController()
  process.once('SIGINT', () => stopping.abort())
  try {
    const { seed, steps } = options
    const told = await oneLesson({ arena, data, visitor: VISITOR, steps, seed, signal: stopping.signal, tell })
    result(options, { url: arena.url, ...told }, told.verdict)
    if (!options.once && !stopping.signal.aborted) await untilStopped(stopping.signal, tell)
  } finally {
    visitor.kill()
    await arena.close()
    if (options.once) rmSync(data, { recursive: true, force: true })
  }
}

/** One round of the loop; what `--json` prints. */
export async function oneLesson(
  lesson: Lesson,
): Promise<{ version: number; verdict: string; wins: number; matches: number }> {
  const { tell } = lesson
  tell('-- play: mysteries and poker, a second process among the players')
  const logs = await playAll(lesson)
  tell('-- credit: what each utterance of one of them was worth (MARO)')
  await tellCredits(logs[0]!, tell)
  tell(`-- train: ${lesson.steps} steps on these logs and on self-play, beside the running server`)
  const parent = currentVersion(runFolder(lesson.data)) ?? 0
  const version = await learn(lesson, logs)
  tell('-- swap: the next match asks for the version in use')
  await playAll(lesson)
  tell('-- compare: the new version against its parent, the same tables with the sides swapped')
  const compared = await compare(lesson, version, parent)
  const line = verdict(compared)
  tell(line)
  return { version, verdict: line, wins: compared.wins, matches: compared.matches }
}

/** A guest in a process of its own; resolves once it sits at the arena's door. */
export async function invite(arena: Arena): Promise<ChildProcess> {
  await arena.store.revokeToken(VISITOR, Date.now()) // of an earlier demo on the same store
  const token = await arena.tokens.make(VISITOR, ['play'], Date.now())
  const own = import.meta.url.endsWith('.ts') ? './demo-visitor.ts' : './demo-visitor.js'
  const child = fork(fileURLToPath(new URL(own, import.meta.url)), [arena.url, token], {
    execArgv: process.execArgv,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const deadline = performance.now() + 20_000
  while (!arena.rooms.options.sessions.isHere(VISITOR)) {
    if (child.exitCode !== null || performance.now() > deadline) {
      throw new ParleyError('no-visitor', 'the second process did not join the arena within 20 s')
    }
    await new Promise((done) => setTimeout(done, 50))
  }
  return child
}

async function untilStopped(signal: AbortSignal, tell: (line: string) => void): Promise<void> {
  tell('the arena goes on; Ctrl-C stops it')
  await new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }))
}
