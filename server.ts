/** The composition root: what the server is made of. Wiring only; `parley serve` and the tests start it. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pino, { type Logger } from 'pino'
import { openArena, type RunningArena } from './arena/host/arena.ts'
import type { Boards } from './arena/host/boards.ts'
import { credits } from './arena/host/credits.ts'
import { type Demo, type DemoTable, runDemo } from './arena/host/demo.ts'
import type { AgentSummary, ScenarioSummary } from './arena/host/protocol.ts'
import { scenarioCache } from './arena/host/scenario-cache.ts'
import { isPerson } from './arena/host/seat-agents.ts'
import { Sessions } from './arena/host/sessions.ts'
import { DEFAULTS, type Settings } from './arena/host/settings.ts'
import { standings } from './arena/host/standings.ts'
import type { Store } from './arena/host/store.ts'
import { openSqlite } from './arena/host/store-open.ts'
import { Tokens } from './arena/host/tokens.ts'
import { listScenarios, openScenario } from './arena/scenario/index.ts'
import type { Scenario } from './arena/scenario/scenario.ts'
import { openAgent, plugins } from './plugins/index.ts'

export interface ArenaConfig {
  readonly port?: number
  readonly host?: string
  /** Folder of the store and the logs. */
  readonly data?: string
  /** Built-in agents play for ever; anyone on the page may start matches. */
  readonly demo?: boolean
  /** Anyone may start matches; default: as in `demo`. */
  readonly openTable?: boolean
  readonly settings?: Partial<Settings>
  readonly log?: Logger
  readonly store?: Store
}

export interface Arena extends RunningArena {
  readonly store: Store
  readonly tokens: Tokens
}

const VERSION = '0.1.0'

export async function startArena(config: ArenaConfig = {}): Promise<Arena> {
  const { data = './data', demo = false, log = pino({ level: 'warn' }) } = config
  const settings: Settings = { ...DEFAULTS, ...(demo && { keepMatches: 300 }), ...config.settings }
  const store = config.store ?? (await openSqlite(join(data, 'parley.sqlite')))
  const ids = plugins.map(({ id }) => id)
  const tokens = await Tokens.open(store, ids)
  const sessions = new Sessions(settings)
  const scenarios = scenarioCache(openScenario, 128)
  const isBuiltIn = (spec: string) => ids.includes(spec.split(':')[0]!)
  const boards = boardsOf(store)
  const arena = await openArena({
    host: config.host ?? '127.0.0.1',
    port: config.port ?? 8080,
    log,
    settings,
    tokens,
    sessions,
    boards,
    credits,
    demo,
    openTable: config.openTable ?? demo,
    studio: null,
    version: VERSION,
    pages: pagesFolder(),
    scenarios: () => scenarioSummaries(scenarios.open),
    agents: async () => [...builtIns(), ...(await remotes(tokens, sessions))],
    rooms: {
      store,
      settings,
      sessions,
      log,
      openAgent,
      isBuiltIn,
      dir: join(data, 'logs'),
      openScenario: (name) => scenarios.open(name),
      knowsRemote: (name) => tokens.knows(name),
    },
  })
  const running: Demo | null = demo
    ? runDemo(arena.rooms, demoTables(), (error) => log.error({ err: error }, 'the demo stumbled'))
    : null
  return {
    ...arena,
    store,
    tokens,
    async close() {
      running?.stop()
      await arena.close()
      if (!config.store) await store.close()
    },
  }
}

/** Next to the compiled server, or in `dist` when run from source. */
function pagesFolder(): string {
  const here = fileURLToPath(new URL('.', import.meta.url))
  return import.meta.url.endsWith('.ts') ? join(here, 'dist', 'web') : join(here, 'web')
}

/** One that can't be opened is listed all the same, with no seats. */
async function scenarioSummaries(open: (name: string) => Promise<Scenario>): Promise<readonly ScenarioSummary[]> {
  const seats = async (id: string) =>
    await open(id).then(
      ({ game }) => game.seats.length,
      () => 0,
    )
  return await Promise.all(
    listScenarios().map(async ({ folder: _, ...one }) => ({ ...one, seats: await seats(one.id) })),
  )
}

const builtIns = (): AgentSummary[] =>
  plugins.map(({ id, title, kinds }) => ({ id, title, ...(kinds && { kinds }), where: 'built-in', here: true }))

async function remotes(tokens: Tokens, sessions: Sessions): Promise<AgentSummary[]> {
  return (await tokens.names())
    .filter((name) => !isPerson(name))
    .map((name) => {
      const { here, kinds, version, concurrency, matches } = sessions.peek(name)
      const known = { ...(kinds && { kinds }), ...(version !== undefined && { version }) }
      return { id: name, title: 'a remote agent', ...known, where: 'remote', here, playing: matches.size, concurrency }
    })
}

function boardsOf(store: Store): Boards {
  const table = standings(store)
  return {
    standings: table,
    tournaments: async () => [],
    training: async () => [],
    trainingRun: async () => null,
    all: async () => ({ standings: await table(), tournaments: [], training: [] }),
  }
}

function demoTables(): readonly DemoTable[] {
  const mix = (list: readonly string[]) => (n: number, seats: number) =>
    Array.from({ length: seats }, (_, seat) => list[(n + seat) % list.length]!)
  return [
    { scenario: (n) => ['kuhn-poker', 'leduc-poker'][n % 2]!, agents: mix(['perfect', 'random']), pace: 1_500 },
    { scenario: (n) => ['tic-tac-toe', 'connect-four'][n % 2]!, agents: mix(['perfect', 'random']), pace: 1_000 },
  ]
}
