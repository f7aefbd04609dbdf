/** The Hanabi agent that plays by conventions. */
import { expect, test } from '@jest/globals'
import { Match } from '../../arena/core/match.ts'
import { playMatch } from '../../arena/core/play.ts'
import { seeded } from '../../arena/core/rng.ts'
import { openScenario } from '../../arena/scenario/index.ts'
import { hinter } from '../../plugins/hinter/index.ts'

/** Mean score over seeded matches, and how often an answer was refused. */
async function played(scenario: string, matches: number): Promise<{ mean: number; refused: number }> {
  const { game } = await openScenario(scenario)
  let total = 0
  let refused = 0
  for (let seed = 0; seed < matches; seed++) {
    const agents = await Promise.all([0, 1].map(() => hinter.make({ random: seeded(seed), argument: '' })))
    const match = Match.open({
      game,
      match: `m${seed}`,
      seed,
      seats: agents.map(({ name }) => ({ agent: name })),
      record: ({ type }) => {
        if (type === 'refused') refused++
      },
    })
    total += (await playMatch(match, agents))![0]!
  }
  return { mean: total / matches, refused }
}

test.each([
  ['mini-hanabi', 300, 2.4],
  ['simple-hanabi', 300, 2.5],
  ['hanabi', 40, 17],
])('scores well in %s', async (scenario, matches, least) => {
  const { mean, refused } = await played(scenario, matches)
  expect(mean).toBeGreaterThan(least)
  expect(refused).toBe(0)
})
