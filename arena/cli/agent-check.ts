/** `parley agent check`: plays an agent through a private arena and says what is wrong with it. The same checks for every way in. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import pino from 'pino'
import { plugins } from '../../plugins/index.ts'
import { type Arena, type ArenaConfig, startArena } from '../../server.ts'
import { ParleyError } from '../core/errors.ts'
import type { Event } from '../core/log.ts'
import { newMatchId } from '../host/http-starting.ts'
import type { Store } from '../host/store.ts'
import { openSqlite } from '../host/store-open.ts'
import { type CommonOptions, Failed, remark, result } from './command.ts'

interface CheckOptions extends CommonOptions {
  readonly run?: string
  readonly wait: number
  readonly turn: number
}

interface Check {
  readonly name: string
  readonly ok: boolean
  readonly detail: string
}

interface Table {
  readonly name: string
  readonly scenario: string
  readonly seat: number
  readonly others: string
  /** The arena goes away in mid match and comes back; for agents that join over a wire. */
  readonly restart?: true
}

/** Who else sits there: honest agents, and some that are not. */
const TABLES: readonly Table[] = [
  { name: 'plays Kuhn poker from the first seat', scenario: 'kuhn-poker', seat: 0, others: 'random' },
  { name: 'plays Kuhn poker from the second seat', scenario: 'kuhn-poker', seat: 1, others: 'random' },
  { name: 'plays tic-tac-toe', scenario: 'tic-tac-toe', seat: 0, others: 'random' },
  { name: 'plays a murder mystery', scenario: 'mystery:simple:1', seat: 0, others: 'detective' },
  { name: 'is not led astray by forged messages', scenario: 'mystery:simple:2', seat: 2, others: 'forger' },
  { name: 'reads very long messages', scenario: 'mystery:simple:3', seat: 1, others: 'giant' },
  {
    name: 'comes back to its match after the arena was away',
    scenario: 'connect-four',
    seat: 0,
    others: 'random',
    restart: true,
  },
]

/** Moves of a match after which the arena goes away. */
const RESTART_AFTER = 4

export function addAgentCheck(agent: Command): void {
  agent
    .command('check')
    .description('plays an agent through a private arena and says what is wrong with it')
    .argument(
      '[agent]',
      'as in --agents: random, module:./my-agent, stdio:"python3 agent.py", http://localhost:9000/act',
    )
    .option('--run <command>', 'an agent that joins over a wire: started with PARLEY_URL and PARLEY_TOKEN')
    .option('--wait <seconds>', 'how long --run may take to join', Number, 20)
    .option('--turn <seconds>', 'how long a turn may take', Number, 30)
    .addHelpText(
      'after',
      '\nExample:\n  $ parley agent check module:./my-agent\n  $ parley agent check --run "python3 agent.py"',
    )
    .action(check)
}

async function check(spec: string | undefined, options: CheckOptions): Promise<void> {
  if ((spec === undefined) === (options.run === undefined)) {
    throw new ParleyError('bad-option', 'name an agent, or say with --run how to start one')
  }
  const arena = await PrivateArena.start(options.turn)
  let child: ChildProcess | null = null
  try {
    const checks: Check[] = []
    if (options.run !== undefined) {
      const token = await arena.now.tokens.make('candidate', ['play'], Date.now())
      child = started(options, arena.now.url, token)
      checks.push(await joins(arena.now, child, options.wait))
    }
    if (checks.every(({ ok }) => ok)) checks.push(...(await tables(arena, spec ?? 'candidate', options)))
    tell(checks, options)
  } finally {
    if (child?.pid !== undefined) endGroup(child.pid)
    await arena.end()
  }
}

/** An arena of the check's own, which can go away and come back. */
class PrivateArena {
  now: Arena
  readonly #config: ArenaConfig & { readonly data: string; readonly store: Store }

  static async start(turnSeconds: number): Promise<PrivateArena> {
    const settings = { turnMs: turnSeconds * 1000, agentMs: turnSeconds * 1000, bankMs: 0, requestsPerMinute: 100_000 }
    const data = mkdtempSync(join(tmpdir(), 'parley-check-'))
    const config = { data, store: await openSqlite(':memory:'), log: pino({ level: 'silent' }), settings }
    return new PrivateArena(config, await startArena({ ...config, port: 0 }))
  }

  private constructor(config: ArenaConfig & { readonly data: string; readonly store: Store }, now: Arena) {
    this.#config = config
    this.now = now
  }

