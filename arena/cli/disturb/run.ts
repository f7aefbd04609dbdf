/** Ten matches in bad circumstances: the processes of arena and agents are killed, links are cut, messages come twice and out of order. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import pino from 'pino'
import { startArena } from '../../../server.ts'
import type { Event } from '../../core/log.ts'
import { shuffled, stream } from '../../core/rng.ts'
import { logPath, readLogFile } from '../../host/log-file.ts'
import type { MatchSummary } from '../../host/protocol.ts'
import { openSqlite } from '../../host/store-open.ts'
import { Tokens } from '../../host/tokens.ts'
import { openScenario } from '../../scenario/index.ts'
import { type AgentsOrder, Gate, type Gates, joinBoth } from './agents.ts'
import { BadNetwork, type Tally, type Weather } from './bad-network.ts'

export const MATCHES = 10
const SCENARIOS = ['connect-four', 'mystery:simple:3', 'tic-tac-toe', 'simple-hanabi', 'mystery:simple:8']
const AGENTS: readonly string[] = ['client', 'plain']
const PATIENCE_MS = 90_000

/** What is done to the ten matches, in a seeded order; the weather lasts all the while. */
export interface Plan extends Weather {
  /** How often the agents' process is killed with -9 and started again. */
  readonly agentKills: number
  /** How often the arena's is. */
  readonly serverKills: number
  /** Series of five drops in a row. */
  readonly fiveDrops: number
}

export interface DisturbReport extends Tally {
  /** Logs that are what they are without disturbance. */
  readonly identical: number
  readonly different: readonly string[]
  readonly agentKills: number
  readonly serverKills: number
  /** Matches that were gone on with, at each start of a killed arena. */
  readonly resumed: readonly number[]
}

export type Logs = readonly (readonly Event[])[]

/** The logs of an undisturbed run, in one process; the match's name, which no two runs share, is left out. */
export async function undisturbed(seed: number): Promise<Logs> {
  const data = mkdtempSync(join(tmpdir(), 'parley-calm-'))
  const arena = await startArena({ port: 0, data, log: pino({ level: 'silent' }) })
  const tokens = await tokensOf(arena.tokens)
  const end = await joinBoth({ url: arena.url, tokens }, new Gate('open'))
  const ids = await start(arena.url, tokens.client, seed)
  await allOver(arena.url, ids)
  end()
  await arena.close()
  const logs = ids.map((id) => playedIn(data, id))
  rmSync(data, { recursive: true, force: true })
  return logs
}

/** Plays the same ten matches under the plan and compares. Every disturbance hits while all ten run. */
export async function disturbed(plan: Plan, calm: Logs, seed: number): Promise<DisturbReport> {
  const data = mkdtempSync(join(tmpdir(), 'parley-rough-'))
  const rough = await RoughRun.begin(data, plan, seed)
  try {
    const ids = await start(rough.server.url, rough.tokens.client, seed)
    const random = stream(seed, 'disturbances')
    const disturbances = shuffled(disturbancesOf(plan), random)
    for (const [phase, disturb] of disturbances.entries()) {
      const [from, to] = [phase, phase + 1].map((part) => part / (disturbances.length + 1)) as [number, number]
      const acts = actsBetween(calm, from, to)
      const begun = rough.network.acts
      rough.open(Object.fromEntries(ids.map((id, index) => [id, turnAt(calm[index]!, to)])))
      await until(() => rough.network.acts >= begun + Math.ceil(acts * random() * 0.8), 'answers')
      await disturb(rough)
    }
    rough.open('open')
    await allOver(rough.server.url, ids)
    await rough.end()
    const different = ids.filter((id, index) => !isDeepStrictEqual(playedIn(data, id), calm[index]))
    const { agentKills, serverKills } = plan
    const identical = ids.length - different.length
    return { identical, different, agentKills, serverKills, resumed: rough.resumed, ...rough.network.tally }
  } finally {
    await rough.end()
    rmSync(data, { recursive: true, force: true })
  }
}

type Disturbance = (rough: RoughRun) => Promise<void>

const disturbancesOf = ({ agentKills, serverKills, fiveDrops }: Plan): readonly Disturbance[] => [
  ...Array<Disturbance>(agentKills).fill((rough) => rough.killAgents()),
  ...Array<Disturbance>(serverKills).fill((rough) => rough.killServer()),
  ...Array<Disturbance>(fiveDrops).fill((rough) => rough.dropFiveTimes()),
]

/** How far agents may go at this share of a match, so that it is under way when it is disturbed. */
const turnAt = (events: readonly Event[], share: number): number =>
  Math.floor(events.filter(({ type }) => type === 'moved').length * share)

/** Answers of the two agents between two such shares, over all matches. */
function actsBetween(calm: Logs, from: number, to: number): number {
  let acts = 0
  for (const events of calm) {
    const seats = events[0]?.type === 'opened' ? events[0].seats : []
    for (const event of events) {
      if (event.type !== 'moved' || !AGENTS.includes(seats[event.seat]!.agent)) continue
      if (event.turn >= turnAt(events, from) && event.turn < turnAt(events, to)) acts++
    }
  }
  return acts
}

