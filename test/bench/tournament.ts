/**
 * What a tournament costs over `parley play`, for one workload (`parley bench tournament` has three).
 *   node --import tsx test/bench/tournament.ts [scenario] [matches] [agent]
 */
import { overheadOf } from '../../arena/cli/bench-tournament.ts'

const [scenario = 'hanabi', count = '2000', agent = 'random'] = process.argv.slice(2)
const matches = Number(count)
const found = await overheadOf({ scenario, agent, matches, logged: Math.min(matches, 2000) })
for (const [name, { value, baseline, ratio }] of Object.entries(found)) {
  const percent = (100 * (ratio - 1)).toFixed(1)
  console.log(`${name}: play ${baseline} us a match, tournament ${value} us a match, overhead ${percent} %`)
}
