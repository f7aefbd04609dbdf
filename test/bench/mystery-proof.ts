/**
 * The generator's promises over a full sample: `node --import tsx test/bench/mystery-proof.ts simple 2000 5000`
 * (or `complex`, `accomplice`; mysteries checked by brute force, mysteries of the leak test). Exit 1 when one is broken.
 */
import { ACCOMPLICE, GENERATED, generateKind, MOULDS, planOf } from '../../arena/scenario/generate.ts'
import { brokenPromises } from '../mystery/guarantees.ts'
import { leakTest } from '../mystery/leak.ts'

const [difficulty = 'simple', count = '2000', leaks = '5000'] = process.argv.slice(2)
const kind = GENERATED.find((one) => one === difficulty)!
const mould = kind === 'accomplice' ? ACCOMPLICE : MOULDS[kind]
const level = kind === 'accomplice' ? 'complex' : kind
const say = (text: string) => process.stdout.write(`${text}\n`)

let broken = 0
let refused = 0
for (let seed = 0; seed < Number(count); seed++) {
  refused += planOf(seed, level, mould).refused
  const document = generateKind(seed, kind)
  const promises = brokenPromises(document, mould.left(document.characters.length))
  if (promises.length === 0) continue
  broken++
  say(`${document.id}: ${promises.join('; ')}`)
}
say(
  `${count} ${kind} mysteries: ${broken} with a broken promise; ${(refused / Number(count)).toFixed(1)} draws refused for each`,
)

if (Number(leaks) > 0) {
  const documents = Array.from({ length: Number(leaks) }, (_, seed) => generateKind(100_000 + seed, kind))
  const half = Math.floor(documents.length / 2)
  const { accuracy, chance, error } = leakTest(documents.slice(0, half), documents.slice(half))
  say(
    `leak test over ${leaks}: names the culprit ${(100 * accuracy).toFixed(1)} %, chance ${(100 * chance).toFixed(1)} % (standard error ${(100 * error).toFixed(1)})`,
  )
  if (accuracy > chance + 3 * error) process.exitCode = 1
}
if (broken > 0) process.exitCode = 1
