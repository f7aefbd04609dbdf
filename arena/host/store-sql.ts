/** The store over any SQL database that Kysely speaks to. */
import type { Kysely, Selectable } from 'kysely'
import type { Event } from '../core/log.ts'
import { GroupCommit, type Step } from './group-commit.ts'
import type {
  EventRow,
  Finish,
  MatchQuery,
  MatchSpec,
  Scope,
  SeatResult,
  Store,
  StoredMatch,
  StoredState,
  StoredToken,
} from './store.ts'
import type { Tables } from './store-tables.ts'

/** Rows a statement carries at most: databases cap the number of parameters. */
const BATCH = 500
/** Rows an insert of events carries: few sizes, so that every statement is soon known. */
const SIZES = [64, 16, 8, 4, 2, 1]

type Written = 'matches' | 'events' | 'seats'
type Row = Readonly<Record<string, string | number | null>>

export class SqlStore implements Store {
  readonly db: Kysely<Tables>
  readonly #group: GroupCommit

  constructor(db: Kysely<Tables>) {
    this.db = db
    this.#group = new GroupCommit(db)
  }

  async addMatch({ spec, kind, startedAt, state }: Parameters<Store['addMatch']>[0]): Promise<void> {
    const { id, scenario, tournament = null, node = null } = spec
    const head = { id, scenario, kind, state, tournament, node }
    const row = { ...head, started_at: startedAt, ended_at: null, events: 0, turns: 0 }
    await this.#insert('matches', [{ ...row, spec: JSON.stringify(spec) }])
  }

  async setState(id: string, state: 'waiting' | 'running'): Promise<void> {
    await this.db.updateTable('matches').set({ state }).where('id', '=', id).where('ended_at', 'is', null).execute()
  }

