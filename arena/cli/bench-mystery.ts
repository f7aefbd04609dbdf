/** `parley bench mystery`: whole mysteries a second, by who plays; the baseline is tic-tac-toe moves a second in the same loop. */
import { culprit } from '../../plugins/culprit/index.ts'
import { detective } from '../../plugins/detective/index.ts'
import { random } from '../../plugins/random/index.ts'
import type { Plugin } from '../core/agent.ts'
import { Match } from '../core/match.ts'
import { playMatch } from '../core/play.ts'
import { stream } from '../core/rng.ts'
import { ticTacToe } from '../games/tic-tac-toe.ts'
import { type Difficulty, generate } from '../scenario/generate.ts'
import type { Bench, Measure } from './bench.ts'
import { playTable } from './mystery-table.ts'

const MATCHES: Readonly<Record<Difficulty, number>> = { simple: 600, complex: 300 }

export const benchMystery: Bench = async () => {
  const baseline = await movesOfTicTacToe(2000)
  const found: Record<string, Measure> = {}
  for (const difficulty of ['simple', 'complex'] as const) {
    const before = process.cpuUsage()
    const documents = Array.from({ length: MATCHES[difficulty] }, (_, seed) => generate(seed, difficulty))
    const made = documents.length / seconds(before)
    found[`mystery.${difficulty}.generated`] = measure(made, 'documents/s', baseline)
    const killers: Readonly<Record<string, Plugin>> = { random, detective: culprit }
    for (const victims of [random, detective]) {
      const sides = { killers: { plugin: killers[victims.id]! }, victims: { plugin: victims } }
      await playTable({ documents: documents.slice(0, 100), sides, seed: 2 })
      const tally = await playTable({ documents, sides, seed: 1 })
      found[`mystery.${difficulty}.${victims.id}`] = measure(tally.matches / tally.seconds, 'matches/s', baseline)
    }
  }
  return found
}

const measure = (value: number, unit: string, baseline: number): Measure => ({
  value: Math.round(value),
  unit,
  baseline: Math.round(baseline),
  ratio: value / baseline,
})

function seconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1e6
}

/** Moves a second of processor time, random against random, events recorded. */
async function movesOfTicTacToe(matches: number): Promise<number> {
  const game = ticTacToe.make('tic-tac-toe', {})
  let moves = 0
  const play = async (count: number) => {
    for (let seed = 0; seed < count; seed++) {
      const agents = await Promise.all([0, 1].map((seat) => random.make({ random: stream(seed, seat), argument: '' })))
      const seats = agents.map(({ name }) => ({ agent: name }))
      const match = Match.open({ game, match: 'bench', seed, seats, record() {} })
      await playMatch(match, agents)
      moves += match.turn
    }
  }
  await play(200)
  moves = 0
  const before = process.cpuUsage()
  await play(matches)
  return moves / seconds(before)
}
