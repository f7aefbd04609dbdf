/**
 * A tournament on a cluster: PostgreSQL, Redis, three worker processes of which one is killed in the middle. Every match
 * has to count once and the table to be that of one process on SQLite. Then spectators: two servers, of which one plays.
 *   eval "$(.ci/services.sh start)"; node --import tsx test/bench/cluster.ts [matches]
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { isDeepStrictEqual } from 'node:util'
import type { FrameBatch, MatchSummary } from '../../arena/host/protocol.ts'
import { openPostgres } from '../../arena/host/store-open.ts'
import { Tokens } from '../../arena/host/tokens.ts'
import { openTournaments } from '../../arena/host/tournament-open.ts'
import { planOf } from '../../arena/host/tournament-plan.ts'
import { enterPlan, type RunEnd, runTournament } from '../../arena/host/tournament-run.ts'
import { openAgent } from '../../plugins/index.ts'
import { act, joined, spectator, until, watched } from '../host/support.ts'
import { openOnce, tableOf, temporary } from '../tournament/arena.ts'

const { PARLEY_TEST_REDIS: redis, PARLEY_TEST_POSTGRES: postgres } = process.env
if (redis === undefined || postgres === undefined) throw new Error('set PARLEY_TEST_REDIS and PARLEY_TEST_POSTGRES')
const matches = Number(process.argv[2] ?? '600')
const LEASE = 3

const plan = planOf({
  id: `cluster-${Date.now().toString(36)}`,
  scenarios: ['mystery:simple:1-2'],
  agents: ['detective', 'culprit', 'talker', 'random', 'random:2'],
  schedule: 'role-blocks',
  matches,
  seed: 4,
})

let failures = 0
function check(name: string, ok: boolean): void {
  if (!ok) failures++
  console.log(`${ok ? 'ok' : 'FAILED'}: ${name}`)
}

function startWorker(): ChildProcess {
  const call = [
    'worker',
    '--redis',
    redis!,
    '--postgres',
    postgres!,
    '--data',
    temporary(),
    '--lease',
    String(LEASE),
    '--quiet',
  ]
  return spawn(process.execPath, ['--import', 'tsx', 'arena/cli/main.ts', ...call], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

async function onCluster(): Promise<{ end: RunEnd; rows: number; distinct: number; killedAt: number }> {
  const place = await openTournaments({ data: temporary(), postgres: postgres!, redis: redis! })
  await enterPlan(plan, place.store)
  const workers = [startWorker(), startWorker(), startWorker()]
  let killedAt = 0
  const end = await runTournament(
    plan.id,
    { ...place, openAgent, openScenario: openOnce },
    {
      stop: new AbortController().signal,
      worker: null,
      beat: 50,
      progress: ({ done, planned }) => {
        if (killedAt > 0 || done < planned / 4) return
        killedAt = done
        workers[0]!.kill('SIGKILL')
      },
    },
  )
  const ids = (await place.store.results(plan.id, 0)).map(({ match }) => match)
  for (const worker of workers.slice(1)) worker.kill('SIGTERM')
  const codes = await Promise.all(workers.slice(1).map(async (worker) => (await once(worker, 'exit'))[0] as unknown))
  check(
    'workers told to stop exit 0',
    codes.every((code) => code === 0),
  )
  await place.close()
  return { end, rows: ids.length, distinct: new Set(ids).size, killedAt }
}

async function onOneMachine(): Promise<RunEnd> {
  const place = await openTournaments({ data: temporary() })
  await enterPlan(plan, place.store)
  const deps = { ...place, openAgent, openScenario: openOnce }
  const end = await runTournament(plan.id, deps, { stop: new AbortController().signal, worker: 'alone/1/x' })
  await place.close()
  return end
}

/** A `parley serve` of its own, with its own data folder, on the servers all share. */
async function startServer(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const call = ['serve', '--json', '--quiet', '--port', '0', '--open', '--data', temporary()]
  const shared = ['--redis', redis!, '--postgres', postgres!]
  const child = spawn(process.execPath, ['--import', 'tsx', 'arena/cli/main.ts', ...call, ...shared], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
  return { ...(JSON.parse(line) as { url: string }), stop }
}

/** An agent plays at one server; spectators of both servers see the same, and the lobby of the other hears of it. */
async function spectators(): Promise<void> {
  const store = await openPostgres(postgres!)
  const name = `watched-${Date.now().toString(36)}`
  const token = await (await Tokens.open(store, [])).make(name, ['play'], 0)
  const [a, b] = await Promise.all([startServer(), startServer()])
  const agent = await joined(a.url, token, () => null)
  const [near, far, lobby] = await Promise.all([a, b, b].map(async ({ url }) => await spectator(url)))
  const heard: string[] = []
  lobby!.on('match', ({ id }: MatchSummary) => heard.push(id))
  await lobby!.emitWithAck('lobby', {})
  const started = await fetch(`${a.url}/api/matches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scenario: 'connect-four', agents: [name, 'random'] }),
  })
  const { id } = (await started.json()) as MatchSummary
  await until(() => agent.asks.length > 0)
  const watching = [watched(near!, { match: id }), watched(far!, { match: id })]
  for (let turn = 0; agent.overs.length === 0; turn++) {
    await until(() => agent.asks.length > turn || agent.overs.length > 0)
    const ask = agent.asks[turn]
    if (ask) await act(agent.socket, { match: id, turn: ask.turn, move: ask.moves[0] })
  }
  const [here, there] = await Promise.all(watching)
  const frames = ({ batches }: { readonly batches: readonly FrameBatch[] }) => batches.flatMap((batch) => batch.frames)
  check(
    'a spectator on one node sees every frame of a match that another plays, in order',
    isDeepStrictEqual(frames(there!), frames(here!)) && frames(there!).at(-1)?.type === 'ended',
  )
  await until(() => heard.includes(id))
  check('the lobby of one node hears what another tells', true)
  for (const socket of [near!, far!, lobby!, agent.socket]) socket.disconnect()
  await Promise.all([a.stop(), b.stop()])
  await store.close()
}

const { end, rows, distinct, killedAt } = await onCluster()
const { planned, done } = end.view
console.log(
  `${done} matches over three workers, one killed after ${killedAt}: ${(done / end.elapsed.seconds).toFixed(0)} a second`,
)
check('the tournament is over', end.state === 'over')
check('a worker was killed in the middle', killedAt > 0 && killedAt < planned)
check(
  `every one of ${planned} planned matches has one result`,
  done === planned && rows === planned && distinct === planned,
)
check(
  'the table is that of one process on SQLite',
  isDeepStrictEqual(tableOf(end.view), tableOf((await onOneMachine()).view)),
)
await spectators()
process.exit(failures === 0 ? 0 : 1)
