/** Carries events from the rooms to the store in batches, so that a room never waits for a database. */
import type { EventRow, Store } from './store.ts'

export interface EventWriter {
  add(row: EventRow): void
  /** The rows of a match that nobody has begun to write; whoever takes them writes them. */
  take(match: string): readonly EventRow[]
  /** Resolves once everything added so far is in the store. */
  flush(): Promise<void>
}

/** `failed` hears of each write that failed; its rows are tried again with the next ones. */
export function eventWriter(store: Store, flushMs: number, failed: (error: unknown) => void): EventWriter {
  let rows: EventRow[] = []
  let writing: Promise<void> | null = null
  let planned = false

  const write = async () => {
    const batch = rows
    rows = []
    try {
      await store.addEvents(batch)
    } catch (error) {
      rows = [...batch, ...rows]
      failed(error)
      throw error
    } finally {
      writing = null
    }
  }
  const flush = async (): Promise<void> => {
    if (writing !== null) await writing.catch(() => {}) // that failure has been heard of; its rows are in `rows` again
    if (rows.length === 0) return
    writing ??= write()
    await writing
  }
  const later = () => {
    if (planned) return
    planned = true
    setTimeout(() => {
      planned = false
      flush().catch(() => later())
    }, flushMs)
  }
  return {
    add(row) {
      rows.push(row)
      later()
    },
    take(match) {
      const taken = rows.filter((row) => row.match === match)
      rows = rows.filter((row) => row.match !== match)
      return taken
    },
    flush,
  }
}
