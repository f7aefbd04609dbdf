/** What anyone may know of a match at a glance. */
import type { Scenario } from '../scenario/scenario.ts'
import type { Told } from './frames.ts'
import type { MatchSeat, MatchSummary } from './protocol.ts'
import type { Room } from './room.ts'
import { isPerson, publicName } from './seat-agents.ts'
import type { MatchSpec, StoredMatch } from './store.ts'

interface Facts {
  readonly spec: MatchSpec
  readonly scenario: Scenario
  readonly open: boolean
  /** Nothing is hidden any more. */
  readonly over: boolean
  readonly here: (name: string) => boolean
  readonly version: (seat: number) => string | undefined
}

export function summaryOfRoom(room: Room, here: (name: string) => boolean): MatchSummary {
  const { spec, scenario, match, startedAt, events } = room
  const state = match ? (match.done ? (match.result ? 'over' : 'stopped') : 'running') : 'waiting'
  const last = events.at(-1)
  const deadline = room.deadline()
  const facts = { spec, scenario, here, open: spec.open || match?.done === true, over: match?.done === true }
  return {
    ...headOf({ ...facts, version: (seat) => room.agents[seat]?.version }),
    state,
    events: events.length,
    turn: match?.turn ?? 0,
    waitingFor: room.waitingFor(),
    ...(deadline !== null && { deadline }),
    startedAt,
    ...(last?.type === 'ended' && { scores: last.scores, outcome: last.outcome, ...truthOf(scenario) }),
  }
}

export function summaryOfStored(stored: StoredMatch, scenario: Scenario): MatchSummary {
  const { spec, state, startedAt, endedAt, events, turns, results } = stored
  const open = spec.open || (endedAt !== null && !spec.shown)
  const over = state === 'over' && !spec.shown
  const facts = { spec, scenario, here: () => true, open, over: open && endedAt !== null }
  return {
    ...headOf({ ...facts, version: (seat) => results[seat]?.version }),
    state,
    events,
    turn: turns,
    waitingFor: [],
    startedAt,
    ...(endedAt !== null && { endedAt }),
    ...(over && {
      scores: results.map(({ score }) => score),
      outcome: results.map(({ outcome }) => outcome),
      ...truthOf(scenario),
    }),
  }
}

/** How far a match has come that somebody else plays: the store says so only at its end. */
export function withProgress(summary: MatchSummary, { scenario, events, grows }: Told): MatchSummary {
  const now = grows?.moments.at(events.length - 1)
  const next = now && scenario.game.next(now.after)
  return {
    ...summary,
    events: events.length,
    turn: events.filter(({ type }) => type === 'moved').length,
    waitingFor: next?.kind === 'choose' ? next.choices.map(({ seat }) => seat) : [],
  }
}

const truthOf = ({ truth }: Scenario) => (truth === undefined ? {} : { truth })

type Head = Pick<MatchSummary, 'id' | 'scenario' | 'kind' | 'title' | 'language' | 'seats' | 'open' | 'tournament'>

function headOf(facts: Facts): Head {
  const { spec, scenario, open } = facts
  return {
    id: spec.id,
    scenario: open ? spec.scenario : publicName(spec.scenario),
    kind: scenario.kind,
    title: scenario.title,
    language: scenario.language,
    seats: spec.agents.map((_, seat) => seatOf(facts, seat)),
    open,
    ...(spec.tournament !== undefined && { tournament: spec.tournament }),
  }
}

/** Roles are told where they are no secret: at the end, or in games whose rules are open. Who looks with all eyes has them from the views. */
function seatOf({ spec, scenario, over, here, version }: Facts, seat: number): MatchSeat {
  const { name, role, faction } = scenario.game.seats[seat]!
  const agent = spec.agents[seat]!
  const known = version(seat)
  return {
    agent: isPerson(agent) ? 'person' : agent,
    ...(known !== undefined && { version: known }),
    name,
    ...((over || scenario.game.openRules) && { role, faction }),
    here: here(agent),
  }
}
