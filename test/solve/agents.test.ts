/** The perfect agent at the table, and agents measured by asking them. */
import { expect, test } from '@jest/globals'
import type { Agent } from '../../arena/core/agent.ts'
import type { Game } from '../../arena/core/game.ts'
import { Match } from '../../arena/core/match.ts'
import { playMatch } from '../../arena/core/play.ts'
import { stream } from '../../arena/core/rng.ts'
import { openScenario } from '../../arena/scenario/index.ts'
import { compileTree, nashConv, profileOfAgent } from '../../arena/solve/index.ts'
import { openAgent } from '../../plugins/index.ts'

async function scoresOf(name: string, specs: readonly string[], matches: number): Promise<number[][]> {
  const { game } = await openScenario(name)
  const all: number[][] = []
  for (let seed = 0; seed < matches; seed++) {
    const agents: Agent[] = []
    for (const [seat, spec] of specs.entries()) {
      agents.push(await openAgent(spec, { game, random: stream(seed, 'seat', seat) }))
    }
    const seats = agents.map(({ name: agent }) => ({ agent }))
    const match = Match.open({ game, match: `m${seed}`, seed, seats, record: () => {} })
    all.push([...(await playMatch(match, agents))!])
  }
  return all
}

test('the perfect agent never loses at tic-tac-toe, from either seat', async () => {
  const first = await scoresOf('tic-tac-toe', ['perfect', 'random'], 60)
  const second = await scoresOf('tic-tac-toe', ['random', 'perfect'], 60)
  expect(Math.min(...first.map(([x]) => x!))).toBeGreaterThanOrEqual(0)
  expect(Math.min(...second.map(([, o]) => o!))).toBeGreaterThanOrEqual(0)
  expect(first.filter(([x]) => x === 1).length).toBeGreaterThan(50)
  expect(await scoresOf('tic-tac-toe', ['perfect', 'perfect'], 3)).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ])
})

test('at connect four it searches, and beats random play', async () => {
  const scores = await scoresOf('connect-four', ['perfect:200', 'random'], 3)
  expect(scores.map(([first]) => first)).toEqual([1, 1, 1])
})

test('at Hanabi it searches over hands it can not see, and does better than random play', async () => {
  const scores = await scoresOf('mini-hanabi', ['perfect:200', 'perfect:200'], 12)
  expect(scores.reduce((sum, [score]) => sum + score!, 0) / 12).toBeGreaterThan(1.7)
})

test('it says what is wrong with its argument, and which games it does not play', async () => {
  await expect(scoresOf('connect-four', ['perfect:many', 'random'], 1)).rejects.toThrow(
    '"many" is no number of searches',
  )
})

async function measured(name: string, spec: string) {
  const { game } = await openScenario(name)
  const tree = compileTree(game)
  const agent = await openAgent(spec, { game, random: stream(1, 'agent') })
  return { tree, asked: await profileOfAgent(tree, agent, options(game)) }
}

const options = (game: Game) => ({ samples: 400, roles: game.seats.map(({ role }) => role), word: () => '' })

test('an agent that states its odds is measured exactly', async () => {
  const { tree, asked } = await measured('kuhn-poker', 'random')
  expect(asked.exact).toBe(true)
  expect(nashConv(tree, asked.profile).nashConv).toBeCloseTo(0.9166666666666666, 9)
})

test('the perfect agent is an equilibrium of Kuhn poker by its answers', async () => {
  const { tree, asked } = await measured('kuhn-poker', 'perfect')
  expect(nashConv(tree, asked.profile).nashConv).toBeLessThan(0.01)
})

test('an agent that states nothing is measured by its answers, and the result says so', async () => {
  const { game } = await openScenario('kuhn-poker')
  const tree = compileTree(game)
  const random = stream(2, 'silent')
  const silent: Agent = { name: 'silent', act: ({ moves }) => ({ move: moves[random() < 0.5 ? 0 : 1]! }) }
  const { profile, exact } = await profileOfAgent(tree, silent, options(game))
  expect(exact).toBe(false)
  expect(Math.abs(nashConv(tree, profile).nashConv - 0.9167)).toBeLessThan(0.2)
  const rogue: Agent = { name: 'rogue', act: () => ({ move: 'raise' }) }
  await expect(profileOfAgent(tree, rogue, options(game))).rejects.toThrow(
    'rogue played "raise"; it may play pass, bet',
  )
})

test('while it thinks the rest of the process goes on', async () => {
  const { game } = await openScenario('connect-four')
  const agent = await openAgent('perfect:1500', { game, random: stream(3, 'agent') })
  let longest = 0
  let last = performance.now()
  const watch = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 1)
  const match = Match.open({ game, match: 'm', seed: 1, seats: [{ agent: 'a' }, { agent: 'b' }], record: () => {} })
  const started = performance.now()
  await agent.act(match.asks()[0]!)
  const whole = performance.now() - started
  clearInterval(watch)
  expect(longest).toBeLessThan(Math.max(100, whole / 2))
  expect(longest).toBeGreaterThan(0)
})
