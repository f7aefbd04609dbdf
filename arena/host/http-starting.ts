/** REST, the starting half: new matches, and seats for people. */
import { randomBytes, randomInt } from 'node:crypto'
import express, { type Request, Router } from 'express'
import { brief, ParleyError } from '../core/errors.ts'
import { bearerOf, type Doors } from './http-doors.ts'
import type { SeatOffer } from './protocol.ts'
import { checked } from './schemas.ts'
import type { MatchSpec } from './store.ts'
import { personOf } from './tokens.ts'

/** Milliseconds between the moves of built-in agents at a table where a person sits. */
const PACE = 700

/** Unguessable: who has no link to a match does not find it. */
export const newMatchId = (): string => randomBytes(12).toString('hex')

/** Not to be foretold: who knew it would know the deal. */
export const newSeed = (): number => randomInt(0, 2 ** 32)

export function startingRoutes(doors: Doors): Router {
  const routes = Router()
  const json = express.json({ limit: doors.settings.messageBytes })
  const started = new Map<string, number>()
  routes.post('/matches', json, async (request, response) => {
    const who = await starter(doors, request)
    const asked = checked<{ scenario: string; agents: string[]; seed?: number }>('newMatch', request.body)
    const { scenario, seed } = asked
    mayName(doors, asked.agents)
    const agents = await everySeat(doors, scenario, asked.agents)
    const spec = specOf(scenario, agents, {
      seed: seed ?? newSeed(),
      open: agents.every(doors.rooms.options.isBuiltIn),
    })
    response.status(201).json(await begun(doors, started, who, spec))
  })
  routes.post('/play', json, async (request, response) => {
    const who = await starter(doors, request)
    response.status(201).json(await seated(doors, started, who, request.body))
  })
  return routes
}

/** Who starts a match: a token that may, or at an open table anyone, by address. */
async function starter({ tokens, openTable }: Doors, request: Request): Promise<string> {
  const bearer = await bearerOf(request, tokens)
  if (bearer?.scopes.some((scope) => scope !== 'watch') && bearer.match === undefined) return bearer.name
  if (!openTable) throw new ParleyError('not-allowed', 'starting a match takes a token for play or moderate')
  return request.ip ?? 'unknown'
}

/** Strangers name no folders. `mystery:simple` is one nobody has seen. */
function scenarioName(came: string): string {
  if (/^mystery:[a-z]+$/.test(came)) return `${came}:${newSeed()}`
  if (/^[\w-]+$|^mystery:[a-z]+:\d{1,10}$/.test(came)) return came
  throw new ParleyError('unknown-scenario', 'a scenario is named by its id, or as mystery:<difficulty>:<seed>')
}

function specOf(
  scenario: string,
  agents: readonly string[],
  how: { seed: number; open: boolean; pace?: number },
): MatchSpec {
  const { seed, open, pace = 0 } = how
  return { id: newMatchId(), scenario: scenarioName(scenario), seed, agents, survey: 'round', open, pace }
}

/** One agent alone sits in every seat. */
async function everySeat({ rooms }: Doors, scenario: string, agents: readonly string[]): Promise<readonly string[]> {
  if (agents.length !== 1) return agents
  const { game } = await rooms.options.openScenario(scenarioName(scenario))
  return game.seats.map(() => agents[0]!)
}

/** Strangers may name agents, not the files, commands and addresses that an argument can hold. */
function mayName({ rooms, strangersMay }: Doors, specs: readonly string[]): void {
  const refused = specs.find((spec) => (rooms.options.isBuiltIn(spec) ? !strangersMay(spec) : spec.includes(':')))
  if (refused === undefined) return
  throw new ParleyError(
    'unknown-agent',
    `agent "${brief(refused)}" can't be had over the wire; see /api/agents for those that can`,
  )
}

/** Starts a match on somebody's account, who may have so many running at once. */
async function begun({ rooms, registry, settings }: Doors, started: Map<string, number>, who: string, spec: MatchSpec) {
  const running = started.get(who) ?? 0
  if (running >= settings.matchesPerToken) {
    throw new ParleyError('too-many', `${settings.matchesPerToken} matches of yours are running, the most at once`)
  }
  started.set(who, running + 1)
  const free = () => {
    const left = (started.get(who) ?? 1) - 1
    if (left > 0) started.set(who, left)
    else started.delete(who)
  }
  try {
    const room = await rooms.start(spec)
    rooms.whenOver(room.id, free)
    return registry.ofRoom(room)
  } catch (error) {
    free()
    throw error
  }
}

async function seated(doors: Doors, started: Map<string, number>, who: string, body: unknown): Promise<SeatOffer> {
  const { scenario, seat, against } = checked<{ scenario: string; seat?: number; against: string }>('play', body)
  mayName(doors, [against])
  const name = randomBytes(6).toString('hex')
  const draft = specOf(scenario, [], { seed: newSeed(), open: false, pace: PACE })
  const { game } = await doors.rooms.options.openScenario(draft.scenario)
  const chosen = seat ?? randomInt(0, game.seats.length)
  if (chosen >= game.seats.length)
    throw new ParleyError('no-seat', `${game.id} has seats 0 to ${game.seats.length - 1}`)
  const agents = game.seats.map((_, one) => (one === chosen ? personOf(name) : against))
  const match = await begun(doors, started, who, { ...draft, agents })
  return { match, seat: chosen, token: doors.tokens.pass(name, match.id) }
}
