/** Opens the store: a SQLite file (`:memory:` for none), or a PostgreSQL database by its URL. */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { Kysely, PostgresDialect, type PostgresPool, type SqliteDatabase, SqliteDialect } from 'kysely'
import type { Store } from './store.ts'
import { SqlStore } from './store-sql.ts'
import { migrate, type Tables } from './store-tables.ts'

/** Statements are kept: preparing one costs more than running it. */
const PREPARED = 200

export async function openSqlite(file: string): Promise<Store> {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
  const database = new DatabaseSync(file)
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000; pragma wal_autocheckpoint = 4000',
  )
  return await migrated(new Kysely<Tables>({ dialect: new SqliteDialect({ database: shimmed(database) }) }))
}

/** `url`: `postgres://user:password@host/database`. */
export async function openPostgres(url: string): Promise<Store> {
  const { default: pg } = await import('pg')
  return await openPool(new pg.Pool({ connectionString: url, max: 10 }))
}

export async function openPool(pool: PostgresPool): Promise<Store> {
  return await migrated(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }))
}

async function migrated(db: Kysely<Tables>): Promise<Store> {
  await migrate(db)
  return new SqlStore(db)
}

/** Node's SQLite interface in the shape Kysely expects. */
function shimmed(database: DatabaseSyncInstance): SqliteDatabase {
  const prepared = new Map<string, ReturnType<SqliteDatabase['prepare']>>()
  const prepare = (text: string) => {
    const statement = database.prepare(text)
    return {
      reader: statement.columns().length > 0,
      all: (values: readonly unknown[]) => statement.all(...values),
      run: (values: readonly unknown[]) => statement.run(...values),
      iterate: (values: readonly unknown[]) => statement.iterate(...values),
    }
  }
  return {
    close: () => database.close(),
    prepare(text) {
      const known = prepared.get(text)
      if (known) return known
      const statement = prepare(text)
      if (prepared.size < PREPARED) prepared.set(text, statement)
      return statement
    },
  }
}
