/** How fast small games are solved: NashConv and CFR+ over the laid-out game, beside walking the rules afresh. */
import { openScenario } from '../scenario/index.ts'
import { cfrPlus, compileTree, nashConv, profileOf, uniform } from '../solve/index.ts'
import type { Measure } from './bench.ts'

const ROUNDS = 60
const FRESH_ROUNDS = 5

/** Calls a second on Leduc poker; the baseline lays the game out anew for every call, as a walk over the rules would. */
export async function benchSolve(): Promise<Record<string, Measure>> {
  const { game } = await openScenario('leduc-poker')
  const tree = compileTree(game)
  const profile = profileOf(tree, uniform)
  const fresh = rate(FRESH_ROUNDS, () => nashConv(compileTree(game), uniform))
  const laidOut = rate(ROUNDS, () => nashConv(tree, profile))
  const updates = rate(1, () => cfrPlus(tree, ROUNDS)) * ROUNDS
  return {
    'leduc-poker NashConv': measure(laidOut, 'calls/s', fresh),
    'leduc-poker CFR+': measure(updates, 'iterations/s', laidOut),
  }
}

const measure = (value: number, unit: string, baseline: number): Measure => ({
  value: Math.round(value),
  unit,
  baseline: Math.round(baseline * 10) / 10,
  ratio: value / baseline,
})

/** Calls a second, after one call to warm up. */
function rate(rounds: number, call: () => unknown): number {
  call()
  const started = performance.now()
  for (let round = 0; round < rounds; round++) call()
  return rounds / ((performance.now() - started) / 1000)
}
