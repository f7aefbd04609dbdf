/**
 * What a tournament costs over bare play: the same matches, in one process, played in a plain loop and as a tournament.
 *   node --import tsx test/bench/tournament.ts [scenario] [matches] [agent]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Match } from '../../arena/core/match.ts'
import { playMatch } from '../../arena/core/play.ts'
import { stream } from '../../arena/core/rng.ts'
import { workerName } from '../../arena/host/jobs-sql.ts'
import { openTournaments } from '../../arena/host/tournament-open.ts'
import { planOf } from '../../arena/host/tournament-plan.ts'
import { enterPlan, runTournament } from '../../arena/host/tournament-run.ts'
import { openScenario } from '../../arena/scenario/index.ts'
import { openAgent } from '../../plugins/index.ts'

const [name = 'hanabi', count = '2000', player = 'random'] = process.argv.slice(2)
const scenario = await openScenario(name)
const agents = [1, 2, 3, 4].map((n) => `${player}:${n}`)

async function bare(matches: number): Promise<Spent> {
  const from = clock()
  for (let index = 0; index < matches; index++) {
    const seats = []
    for (const seat of scenario.game.seats.keys()) {
      seats.push(
        await openAgent(`${player}:1`, { game: scenario.game, random: stream(1, 'match', index, 'seat', seat) }),
      )
    }
    const match = Match.open({
      game: scenario.game,
      match: `bare-${index}`,
      seed: index,
      seats: seats.map(({ name }) => ({ agent: name })),
      record: () => {},
      word: (view, seat, choice) => scenario.prompt(view, seat, choice),
    })
    await playMatch(match, seats)
  }
  return since(from)
}

async function tournament(matches: number): Promise<Spent> {
  const data = mkdtempSync(join(tmpdir(), 'parley-'))
  const place = await openTournaments({ data })
  const plan = planOf({ scenarios: [name], agents, matches, seed: 3 })
  await enterPlan(plan, place.store)
  const from = clock()
  const deps = { ...place, openAgent, openScenario: async () => scenario }
  const { view } = await runTournament(plan.id, deps, { stop: new AbortController().signal, worker: workerName() })
  const share = matches / view.done
  const { wall, cpu } = since(from)
  await place.close()
  rmSync(data, { recursive: true })
  return { wall: wall * share, cpu: cpu * share }
}

/** Seconds. */
interface Spent {
  readonly wall: number
  readonly cpu: number
}

const clock = () => ({ wall: performance.now(), cpu: process.cpuUsage() })

function since(from: ReturnType<typeof clock>): Spent {
  const { user, system } = process.cpuUsage(from.cpu)
  return { wall: (performance.now() - from.wall) / 1000, cpu: (user + system) / 1e6 }
}

const matches = Number(count)
await bare(matches / 4)
await tournament(matches / 4)
const ROUNDS = 7
const times: Record<'bare' | 'tournament', Spent[]> = { bare: [], tournament: [] }
for (let i = 0; i < ROUNDS; i++) {
  times.bare.push(await bare(matches))
  times.tournament.push(await tournament(matches))
}

/** The quickest of the rounds: what the machine's other work adds is not the tournament's. */
const least = (spent: readonly Spent[], which: keyof Spent) => Math.min(...spent.map((one) => one[which]))
for (const which of ['wall', 'cpu'] as const) {
  const [plain, held] = [least(times.bare, which), least(times.tournament, which)]
  const rate = (seconds: number) => Math.round(matches / seconds)
  console.log(
    `${name}, ${which}: bare ${rate(plain)} matches/s, tournament ${rate(held)} matches/s, overhead ${(100 * (held / plain - 1)).toFixed(1)} %`,
  )
}
