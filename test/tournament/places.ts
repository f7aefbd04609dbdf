/** The stores and lines of jobs that tests run over: embedded ones always, servers when the environment names them. */
import { randomBytes } from 'node:crypto'
import type { Jobs } from '../../arena/host/jobs.ts'
import { BullJobs } from '../../arena/host/jobs-bullmq.ts'
import { SqlJobs } from '../../arena/host/jobs-sql.ts'
import { openPool, openPostgres, openSqlite } from '../../arena/host/store-open.ts'
import { SqlTournamentStore, tournamentDatabase } from '../../arena/host/tournament-sql.ts'
import type { TournamentStore } from '../../arena/host/tournament-store.ts'
import { pglitePool } from '../host/pglite-pool.ts'

/** `postgres://...` and `redis://...` of servers to test against; `.ci/services.sh` starts both. */
export const POSTGRES = process.env['PARLEY_TEST_POSTGRES']
export const REDIS = process.env['PARLEY_TEST_REDIS']

export const unique = (): string => randomBytes(4).toString('hex')

export const stores: Readonly<Record<string, () => Promise<TournamentStore>>> = {
  SQLite: async () => new SqlTournamentStore(await tournamentDatabase(await openSqlite(':memory:'))),
  'PostgreSQL in this process': async () =>
    new SqlTournamentStore(await tournamentDatabase(await openPool(pglitePool()))),
  ...(POSTGRES !== undefined && {
    'PostgreSQL server': async () => new SqlTournamentStore(await tournamentDatabase(await openPostgres(POSTGRES))),
  }),
}

/** Opens an empty line with a lease of so many milliseconds. */
export const lines: Readonly<Record<string, (lease: number) => Promise<Jobs>>> = {
  'a table in SQLite': async (lease) => new SqlJobs(await tournamentDatabase(await openSqlite(':memory:')), lease),
  ...(POSTGRES !== undefined && {
    'a table in PostgreSQL': async (lease: number) => {
      const db = await tournamentDatabase(await openPostgres(POSTGRES))
      await db.deleteFrom('jobs').execute()
      return new SqlJobs(db, lease)
    },
  }),
  ...(REDIS !== undefined && {
    'BullMQ on Redis': async (lease: number) => await BullJobs.open(REDIS, { prefix: `test-${unique()}`, lease }),
  }),
}
