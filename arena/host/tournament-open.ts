/** Opens what tournaments run on: a folder on one machine, or PostgreSQL and Redis for many. */
import { join } from 'node:path'
import { type Jobs, LEASE, unreachable } from './jobs.ts'
import { SqlJobs } from './jobs-sql.ts'
import type { Store } from './store.ts'
import { openPostgres, openSqlite } from './store-open.ts'
import { SqlTournamentStore, tournamentDatabase } from './tournament-sql.ts'
import type { TournamentStore } from './tournament-store.ts'

export interface TournamentPlace {
  /** Folder of the store; logs lie in it whatever the store is. */
  readonly data: string
  /** `postgres://...`; absent: SQLite in `data`. */
  readonly postgres?: string
  /** `redis://...`; absent: the line of jobs is a table of the store. */
  readonly redis?: string
  /** How long a worker that says nothing keeps its jobs, milliseconds. */
  readonly lease?: number
}

export interface OpenPlace {
  readonly arena: Store
  readonly store: TournamentStore
  readonly jobs: Jobs
  /** Folder of match logs. */
  readonly logs: string
  close(): Promise<void>
}

export const STORE_FILE = 'parley.sqlite'

export async function openTournaments({ data, postgres, redis, lease = LEASE }: TournamentPlace): Promise<OpenPlace> {
  const arena = postgres === undefined ? await openSqlite(join(data, STORE_FILE)) : await onPostgres(postgres)
  const db = await tournamentDatabase(arena)
  const jobs = redis === undefined ? new SqlJobs(db, lease) : await onRedis(redis, lease)
  if (jobs instanceof SqlJobs) await jobs.buryDead()
  return {
    arena,
    store: new SqlTournamentStore(db),
    jobs,
    logs: join(data, 'logs'),
    async close() {
      await jobs.close()
      await arena.close()
    },
  }
}

async function onPostgres(url: string): Promise<Store> {
  try {
    return await openPostgres(url)
  } catch (error) {
    throw unreachable('PostgreSQL', url, error)
  }
}

async function onRedis(url: string, lease: number): Promise<Jobs> {
  const { BullJobs } = await import('./jobs-bullmq.ts') // loaded only where there is a Redis
  return await BullJobs.open(url, { lease })
}
