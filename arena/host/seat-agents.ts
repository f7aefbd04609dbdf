/** From the name of an agent in a match's plan to an agent in its seat: built in, or at the far end of a wire. */
import type { Agent, OpenAgent } from '../core/agent.ts'
import { ParleyError } from '../core/errors.ts'
import type { Seat } from '../core/game.ts'
import { type Random, stream } from '../core/rng.ts'
import { SeatClock, withBreath, withDeadline, withPace, withSurveyLimit } from './deadline.ts'
import { Listener } from './frames.ts'
import { RemoteSeat } from './remote-seat.ts'
import type { Room } from './room.ts'
import type { Sessions } from './sessions.ts'
import type { Settings } from './settings.ts'
import type { MatchSpec } from './store.ts'

/** Acts between two breaths of agents that answer at once. */
const BREATH = 32

export interface SeatAgents {
  readonly openAgent: OpenAgent
  /** Whether a name is a built-in agent's; every other is a remote agent's. */
  isBuiltIn(spec: string): boolean
  readonly sessions: Sessions
  readonly settings: Settings
}

/** What a person is called in a log and in the results. */
export const PERSON = 'person'

/** A person's seat: `person:` and an id of its own. */
export const isPerson = (spec: string) => spec.startsWith('person:')

/** Names of the remote agents a match needs. */
export function remoteNames(
  { agents, absent = [] }: Pick<MatchSpec, 'agents' | 'absent'>,
  isBuiltIn: (spec: string) => boolean,
): readonly string[] {
  return [...new Set(agents.filter((spec) => !isBuiltIn(spec) && !absent.includes(spec)))]
}

/** In the seat of an agent that nobody waits for. */
const absentee = (name: string): Agent => ({
  name,
  act: ({ game, seat }) => {
    throw new ParleyError('gone', `${game}: ${name} in seat ${seat} is away`)
  },
})

/** Scenario names and game ids as strangers see them: without the seed of a generated mystery, by which it could be generated again. */
export const publicName = (name: string): string => name.replace(/^(mystery:[a-z]+):.*$/, '$1')

/** By seat; undefined where the agent is a remote one. Throws what is wrong with a name or its argument. */
export type BuiltIns = readonly (Agent | undefined)[]

export async function builtInAgents(room: Room, how: SeatAgents): Promise<BuiltIns> {
  const agents: (Agent | undefined)[] = []
  for (const [seat, spec] of room.spec.agents.entries()) {
    if (how.isBuiltIn(spec)) agents.push(await builtIn(room, seat, spec, how))
    else agents.push(room.spec.absent?.includes(spec) ? absentee(spec) : undefined)
  }
  return agents
}

/** Every seat's agent; remote ones take their seats. In a tournament their thinking is timed. */
export function seated(room: Room, builtIns: BuiltIns, how: SeatAgents): readonly Agent[] {
  const agents = builtIns.map((agent, seat) => agent ?? remote(room, seat, room.spec.agents[seat]!, how))
  if (room.spec.tournament === undefined) return agents
  return agents.map((agent, seat) => withTime(agent, (seconds) => room.think(seat, seconds)))
}

async function builtIn(room: Room, seat: Seat, spec: string, how: SeatAgents): Promise<Agent> {
  const { pace, seed, luck = seed, turnMs = how.settings.agentMs } = room.spec
  const { surveyMs } = how.settings
  const { random, reseeded } = randomByTurn(luck, seat)
  const agent = reseeded(await how.openAgent(spec, { game: room.scenario.game, random }))
  const timed = withDeadline(withSurveyLimit(agent, surveyMs), new SeatClock({ turnMs, bankMs: 0 }))
  return pace > 0 ? withPace(timed, pace) : withBreath(timed, BREATH)
}

/** Chance anew for each turn, so that an agent that goes on after a crash draws what it would have drawn without one. */
export function randomByTurn(seed: number, seat: Seat): { random: Random; reseeded(agent: Agent): Agent } {
  let current = stream(seed, 'seat', seat)
  return {
    random: () => current(),
    reseeded: (agent) => ({
      name: agent.name,
      ...(agent.version !== undefined && { version: agent.version }),
      act(ask) {
        current = stream(seed, 'seat', seat, 'turn', ask.turn, ask.refusal?.left ?? 'first')
        return agent.act(ask)
      },
      ...(agent.survey && {
        survey(ask) {
          current = stream(seed, 'seat', seat, 'survey', ask.turn)
          return agent.survey!(ask)
        },
      }),
    }),
  }
}

function remote(room: Room, seat: Seat, name: string, { sessions, settings }: SeatAgents): Agent {
  const session = sessions.get(name)
  const { turnMs } = room.spec
  const clock = new SeatClock(turnMs === undefined ? settings : { turnMs, bankMs: 0 })
  room.clocks[seat] = clock
  const listener = new Listener(room.asTold(), seat)
  const person = isPerson(name)
  const far = new RemoteSeat({
    game: room.scenario.game,
    gameName: publicName(room.scenario.id),
    match: room.id,
    seat,
    agent: person ? PERSON : name,
    ...(session.version !== undefined && { version: session.version }),
    clock,
    surveyMs: settings.surveyMs,
    graceMs: settings.graceMs,
    surveys: () => session.surveys,
    reads: () => session.prompt,
    retries: settings.retries,
    hear: () => listener.hear(),
    history: (turn) => room.movedAt(turn),
    turn: () => room.match?.turn ?? 0,
    send: (type, message) => session.send(type, message),
    here: () => session.here,
  })
  session.sit(room.id, far)
  return withDeadline(far, clock, () => far.lapse())
}

/** Tells how many seconds each answer took. */
function withTime(agent: Agent, took: (seconds: number) => void): Agent {
  return {
    name: agent.name,
    ...(agent.version !== undefined && { version: agent.version }),
    act(ask) {
      const since = performance.now()
      const end = () => took((performance.now() - since) / 1000)
      const answer = agent.act(ask)
      if (answer instanceof Promise) return answer.finally(end)
      end()
      return answer
    },
    ...(agent.survey && { survey: (ask) => agent.survey!(ask) }),
  }
}
