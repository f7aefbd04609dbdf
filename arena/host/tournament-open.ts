/** Opens what tournaments run on: a folder on one machine, or PostgreSQL and Redis for many. */
import { join } from 'node:path'
import { type Jobs, LEASE, unreachable } from './jobs.ts'
import type { QueueName } from './jobs-bullmq.ts'
import { SqlJobs } from './jobs-sql.ts'
import type { Store } from './store.ts'
import { openPostgres, openSqlite } from './store-open.ts'
import { SqlTournamentStore, type TournamentDatabase, tournamentDatabase } from './tournament-sql.ts'
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
  /** The line of matches with connected agents, which only servers play. */
  readonly served: Jobs
  /** Names of the agents that have a token. */
  remoteNames(): Promise<readonly string[]>
  /** Folder of match logs. */
  readonly logs: string
  close(): Promise<void>
}

export const STORE_FILE = 'parley.sqlite'

export async function openTournaments({ data, postgres, redis, lease = LEASE }: TournamentPlace): Promise<OpenPlace> {
  const arena = postgres === undefined ? await openSqlite(join(data, STORE_FILE)) : await onPostgres(postgres)
  const db = await tournamentDatabase(arena)
  const { jobs, served } = await openLines(db, redis, lease)
  return {
    arena,
    store: new SqlTournamentStore(db),
    jobs,
    served,
    remoteNames: async () => (await arena.tokens()).flatMap((one) => (one.revokedAt === null ? one.name : [])),
    logs: join(data, 'logs'),
    async close() {
      await jobs.close()
      await served.close()
      await arena.close()
    },
  }
}

/** What a server needs to play the matches of agents that are joined to it. With Redis, its store is everybody's. */
export async function openServed(arena: Store, redis: string | undefined): Promise<OpenServed> {
  const db = await tournamentDatabase(arena)
  const { jobs, served } = await openLines(db, redis)
  return {
    store: new SqlTournamentStore(db),
    line: served,
    async close() {
      await jobs.close()
      await served.close()
    },
  }
}

export interface OpenServed {
  readonly store: TournamentStore
  readonly line: Jobs
  close(): Promise<void>
}

/** Both lines of jobs: in the database, or on Redis. */
export async function openLines(db: TournamentDatabase, redis: string | undefined, lease: number = LEASE) {
  if (redis !== undefined) {
    return { jobs: await onRedis(redis, lease, 'parley-matches'), served: await onRedis(redis, lease, 'parley-served') }
  }
  const lines = { jobs: new SqlJobs(db, lease), served: new SqlJobs(db, lease, 'served_jobs') }
  await lines.jobs.buryDead()
  await lines.served.buryDead()
  return lines
}

async function onPostgres(url: string): Promise<Store> {
  try {
    return await openPostgres(url)
  } catch (error) {
    throw unreachable('PostgreSQL', url, error)
  }
}

async function onRedis(url: string, lease: number, queue: QueueName): Promise<Jobs> {
  const { BullJobs } = await import('./jobs-bullmq.ts') // loaded only where there is a Redis
  return await BullJobs.open(url, { lease, queue })
}
