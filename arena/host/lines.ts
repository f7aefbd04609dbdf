/** Whoever looks at a match that is being played: one teller for all who see the same, whichever server plays it. */
import { type Growing, Moments, Teller, type Told } from './frames.ts'
import type { FrameBatch, WatchSight } from './protocol.ts'

type Listener = (batch: FrameBatch) => void

export class Lines implements Growing {
  readonly told: Told
  readonly moments: Moments
  readonly #framesPerBatch: number
  readonly #lines = new Map<WatchSight, { readonly teller: Teller; readonly listeners: Set<Listener> }>()

  /** `told.events` grows; `tell` is called whenever it has. */
  constructor(told: Omit<Told, 'grows'>, framesPerBatch: number) {
    this.#framesPerBatch = framesPerBatch
    this.moments = new Moments(told)
    this.told = { ...told, grows: this }
  }

  get looked(): boolean {
    return this.#lines.size > 0
  }

  watch(sight: WatchSight, listener: Listener): () => void {
    const known = this.#lines.get(sight)
    const line = known ?? { teller: new Teller(this.told, sight), listeners: new Set() }
    if (!known) {
      line.teller.skipTo(this.told.events.length)
      this.#lines.set(sight, line)
    }
    line.listeners.add(listener)
    return () => {
      line.listeners.delete(listener)
      if (line.listeners.size === 0) this.#lines.delete(sight)
    }
  }

  tell(): void {
    for (const { teller, listeners } of this.#lines.values()) {
      for (let batch = teller.batch(this.#framesPerBatch); batch; batch = teller.batch(this.#framesPerBatch)) {
        for (const listener of listeners) listener(batch)
      }
    }
  }
}
