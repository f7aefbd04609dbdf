/** The golden playthroughs: a change of rules shows here as a difference to read. `npm run playthroughs` writes them anew. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { listScenarios, openScenario } from '../../arena/scenario/index.ts'
import { playthroughOf, playthroughsFolder } from '../support/playthrough.ts'

test.each(listScenarios().map(({ id }) => id))('%s plays as its playthrough says', async (id) => {
  const file = new URL(`${id}.txt`, playthroughsFolder)
  const written = existsSync(file) ? readFileSync(file, 'utf8') : ''
  expect(firstDifference(written, playthroughOf((await openScenario(id)).game))).toBeNull()
})

/** One line is enough to see; `npm run playthroughs` and `git diff` show the rest. */
function firstDifference(written: string, played: string): { line: number; written: string; played: string } | null {
  if (written === played) return null
  const [before, after] = [written.split('\n'), played.split('\n')]
  const line = after.findIndex((text, index) => text !== before[index])
  return { line: line + 1, written: before[line] ?? '', played: after[line] ?? '' }
}
