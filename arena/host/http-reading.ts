/** REST, the reading half: scenarios, agents, matches, boards. */
import express, { type Request, Router } from 'express'
import { brief, ParleyError, unknownName } from '../core/errors.ts'
import { headerOf, parseLog } from '../core/log.ts'
import { asyncapi } from './asyncapi.ts'
import { Teller } from './frames.ts'
import { bearerOf, type Doors, whole, word } from './http-doors.ts'
import { sha16 } from './log-file.ts'
import { logText } from './log-lines.ts'
import { metricsOf } from './metrics.ts'
import { openapi } from './openapi.ts'
import type { CreditStrip, FrameBatch, Health, Replay, ScenarioDetail } from './protocol.ts'
import { PROTOCOL } from './protocol.ts'
import { allowSight, readSight } from './rights.ts'
import { resultsOf } from './room.ts'
import { breakSeal } from './seals.ts'
import type { StoredState } from './store.ts'
import { summaryOfStored } from './summaries.ts'

const STATES = ['waiting', 'running', 'over', 'stopped'] as const satisfies readonly StoredState[]

export function readingRoutes(doors: Doors): Router {
  const routes = Router()
  const { rooms, registry, boards } = doors
  const metrics = metricsOf(rooms)
  routes.get('/health', (_request, response) => {
    const { version, studio, demo } = doors
    const running = rooms.running().length
    response.json({
      ok: true,
      name: 'parley',
      version,
      protocol: PROTOCOL,
      running,
      studio: studio !== null,
      demo,
    } satisfies Health)
  })
  routes.get('/scenarios', async (_request, response) => void response.json({ items: await doors.scenarios() }))
  routes.get(
    '/scenarios/:id',
    async (request, response) => void response.json(await scenarioDetail(doors, request.params.id)),
  )
  routes.get('/agents', async (_request, response) => void response.json({ items: await doors.agents() }))
  routes.get('/matches', async (request, response) => void response.json({ items: await matches(doors, request) }))
  routes.get('/matches/:id', async (request, response) => {
    response.json((await registry.summary(request.params.id)).summary)
  })
  routes.get('/matches/:id/frames', async (request, response) => void response.json(await frames(doors, request)))
  routes.get('/matches/:id/log', async (request, response) => {
    response
      .type('application/x-ndjson')
      .attachment(`${request.params.id}.jsonl`)
      .send(await openLog(doors, request))
  })
  routes.get('/matches/:id/credit', async (request, response) => {
    const { summary, told } = await registry.find(request.params.id)
    breakSeal(summary, await bearerOf(request, doors.tokens))
    if (summary.state !== 'over' || !(summary.open || summary.sealed))
      throw new ParleyError('not-over', `match ${summary.id} is ${summary.state}; credit is shared out at the end`)
    response.json(doors.credits.strip(told.scenario, told.match, told.events, word(request, 'method') ?? 'maro'))
  })
  routes.get('/methods', (_request, response) => void response.json({ items: doors.credits.methods }))
  const logBody = express.text({ type: () => true, limit: doors.settings.bodyBytes })
  routes.post('/replay', logBody, async (request, response) => {
    response.json(await replayed(doors, String(request.body ?? '')))
  })
  routes.post('/replay/credit', logBody, async (request, response) => {
    response.json(await replayedCredit(doors, String(request.body ?? ''), word(request, 'method') ?? 'maro'))
  })
  routes.get('/standings', async (request, response) => {
    response.json({ items: await boards.standings(word(request, 'scenario')) })
  })
  routes.get('/standings/history', async (request, response) => {
    response.json({ items: await boards.history(word(request, 'scenario')) })
  })
  routes.get('/tournaments', async (_request, response) => void response.json({ items: await boards.tournaments() }))
  routes.get('/tournaments/:id', async (request, response) => {
    const found = (await boards.tournaments()).find(({ id }) => id === request.params.id)
    if (!found) throw new ParleyError('no-tournament', `there is no tournament "${brief(request.params.id)}"`)
    response.json(found)
  })
  routes.get('/training', async (_request, response) => void response.json({ items: await boards.training() }))
  routes.get('/training/:id', async (request, response) => {
    const found = await boards.trainingRun(request.params.id)
    if (!found) throw new ParleyError('no-run', `there is no training run "${brief(request.params.id)}"`)
    response.json(found)
  })
  routes.get('/metrics', async (_request, response) => {
    response.type(metrics.contentType).send(await metrics.text())
  })
  routes.get('/openapi.json', (_request, response) => void response.json(openapi(doors.version)))
  routes.get('/asyncapi.json', (_request, response) => void response.json(asyncapi(doors.version)))
  return routes
}