class RoughRun {
  readonly network: BadNetwork
  readonly tokens: AgentsOrder['tokens']
  readonly resumed: number[] = []
  server: Served
  #agents: ChildProcess | null = null
  #gates: Gates = {}
  readonly #data: string
  readonly #url: string

  static async begin(data: string, weather: Weather, seed: number): Promise<RoughRun> {
    const tokens = await tokensIn(data)
    const network = new BadNetwork(weather, seed)
    const [server, url] = await Promise.all([serve(data, 0), network.listen()])
    network.target = server.url
    const run = new RoughRun({ data, tokens, server, network, url })
    await run.#startAgents()
    return run
  }

  private constructor(parts: {
    readonly data: string
    readonly tokens: AgentsOrder['tokens']
    readonly server: Served
    readonly network: BadNetwork
    readonly url: string
  }) {
    this.network = parts.network
    this.tokens = parts.tokens
    this.server = parts.server
    this.#data = parts.data
    this.#url = parts.url
  }

  /** Lets the agents go so far; they answer on while the next disturbance hits. */
  open(gates: Gates): void {
    this.#gates = gates
    this.#order()
  }

  async killAgents(): Promise<void> {
    await killed(this.#agents!)
    await this.#startAgents()
  }

  async killServer(): Promise<void> {
    await killed(this.server.child)
    this.server = await serve(this.#data, Number(new URL(this.server.url).port))
    this.resumed.push(this.server.resumed)
  }

  async dropFiveTimes(): Promise<void> {
    for (let drop = 0; drop < 5; drop++) {
      const before = this.network.welcomes
      this.network.drop()
      await until(() => this.network.welcomes >= before + AGENTS.length, 'both agents back')
    }
  }

  async end(): Promise<void> {
    await Promise.all([killed(this.#agents!), killed(this.server.child)])
    await this.network.close()
  }

  async #startAgents(): Promise<void> {
    this.#agents = fork(source('./agents'), { execArgv: EXEC })
    this.#order()
    await once(this.#agents, 'message')
  }

  #order(): void {
    this.#agents!.send({ url: this.#url, tokens: this.tokens, gates: this.#gates } satisfies AgentsOrder)
  }
}

interface Served {
  readonly child: ChildProcess
  readonly url: string
  readonly resumed: number
}

const ENDING = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
const EXEC = ENDING === '.ts' ? ['--import', 'tsx'] : []
const source = (name: string) => fileURLToPath(new URL(name + ENDING, import.meta.url))

async function serve(data: string, port: number): Promise<Served> {
  const words = ['serve', '--json', '--quiet', '--port', String(port), '--data', data]
  const child = spawn(process.execPath, [...EXEC, source('../main'), ...words], { stdio: ['ignore', 'pipe', 2] })
  for await (const line of createInterface({ input: child.stdout! })) {
    return { child, ...(JSON.parse(line) as { url: string; resumed: number }) }
  }
  throw new Error('the arena ended before it listened')
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

async function tokensIn(data: string): Promise<AgentsOrder['tokens']> {
  const store = await openSqlite(join(data, 'parley.sqlite'))
  const tokens = await tokensOf(await Tokens.open(store, []))
  await store.close()
  return tokens
}

async function tokensOf(tokens: Tokens): Promise<AgentsOrder['tokens']> {
  const [client, plain] = [await tokens.make('client', ['play'], 0), await tokens.make('plain', ['play'], 0)]
  return { client, plain }
}

/** Starts the ten matches; the two agents change places from one to the next, what is left of a table are built-in agents. */
async function start(url: string, token: string, seed: number): Promise<string[]> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const ids: string[] = []
  for (let n = 0; n < MATCHES; n++) {
    const scenario = SCENARIOS[n % SCENARIOS.length]!
    const { game } = await openScenario(scenario)
    const other = game.kind === 'murder-mystery' ? 'detective' : 'random'
    const agents = game.seats.map((_, seat) => AGENTS[(seat + n) % game.seats.length] ?? other)
    const body = JSON.stringify({ scenario, agents, seed: seed + n })
    const reply = await fetch(`${url}/api/matches`, { method: 'POST', headers, body })
    ids.push(((await reply.json()) as MatchSummary).id)
  }
  return ids
}

async function allOver(url: string, ids: readonly string[]): Promise<void> {
  const stateOf = async (id: string) => ((await (await fetch(`${url}/api/matches/${id}`)).json()) as MatchSummary).state
  await until(async () => (await Promise.all(ids.map(stateOf))).every((state) => state === 'over'), 'the ends')
}

const playedIn = (data: string, id: string): readonly Event[] =>
  readLogFile(logPath(join(data, 'logs'), id)).events.map((event) =>
    event.type === 'opened' ? { ...event, match: '' } : event,
  )

async function until(so: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  while (!(await so())) {
    if (Date.now() > end) throw new Error(`waited ${PATIENCE_MS / 1000} s in vain for ${what}`)
    await new Promise((done) => setTimeout(done, 20))
  }
}
