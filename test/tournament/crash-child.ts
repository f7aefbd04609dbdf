/** A process to be killed: runs the tournament of argument 2 in the folder of argument 1, then prints its table. */
import { workerName } from '../../arena/host/jobs-sql.ts'
import { openArena, plan, play, tableOf } from './arena.ts'

const [data = '', matches = '200'] = process.argv.slice(2)
const arena = await openArena(data)
process.stdout.write('started\n')
const agents = ['slow:2', 'random:b', 'random:c', 'random:d']
const given = plan({ agents, matches: Number(matches), concurrency: 4 })
const { view } = await play(arena, given, { worker: workerName() })
process.stdout.write('over\n')
process.stdout.write(`${JSON.stringify({ done: view.done, planned: view.planned, table: tableOf(view) })}\n`)
await arena.close()
