/** A real PostgreSQL in this process, in the shape of a `pg` pool: one connection, lent to one borrower at a time. */
import { PGlite } from '@electric-sql/pglite'
import type { PostgresPool, PostgresPoolClient } from 'kysely'

export function pglitePool(): PostgresPool {
  const database = new PGlite()
  let last: Promise<void> = Promise.resolve()
  const lend = async (): Promise<PostgresPoolClient> => {
    const before = last
    let release = () => {}
    last = new Promise((done) => {
      release = done
    })
    await before
    return {
      query: async (text: unknown, values?: unknown) => {
        const { rows, affectedRows } = await database.query(text as string, [...((values as unknown[]) ?? [])])
        const command = String(text).trim().split(/\s/)[0]!.toUpperCase()
        return { rows, rowCount: affectedRows ?? rows.length, command }
      },
      release,
    } as unknown as PostgresPoolClient
  }
  return { connect: lend, end: async () => await database.close() } as PostgresPool
}
