/** The tournament store over any SQL database that Kysely speaks to; its tables live beside the arena's own. */
import { type CompiledQuery, type Kysely, SqliteAdapter, sql } from 'kysely'
import { ParleyError } from '../core/errors.ts'
import type { Meeting } from '../tournament/index.ts'
import type { Store } from './store.ts'
import { SqlStore } from './store-sql.ts'
import type { TournamentPlan } from './tournament-plan.ts'
import type {
  Entrant,
  MatchRecord,
  PartialMatch,
  ResultRow,
  TournamentRecord,
  TournamentState,
  TournamentStore,
} from './tournament-store.ts'

export interface TournamentTables {
  tournaments: { id: string; plan: string; state: string; reason: string; created_at: number }
  entrants: { tournament: string; agent: string; place: number; joined: number; left_in: number | null }
  rounds: { tournament: string; round: number; meetings: string }
  results: { match: string; tournament: string; round: number; record: string }
  partials: { match: string; attempt: number; tournament: string; events: number; reason: string; log: string }
  jobs: JobRow
  served_jobs: JobRow
}

interface JobRow {
  id: string
  tournament: string
  place: number
  job: string
  state: string
  worker: string
  until: number
  tries: number
}

/** The line for everybody, and the one for servers, to which connected agents are joined. */
export type JobTable = 'jobs' | 'served_jobs'

export type TournamentDatabase = Kysely<TournamentTables>

/** Rows a statement carries: few sizes, so that every statement is soon known. */
const SIZES = [128, 32, 8, 1]
/** Tables that get many rows at once, and their columns in the order they are written. */
const COLUMNS = {
  results: ['match', 'tournament', 'round', 'record'],
  rounds: ['tournament', 'round', 'meetings'],
} as const
type Inserted = keyof typeof COLUMNS

/** The tournament tables of the arena's own database, made when missing. */
export async function tournamentDatabase(store: Store): Promise<TournamentDatabase> {
  if (!(store instanceof SqlStore)) throw new ParleyError('bad-store', 'tournaments need a store in a SQL database')
  const db = store.db as unknown as TournamentDatabase
  for (let tries = 3; ; tries--) {
    try {
      await createTables(db)
      return db
    } catch (error) {
      if (tries === 1) throw error // several workers may make the tables at the same moment; then the next try finds them
      await new Promise((done) => setTimeout(done, 200))
    }
  }
}

async function createTables(db: TournamentDatabase): Promise<void> {
  await sql`create table if not exists tournaments (
    id text primary key, plan text not null, state text not null, reason text not null, created_at double precision not null)`.execute(
    db,
  )
  await sql`create table if not exists entrants (
    tournament text not null, agent text not null, place integer not null, joined integer not null, left_in integer,
    primary key (tournament, agent))`.execute(db)
  await sql`create table if not exists rounds (
    tournament text not null, round integer not null, meetings text not null, primary key (tournament, round))`.execute(
    db,
  )
  // A match's id names its tournament and round, so that one key keeps it once and finds it by round.
  const clustered = db.getExecutor().adapter instanceof SqliteAdapter ? sql` without rowid` : sql``
  await sql`create table if not exists results (
    match text not null, tournament text not null, round integer not null, record text not null,
    primary key (tournament, round, match))${clustered}`.execute(db)
  await sql`create table if not exists partials (
    match text not null, attempt integer not null, tournament text not null, events integer not null, reason text not null,
    log text not null, primary key (match, attempt))`.execute(db)
  for (const name of ['jobs', 'served_jobs'] satisfies JobTable[]) {
    await sql`create table if not exists ${sql.table(name)} (
      id text primary key, tournament text not null, place double precision not null, job text not null,
      state text not null, worker text not null, until double precision not null, tries integer not null)`.execute(db)
    const index = sql.ref(`${name}_by_state`)
    await sql`create index if not exists ${index} on ${sql.table(name)} (state, place)`.execute(db)
  }
}

export class SqlTournamentStore implements TournamentStore {
  readonly db: TournamentDatabase
  readonly #statements = new Map<string, CompiledQuery>()

  constructor(db: TournamentDatabase) {
    this.db = db
  }

  async create(plan: TournamentPlan, createdAt: number): Promise<boolean> {
    return await this.db.transaction().execute(async (step) => {
      const done = await step
        .insertInto('tournaments')
        .values({ id: plan.id, plan: JSON.stringify(plan), state: 'running', reason: '', created_at: createdAt })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (Number(done.numInsertedOrUpdatedRows ?? 0) === 0) return false
      const entrants = plan.agents.map((agent, place) => ({
        agent,
        place,
        tournament: plan.id,
        joined: 0,
        left_in: null,
      }))
      await step.insertInto('entrants').values(entrants).execute()
      return true
    })
  }

  async tournament(id: string): Promise<TournamentRecord | null> {
    const row = await this.db.selectFrom('tournaments').selectAll().where('id', '=', id).executeTakeFirst()
    return row ? recordOf(row) : null
  }

