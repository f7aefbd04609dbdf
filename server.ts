/** The composition root: what the server is made of. Wiring only; `parley serve` and the tests start it. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pino, { type Logger } from 'pino'
import { openArena, type RunningArena } from './arena/host/arena.ts'
import type { Boards } from './arena/host/boards.ts'
import { credits } from './arena/host/credits.ts'
import { type Demo, type DemoTable, runDemo } from './arena/host/demo.ts'
import { nodeName } from './arena/host/node-name.ts'
import type { AgentSummary, ScenarioSummary } from './arena/host/protocol.ts'
import { ratingHistory } from './arena/host/rating-history.ts'
import { scenarioCache } from './arena/host/scenario-cache.ts'
import { scenarioStudio } from './arena/host/scenario-studio.ts'
import { Seals } from './arena/host/seals.ts'
import { isPerson } from './arena/host/seat-agents.ts'
import { Sessions } from './arena/host/sessions.ts'
import { DEFAULTS, type Settings } from './arena/host/settings.ts'
import { standings } from './arena/host/standings.ts'
import type { Store } from './arena/host/store.ts'
import { openPostgres, openSqlite } from './arena/host/store-open.ts'
import { Tokens } from './arena/host/tokens.ts'
import { publishedTournaments, watchTournaments } from './arena/host/tournament-board.ts'
import { type OpenServed, openServed } from './arena/host/tournament-open.ts'
import { serveTournaments } from './arena/host/tournament-served.ts'
import { type TrainingBoard, trainingBoards } from './arena/host/training-board.ts'
import { listScenarios, openScenario, shippedFolder } from './arena/scenario/index.ts'
import type { Scenario } from './arena/scenario/scenario.ts'
import { openAgent, plugins } from './plugins/index.ts'
import { redteam } from './plugins/redteam/index.ts'

export interface ArenaConfig {
  readonly port?: number
  readonly host?: string
  /** Folder of the store and the logs. */
  readonly data?: string
  /** Built-in agents play for ever; anyone on the page may start matches. */
  readonly demo?: boolean
  /** Anyone may start matches; default: as in `demo`. */
  readonly openTable?: boolean
  /** Folder of the training runs that the pages show beside those of `data`; default: ./runs. */
  readonly runs?: string
  readonly settings?: Partial<Settings>
  /** Folder of the built pages; default: those of this build. */
  readonly pages?: string
  readonly log?: Logger
  readonly store?: Store
  /** `postgres://...`: the store of a cluster instead of the one in `data`. */
  readonly postgres?: string
  /** This server's name among those that share the store: it goes on with its own matches, and shows those of the others. Default on PostgreSQL: one kept in `data`. */
  readonly node?: string
  /** `redis://...` shared by servers that tell each other's spectators what goes on. */
  readonly redis?: string
}

export interface Arena extends RunningArena {
  readonly store: Store
  readonly tokens: Tokens
}

const VERSION = '0.1.0'
/** How often the store is asked how its tournaments stand. */
const TOURNAMENT_MS = 2000

export async function startArena(config: ArenaConfig = {}): Promise<Arena> {
  const { data = './data', demo = false, log = pino({ level: 'warn' }) } = config
  const settings: Settings = { ...DEFAULTS, ...(demo && { keepMatches: 300 }), ...config.settings }
  const { postgres } = config
  const store = config.store ?? (await openStore(data, postgres))
  const node = config.node ?? (postgres === undefined ? undefined : nodeName(data))
  const ids = plugins.map(({ id }) => id)
  const tokens = await Tokens.open(store, ids)
  const sessions = new Sessions(settings)
  const scenarios = scenarioCache(openScenario, 128)
  const isBuiltIn = (spec: string) => ids.includes(spec.split(':')[0]!)
  // Tournaments of a cluster are in its PostgreSQL; those of this machine's store have their line beside it.
  const served = await openServed(store, postgres === undefined ? undefined : config.redis)
  const seals = new Seals(served.store)
  const boards = boardsOf(store, seals, trainingBoards([join(data, 'runs'), config.runs ?? 'runs']))
  const studio = scenarioStudio({ dir: shippedFolder(), openAgent, testers, changed: scenarios.forget })
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
    studio,
    strangersMay: harmless,
    version: VERSION,
    pages: config.pages ?? pagesFolder(),
    ...(config.redis !== undefined && { join: onCluster(config.redis, log) }),
    scenarios: () => scenarioSummaries(scenarios.open),
    agents: async () => [...builtIns(), ...(await remotes(tokens, sessions))],
    rooms: {
      store,
      ...(node !== undefined && { node }),
      settings,
      sessions,
      log,
      openAgent,
      isBuiltIn,
      seals,
      dir: join(data, 'logs'),
      openScenario: (name) => scenarios.open(name),
      knowsRemote: (name) => tokens.knows(name),
    },
  })
  const running: Demo | null = demo
    ? runDemo(arena.rooms, demoTables(), (error) => log.error({ err: error }, 'the demo stumbled'))
    : null
  const leave = takePart(arena, { store, served, log })
  return {
    ...arena,
    store,
    tokens,
    async close() {
      running?.stop()
      await leave()
      await arena.close()
      if (!config.store) await store.close()
    },
  }
}

