/**
 * What a tournament costs over bare play: the same matches, in one process, played in a plain loop and as a tournament.
 *   node --import tsx test/bench/tournament.ts [scenario] [matches]
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
import { agentOpener } from '../../plugins/open-agent.ts'
import { random } from '../../plugins/random/index.ts'

const [name = 'hanabi', count = '2000'] = process.argv.slice(2)
const scenario = await openScenario(name)
const openAgent = agentOpener([random])
const agents = ['random', 'random:2', 'random:3', 'random:4']

async function bare(matches: number): Promise<number> {
  const from = process.cpuUsage()
  for (let index = 0; index < matches; index++) {
    const seats = []
    for (const seat of scenario.game.seats.keys()) {
      seats.push(await openAgent('random', { game: scenario.game, random: stream(1, 'match', index, 'seat', seat) }))
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
  return cpu(from)
}

async function tournament(matches: number): Promise<number> {
  const data = mkdtempSync(join(tmpdir(), 'parley-'))
  const place = await openTournaments({ data })
  const plan = planOf({ scenarios: [name], agents, matches, seed: 3 })
  await enterPlan(plan, place.store)
  const from = process.cpuUsage()
  const deps = { ...place, openAgent, openScenario: async () => scenario }
  const { view } = await runTournament(plan.id, deps, { stop: new AbortController().signal, worker: workerName() })
  const seconds = cpu(from) * (matches / view.done)
  await place.close()
  rmSync(data, { recursive: true })
  return seconds
}

function cpu(from: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1e6
}

const matches = Number(count)
await bare(matches / 4)
await tournament(matches / 4)
const times = { bare: 0, tournament: 0 }
for (let i = 0; i < 3; i++) {
  times.bare += await bare(matches)
  times.tournament += await tournament(matches)
}
const rate = (seconds: number) => `${Math.round((3 * matches) / seconds)} matches per CPU second`
const over = 100 * (times.tournament / times.bare - 1)
console.log(`${name}: bare ${rate(times.bare)}, tournament ${rate(times.tournament)}: overhead ${over.toFixed(1)} %`)