  async tournaments(): Promise<readonly TournamentRecord[]> {
    return (await this.db.selectFrom('tournaments').selectAll().orderBy('created_at').execute()).map(recordOf)
  }

  async setState(id: string, state: TournamentState, reason: string): Promise<void> {
    await this.db.updateTable('tournaments').set({ state, reason }).where('id', '=', id).execute()
  }

  async entrants(id: string): Promise<readonly Entrant[]> {
    const rows = await this.db
      .selectFrom('entrants')
      .selectAll()
      .where('tournament', '=', id)
      .orderBy('place')
      .execute()
    return rows.map(({ agent, joined, left_in }) => ({ agent, joined, left: left_in }))
  }

  async enter(id: string, agent: string, round: number): Promise<void> {
    const there = await this.entrants(id)
    await this.db
      .insertInto('entrants')
      .values({ tournament: id, agent, place: there.length, joined: round, left_in: null })
      .onConflict((conflict) => conflict.columns(['tournament', 'agent']).doUpdateSet({ left_in: null }))
      .execute()
  }

  async leave(id: string, agent: string, round: number): Promise<void> {
    await this.db
      .updateTable('entrants')
      .set({ left_in: round })
      .where('tournament', '=', id)
      .where('agent', '=', agent)
      .execute()
  }

  async addRounds(id: string, from: number, rounds: readonly (readonly Meeting[])[]): Promise<number> {
    const values = rounds.map((meetings, at) => [id, from + at, JSON.stringify(meetings)])
    return await this.db.transaction().execute(async (step) => await this.#insert(step, 'rounds', values))
  }

  async rounds(id: string, from = 0, to = 2 ** 31 - 1): Promise<readonly (readonly Meeting[])[]> {
    const rows = await this.db
      .selectFrom('rounds')
      .select('meetings')
      .where('tournament', '=', id)
      .where('round', '>=', from)
      .where('round', '<', to)
      .orderBy('round')
      .execute()
    return rows.map(({ meetings }) => JSON.parse(meetings) as Meeting[])
  }

  async addResults(rows: readonly ResultRow[]): Promise<number> {
    if (rows.length === 0) return 0
    const sorted = [...rows].sort((a, b) => (a.match < b.match ? -1 : 1)) // two writers in one order can't lock each other out
    const values = sorted.map(({ match, tournament, round, record }) => [
      match,
      tournament,
      round,
      JSON.stringify(record),
    ])
    return await this.db.transaction().execute(async (step) => await this.#insert(step, 'results', values))
  }

  async results(id: string, round: number): Promise<readonly ResultRow[]> {
    const query = this.db.selectFrom('results').selectAll().where('tournament', '=', id).where('round', '>=', round)
    return (await query.execute()).map((row) => ({ ...row, record: JSON.parse(row.record) as MatchRecord }))
  }

  async finished(id: string, from: number, to: number): Promise<ReadonlySet<string>> {
    const rows = await this.db
      .selectFrom('results')
      .select('match')
      .where('tournament', '=', id)
      .where('round', '>=', from)
      .where('round', '<', to)
      .execute()
    return new Set(rows.map(({ match }) => match))
  }

  /** Rows that are there already are left as they are. Returns how many were new. */
  async #insert(step: TournamentDatabase, table: Inserted, rows: readonly (readonly unknown[])[]): Promise<number> {
    let added = 0
    for (let from = 0; from < rows.length; ) {
      const size = SIZES.find((one) => one <= rows.length - from)!
      const parameters = rows.slice(from, from + size).flat()
      const ready = this.#statement(table, size)
      const { numAffectedRows = 0n } = await step.executeQuery({ ...ready, parameters })
      added += Number(numAffectedRows)
      from += size
    }
    return added
  }

  /** Put together once for each table and size: for many rows that costs as much as running it. */
  #statement(table: Inserted, size: number): CompiledQuery {
    const key = `${table} ${size}`
    const known = this.#statements.get(key)
    if (known) return known
    const names = COLUMNS[table]
    const row = sql`(${sql.join(names.map(() => sql`${''}`))})`
    const into = sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})`
    const made =
      sql`${into} values ${sql.join(Array.from({ length: size }, () => row))} on conflict do nothing`.compile(this.db)
    this.#statements.set(key, made)
    return made
  }

  async addPartial(partial: PartialMatch): Promise<void> {
    await this.db
      .insertInto('partials')
      .values(partial)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  async partials(id: string): Promise<readonly PartialMatch[]> {
    return await this.db
      .selectFrom('partials')
      .selectAll()
      .where('tournament', '=', id)
      .orderBy('match')
      .orderBy('attempt')
      .execute()
  }

  async close(): Promise<void> {
    await this.db.destroy()
  }
}

const recordOf = ({ plan, state, reason, created_at }: TournamentTables['tournaments']): TournamentRecord => ({
  plan: JSON.parse(plan) as TournamentPlan,
  state: state as TournamentState,
  reason,
  createdAt: created_at,
})
