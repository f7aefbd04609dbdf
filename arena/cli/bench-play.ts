/** How fast games are played on one core: by the rules alone, and as matches with every event recorded. */
import type { Game } from '../core/game.ts'
import { Match } from '../core/match.ts'
import { draw, pick, type Random, seeded } from '../core/rng.ts'
import { openScenario } from '../scenario/index.ts'
import type { Measure } from './bench.ts'

const GAMES = ['tic-tac-toe', 'kuhn-poker'] as const
const SECONDS = 1

/** Games a second; the baseline of the rules is drawing the same number of random moves from a list and nothing else. */
export async function benchPlay(): Promise<Record<string, Measure>> {
  const found: Record<string, Measure> = {}
  for (const name of GAMES) {
    const { game } = await openScenario(name)
    const random = seeded(1)
    const draws = drawsOf(game)
    const bare = rate(() => drawOnly(draws, random))
    const rules = rate(() => playRules(game, random))
    let seed = 0
    const events = rate(() => playMatch(game, seed++, random))
    found[`${name} rules only`] = measure(rules, bare)
    found[`${name} with events`] = measure(events, rules)
  }
  return found
}

const measure = (value: number, baseline: number): Measure => ({
  value: Math.round(value),
  unit: 'games/s',
  baseline: Math.round(baseline),
  ratio: value / baseline,
})

/** Calls a second, after a warm-up. */
function rate(play: () => void): number {
  for (let count = 0; count < 2000; count++) play()
  const started = performance.now()
  let count = 0
  while (performance.now() - started < SECONDS * 1000) {
    for (let block = 0; block < 200; block++) play()
    count += 200
  }
  return count / ((performance.now() - started) / 1000)
}

function playRules(game: Game, random: Random): number {
  let state = game.start()
  for (let moves = 0; ; moves++) {
    const next = game.next(state)
    if (next.kind === 'over') return moves
    if (next.kind === 'deal') state = game.play(state, { seat: null, move: draw(next.odds, random()).move })
    else {
      const { seat, moves: offered } = next.choices[0]!
      state = game.play(state, { seat, move: pick(offered, random()) })
    }
  }
}

function playMatch(game: Game, seed: number, random: Random): void {
  const log: unknown[] = []
  const seats = game.seats.map(() => ({ agent: 'random' }))
  const match = Match.open({ game, match: `bench-${seed}`, seed, seats, record: (event) => void log.push(event) })
  while (!match.done) {
    for (const ask of match.asks()) match.answer(ask.seat, { move: pick(ask.moves, random()) })
  }
}

/** Moves and deals of a mean game. */
function drawsOf(game: Game): number {
  const random = seeded(2)
  let moves = 0
  for (let count = 0; count < 500; count++) moves += playRules(game, random)
  return Math.round(moves / 500)
}

const LIST = ['a', 'b', 'c', 'd', 'e']

function drawOnly(draws: number, random: Random): string {
  let last = ''
  for (let count = 0; count < draws; count++) last = pick(LIST, random())
  return last
}
