/** `parley worker`: plays matches of whatever tournaments are in line, until it is told to stop. */
import { openAgent } from '../../plugins/index.ts'
import { ParleyError } from '../core/errors.ts'
import { workerName } from '../host/jobs-sql.ts'
import { ShownMatches } from '../host/shown-matches.ts'
import { openTournaments } from '../host/tournament-open.ts'
import type { StopReason } from '../host/tournament-play.ts'
import { work } from '../host/tournament-worker.ts'
import { type CommonOptions, remark, result, type Subcommand } from './command.ts'
import { whole } from './tournament.ts'
import { scenarioCache } from './tournament-run.ts'

interface WorkerCall extends CommonOptions {
  readonly postgres?: string
  readonly redis?: string
  readonly lease: number
}

export const workerCommand: Subcommand = {
  name: 'worker',
  summary: 'plays the matches of tournaments that run elsewhere',
  examples: [
    'parley worker --redis redis://jobs.example:6379 --postgres postgres://parley@db.example/parley',
    'parley worker --data ./data',
  ],
  build(command) {
    command
      .option('--postgres <url>', 'the store; without one, SQLite in --data')
      .option('--redis <url>', 'the line of jobs; without one, a table of the store')
      .option(
        '--lease <seconds>',
        'after so long without a word its matches go to another worker',
        whole('--lease'),
        30,
      )
      .action(run)
  },
}

async function run(options: WorkerCall): Promise<void> {
  const { data, postgres, redis } = options
  if (redis !== undefined && postgres === undefined) {
    throw new ParleyError('bad-option', '--redis needs --postgres: workers on many machines share no file')
  }
  const lease = options.lease * 1000
  const where = { data, lease, ...(postgres !== undefined && { postgres }), ...(redis !== undefined && { redis }) }
  const place = await openTournaments(where)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop.abort('paused' satisfies StopReason))
  const name = workerName()
  let matches = 0
  const kept = (rows: readonly unknown[]) => {
    matches += rows.length
    remark(options, `${matches} matches`)
  }
  remark(options, `worker ${name} waits for matches; Ctrl-C gives back what it holds`)
  const failed = (error: unknown) => remark(options, `spectators miss something: ${String(error)}`)
  const shows = new ShownMatches(place.arena, { node: name, failed })
  try {
    await work({ ...place, shows, openAgent, openScenario: scenarioCache() }, { name, stop: stop.signal, kept, lease })
  } finally {
    await shows.close().catch(failed)
    await place.close()
  }
  result(options, { worker: name, matches }, `${matches} matches played`)
}
