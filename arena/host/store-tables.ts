/** The tables and how they came to be. A migration, once shipped, is never edited: a change is a new one at the end. */
import { type Kysely, sql } from 'kysely'

export interface Tables {
  matches: {
    id: string
    scenario: string
    kind: string
    state: string
    tournament: string | null
    /** Who plays it, where several share the store. */
    node: string | null
    started_at: number
    ended_at: number | null
    events: number
    turns: number
    /** JSON of MatchSpec. */
    spec: string
  }
  seats: {
    match: string
    seat: number
    agent: string
    version: string | null
    role: string
    faction: string
    score: number
    outcome: number
    /** JSON: faults by cause. */
    faults: string
  }
  events: { match: string; id: number; event: string }
  tokens: {
    id: string
    name: string
    skeleton: string
    hash: string
    scopes: string
    created_at: number
    revoked_at: number | null
  }
  documents: { kind: string; id: string; value: string }
  migrations: { version: number }
}

type Migration = (db: Kysely<Tables>) => Promise<void>

const first: Migration = async (db) => {
  await db.schema
    .createTable('matches')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('scenario', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('tournament', 'text')
    .addColumn('started_at', 'double precision', (column) => column.notNull())
    .addColumn('ended_at', 'double precision')
    .addColumn('events', 'integer', (column) => column.notNull())
    .addColumn('turns', 'integer', (column) => column.notNull())
    .addColumn('spec', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('matches_by_state').on('matches').columns(['state', 'started_at']).execute()
  await db.schema.createIndex('matches_by_start').on('matches').columns(['started_at']).execute()
  await db.schema.createIndex('matches_by_tournament').on('matches').columns(['tournament']).execute()
  await db.schema
    .createTable('seats')
    .addColumn('match', 'text', (column) => column.notNull())
    .addColumn('seat', 'integer', (column) => column.notNull())
    .addColumn('agent', 'text', (column) => column.notNull())
    .addColumn('version', 'text')
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('faction', 'text', (column) => column.notNull())
    .addColumn('score', 'double precision', (column) => column.notNull())
    .addColumn('outcome', 'double precision', (column) => column.notNull())
    .addColumn('faults', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('seats_key', ['match', 'seat'])
    .execute()
  await db.schema.createIndex('seats_by_agent').on('seats').columns(['agent']).execute()
}

const second: Migration = async (db) => {
  await db.schema
    .createTable('events')
    .addColumn('match', 'text', (column) => column.notNull())
    .addColumn('id', 'integer', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('events_key', ['match', 'id'])
    .execute()
  await db.schema
    .createTable('tokens')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('skeleton', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('created_at', 'double precision', (column) => column.notNull())
    .addColumn('revoked_at', 'double precision')
    .execute()
  await sql`create unique index tokens_by_skeleton on tokens (skeleton) where revoked_at is null`.execute(db)
  await db.schema
    .createTable('documents')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('documents_key', ['kind', 'id'])
    .execute()
}

const third: Migration = async (db) => {
  await db.schema.alterTable('matches').addColumn('node', 'text').execute()
}

const MIGRATIONS: readonly Migration[] = [first, second, third]

/** Brings a database up to date; safe to call at every start and from several processes at once on PostgreSQL. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('version', 'integer', (column) => column.primaryKey())
    .execute()
  await db.transaction().execute(async (step) => {
    const done = await step.selectFrom('migrations').select('version').execute()
    for (const [version, run] of MIGRATIONS.entries()) {
      if (done.some((row) => row.version === version)) continue
      await step.insertInto('migrations').values({ version }).execute()
      await run(step)
    }
  })
}
