/** The line of jobs as a table: several processes may share it. */
import { hostname } from 'node:os'
import type { Job, Jobs, TakenJob } from './jobs.ts'
import { LEASE } from './jobs.ts'
import type { JobTable, TournamentDatabase } from './tournament-sql.ts'

export class SqlJobs implements Jobs {
  readonly #db: TournamentDatabase
  readonly #lease: number
  readonly #table: JobTable

  constructor(db: TournamentDatabase, lease: number = LEASE, table: JobTable = 'jobs') {
    this.#db = db
    this.#lease = lease
    this.#table = table
  }

  async add(jobs: readonly Job[]): Promise<void> {
    if (jobs.length === 0) return
    const fresh = { state: 'ready', worker: '', until: 0, tries: 0 }
    for (let at = 0; at < jobs.length; at += 500) {
      const rows = jobs.slice(at, at + 500).map((job) => ({
        ...fresh,
        id: job.id,
        tournament: job.tournament,
        place: placeOf(job),
        job: JSON.stringify(job),
      }))
      await this.#db
        .insertInto(this.#table)
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  }

  async take(worker: string, count: number): Promise<readonly TakenJob[]> {
    const now = Date.now()
    const free = this.#db
      .selectFrom(this.#table)
      .select('id')
      .where('until', '<', now)
      .orderBy('state') // `ready` before `taken`: a dead worker's jobs come when their lease has run out
      .orderBy('place')
      .limit(count)
    const rows = await this.#db
      .updateTable(this.#table)
      .set((row) => ({ state: 'taken', worker, until: now + this.#lease, tries: row('tries', '+', 1) }))
      .where('id', 'in', free)
      .where('until', '<', now)
      .returning(['job', 'tries', 'place'])
      .execute()
    return rows
      .sort((a, b) => a.place - b.place)
      .map(({ job, tries }) => {
        const one = JSON.parse(job) as Job
        return { ...one, again: tries > 1 || one.begun === true }
      })
  }

  async renew(worker: string): Promise<void> {
    const until = Date.now() + this.#lease
    await this.#db.updateTable(this.#table).set({ until }).where('worker', '=', worker).execute()
  }

  async done(worker: string, jobs: readonly Job[]): Promise<void> {
    if (jobs.length === 0) return
    await this.#db.deleteFrom(this.#table).where('id', 'in', ids(jobs)).where('worker', '=', worker).execute()
  }

  async giveBack(worker: string, jobs: readonly Job[]): Promise<void> {
    if (jobs.length === 0) return
    await this.#db
      .updateTable(this.#table)
      .set({ state: 'ready', worker: '', until: 0 })
      .where('id', 'in', ids(jobs))
      .where('worker', '=', worker)
      .execute()
  }

  async remove(tournament: string): Promise<void> {
    await this.#db
      .deleteFrom(this.#table)
      .where('tournament', '=', tournament)
      .where('until', '<', Date.now())
      .execute()
  }

  /** Takes back what processes of this machine held that are no more: after a crash nobody waits for their lease. */
  async buryDead(): Promise<void> {
    const rows = await this.#db.selectFrom(this.#table).select('worker').distinct().where('worker', '!=', '').execute()
    const dead = rows.map(({ worker }) => worker).filter(isDead)
    if (dead.length === 0) return
    const back = { state: 'ready', worker: '', until: 0 }
    await this.#db.updateTable(this.#table).set(back).where('worker', 'in', dead).execute()
  }

  async close(): Promise<void> {} // the database belongs to the store
}

/** Rounds in order, and in a round the matches in order. */
const placeOf = ({ round, from }: Job) => round * 1e7 + from
const ids = (jobs: readonly Job[]) => jobs.map(({ id }) => id)

/** Names a worker so that others on its machine can tell whether it lives. */
export const workerName = (): string => `${hostname()}/${process.pid}/${Math.random().toString(36).slice(2, 8)}`

function isDead(worker: string): boolean {
  const [machine, pid] = worker.split('/')
  if (machine !== hostname()) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
