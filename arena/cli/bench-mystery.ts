/**
 * `parley bench mystery`: whole mysteries a second of processor time, by who plays. `pool`: a hundred mysteries opened
 * once and played over and over; `new`: a mystery generated, opened and played once each; `surveyed`: of the pool,
 * with everyone's belief asked after every move. Warmed up first, as a table that plays on is. The baseline is
 * tic-tac-toe moves a second in the same loop.
 */
import { culprit } from '../../plugins/culprit/index.ts'
import { detective } from '../../plugins/detective/index.ts'
import { random } from '../../plugins/random/index.ts'
import type { Plugin } from '../core/agent.ts'
import type { Game } from '../core/game.ts'
import { Match, type SurveyPlan } from '../core/match.ts'
import { playMatch } from '../core/play.ts'
import { stream } from '../core/rng.ts'
import { mysteryGame } from '../games/murder-mystery/index.ts'
import { ticTacToe } from '../games/tic-tac-toe.ts'
import { type Difficulty, generate } from '../scenario/generate.ts'
import type { Bench, Measure } from './bench.ts'

const POOL = 100
/** Of processor time. */
const WARM_SECONDS = 1
const SECONDS = 2

/** Who plays the killer's side and who the others. */
type Sides = readonly [killers: Plugin, victims: Plugin]

const TABLES: Readonly<Record<string, Sides>> = { random: [random, random], detective: [culprit, detective] }

export const benchMystery: Bench = async () => {
  const baseline = await movesOfTicTacToe()
  const found: Record<string, Measure> = {}
  const note = (name: string, value: number, unit: string) => {
    found[`mystery.${name}`] = {
      value: Math.round(value),
      unit,
      baseline: Math.round(baseline),
      ratio: value / baseline,
    }
  }
  for (const difficulty of ['simple', 'complex'] as const) {
    const pool = Array.from({ length: POOL }, (_, seed) => opened(seed, difficulty))
    const fromPool = (seed: number) => pool[seed % POOL]!
    const fresh = (seed: number) => opened(seed, difficulty)
    note(`${difficulty}.generated`, await rate(async (seed) => void generate(seed, difficulty)), 'documents/s')
    for (const [name, sides] of Object.entries(TABLES)) {
      note(`${difficulty}.${name}.pool`, await rate((seed) => play(fromPool(seed), sides, seed)), 'matches/s')
      note(`${difficulty}.${name}.new`, await rate((seed) => play(fresh(seed), sides, seed)), 'matches/s')
    }
    const surveyed = (seed: number) => play(fromPool(seed), TABLES.detective!, seed, 'every')
    note(`${difficulty}.detective.surveyed`, await rate(surveyed), 'matches/s')
  }
  return found
}

function opened(seed: number, difficulty: Difficulty): Game {
  const document = generate(seed, difficulty)
  return mysteryGame(document.id, document)
}

/** One match with agents of its own, no log kept. Returns the moves it took. */
async function play(
  game: Game,
  [killers, victims]: Sides,
  seed: number,
  survey: SurveyPlan = 'never',
): Promise<number> {
  const agents = await Promise.all(
    game.seats.map(({ faction }, seat) =>
      (faction === 'killer' ? killers : victims).make({ random: stream(seed, 'agent', seat), argument: '' }),
    ),
  )
  const seats = agents.map(({ name }) => ({ agent: name }))
  const match = Match.open({ game, match: 'bench', seed, seats, survey, record() {} })
  await playMatch(match, agents)
  return match.turn
}

/** Calls a second of processor time, after a warm-up; with `of`, the sum of what the calls return a second. */
async function rate(call: (seed: number) => Promise<unknown>, of: 'calls' | 'sum' = 'calls'): Promise<number> {
  let seed = 0
  for (const before = process.cpuUsage(); seconds(before) < WARM_SECONDS; ) await call(seed++)
  const before = process.cpuUsage()
  let sum = 0
  do
    for (let block = 0; block < 20; block++)
      sum += of === 'calls' ? await counted(call(seed++)) : Number(await call(seed++))
  while (seconds(before) < SECONDS)
  return sum / seconds(before)
}

const counted = async (call: Promise<unknown>): Promise<number> => {
  await call
  return 1
}

function seconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1e6
}

/** Moves a second, random against random, events recorded. */
function movesOfTicTacToe(): Promise<number> {
  const game = ticTacToe.make('tic-tac-toe', {})
  return rate((seed) => play(game, [random, random], seed), 'sum')
}
