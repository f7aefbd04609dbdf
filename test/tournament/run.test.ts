import { readdirSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { readLogFile } from '../../arena/host/log-file.ts'
import { enterPlan, runTournament } from '../../arena/host/tournament-run.ts'
import { TournamentView } from '../../arena/host/tournament-state.ts'
import { work } from '../../arena/host/tournament-worker.ts'
import { schedules } from '../../arena/tournament/index.ts'
import { openAgent, openArena, openOnce, plan, play, type TestArena, tableOf } from './arena.ts'

let arena: TestArena
beforeEach(async () => {
  arena = await openArena()
})
afterEach(async () => await arena.close())

test.each(schedules.map(({ id }) => ({ id })))(
  '$id: every planned match counts once and two runs agree',
  async ({ id }) => {
    const given = plan({
      schedule: id,
      matches: 30,
      scenarios: ['tic-tac-toe', 'mini-hanabi'],
      agents: ['random:a', 'random:b', 'random:c', 'random:d'],
    })
    const { state, view } = await play(arena, given)
    expect(state).toBe('over')
    expect(view.done).toBe(view.planned)
    expect(view.done).toBeGreaterThanOrEqual(id === 'knockout' ? 12 : 30)
    const rows = await arena.store.results(given.id, 0)
    expect(new Set(rows.map(({ match }) => match)).size).toBe(view.planned)
    const other = await openArena()
    expect(tableOf((await play(other, given)).view)).toEqual(tableOf(view))
    await other.close()
  },
)

test('a tournament stopped in the middle and run again ends with the table of one that was not', async () => {
  const given = plan({
    schedule: 'swiss',
    rounds: 4,
    matches: null,
    agents: ['slow:1', 'random:b', 'random:c', 'random:d', 'random:e'],
  })
  const whole = await play(await openArena(), given)
  let stops = 0
  for (;;) {
    const stop = new AbortController()
    setTimeout(() => stop.abort('paused'), 60 + 10 * stops++)
    const { state, view } = await play(arena, given, { stop: stop.signal })
    if (state === 'over') {
      expect(tableOf(view)).toEqual(tableOf(whole.view))
      break
    }
    expect(await arena.store.tournament(given.id)).toMatchObject({ state: 'paused', reason: 'stopped' })
  }
  expect(stops).toBeGreaterThan(1)
})

test('matches that have a result are not played again after a stop', async () => {
  const given = plan({ agents: ['slow:3', 'random:b'], matches: 16, concurrency: 1 })
  const stop = new AbortController()
  let seats = 0
  const counting: TestArena['openAgent'] = async (spec, place) => {
    if (++seats === 12) stop.abort('paused') // two to see that the agents can be had, then two a match
    return await openAgent(spec, place)
  }
  const { view } = await play({ ...arena, openAgent: counting }, given, { stop: stop.signal })
  expect(view.done).toBe(4)
  seats = 100
  expect((await play({ ...arena, openAgent: counting }, given)).view.done).toBe(16)
  expect(seats).toBe(100 + 2 + 2 * 12)
})

describe('matches cut short', () => {
  const given = plan({ agents: ['slow:150', 'random:b'], matches: 4, concurrency: 4 })

  async function cut(): Promise<void> {
    const stop = new AbortController()
    setTimeout(() => stop.abort('paused'), 400)
    expect((await play(arena, given, { stop: stop.signal })).state).toBe('paused')
  }

  test('are kept, marked, and gone on with from where they stood', async () => {
    await cut()
    const partials = await arena.store.partials(given.id)
    expect(partials.length).toBeGreaterThan(0)
    for (const { log, events, reason } of partials) {
      expect(reason).toBe('paused')
      expect(readLogFile(log).events).toHaveLength(events)
      expect(events).toBeGreaterThan(1)
    }
    const { state, view } = await play(arena, { ...given, turnSeconds: 5 })
    expect(state).toBe('over')
    expect(view.done).toBe(4)
    const log = readLogFile(partials[0]!.log).events
    expect(log.at(-1)!.type).toBe('ended')
    expect(log.filter(({ type }) => type === 'opened')).toHaveLength(1)
  })

  test('are played anew when the plan says so, the old log kept aside', async () => {
    const anew = { ...given, unfinished: 'restart' as const }
    const stop = new AbortController()
    setTimeout(() => stop.abort('paused'), 400)
    await play(arena, anew, { stop: stop.signal })
    expect((await play(arena, anew)).state).toBe('over')
    const kept = (await arena.store.partials(given.id)).filter(({ reason }) => reason === 'interrupted')
    expect(kept.length).toBeGreaterThan(0)
    for (const { log } of kept) expect(log).toMatch(/\.partial-1\.jsonl$/)
  })

  test('of a cancelled tournament end with the reason in their log', async () => {
    setTimeout(() => void arena.store.setState(given.id, 'cancelled', 'by command'), 300)
    expect(await play(arena, given)).toMatchObject({ state: 'cancelled', reason: 'by command' })
    const [partial] = await arena.store.partials(given.id)
    expect(readLogFile(partial!.log).events.at(-1)).toEqual({ type: 'stopped', reason: 'the tournament was cancelled' })
    expect((await arena.store.tournament(given.id))!.state).toBe('cancelled')
  })
})

test('a budget of seconds or tokens pauses the tournament and says which', async () => {
  const slow = plan({ agents: ['slow:30', 'random:b'], matches: 400, budget: { seconds: 0.3 } })
  expect(await play(arena, slow)).toMatchObject({ state: 'paused', reason: 'its 0.3 seconds are used up' })
  const none = plan({ budget: { tokens: 0 } })
  expect((await play(arena, none)).reason).toBe('0 of its 0 tokens are used up')
})

test('an agent added to a running ladder plays from the next round on and catches up', async () => {
  const given = plan({ schedule: 'ladder', rounds: 12, matches: null, agents: ['slow:1', 'random:b', 'random:c'] })
  let added = false
  const { view, state } = await play(arena, given, {
    beat: 0,
    progress: (now) => {
      if (added || now.rounds.length < 3) return
      added = true
      void arena.store.enter(given.id, 'random:new', now.rounds.length)
    },
  })
  expect(state).toBe('over')
  const joined = view.rounds.findIndex(({ meetings }) => meetings.some(({ agents }) => agents.includes('random:new')))
  expect(joined).toBeGreaterThanOrEqual(3)
  expect(joined).toBeLessThan(8)
})

test('an agent with a limit is never asked in more matches at once than that', async () => {
  let [now, most] = [0, 0]
  const counting: TestArena['openAgent'] = async (spec, place) => {
    const agent = await openAgent(spec, place)
    if (spec !== 'slow:2') return agent
    return {
      ...agent,
      act: async (ask) => {
        most = Math.max(most, ++now)
        return await Promise.resolve(agent.act(ask)).finally(() => now--)
      },
    }
  }
  const given = plan({
    agents: ['slow:2', 'random:b', 'random:c'],
    matches: 24,
    concurrency: 12,
    limits: { 'slow:2': 2 },
  })
  await play({ ...arena, openAgent: counting }, given)
  expect(most).toBe(2)
  most = 0
  await play({ ...arena, openAgent: counting }, plan({ ...given, matches: 24, id: 'free', limits: {} }))
  expect(most).toBeGreaterThan(2)
})

test('where matches are slow a worker takes more of them than one job has, up to what the plan allows at once', async () => {
  let [now, most] = [0, 0]
  const waiting: (() => void)[] = []
  const patient: TestArena['openAgent'] = async (spec, place) => {
    const agent = await openAgent(spec, place)
    if (spec !== 'random:slow') return agent
    return {
      ...agent,
      act: async (ask) => {
        most = Math.max(most, ++now)
        if (most < 24) await new Promise<void>((done) => waiting.push(done)) // one job has 16 matches
        for (const go of waiting.splice(0)) go()
        now--
        return await agent.act(ask)
      },
    }
  }
  const given = plan({ agents: ['random:slow', 'random:b'], matches: 64, concurrency: 24 })
  const { view } = await play({ ...arena, openAgent: patient }, given)
  expect(view.done).toBe(64)
  expect(most).toBeGreaterThanOrEqual(24)
})

test('agents that hang or throw lose by the clock or by default, are counted, and stop nobody else', async () => {
  const given = plan({
    agents: ['stuck', 'broken', 'random:b', 'random:c'],
    matches: 12,
    turnSeconds: 0.05,
    schedule: 'round-robin',
  })
  const { view, state } = await play(arena, given)
  expect(state).toBe('over')
  const table = tableOf(view) as {
    ratings: { agent: string; errors: object; rating: number | null; reliability: { clean: number } }[]
  }
  const row = (agent: string) => table.ratings.find((one) => one.agent === agent)!
  expect(row('stuck').errors).toMatchObject({ late: expect.any(Number), error: 0 })
  expect(row('stuck').reliability.clean).toBeLessThan(0.5)
  expect(row('broken').errors).toMatchObject({ late: 0, error: expect.any(Number) })
  expect(row('random:b').reliability.clean).toBe(1)
})

test('what would keep every match from starting is told before the first', async () => {
  await expect(play(arena, plan({ agents: ['random', 'nobody'] }))).rejects.toThrow(/no agent "nobody"/)
  await expect(play(arena, plan({ scenarios: ['nowhere'] }))).rejects.toThrow(/no scenario "nowhere"/)
  await expect(runTournament('t-0', arena, { stop: new AbortController().signal, worker: null })).rejects.toThrow(
    /no tournament "t-0"/,
  )
  expect(await arena.store.results(plan({}).id, 0)).toEqual([])
})

test('the same plan goes on under the same id, another plan under a taken id is refused', async () => {
  const given = plan({ id: 'spring' })
  await play(arena, given)
  expect(await enterPlan(given, arena.store)).toBe('over')
  await expect(enterPlan(plan({ id: 'spring', seed: 5 }), arena.store)).rejects.toThrow(/another plan/)
  expect(plan({}).id).toBe(plan({ concurrency: 3 }).id)
  expect(plan({}).id).not.toBe(plan({ seed: 5 }).id)
})

test('two workers and a coordinator without one share the matches, each counts once', async () => {
  const given = plan({ agents: ['slow:1', 'random:b', 'random:c', 'random:d'], matches: 120, schedule: 'round-robin' })
  const stop = new AbortController()
  const workers = ['x', 'y'].map((name) => work(arena, { name, stop: stop.signal, idle: 10 }))
  const { view, state } = await play(arena, given, { worker: null })
  stop.abort('paused')
  await Promise.all(workers)
  expect(state).toBe('over')
  expect(await arena.store.results(given.id, 0)).toHaveLength(view.planned)
  const alone = await play(await openArena(), given)
  expect(tableOf(view)).toEqual(tableOf(alone.view))
})

test('logs are kept of all matches when the plan says so, and replay to the same scores', async () => {
  const given = plan({ logs: 'all', matches: 6 })
  const { view } = await play(arena, given)
  expect(readdirSync(arena.logs).sort()).toEqual(
    view
      .records()
      .map(({ planned }) => `${planned.id}.jsonl`)
      .sort(),
  )
  for (const { planned, record } of view.records()) {
    const ended = readLogFile(`${arena.logs}/${planned.id}.jsonl`).events.at(-1)
    expect(ended).toMatchObject({ type: 'ended', scores: record.scores })
  }
})

test('a fresh look at the store sees what the run saw', async () => {
  const given = plan({ schedule: 'knockout', matches: null })
  const { view } = await play(arena, given)
  expect(tableOf(await TournamentView.read(given, arena.store, openOnce))).toEqual(tableOf(view))
})
