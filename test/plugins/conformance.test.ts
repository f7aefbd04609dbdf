/** What every built-in agent owes the arena, in every scenario it says it can play. */
import { describe, expect, jest, test } from '@jest/globals'
import type { Agent, Ask } from '../../arena/core/agent.ts'
import type { Event } from '../../arena/core/log.ts'
import { Match } from '../../arena/core/match.ts'
import { playMatch } from '../../arena/core/play.ts'
import { stream } from '../../arena/core/rng.ts'
import { listScenarios, openScenario } from '../../arena/scenario/index.ts'
import { openAgent, plugins } from '../../plugins/index.ts'

jest.setTimeout(120_000)

/** Agents that need nothing from outside, as they are called; the search is cut short. */
const SPECS: Readonly<Record<string, string>> = {
  random: 'random',
  perfect: 'perfect:30',
  hinter: 'hinter',
  detective: 'detective',
  culprit: 'culprit',
  talker: 'talker',
}

const MYSTERIES = ['willow-bridge', 'the-understudy']
const scenarios = listScenarios().filter(({ id, kind }) => kind !== 'murder-mystery' || MYSTERIES.includes(id))

const cases = plugins
  .filter(({ id }) => Object.hasOwn(SPECS, id))
  .flatMap(({ id, kinds }) =>
    scenarios.filter(({ kind }) => !kinds || kinds.includes(kind)).map((scenario) => [id, scenario.id] as const),
  )

type Wrap = (agent: Agent) => Agent

async function played(spec: string, name: string, seed: number, wrap: Wrap = (agent) => agent): Promise<Event[]> {
  const { game, prompt } = await openScenario(name)
  const agents = await Promise.all(
    game.seats.map(async (_, seat) => wrap(await openAgent(spec, { game, random: stream(seed, 'seat', seat) }))),
  )
  const log: Event[] = []
  const match = Match.open({
    game,
    match: 'same',
    seed,
    seats: agents.map((agent) => ({ agent: agent.name })),
    survey: 'round',
    word: prompt,
    record: (event) => {
      log.push(JSON.parse(JSON.stringify(event)) as Event)
    },
  })
  await playMatch(match, agents)
  return log
}

/** What comes over a socket: the fields as JSON and no more. */
const overTheWire: Wrap = (agent) => ({
  ...agent,
  act: ({ match, game, turn, seat, role, view, moves, speech, prompt }) =>
    agent.act(JSON.parse(JSON.stringify({ match, game, turn, seat, role, view, moves, speech, prompt })) as Ask),
})

describe.each(cases)('%s in %s', (id, name) => {
  const spec = SPECS[id]!

  test('plays offered moves only, to the end', async () => {
    const log = await played(spec, name, 1)
    expect(log.filter(({ type }) => type === 'refused' || type === 'forfeited')).toEqual([])
    expect(log.filter((event) => event.type === 'moved' && event.forced !== undefined)).toEqual([])
    expect(log.at(-1)!.type).toBe('ended')
  })

  test('does the same from the same seed, also by what comes over a socket', async () => {
    const log = await played(spec, name, 2)
    expect(await played(spec, name, 2, overTheWire)).toEqual(log)
  })
})

test('an agent that is asked for an opinion gives one that can be read', async () => {
  for (const id of ['random', 'detective', 'culprit', 'talker']) {
    const log = await played(id, 'willow-bridge', 3)
    const opinions = log.flatMap((event) => (event.type === 'surveyed' ? [event.beliefs.suspects] : []))
    expect(opinions.length).toBeGreaterThan(4)
    for (const suspects of opinions) expect(suspects.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 9)
  }
})

test('an agent is not seated at a game it does not play', async () => {
  const { game } = await openScenario('kuhn-poker')
  const place = { game, random: stream(1, 'x') }
  await expect(openAgent('detective', place)).rejects.toThrow(
    'agent "detective" plays murder-mystery; kuhn-poker is kuhn-poker',
  )
  await expect(openAgent('perfekt', place)).rejects.toThrow('no agent "perfekt"; did you mean "perfect"?')
})

test('ids are unique and titles say something', () => {
  expect(new Set(plugins.map(({ id }) => id)).size).toBe(plugins.length)
  for (const { title } of plugins) expect(title.length).toBeGreaterThan(10)
})
