/** A sequential test of two agents: blocks of two matches with sides swapped, played until the test decides. */
import type { OpenAgent } from '../core/agent.ts'
import {
  type BlockCount,
  checkSprt,
  type EloDifference,
  eloDifference,
  type SprtPlan,
  type SprtState,
  sprt,
} from '../ratings/index.ts'
import type { Scenario } from '../scenario/scenario.ts'
import { matchesOfRound, meetingPoints, type PlannedMatch, type Setting } from '../tournament/index.ts'
import { planOf, type TournamentPlan } from './tournament-plan.ts'
import { playPlanned, Stop } from './tournament-play.ts'
import type { MatchRecord } from './tournament-store.ts'

export interface SequentialTest {
  readonly a: string
  readonly b: string
  readonly scenarios: readonly string[]
  readonly seed: number
  readonly concurrency: number
  readonly plan: Omit<SprtPlan, 'games'>
  /** Gives up after this many blocks, undecided. */
  readonly mostBlocks: number
}

export interface SequentialState extends SprtState {
  readonly blocks: number
  /** Blocks by A's points in them. */
  readonly counts: readonly BlockCount[]
  readonly elo: EloDifference
  /** Matches in which the arena had to help, by agent. They are played in the block all the same. */
  readonly errors: Readonly<Record<string, number>>
}

export interface SequentialDeps {
  readonly openScenario: (name: string) => Promise<Scenario>
  readonly openAgent: OpenAgent
  readonly stop: AbortSignal
  readonly progress?: (state: SequentialState) => void
}

/** Seats that work together make one duel of a block, others one of each match. */
function gamesIn(settings: readonly Setting[]): number {
  return settings.every(({ seats }) => new Set(seats.map(({ faction }) => faction)).size === 1) ? 1 : 2
}

/** Blocks count in the order planned, so that quick games are not favoured. Throws `bad-sprt`, and what opening throws. */
export async function playSequential(test: SequentialTest, deps: SequentialDeps): Promise<SequentialState> {
  const settings = await settingsOf(test, deps)
  const games = gamesIn(settings)
  const sprtPlan: SprtPlan = { ...test.plan, games }
  checkSprt(sprtPlan)
  const plan = planOf({
    id: 'sprt',
    scenarios: test.scenarios,
    agents: [test.a, test.b],
    logs: 'none',
    seed: test.seed,
  })
  const tally = new Tally(games, test)
  const running: Promise<Block>[] = []
  let next = 0
  let state = tally.state(sprtPlan)
  const stop = new Stop(deps.stop)
  while (state.decision === 'go on' && state.blocks < test.mostBlocks && !deps.stop.aborted) {
    while (running.length < Math.max(1, test.concurrency / 2))
      running.push(playBlock(next++, { plan, settings, test, deps, stop }))
    tally.add(await running.shift()!)
    state = tally.state(sprtPlan)
    deps.progress?.(state)
    if (state.blocks % 64 === 0) await new Promise((done) => setImmediate(done)) // signals get through
  }
  for (const one of running) one.catch(() => {}) // begun ahead of the decision; they don't count
  return state
}

async function settingsOf({ scenarios }: SequentialTest, { openScenario }: SequentialDeps): Promise<Setting[]> {
  return await Promise.all(
    scenarios.map(async (scenario) => ({ scenario, seats: (await openScenario(scenario)).game.seats })),
  )
}

interface Block {
  readonly points: number
  readonly errors: readonly string[]
}

interface BlockOf {
  readonly plan: TournamentPlan
  readonly settings: readonly Setting[]
  readonly test: SequentialTest
  readonly deps: SequentialDeps
  readonly stop: Stop
}

/** Scenarios take turns. */
async function playBlock(index: number, { plan, settings, test, deps, stop }: BlockOf): Promise<Block> {
  const setting = settings[index % settings.length]!
  const meetings = [{ agents: [test.a, test.b] }]
  const planned = matchesOfRound({
    tournament: 'sprt',
    round: index,
    meetings,
    settings: [setting],
    deals: 1,
    seed: test.seed,
  })
  const finished = []
  const errors: string[] = []
  for (const match of planned) {
    const played = await playPlanned({ match, plan, again: false }, { ...deps, logs: '' }, stop)
    if (!played.done) throw new Error('stopped')
    const { faults } = played.record
    finished.push(finishedOf(match, setting, played.record))
    for (const [seat, fault] of (faults ?? []).entries()) if (fault) errors.push(match.agents[seat]!)
  }
  return { points: meetingPoints([test.a, test.b], finished)[test.a]!, errors }
}

const finishedOf = ({ id, block, scenario, seed, agents }: PlannedMatch, { seats }: Setting, record: MatchRecord) => ({
  id,
  block,
  scenario,
  seed,
  agents,
  roles: seats.map(({ role }) => role),
  factions: seats.map(({ faction }) => faction),
  scores: record.scores,
  outcome: record.outcome,
  faults: record.faults ?? agents.map(() => null),
})

class Tally {
  readonly #counts: Map<number, number>
  readonly #errors: Record<string, number>
  #blocks = 0

  /** The scores that plain wins and draws can give are there from the start, others as they come. */
  constructor(games: number, { a, b }: SequentialTest) {
    this.#counts = new Map(Array.from({ length: 2 * games + 1 }, (_, half) => [half / (2 * games), 0]))
    this.#errors = { [a]: 0, [b]: 0 }
  }

  add({ points, errors }: Block): void {
    this.#blocks++
    const score = Math.round(points * 1e6) / 1e6
    this.#counts.set(score, (this.#counts.get(score) ?? 0) + 1)
    for (const agent of errors) this.#errors[agent]!++
  }

  state(plan: SprtPlan): SequentialState {
    const counts = [...this.#counts].sort(([a], [b]) => a - b).map(([score, count]) => ({ score, count }))
    const none = { elo: 0, ci95: Number.POSITIVE_INFINITY, los: 0.5, blocks: 0 }
    const elo = this.#blocks === 0 ? none : eloDifference(counts)
    return { ...sprt(counts, plan), blocks: this.#blocks, counts, elo, errors: this.#errors }
  }
}
