/**
 * Kills a running tournament at random points with SIGKILL and resumes it, and counts.
 *   node --import tsx test/bench/crash.ts [kills] [matches]
 */
import { isDeepStrictEqual } from 'node:util'
import { killed, undisturbed } from '../tournament/crash.ts'

const [kills = '50', matches = '2000'] = process.argv.slice(2)
const { end, milliseconds } = await undisturbed(Number(matches))
console.log(`undisturbed: ${end.done} of ${end.planned} matches in ${(milliseconds / 1000).toFixed(1)} s`)
let total = 0
for (let seed = 1; total < Number(kills); seed++) {
  const wanted = Math.min(10, Number(kills) - total)
  const report = await killed(Number(matches), { kills: wanted, seed, milliseconds: milliseconds / 6 })
  total += report.kills
  const same = isDeepStrictEqual(report.end, end)
  console.log(
    `killed ${report.kills} times (after ${report.at.join(', ')} ms): ${report.end.done} matches, table ${same ? 'the same' : 'DIFFERENT'}`,
  )
  if (!same) process.exitCode = 1
}
console.log(`${total} kills in all`)
