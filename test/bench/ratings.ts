/**
 * What ratings promise, measured: coverage of 95 % intervals over simulated leagues, error rates of the sequential
 * test, time of the bootstrap.   node --import tsx test/bench/ratings.ts [coverage] [sprt] [bootstrap]
 */
import { draw, stream } from '../../arena/core/rng.ts'
import { scoreOf } from '../../arena/ratings/elo.ts'
import { ratePool } from '../../arena/ratings/rate.ts'
import { type SprtPlan, sprt } from '../../arena/ratings/sprt.ts'
import { league } from '../ratings/league.ts'

const LEAGUES = 500
const TESTS = 1000

function coverage(): void {
  for (const [name, luck] of [['independent games', 0] as const, ['games of a block share their luck', 150] as const]) {
    let [covered, all] = [0, 0]
    for (let seed = 0; seed < LEAGUES; seed++) {
      const { truth, duels } = league({ agents: 6, blocks: 20, seed, luck })
      for (const { agent, ci95 } of ratePool(duels, { seed, resamples: 1000 }).ratings) {
        const true_ = 1500 + truth[agent]!
        all++
        if (ci95[0] <= true_ && true_ <= ci95[1]) covered++
      }
    }
    console.log(`coverage of the 95 % interval, ${name}: ${((100 * covered) / all).toFixed(2)} % (${LEAGUES} leagues)`)
  }
}

function errorRates(): void {
  for (const scale of ['logistic', 'normalized'] as const) {
    const plan: SprtPlan = { elo0: 0, elo1: 30, alpha: 0.05, beta: 0.05, scale, games: 2 }
    for (const [truth, wrong] of [[plan.elo0, 'better'] as const, [plan.elo1, 'not better'] as const]) {
      let [errors, blocks] = [0, 0]
      for (let seed = 0; seed < TESTS; seed++) {
        const run = runTest(plan, truth, seed)
        blocks += run.blocks
        if (run.decision === wrong) errors++
      }
      console.log(
        `sprt ${scale} [0, 30], truth ${truth}: says "${wrong}" in ${((100 * errors) / TESTS).toFixed(1)} % of ${TESTS} tests (stated 5 %), ${(blocks / TESTS).toFixed(0)} blocks on average`,
      )
    }
  }
}

/** Pentanomial blocks whose true mean (or mean over deviation) is exactly the hypothesis. */
function runTest(plan: SprtPlan, elo: number, seed: number) {
  const random = stream(seed, 'sprt', elo)
  const odds = pentanomial(plan, elo)
  const counts = odds.map(({ score }) => ({ score, count: 0 }))
  for (let blocks = 1; ; blocks++) {
    counts[draw(odds, random()).index]!.count++
    const { decision } = sprt(counts, plan)
    if (decision !== 'go on') return { decision, blocks }
  }
}

function pentanomial({ scale }: SprtPlan, elo: number) {
  const base = [0.08, 0.22, 0.4, 0.22, 0.08]
  const shifted = (tilt: number) => {
    const raw = base.map((chance, i) => chance * Math.exp(tilt * (i - 2)))
    const sum = raw.reduce((total, one) => total + one, 0)
    return raw.map((one) => one / sum)
  }
  const leadOf = (chances: readonly number[]) => {
    const mean = chances.reduce((sum, chance, i) => sum + (chance * i) / 4, 0)
    const deviation = Math.sqrt(chances.reduce((sum, chance, i) => sum + chance * (i / 4 - mean) ** 2, 0))
    return scale === 'logistic' ? mean : (mean - 0.5) / deviation
  }
  const wanted = scale === 'logistic' ? scoreOf(elo) : (elo / (800 / Math.LN10)) * Math.SQRT2
  let [low, high] = [-2, 2]
  for (let i = 0; i < 80; i++) {
    const middle = (low + high) / 2
    if (leadOf(shifted(middle)) < wanted) low = middle
    else high = middle
  }
  return shifted(low).map((chance, index) => ({ chance, index, score: index / 4 }))
}

function bootstrapTime(): void {
  const { duels } = league({ agents: 12, blocks: 379, seed: 1 })
  const start = performance.now()
  const { blocks } = ratePool(duels, { seed: 1, resamples: 1000 })
  const seconds = (performance.now() - start) / 1000
  console.log(
    `bootstrap: 1000 resamples of ${duels.length} games in ${blocks} blocks, 12 agents: ${seconds.toFixed(2)} s`,
  )
}

const wanted = process.argv.slice(2)
for (const [name, run] of Object.entries({ bootstrap: bootstrapTime, sprt: errorRates, coverage })) {
  if (wanted.length === 0 || wanted.includes(name)) run()
}
