/**
 * Hill-climbs one side of the mystery agents against the other as it stands:
 * `node --import tsx test/bench/tune-detective.ts weights simple 200 60` (side: `weights` of detectives or `guile` of
 * liars; difficulty, mysteries a trial, trials, changes to the mould as JSON). Training seeds only.
 */
import { playTable } from '../../arena/cli/mystery-table.ts'
import type { Plugin } from '../../arena/core/agent.ts'
import { stream } from '../../arena/core/rng.ts'
import { type Difficulty, generate, isHeldOut, MOULDS, type Mould } from '../../arena/scenario/generate.ts'
import { detective, mysteryAgent, TEMPER, type Temper } from '../../plugins/detective/index.ts'
import { random } from '../../plugins/random/index.ts'

const [side = 'weights', difficulty = 'simple', matches = '200', trials = '60', changes = '{}'] = process.argv.slice(2)
const mould: Mould = { ...MOULDS[difficulty as Difficulty], ...(JSON.parse(changes) as Partial<Mould>) }

const documentsFrom = (first: number, count: number) =>
  Array.from({ length: count * 2 }, (_, offset) => first + offset)
    .filter((seed) => !isHeldOut(seed))
    .slice(0, count)
    .map((seed) => generate(seed, difficulty as Difficulty, mould))

const tempered = (temper: Temper): Plugin => ({
  ...detective,
  make: (context) => mysteryAgent('detective', context, temper),
})

async function rates(temper: Temper, documents: ReturnType<typeof documentsFrom>) {
  const plugin = tempered(temper)
  const against = async (killer: Plugin, argument = '') => {
    const sides = { killers: { plugin: killer, argument }, victims: { plugin } }
    const { killerWins, matches } = await playTable({ documents, sides, seed: 5 })
    return killerWins / matches
  }
  return { liar: await against(plugin), uniform: await against(random), honest: await against(plugin, 'honest') }
}

/** Detectives want all of it low; liars only want to win. */
const cost = ({ liar, uniform, honest }: Awaited<ReturnType<typeof rates>>) =>
  side === 'guile' ? -liar : liar + 0.5 * uniform + 0.5 * honest

const documents = documentsFrom(100_000, Number(matches))
const dice = stream(11, 'tune', side, difficulty)

function varied<T extends object>(numbers: T): T {
  const entries = Object.entries(numbers).map(([name, value]: [string, number]) => [
    name,
    dice() < 0.25 ? Number((value * Math.exp(1.2 * (dice() - 0.5)) + 0.3 * (dice() - 0.5)).toFixed(3)) : value,
  ])
  return Object.fromEntries(entries)
}

let best = TEMPER
let least = cost(await rates(best, documents))
for (let trial = 0; trial < Number(trials); trial++) {
  const tried = side === 'guile' ? { ...best, guile: varied(best.guile) } : { ...best, weights: varied(best.weights) }
  const found = await rates(tried, documents)
  if (cost(found) < least) {
    best = tried
    least = cost(found)
    process.stdout.write(`${trial} ${least.toFixed(3)} ${JSON.stringify(found)}\n`)
  }
}
process.stdout.write(`${JSON.stringify(side === 'guile' ? best.guile : best.weights)}\n`)
process.stdout.write(`fresh seeds: ${JSON.stringify(await rates(best, documentsFrom(200_000, 400)))}\n`)
