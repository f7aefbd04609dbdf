/** The golden playthroughs: a change of rules shows here as a difference to read. `npm run playthroughs` writes them anew. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { listScenarios, openScenario } from '../../arena/scenario/index.ts'
import { playthroughOf, playthroughsFolder } from '../support/playthrough.ts'

test.each(listScenarios().map(({ id }) => id))('%s plays as its playthrough says', async (id) => {
  const file = new URL(`${id}.txt`, playthroughsFolder)
  expect(existsSync(file)).toBe(true)
  expect(playthroughOf((await openScenario(id)).game)).toBe(readFileSync(file, 'utf8'))
})
