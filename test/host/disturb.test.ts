import { expect, test } from '@jest/globals'
import { ALL } from '../../arena/cli/bench-disturb.ts'
import { disturbed, MATCHES, undisturbed } from '../../arena/cli/disturb/run.ts'

test('ten running matches survive kill -9 of their agents and of the arena, five drops in a row, and all messages doubled and out of order, with the logs of an undisturbed run', async () => {
  const calm = await undisturbed(1)
  const kinds = calm.flatMap((events) => events.map(({ type }) => type))
  expect(kinds).toContain('refused') // illegal answers, repeated and overtaken too, are counted once
  const report = await disturbed(ALL, calm, 1)
  expect(report).toMatchObject({
    identical: MATCHES,
    different: [],
    agentKills: 2,
    drops: 5,
    resumed: [MATCHES, MATCHES],
  })
  expect(report.duplicates).toBeGreaterThan(100)
  expect(report.overtaken).toBeGreaterThan(50)
}, 200_000)