const openStore = async (data: string, postgres: string | undefined): Promise<Store> =>
  postgres === undefined ? await openSqlite(join(data, 'parley.sqlite')) : await openPostgres(postgres)

/** Tells how tournaments stand, and plays their matches of agents that are joined here. Returns what ends it. */
function takePart(
  arena: RunningArena,
  { store, served, log }: { readonly store: Store; readonly served: OpenServed; readonly log: Logger },
): () => Promise<void> {
  const endLook = watchTournaments(store, (one) => arena.tell('tournament', one), {
    milliseconds: TOURNAMENT_MS,
    failed: (error) => log.error({ err: error }, 'tournaments could not be read'),
  })
  const playing = serveTournaments({ rooms: arena.rooms, store: served.store, line: served.line, log })
  return async () => {
    endLook()
    await playing.end()
    await served.close()
  }
}

function onCluster(redis: string, log: Logger): NonNullable<Parameters<typeof openArena>[0]['join']> {
  return async (sockets) => {
    const { joinCluster } = await import('./arena/host/cluster-spectators.ts') // loaded only where there is a Redis
    return await joinCluster(sockets, redis, (error) => log.error({ err: error }, 'the cluster is out of reach'))
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

/** Plugins for the machine's owner alone: they take a command, an address or a file, or misbehave on purpose. */
const OWNERS = new Set(['stdio', 'http', 'https', 'module', 'sandbox', 'llm', 'policy', ...redteam.map(({ id }) => id)])

const builtIns = (): AgentSummary[] =>
  plugins
    .filter(({ id }) => !OWNERS.has(id))
    .map(({ id, title, kinds }) => ({ id, title, ...(kinds && { kinds }), where: 'built-in', here: true }))

async function remotes(tokens: Tokens, sessions: Sessions): Promise<AgentSummary[]> {
  return (await tokens.names())
    .filter((name) => !isPerson(name))
    .map((name) => {
      const { here, kinds, version, concurrency, matches } = sessions.peek(name)
      const known = { ...(kinds && { kinds }), ...(version !== undefined && { version }) }
      return { id: name, title: 'a remote agent', ...known, where: 'remote', here, playing: matches.size, concurrency }
    })
}

function boardsOf(store: Store, seals: Seals, training: TrainingBoard): Boards {
  const open = seals.unsealed(store)
  const table = standings(open)
  return {
    standings: table,
    history: ratingHistory(open),
    tournaments: async () => await publishedTournaments(store),
    training: async () => training.runs(),
    trainingRun: async (id) => training.run(id),
    all: async () => ({
      standings: await table(),
      tournaments: await publishedTournaments(store),
      training: training.runs(),
    }),
  }
}

/** Without an argument, or with a plain number (`perfect:5000`): no file, command or address. */
const harmless = (spec: string) => /^[a-z-]+(:\d{1,6})?$/.test(spec) && !OWNERS.has(spec.split(':')[0]!)

/** Killers lie and everybody else investigates, in games that have killers. */
function testers({ game }: Scenario): readonly string[] {
  const of = (faction: string) =>
    game.kind === 'murder-mystery' ? (faction === 'killer' ? 'culprit' : 'detective') : 'random'
  return game.seats.map(({ faction }) => of(faction))
}

function demoTables(): readonly DemoTable[] {
  const by = (list: readonly string[], n: number, seat: number) => list[(n + seat) % list.length]!
  const board = ({ game }: Scenario, n: number) => game.seats.map((_, seat) => by(['perfect', 'random'], n, seat))
  // By number, never by part: who is named where must not tell who did it.
  const mystery = ({ game }: Scenario, n: number) =>
    game.seats.map((_, seat) => by(['detective', 'culprit', 'talker', 'detective'], n, seat))
  const written = listScenarios()
    .filter(({ kind }) => kind === 'murder-mystery')
    .map(({ id }) => id)
  const tale = (n: number) => (n % 2 === 0 && written.length > 0 ? by(written, n / 2, 0) : `mystery:simple:${n + 1}`)
  return [
    { scenario: tale, agents: mystery, pace: 2_200 },
    { scenario: (n) => `mystery:${['complex', 'simple'][n % 2]}:${100 + n}`, agents: mystery, pace: 3_000 },
    {
      scenario: (n) => by(['kuhn-poker', 'connect-four', 'leduc-poker', 'tic-tac-toe'], n, 0),
      agents: board,
      pace: 1_500,
    },
    { scenario: (n) => by(['simple-hanabi', 'connect-four', 'mini-hanabi'], n, 0), agents: board, pace: 1_800 },
  ]
}
