import { expect, test } from '@jest/globals'
import type { Event } from '../../arena/core/log.ts'
import { Match } from '../../arena/core/match.ts'
import { playMatch } from '../../arena/core/play.ts'
import { seeded, stream } from '../../arena/core/rng.ts'
import { openScenario } from '../../arena/scenario/index.ts'
import { compileTree, nashConv, profileOfAgent } from '../../arena/solve/index.ts'
import { setCurrent } from '../../arena/train/checkpoint.ts'
import { train } from '../../arena/train/trainer.ts'
import { openAgent } from '../../plugins/index.ts'
import { readSpec } from '../../plugins/policy/index.ts'
import { newFolder, shortRun, surroundings } from './folder.ts'

test('a spec names a folder, maybe a version, and how to play it', () => {
  expect(readSpec('/runs/kuhn@3+greedy')).toEqual({ dir: '/runs/kuhn', version: 3, greedy: true, average: false })
  expect(readSpec('/runs/kuhn')).toEqual({ dir: '/runs/kuhn', version: null, greedy: false, average: false })
  expect(() => readSpec('/runs/kuhn@x')).toThrow(/write policy:DIR/)
  expect(() => readSpec('/runs/kuhn+gredy')).toThrow(/did you mean "greedy"/)
})

test.each([
  ['bag', 2 ** 18],
  ['table', 2 ** 18],
  ['table', 2 ** 12],
  ['linear', 2 ** 18],
  ['tiny', 2 ** 18],
] as const)(
  'a published %s policy (a table would have %i entries) plays through the plugin as it was measured',
  async (size, table) => {
    const dir = newFolder()
    const { evaluation } = await train(shortRun(dir, { recipe: { size, table, average: true } }), surroundings)
    const scenario = await openScenario('kuhn-poker')
    const { game } = scenario
    const tree = compileTree(game)
    for (const [spec, wanted] of [
      [`policy:${dir}`, evaluation['nashConv']],
      [`policy:${dir}@1+average`, evaluation['averageNashConv']],
    ] as const) {
      const agent = await openAgent(spec, { game, random: seeded(1) })
      const roles = game.seats.map(({ role }) => role)
      const { profile, exact } = await profileOfAgent(tree, agent, { samples: 500, roles, word: () => '' })
      expect(exact).toBe(true)
      expect(nashConv(tree, profile).nashConv).toBeCloseTo(wanted as number, 4)
    }
  },
)

test('a newly published version is played by the next match, and a running one keeps its own', async () => {
  const dir = newFolder()
  await train(shortRun(dir), surroundings)
  const { game, hash } = await openScenario('kuhn-poker')
  const seat = async (k: number) => openAgent(`policy:${dir}`, { game, random: stream(1, k) })
  setCurrent(dir, 0)
  const before = [await seat(0), await seat(1)]
  setCurrent(dir, 1)
  const after = [await seat(2), await seat(3)]
  const versions = []
  for (const agents of [before, after, before]) {
    const events: Event[] = []
    const seats = agents.map(({ name, version }) => ({ agent: name, version: version! }))
    const match = Match.open({
      game,
      match: 'm',
      seed: 5,
      seats,
      scenarioHash: hash,
      record: (event) => events.push(event),
    })
    await playMatch(match, agents)
    const moved = events.filter((event) => event.type === 'moved')
    expect(moved.length).toBeGreaterThan(1)
    versions.push(new Set(moved.map((event) => event.note?.['policy'])))
    expect(moved.every((event) => typeof event.note?.['logProb'] === 'number')).toBe(true)
  }
  expect(versions).toEqual([new Set([0]), new Set([1]), new Set([0])])
})

test('a folder without versions says so', async () => {
  const { game } = await openScenario('kuhn-poker')
  await expect(openAgent(`policy:${newFolder()}`, { game, random: seeded(1) })).rejects.toThrow(
    /no version was ever published/,
  )
})
