/**
 * Hill-climbs the detective's weights against the lying culprit: `node --import tsx test/bench/tune-detective.ts simple 200 60`
 * (difficulty, mysteries a trial, trials). Uses training seeds only; prints the weights found and the rates on fresh ones.
 */
import { playTable } from '../../arena/cli/mystery-table.ts'
import type { Plugin } from '../../arena/core/agent.ts'
import { stream } from '../../arena/core/rng.ts'
import { type Difficulty, generate, isHeldOut, MOULDS, type Mould } from '../../arena/scenario/generate.ts'
import { detective, mysteryAgent } from '../../plugins/detective/index.ts'
import { WEIGHTS, type Weights } from '../../plugins/detective/weights.ts'
import { random } from '../../plugins/random/index.ts'

const [difficulty = 'simple', matches = '200', trials = '60', changes = '{}'] = process.argv.slice(2)
const mould: Mould = { ...MOULDS[difficulty as Difficulty], ...(JSON.parse(changes) as Partial<Mould>) }

const documentsFrom = (first: number, count: number) =>
  Array.from({ length: count * 2 }, (_, offset) => first + offset)
    .filter((seed) => !isHeldOut(seed))
    .slice(0, count)
    .map((seed) => generate(seed, difficulty as Difficulty, mould))

const weighing = (weights: Weights): Plugin => ({
  ...detective,
  make: (context) => mysteryAgent('detective', context, weights),
})

async function rates(weights: Weights, documents: ReturnType<typeof documentsFrom>) {
  const victims = { plugin: weighing(weights) }
  const against = async (plugin: Plugin, argument = '') => {
    const { killerWins, matches } = await playTable({ documents, sides: { killers: { plugin, argument }, victims }, seed: 5 })
    return killerWins / matches
  }
  return { liar: await against(detective), uniform: await against(random), honest: await against(detective, 'honest') }
}

const cost = ({ liar, uniform, honest }: Awaited<ReturnType<typeof rates>>) => liar + 0.5 * uniform + 0.5 * honest

const documents = documentsFrom(100_000, Number(matches))
const dice = stream(11, 'tune', difficulty)
let best = WEIGHTS
let least = cost(await rates(best, documents))
for (let trial = 0; trial < Number(trials); trial++) {
  const names = Object.keys(best) as (keyof Weights)[]
  const tried = { ...best }
  for (const name of names) {
    if (dice() < 0.2) tried[name] = Number((tried[name] * Math.exp(1.2 * (dice() - 0.5)) + 0.2 * (dice() - 0.5)).toFixed(3))
  }
  const found = await rates(tried, documents)
  if (cost(found) < least) {
    best = tried
    least = cost(found)
    process.stdout.write(`${trial} ${least.toFixed(3)} ${JSON.stringify(found)}\n`)
  }
}
process.stdout.write(`${JSON.stringify(best)}\n${JSON.stringify(await rates(best, documentsFrom(200_000, 400)))}\n`)
