/** A stand-in arena with given data behind it: long matches, hostile words, silence. Speaks what protocol.ts says. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { type Namespace, Server, type Socket } from 'socket.io'
import type {
  AgentSummary,
  BalanceReport,
  CheckReport,
  CreditStrip,
  Frame,
  LobbyState,
  MatchSummary,
  Preview,
  Replay,
  ScenarioSummary,
  TournamentProgress,
  TrainingRun,
  WatchReply,
  WatchRequest,
} from '../../arena/host/protocol.ts'
import { builtPages } from './pages.ts'

export interface Fixture {
  readonly lobby: Omit<LobbyState, 'ok' | 'beatMs'>
  readonly scenarios: readonly ScenarioSummary[]
  readonly agents: readonly AgentSummary[]
  /** By match id. */
  readonly frames: Readonly<Record<string, readonly Frame[]>>
  readonly document: string
  readonly check: CheckReport
  readonly preview: Preview
  readonly balance: BalanceReport
  readonly credit: Omit<CreditStrip, 'match'>
}

export interface FixtureArena {
  readonly url: string
  readonly watch: Namespace
  /** Every request to watch, in order. */
  readonly asked: WatchRequest[]
  /** While false no beat is sent. */
  beating: boolean
  close(): Promise<void>
}

/** As the arena's own: a test holds the two together. */
export const POLICY =
  "default-src 'self';script-src 'self';style-src 'self';img-src 'self' data:;connect-src 'self' ws: wss:;object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'self'"

const BEAT = 200
/** Frames of one message, as the arena's default. */
const BATCH = 100

export async function startFixture(fixture: Fixture): Promise<FixtureArena> {
  const pages = builtPages()
  const app = express()
  app.use((_request, response, next) => {
    response.set('content-security-policy', POLICY)
    next()
  })
  app.use('/api', routes(fixture))
  app.use(express.static(pages, { index: false }))
  app.get('/{*path}', (_request, response) => response.sendFile(`${pages}/index.html`))
  const server = createServer(app)
  const sockets = new Server(server)
  const watch = sockets.of('/watch')
  const asked: WatchRequest[] = []
  watch.on('connection', (socket) => {
    socket.on('watch', (request: WatchRequest) => asked.push(request))
    spectator(socket, fixture)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const arena: FixtureArena = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    watch,
    asked,
    beating: true,
    async close() {
      clearInterval(beat)
      await sockets.close()
    },
  }
  const beat = setInterval(() => arena.beating && watch.emit('beat', { at: 0, running: 1 }), BEAT)
  return arena
}

function spectator(socket: Socket, { lobby, frames }: Fixture): void {
  socket.on('lobby', (_: object, ack: (state: LobbyState) => void) => ack({ ok: true, ...lobby, beatMs: BEAT }))
  socket.on('watch', ({ match, from = 0, sight = 'audience' }: WatchRequest, ack: (reply: WatchReply) => void) => {
    const summary = matchOf(lobby, match)
    const all = frames[match]
    if (!summary || !all)
      return ack({ ok: false, error: { code: 'no-match', message: `there is no match "${match}"` } })
    ack({ ok: true, match: summary, sight })
    const wanted = all.filter(({ id }) => id >= from)
    const last = all.at(-1)!.id
    for (let at = 0; at < wanted.length; at += BATCH) {
      const batch = wanted.slice(at, at + BATCH)
      const to = batch.at(-1)!.id
      const complete = summary.state === 'over' && to === last
      socket.emit('frames', { match, sight, from: at === 0 ? from : batch[0]!.id, to, frames: batch, complete })
    }
  })
}

const matchOf = ({ running, recent }: Fixture['lobby'], id: string): MatchSummary | undefined =>
  [...running, ...recent].find((one) => one.id === id)

function routes(fixture: Fixture): express.Router {
  const { lobby, scenarios, agents } = fixture
  const api = express.Router()
  const items = (path: string, list: readonly object[]) =>
    api.get(path, (_request, response) => void response.json({ items: list }))
  const answer = (method: 'get' | 'post' | 'put', path: string, body: object) =>
    api[method](path, (_request, response) => void response.json(body))
  answer('get', '/health', {
    ok: true,
    name: 'parley',
    version: '0',
    protocol: 1,
    running: 1,
    studio: true,
    demo: true,
  })
  items('/scenarios', scenarios)
  items('/agents', agents)
  items('/matches', lobby.recent)
  items('/methods', [{ id: 'maro', title: fixture.credit.method }])
  items('/standings', lobby.standings)
  items(
    '/standings/history',
    lobby.standings.map(({ agent, rating }) => ({
      agent,
      points: [1, 2, 3].map((at) => [at * 100, rating - 60 / at]),
    })),
  )
  items('/tournaments', lobby.tournaments)
  items('/training', lobby.training)
  api.get('/tournaments/:id', (request, response) => found(response, lobby.tournaments, request.params.id))
  api.get('/training/:id', (request, response) => found(response, lobby.training, request.params.id))
  api.get('/scenarios/:id/document', (_request, response) => {
    response.type('application/json').send(fixture.document)
  })
  api.get('/scenarios/:id', (_request, response) => {
    response.json({
      ...scenarios[0],
      names: lobby.running[0]!.seats.map(({ name }) => name),
      range: [-1, 1],
      hash: 'x',
    })
  })
  answer('post', '/scenarios/:id/check', fixture.check)
  answer('put', '/scenarios/:id/document', fixture.check)
  answer('post', '/scenarios/:id/preview', fixture.preview)
  answer('post', '/scenarios/:id/balance', fixture.balance)
  api.get('/matches/:id', (request, response) => {
    const match = matchOf(lobby, request.params.id)
    response.status(match ? 200 : 404).json(match ?? { error: { code: 'no-match', message: 'there is no such match' } })
  })
  api.get('/matches/:id/frames', (request, response) => {
    const list = fixture.frames[request.params.id]?.slice(0, Number(request.query['limit'])) ?? []
    const { id } = request.params
    response.json({ match: id, sight: 'audience', from: 0, to: list.at(-1)?.id ?? -1, frames: list, complete: false })
  })
  api.get('/matches/:id/credit', (request, response) => {
    response.json({ match: request.params.id, ...fixture.credit })
  })
  api.post('/replay/credit', (_request, response) => {
    response.json({ match: lobby.recent[0]!.id, ...fixture.credit })
  })
  api.post('/replay', (_request, response) => void response.json(replayOf(fixture)))
  return api
}

function found(response: express.Response, list: readonly (TournamentProgress | TrainingRun)[], id: string): void {
  const one = list.find((other) => other.id === id)
  response.status(one ? 200 : 404).json(one ?? { error: { code: 'no-page', message: `there is no "${id}"` } })
}

function replayOf({ lobby, frames }: Fixture): Replay {
  const match = lobby.recent[0]!
  const list = frames[match.id]!
  return {
    match,
    batch: { match: match.id, sight: 'all', from: 0, to: list.at(-1)!.id, frames: list, complete: true },
    torn: 1,
  }
}
