/** Writes that share transactions: a commit costs more than most of what it commits. */
import type { CompiledQuery, Kysely, Transaction } from 'kysely'
import type { Tables } from './store-tables.ts'

export type Step = Transaction<Tables>

interface Waiting {
  write(step: Step): Promise<unknown>
  done(value: unknown): void
  failed(error: unknown): void
}

/** Writes in one group from which on the next one is waited for a moment longer. */
const BUSY = 3
const GATHER_MS = 10

export class GroupCommit {
  readonly #db: Kysely<Tables>
  readonly #ready = new Map<string, CompiledQuery>()
  #waiting: Waiting[] = []
  #running: Promise<void> | null = null
  #busy = false

  constructor(db: Kysely<Tables>) {
    this.#db = db
  }

  /** Done in order, in one transaction with whatever else waits; resolves once it is committed, rejects for its own fault alone. */
  write<T>(write: (step: Step) => Promise<T>): Promise<T> {
    return new Promise<T>((done, failed) => {
      this.#waiting.push({ write, done: done as (value: unknown) => void, failed })
      this.#running ??= this.#drain()
    })
  }

  /** Resolves once nothing waits any more. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      // What is written in the same turn of the event loop goes along; where many write at once, a little more does.
      await new Promise<void>((begin) => (this.#busy ? setTimeout(begin, GATHER_MS) : setImmediate(begin)))
      const group = this.#waiting
      this.#waiting = []
      this.#busy = group.length > BUSY
      await this.#together(group)
    }
    this.#running = null
  }

  /** All at once; where that fails, each by itself, so that nobody pays for another's fault. */
  async #together(group: readonly Waiting[]): Promise<void> {
    try {
      const values = await this.#db.transaction().execute(async (step) => {
        const found: unknown[] = []
        for (const { write } of group) found.push(await write(step))
        return found
      })
      for (const [index, { done }] of group.entries()) done(values[index])
    } catch (error) {
      if (group.length === 1) group[0]!.failed(error)
      else for (const one of group) await this.#together([one])
    }
  }

  /** Runs a statement that is put together once and kept under its key; `values` in the order of its parameters. Returns rows changed. */
  async run(
    step: Step,
    key: string,
    build: () => { compile(): CompiledQuery },
    values: readonly unknown[],
  ): Promise<number> {
    const ready = this.#ready.get(key) ?? build().compile()
    this.#ready.set(key, ready)
    const { numAffectedRows } = await step.executeQuery({ ...ready, parameters: values })
    return Number(numAffectedRows ?? 0)
  }
}
