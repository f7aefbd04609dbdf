/** Real matches, played here and told by the arena's own teller, as data for the stand-in arena. */
import type { Event } from '../../arena/core/log.ts'
import { Match } from '../../arena/core/match.ts'
import { playMatch } from '../../arena/core/play.ts'
import { stream } from '../../arena/core/rng.ts'
import { credits } from '../../arena/host/credits.ts'
import { Teller } from '../../arena/host/frames.ts'
import type { Frame, MatchSummary, Standing, TournamentProgress, TrainingRun } from '../../arena/host/protocol.ts'
import { openScenario, type Scenario } from '../../arena/scenario/index.ts'
import { openAgent } from '../../plugins/index.ts'
import type { Fixture } from './fixture.ts'

export interface Recorded {
  readonly scenario: Scenario
  readonly events: readonly Event[]
  readonly frames: readonly Frame[]
  readonly match: MatchSummary
}

/** One match with one agent in every seat, as all eyes see it. */
export async function record(name: string, agent: string, id: string): Promise<Recorded> {
  const scenario = await openScenario(name)
  const { game } = scenario
  const events: Event[] = []
  const agents = await Promise.all(
    game.seats.map((_, seat) => openAgent(agent, { game, random: stream(seat + 1, 'agent') })),
  )
  const match = Match.open({
    game,
    match: id,
    seed: 11,
    survey: 'every',
    seats: game.seats.map(() => ({ agent, version: '1' })),
    record: (event) => void events.push(event),
  })
  await playMatch(match, agents)
  const frames = new Teller({ match: id, scenario, events }, 'all').batch(events.length)!.frames
  return { scenario, events, frames, match: summaryOf(id, scenario, events) }
}

function summaryOf(id: string, scenario: Scenario, events: readonly Event[]): MatchSummary {
  const last = events.at(-1)!
  const ended = last.type === 'ended' ? { scores: last.scores, outcome: last.outcome } : {}
  return {
    id,
    scenario: scenario.id,
    kind: scenario.kind,
    title: scenario.title,
    language: scenario.language,
    state: 'over',
    seats: scenario.game.seats.map((seat) => ({ agent: 'detective', version: '1', here: true, ...seat })),
    events: events.length,
    turn: events.filter(({ type }) => type === 'moved').length,
    waitingFor: [],
    open: true,
    startedAt: Date.UTC(2026, 0, 1),
    endedAt: Date.UTC(2026, 0, 1, 1),
    ...ended,
    ...(scenario.truth !== undefined && { truth: scenario.truth }),
  }
}

/** The same match, not yet over: its last frames are still to come. */
export function cutShort(
  { match, frames }: Recorded,
  id: string,
  keep: number,
): { match: MatchSummary; frames: readonly Frame[] } {
  const { scores: _scores, outcome: _outcome, endedAt: _endedAt, truth: _truth, ...rest } = match
  return {
    match: { ...rest, id, state: 'running', waitingFor: [0], deadline: Date.now() + 60_000 },
    frames: frames.slice(0, keep),
  }
}

const errors = { late: 1, illegal: 0, gone: 2, error: 0 }

export const STANDINGS: readonly Standing[] = [
  {
    agent: 'detective',
    rating: 1641,
    ci95: [1602, 1684],
    pool: 0,
    plays: ['mystery:simple', 'the-house'],
    games: 420,
    mean: 0.41,
    errors,
    roles: { civilian: { mean: 0.5, games: 300 }, culprit: { mean: -0.1, games: 120 } },
  },
  {
    agent: 'talker',
    rating: 1388,
    ci95: [1340, 1431],
    pool: 1,
    plays: ['kuhn-poker'],
    games: 404,
    mean: -0.32,
    errors,
    roles: { civilian: { mean: -0.4, games: 300 } },
  },
  { agent: 'newcomer', rating: 1500, ci95: [1500, 1500], games: 1, mean: 1, errors },
]

export const TOURNAMENT: TournamentProgress = {
  id: 'spring',
  title: 'Spring round robin',
  state: 'running',
  schedule: 'round-robin',
  scenarios: ['kuhn-poker'],
  agents: ['detective', 'talker'],
  planned: 400,
  done: 123,
  running: 2,
  matchesPerSecond: 3.4,
  secondsLeft: 81,
  ratings: STANDINGS,
  crossTable: [
    [null, { mean: 0.4, games: 60 }],
    [{ mean: -0.4, games: 60 }, null],
  ],
  command: 'npx parley tournament plan.json',
}

const figure = (mean: number) => ({ mean, ci95: [mean - 0.1, mean + 0.1] as const })

export const TRAINING: TrainingRun = {
  id: 'kuhn-1',
  scenario: 'kuhn-poker',
  method: 'mars',
  device: 'cpu',
  state: 'running',
  version: 3,
  step: 120,
  steps: 400,
  secondsLeft: 40,
  curves: {
    loss: Array.from({ length: 120 }, (_, step) => [step, 1 / (1 + step / 20)] as const),
    nashConv: Array.from({ length: 24 }, (_, at) => [at * 5, 0.92 * 0.95 ** at] as const),
  },
  versions: [
    { version: 1, parent: 0, passed: true, reason: 'better by 0.31 [0.12, 0.50]' },
    { version: 2, parent: 1, passed: false, reason: 'not better: 0.01 [-0.10, 0.12]' },
  ],
  measures: [0, 3].map((version) => ({
    version,
    scenario: 'mystery:simple',
    against: 'culprit',
    matches: 40,
    factions: {
      killer: { victory: figure(0.3), tii: figure(0.6), cic: figure(0.4) },
      victim: { victory: figure(0.7), tii: figure(0.4), cic: figure(0.5) },
    },
  })),
}

/** Everything a page may ask for, around a recorded mystery. */
export async function recordedFixture(): Promise<Fixture> {
  const mystery = await record('mystery:simple:3', 'detective', 'm-over')
  const live = cutShort(mystery, 'm-live', 60)
  const { method, turns, sums, outcome } = credits.strip(mystery.scenario, 'm-over', mystery.events, 'maro')
  const { id, kind, title, summary, language } = mystery.scenario
  return {
    lobby: {
      running: [live.match],
      recent: [mystery.match],
      standings: STANDINGS,
      tournaments: [TOURNAMENT],
      training: [TRAINING],
    },
    scenarios: [{ id, kind, title, summary, language, seats: 5 }],
    agents: [{ id: 'detective', title: 'reasons', where: 'built-in', here: true }],
    frames: { 'm-live': live.frames, 'm-over': mystery.frames },
    document: `${JSON.stringify(mystery.scenario.document, null, 2)}\n`,
    check: { faults: [{ file: 'scenario.json', line: 4, column: 3, pointer: '/title', message: 'a title has words' }] },
    preview: { seat: 0, prompt: 'You are at the table.', view: {} },
    balance: {
      matches: 50,
      rates: { killer: { rate: 0.36, ci95: [0.3, 0.43] }, victim: { rate: 0.64, ci95: [0.57, 0.7] } },
    },
    credit: { method, turns, sums, outcome },
  }
}
