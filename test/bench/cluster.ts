/**
 * A tournament on a cluster: PostgreSQL, Redis, three worker processes of which one is killed in the middle. Every match
 * has to count once and the table to be that of one process on SQLite. Then spectators: two servers, one Redis.
 *   eval "$(.ci/services.sh start)"; node --import tsx test/bench/cluster.ts [matches]
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { Server } from 'socket.io'
import { io as connect } from 'socket.io-client'
import { joinCluster } from '../../arena/host/cluster-spectators.ts'
import { openTournaments } from '../../arena/host/tournament-open.ts'
import { planOf } from '../../arena/host/tournament-plan.ts'
import { enterPlan, type RunEnd, runTournament } from '../../arena/host/tournament-run.ts'
import { openAgent } from '../../plugins/index.ts'
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

async function spectators(): Promise<boolean> {
  const nodes = await Promise.all(
    [0, 1].map(async () => {
      const http = createServer()
      const io = new Server(http, { connectionStateRecovery: undefined as never })
      const leave = await joinCluster(io, redis!, (error) => console.error(error))
      await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
      io.on('connection', (socket) => void socket.join('lobby'))
      return { io, leave, port: (http.address() as AddressInfo).port }
    }),
  )
  const client = connect(`http://127.0.0.1:${nodes[1]!.port}`, { transports: ['websocket'] })
  await once(client as never, 'connect')
  await new Promise((done) => setTimeout(done, 300))
  const heard = new Promise<unknown>((done) => client.once('match', done))
  nodes[0]!.io.to('lobby').emit('match', { id: 'm1' })
  const got = await Promise.race([heard, new Promise((done) => setTimeout(done, 8000, null))])
  client.disconnect()
  for (const { io, leave } of nodes) {
    await io.close()
    leave()
  }
  return isDeepStrictEqual(got, { id: 'm1' })
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
check('a spectator on one node hears what another node tells', await spectators())
process.exit(failures === 0 ? 0 : 1)
