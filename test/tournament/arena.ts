/** A small arena for tournaments in tests: a store in memory or a folder, random agents, and some that misbehave. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Agent, OpenAgent, Plugin } from '../../arena/core/agent.ts'
import { openTournaments } from '../../arena/host/tournament-open.ts'
import { planOf, type TournamentPlan } from '../../arena/host/tournament-plan.ts'
import { resultsOf } from '../../arena/host/tournament-results.ts'
import {
  enterPlan,
  type RunDeps,
  type RunEnd,
  type RunOptions,
  runTournament,
} from '../../arena/host/tournament-run.ts'
import type { TournamentView } from '../../arena/host/tournament-state.ts'
import { openScenario } from '../../arena/scenario/index.ts'
import type { Scenario } from '../../arena/scenario/scenario.ts'
import { agentOpener } from '../../plugins/open-agent.ts'
import { random } from '../../plugins/random/index.ts'

/** Random play after so many milliseconds: `slow:20`. */
const slow: Plugin = {
  id: 'slow',
  title: 'thinks',
  make: async (context) => {
    const inner = await random.make(context)
    const wait = () => new Promise((done) => setTimeout(done, Number(context.argument)))
    return { ...inner, name: 'slow', act: async (ask) => await wait().then(() => inner.act(ask)) }
  },
}

/** Never answers. */
const stuck: Plugin = { id: 'stuck', title: 'hangs', make: () => ({ name: 'stuck', act: () => new Promise(() => {}) }) }

const broken: Plugin = {
  id: 'broken',
  title: 'throws',
  make: (): Agent => ({
    name: 'broken',
    act: () => {
      throw new Error('no idea')
    },
  }),
}

export const openAgent: OpenAgent = agentOpener([random, slow, stuck, broken])

const scenarios = new Map<string, Promise<Scenario>>()
export function openOnce(name: string): Promise<Scenario> {
  const opened = scenarios.get(name) ?? openScenario(name)
  scenarios.set(name, opened)
  return opened
}

export const temporary = (): string => mkdtempSync(join(tmpdir(), 'parley-tournament-'))

export interface TestArena extends RunDeps {
  readonly data: string
  close(): Promise<void>
}

export async function openArena(data: string = temporary()): Promise<TestArena> {
  const place = await openTournaments({ data })
  return { ...place, data, openAgent, openScenario: openOnce }
}

/** `matches: null` leaves the length to the schedule. */
export function plan({
  matches = 12,
  ...given
}: Partial<Omit<TournamentPlan, 'matches'>> & { matches?: number | null }): TournamentPlan {
  const defaults = { scenarios: ['tic-tac-toe'], agents: ['random:a', 'random:b', 'random:c'] }
  return planOf({ ...defaults, ...given, ...(matches !== null && { matches }) })
}

export async function play(
  arena: TestArena,
  given: TournamentPlan,
  options: Partial<RunOptions> = {},
): Promise<RunEnd> {
  await enterPlan(given, arena.store)
  const stop = new AbortController().signal
  return await runTournament(given.id, arena, { stop, worker: `test/${process.pid}/w`, ...options })
}

/** What must not depend on when, where and how often the tournament was interrupted. */
export function tableOf(view: TournamentView): unknown {
  const results = resultsOf({ view, state: 'over', reason: '', partials: [], command: '', resamples: 50 })
  return {
    ...results,
    ratings: results.ratings.map(({ seconds: _, ...row }) => row),
  }
}