async function scenarioDetail({ scenarios, rooms }: Doors, id: string): Promise<ScenarioDetail> {
  const all = await scenarios()
  const summary = all.find((one) => one.id === id)
  if (!summary) {
    const ids = all.map((one) => one.id)
    throw unknownName('scenario', id, ids)
  }
  const { game, hash } = await rooms.options.openScenario(id)
  return { ...summary, names: game.seats.map(({ name }) => name), range: game.range, hash }
}

async function matches({ registry }: Doors, request: Request) {
  const state = word(request, 'state')
  if (state !== undefined && !(STATES as readonly string[]).includes(state)) throw unknownName('state', state, STATES)
  const scenario = word(request, 'scenario')
  const agent = word(request, 'agent')
  const tournament = word(request, 'tournament')
  const before = whole(request, 'before', { otherwise: 0, most: Number.MAX_SAFE_INTEGER })
  return await registry.list({
    limit: whole(request, 'limit', { otherwise: 50, most: 500 }),
    ...(state && { state: state as StoredState }),
    ...(scenario && { scenario }),
    ...(agent && { agent }),
    ...(tournament && { tournament }),
    ...(before > 0 && { before }),
  })
}

const FRAMES = 2_000

async function frames({ registry, tokens }: Doors, request: Request): Promise<FrameBatch> {
  const { summary, spec, told } = await registry.find(String(request.params['id']))
  const sight = readSight(request.query['sight'])
  allowSight(sight, spec, summary, await bearerOf(request, tokens))
  const from = whole(request, 'from', { otherwise: 0, most: 10_000_000 })
  const teller = new Teller(told, sight)
  teller.skipTo(from)
  const batch = teller.batch(whole(request, 'limit', { otherwise: FRAMES, most: FRAMES }))
  return batch ?? { match: told.match, sight, from, to: from - 1, frames: [], complete: summary.state === 'over' }
}

async function openLog({ registry, tokens }: Doors, request: Request): Promise<string> {
  const { summary, told } = await registry.find(String(request.params['id']))
  const bearer = await bearerOf(request, tokens)
  breakSeal(summary, bearer)
  if (!summary.open && !bearer?.scopes.includes('moderate')) {
    throw new ParleyError('not-allowed', `the log of match ${summary.id} may be had once it is over`)
  }
  return logText(told.events)
}

/** Credit of a log from anywhere; as with a match of the arena's own, only once it is over. */
async function replayedCredit({ rooms, credits }: Doors, text: string, method: string): Promise<CreditStrip> {
  const { events } = parseLog(text, sha16)
  const { game, match } = headerOf(events)
  if (events.at(-1)!.type !== 'ended')
    throw new ParleyError('not-over', `the log of match ${match} has no end; credit is shared out at the end`)
  return credits.strip(await rooms.options.openScenario(game), match, events, method)
}

/** A log from anywhere, told as if it had been played here; it must be of a scenario that is here. */
async function replayed({ rooms }: Doors, text: string): Promise<Replay> {
  const { events, torn } = parseLog(text, sha16)
  const header = headerOf(events)
  const scenario = await rooms.options.openScenario(header.game)
  const told = { match: header.match, scenario, events }
  const batch = new Teller(told, 'all').batch(events.length)!
  const last = events.at(-1)!
  const ended = last.type === 'ended' || last.type === 'stopped'
  const agents = header.seats.map(({ agent }) => agent)
  const spec = {
    id: header.match,
    scenario: header.game,
    seed: header.seed,
    agents,
    survey: 'never',
    open: true,
    pace: 0,
  } as const
  const stored = {
    spec,
    state: last.type === 'ended' ? 'over' : 'stopped',
    kind: scenario.kind,
    startedAt: 0,
    endedAt: 0,
    events: events.length,
    turns: events.filter(({ type }) => type === 'moved').length,
    results: resultsOf(events),
  } as const
  return { match: summaryOfStored(stored, scenario), batch: { ...batch, complete: ended }, torn }
}
