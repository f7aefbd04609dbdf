/**
 * The balance of generated mysteries: `node --import tsx test/bench/mystery-bands.ts simple 500` (or `complex`, `accomplice`). Killer wins with 95 %
 * Wilson intervals for each pair of sides, the calibration of beliefs, and how often one clue decides. Held-out seeds only.
 */
import { playTable, type Seating, type Sides, wilson } from '../../arena/cli/mystery-table.ts'
import { type GeneratedKind, generateKind, isHeldOut } from '../../arena/scenario/generate.ts'
import { culprit } from '../../plugins/culprit/index.ts'
import { detective } from '../../plugins/detective/index.ts'
import { random } from '../../plugins/random/index.ts'
import { talker } from '../../plugins/talker/index.ts'
import { oracleConvicts } from '../mystery/oracle.ts'

const [difficulty = 'simple', count = '500'] = process.argv.slice(2)
const documents = Array.from({ length: Number(count) * 8 }, (_, seed) => 500_000 + seed)
  .filter(isHeldOut)
  .slice(0, Number(count))
  .map((seed) => generateKind(seed, difficulty as GeneratedKind))

const by = (plugin: Seating['plugin'], argument = ''): Seating => ({ plugin, argument })
const tables: Readonly<Record<string, Sides>> = {
  'all uniform random': { killers: by(random), victims: by(random) },
  'random table, lying culprit': { killers: by(culprit), victims: by(random) },
  'talkers, lying culprit': { killers: by(culprit), victims: by(talker) },
  'one detective, rest random, lying culprit': { killers: by(culprit), victims: by(random), first: by(detective) },
  'detectives, uniform-random culprit': { killers: by(random), victims: by(detective) },
  'detectives, lying culprit': { killers: by(culprit), victims: by(detective) },
  'detectives, honest culprit': { killers: by(detective, 'honest'), victims: by(detective) },
  'honest innocents, lying culprit': { killers: by(culprit), victims: by(detective, 'honest') },
}

const say = (text: string) => process.stdout.write(`${text}\n`)
const percent = (hits: number, trials: number) => {
  const { rate, low, high } = wilson(hits, trials)
  return `${rate.toFixed(1)} [${low.toFixed(1)}, ${high.toFixed(1)}]`
}

for (const [name, sides] of Object.entries(tables)) {
  const study = name === 'detectives, lying culprit'
  const tally = await playTable({ documents, sides, seed: 1, study })
  const each = (sum: number) => (sum / tally.matches).toFixed(1)
  say(
    `${name.padEnd(44)} ${percent(tally.killerWins, tally.matches).padEnd(20)} ${(tally.matches / tally.seconds).toFixed(0)} matches/s${study ? ' (beliefs read at every move)' : ''}`,
  )
  if (!study) continue
  say(
    `  clues found ${each(tally.found)} of ${each(tally.clues)}, questions ${each(tally.questions)}, shares ${each(tally.shares)}, false claims ${each(tally.lies)}, run-offs ${percent(tally.runOffs, tally.matches)}`,
  )
  say(`  one clue decides ${percent(tally.oneClue, tally.matches)}`)
  const bins = tally.bins.filter(({ count: beliefs }) => beliefs > 0)
  say(
    `  calibration ${bins.map(({ count: beliefs, sum, hits }) => `${(sum / beliefs).toFixed(2)}->${(hits / beliefs).toFixed(2)} (${beliefs})`).join('  ')}`,
  )
}
const missed = documents.filter((document) => !oracleConvicts(document)).length
say(`${'oracle'.padEnd(44)} ${percent(missed, documents.length)}`)