  async restart(): Promise<void> {
    const port = Number(new URL(this.now.url).port)
    await this.now.close()
    this.now = await startArena({ ...this.#config, port })
  }

  async end(): Promise<void> {
    await this.now.close()
    await this.#config.store.close()
    rmSync(this.#config.data, { recursive: true, force: true })
  }
}

function tell(checks: readonly Check[], options: CheckOptions): void {
  const lines = checks.map(
    ({ name, ok, detail }) => `${ok ? 'ok    ' : 'FAULT '} ${name}${detail === '' ? '' : `: ${detail}`}`,
  )
  result(options, { checks }, lines.join('\n'))
  const failed = checks.filter(({ ok }) => !ok).length
  if (failed > 0) throw new Failed(`${failed} of ${checks.length} checks found a fault`)
}

function started({ run, quiet }: CheckOptions, url: string, token: string): ChildProcess {
  const env = { ...process.env, PARLEY_URL: url, PARLEY_TOKEN: token }
  return spawn(run!, {
    shell: true,
    detached: true,
    env,
    stdio: ['ignore', quiet ? 'ignore' : 2, quiet ? 'ignore' : 2],
  })
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // it has ended by itself
  }
}

async function joins({ rooms }: Arena, child: ChildProcess, seconds: number): Promise<Check> {
  const name = 'joins the arena'
  const end = Date.now() + seconds * 1000
  while (!rooms.options.sessions.isHere('candidate')) {
    if (child.exitCode !== null)
      return { name, ok: false, detail: `the command ended with code ${child.exitCode} before it joined` }
    if (Date.now() > end) return { name, ok: false, detail: `nobody joined within ${seconds} s` }
    await new Promise((done) => setTimeout(done, 50))
  }
  return { name, ok: true, detail: '' }
}

async function tables(arena: PrivateArena, agent: string, options: CheckOptions): Promise<Check[]> {
  const kinds = plugins.find(({ id }) => id === agent.split(':')[0])?.kinds
  const checks: Check[] = []
  for (const table of TABLES) {
    if (table.restart && options.run === undefined) continue
    const { kind } = await arena.now.rooms.options.openScenario(table.scenario)
    if (kinds && !kinds.includes(kind)) continue
    remark(options, table.name)
    checks.push(await oneTable(arena, agent, table))
  }
  if (checks.length === 0)
    throw new ParleyError('wrong-kind', `"${agent}" plays none of the games it could be checked with`)
  return checks
}

async function oneTable(arena: PrivateArena, agent: string, table: Table): Promise<Check> {
  const { name, scenario, seat, others, restart } = table
  const { game } = await arena.now.rooms.options.openScenario(scenario)
  const agents = game.seats.map((_, one) => (one === seat ? agent : others))
  const id = newMatchId()
  const began = performance.now()
  await arena.now.rooms.start({ id, scenario, seed: 1, agents, survey: 'round', open: false, pace: 0 })
  if (restart && (await underWay(arena.now, id))) await arena.restart()
  await new Promise<void>((done) => arena.now.rooms.whenOver(id, done))
  const { events } = (await arena.now.rooms.told(id))!
  const faults = faultsIn(events, seat)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const moves = events.filter((event) => event.type === 'moved' && event.seat === seat).length
  return faults.length > 0
    ? { name, ok: false, detail: faults.slice(0, 3).join('; ') }
    : { name, ok: true, detail: `${moves} moves, ${seconds} s` }
}

/** Resolves once some moves are played: true, or false when the match is over before. */
async function underWay({ rooms }: Arena, id: string): Promise<boolean> {
  for (let room = rooms.get(id); room; room = rooms.get(id)) {
    if ((room.match?.turn ?? 0) >= RESTART_AFTER) return true
    await new Promise((done) => setTimeout(done, 2))
  }
  return false
}

function faultsIn(events: readonly Event[], seat: number): string[] {
  return events.flatMap((event) => {
    if (event.type === 'refused' && event.seat === seat) return [`turn ${event.turn}: ${event.code}: ${event.came}`]
    if (event.type === 'moved' && event.seat === seat && event.forced)
      return [`turn ${event.turn}: ${event.forced}, the arena moved for it`]
    if (event.type === 'forfeited' && event.seat === seat)
      return [`turn ${event.turn}: ${event.fault}, the match is forfeited`]
    return event.type === 'stopped' ? [`the match was given up: ${event.reason}`] : []
  })
}
