/** Writes test/playthroughs/<id>.txt for every scenario: `npm run playthroughs`. Review the difference like code. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { listScenarios, openScenario } from '../../arena/scenario/index.ts'
import { playthroughOf, playthroughsFolder } from './playthrough.ts'

mkdirSync(playthroughsFolder, { recursive: true })
for (const { id } of listScenarios()) {
  const { game } = await openScenario(id)
  writeFileSync(new URL(`${id}.txt`, playthroughsFolder), playthroughOf(game))
}