  async finish(id: string, finish: Finish, last: readonly EventRow[] = []): Promise<boolean> {
    const { state, endedAt, events, turns, results } = finish
    const rows = results.map(({ seat, agent, version = null, role, faction, score, outcome, faults }) => {
      return { match: id, seat, agent, version, role, faction, score, outcome, faults: JSON.stringify(faults) }
    })
    const ending = () =>
      this.db
        .updateTable('matches')
        .set({ state, ended_at: endedAt, events, turns })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
    return await this.#group.write(async (step) => {
      await this.#append(step, last)
      const changed = await this.#group.run(step, 'finish', ending, [state, endedAt, events, turns, id])
      if (changed > 0 && rows.length > 0) await this.#put(step, 'seats', rows)
      return changed > 0
    })
  }

  async match(id: string): Promise<StoredMatch | null> {
    const rows = await this.db.selectFrom('matches').selectAll().where('id', '=', id).execute()
    return (await this.#withSeats(rows))[0] ?? null
  }

  async matches({
    state,
    scenario,
    agent,
    tournament,
    elsewhere,
    before,
    limit,
  }: MatchQuery): Promise<readonly StoredMatch[]> {
    let query = this.db.selectFrom('matches').selectAll().orderBy('started_at', 'desc').orderBy('id').limit(limit)
    if (state) query = query.where('state', '=', state)
    if (scenario) query = query.where('scenario', '=', scenario)
    if (tournament) query = query.where('tournament', '=', tournament)
    if (elsewhere !== undefined) query = query.where('node', 'is not', null)
    if (elsewhere) query = query.where('node', '!=', elsewhere)
    if (before !== undefined) query = query.where('started_at', '<', before)
    if (agent) query = query.where('id', 'in', this.db.selectFrom('seats').select('match').where('agent', '=', agent))
    return await this.#withSeats(await query.execute())
  }

  async results({ scenario, tournament, limit }: Parameters<Store['results']>[0]) {
    let query = this.db.selectFrom('matches').select(['id', 'scenario']).where('state', '=', 'over')
    if (scenario) query = query.where('scenario', '=', scenario)
    if (tournament) query = query.where('tournament', '=', tournament)
    const rows = (await query.orderBy('ended_at', 'desc').orderBy('id').limit(limit).execute()).reverse()
    const seats = await this.#seatsOf(rows.map(({ id }) => id))
    return rows.map((row) => ({ match: row.id, scenario: row.scenario, results: seats.get(row.id) ?? [] }))
  }

  async removeMatch(id: string): Promise<void> {
    await this.#group.write(async (step) => {
      for (const table of ['events', 'seats'] as const) {
        const forgetting = () => this.db.deleteFrom(table).where('match', '=', id)
        await this.#group.run(step, `forget ${table}`, forgetting, [id])
      }
      await this.#group.run(step, 'forget', () => this.db.deleteFrom('matches').where('id', '=', id), [id])
    })
  }

  async addEvents(rows: readonly EventRow[]): Promise<void> {
    await this.#group.write(async (step) => await this.#append(step, rows))
  }

  async events(match: string): Promise<readonly Event[]> {
    const rows = await this.db.selectFrom('events').select('event').where('match', '=', match).orderBy('id').execute()
    return rows.map(({ event }) => JSON.parse(event) as Event)
  }

  async eventsFrom(match: string, from: number, limit: number): Promise<readonly EventRow[]> {
    const query = this.db.selectFrom('events').selectAll().where('match', '=', match).where('id', '>=', from)
    const rows = await query.orderBy('id').limit(limit).execute()
    return rows.map(({ id, event }) => ({ match, id, event: JSON.parse(event) as Event }))
  }

  async addToken({ id, name, skeleton, hash, scopes, createdAt, revokedAt }: StoredToken): Promise<boolean> {
    const row = { id, name, skeleton, hash, scopes: scopes.join(' '), created_at: createdAt, revoked_at: revokedAt }
    const done = await this.db
      .insertInto('tokens')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return Number(done.numInsertedOrUpdatedRows ?? 0) > 0
  }

  async tokens(): Promise<readonly StoredToken[]> {
    return (await this.db.selectFrom('tokens').selectAll().orderBy('created_at').execute()).map(tokenOf)
  }

  async tokenByHash(hash: string): Promise<StoredToken | null> {
    const row = await this.db.selectFrom('tokens').selectAll().where('hash', '=', hash).executeTakeFirst()
    return row ? tokenOf(row) : null
  }

  async revokeToken(name: string, at: number): Promise<boolean> {
    const done = await this.db
      .updateTable('tokens')
      .set({ revoked_at: at })
      .where('name', '=', name)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    return Number(done.numUpdatedRows) > 0
  }

  async putDocument(kind: string, id: string, value: unknown): Promise<void> {
    const text = JSON.stringify(value)
    await this.db
      .insertInto('documents')
      .values({ kind, id, value: text })
      .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet({ value: text }))
      .execute()
  }

  async addDocument(kind: string, id: string, value: unknown): Promise<boolean> {
    const done = await this.db
      .insertInto('documents')
      .values({ kind, id, value: JSON.stringify(value) })
      .onConflict((conflict) => conflict.columns(['kind', 'id']).doNothing())
      .executeTakeFirst()
    return Number(done.numInsertedOrUpdatedRows ?? 0) > 0
  }

  async document(kind: string, id: string): Promise<unknown> {
    const found = this.db.selectFrom('documents').select('value').where('kind', '=', kind).where('id', '=', id)
    const row = await found.executeTakeFirst()
    return row ? (JSON.parse(row.value) as unknown) : undefined
  }

  async documents(kind: string) {
    const rows = await this.db.selectFrom('documents').selectAll().where('kind', '=', kind).orderBy('id').execute()
    return rows.map(({ id, value }) => ({ id, value: JSON.parse(value) as unknown }))
  }

  async removeDocument(kind: string, id: string): Promise<void> {
    await this.db.deleteFrom('documents').where('kind', '=', kind).where('id', '=', id).execute()
  }

  async close(): Promise<void> {
    await this.#group.idle()
    await this.db.destroy()
  }

  async #append(step: Step, events: readonly EventRow[]): Promise<void> {
    const rows = events.map(({ match, id, event }) => ({ match, id, event: JSON.stringify(event) }))
    for (let from = 0; from < rows.length; ) {
      const size = SIZES.find((one) => one <= rows.length - from)!
      await this.#put(step, 'events', rows.slice(from, from + size))
      from += size
    }
  }

  async #insert(table: Written, rows: readonly Row[]): Promise<void> {
    await this.#group.write(async (step) => await this.#put(step, table, rows))
  }

  /** All rows have the same columns in the same order. Events that are there already are left as they are. */
  async #put(step: Step, table: Written, rows: readonly Row[]): Promise<void> {
    const build = () => {
      const insert = this.db.insertInto(table).values(rows as never)
      return table === 'events'
        ? insert.onConflict((conflict) => conflict.columns(['match', 'id'] as never).doNothing())
        : insert
    }
    await this.#group.run(
      step,
      `${table} ${rows.length}`,
      build,
      rows.flatMap((row) => Object.values(row)),
    )
  }

  async #withSeats(rows: readonly Selectable<Tables['matches']>[]): Promise<StoredMatch[]> {
    const seats = await this.#seatsOf(rows.filter((row) => row.ended_at !== null).map((row) => row.id))
    return rows.map((row) => ({
      spec: JSON.parse(row.spec) as MatchSpec,
      state: row.state as StoredState,
      kind: row.kind,
      startedAt: row.started_at,
      endedAt: row.ended_at,
      events: row.events,
      turns: row.turns,
      results: seats.get(row.id) ?? [],
    }))
  }

  async #seatsOf(matches: readonly string[]): Promise<Map<string, SeatResult[]>> {
    const found = new Map<string, SeatResult[]>()
    for (let from = 0; from < matches.length; from += BATCH) {
      const ids = matches.slice(from, from + BATCH)
      const rows = await this.db.selectFrom('seats').selectAll().where('match', 'in', ids).orderBy('seat').execute()
      for (const { match, version, faults, ...rest } of rows) {
        const results = found.get(match) ?? []
        found.set(match, results)
        results.push({
          ...rest,
          ...(version !== null && { version }),
          faults: JSON.parse(faults) as SeatResult['faults'],
        })
      }
    }
    return found
  }
}

function tokenOf({ created_at, revoked_at, scopes, ...rest }: Selectable<Tables['tokens']>): StoredToken {
  return { ...rest, scopes: scopes.split(' ') as Scope[], createdAt: created_at, revokedAt: revoked_at }
}
