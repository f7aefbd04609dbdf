/** Looks now and then which matches others have begun and ended, and tells this server's own spectators. */
import type { Logger } from 'pino'
import { lookAgain } from './look-again.ts'
import type { MatchSummary } from './protocol.ts'
import type { Registry } from './registry.ts'
import type { Rooms } from './rooms.ts'
import { withProgress } from './summaries.ts'

export interface Others {
  readonly rooms: Rooms
  readonly registry: Registry
  readonly log: Logger
  /** Whether anybody is in the lobby to be told. */
  isWatched(): boolean
  told(id: string, summary: () => MatchSummary): void
}

const EVERY_MS = 2_000

/** `clustered`: servers tell of their own matches themselves; workers never do. Returns what ends it. */
export function watchElsewhere(others: Others, clustered: boolean): () => void {
  const { rooms, registry, log } = others
  rooms.elsewhere.onMove = (match, told) => {
    if (clustered && !match.spec.shown) return
    registry
      .summary(match.spec.id)
      .then(({ summary }) => {
        const now = withProgress(summary, told)
        if (now.state === 'running') seen.set(now.id, now)
        else seen.delete(now.id)
        others.told(now.id, () => now)
      })
      .catch(() => {}) // it is forgotten by now
  }
  const seen = new Map<string, MatchSummary>()
  rooms.elsewhere.onGone = (id) => {
    const last = seen.get(id)
    seen.delete(id)
    if (last) others.told(id, () => gone(last))
  }
  let known = new Map<string, MatchSummary>()
  const look = async () => {
    const now = new Map((await registry.elsewhere()).map((summary) => [summary.id, summary]))
    for (const [id, summary] of now) if (!known.has(id)) others.told(id, () => summary)
    for (const [id, last] of known) {
      if (now.has(id)) continue
      const ended = await ending(registry, last)
      others.told(id, () => ended)
    }
    known = now
  }
  const failed = (error: unknown) => log.error({ err: error }, 'matches that are played elsewhere can not be read')
  return lookAgain(look, { milliseconds: EVERY_MS, failed, wanted: () => others.isWatched() })
}

/** One whose end was missed and that is forgotten by now is over all the same. */
async function ending(registry: Registry, last: MatchSummary): Promise<MatchSummary> {
  return await registry.summary(last.id).then(
    ({ summary }) => summary,
    () => gone(last),
  )
}

const gone = (last: MatchSummary): MatchSummary => ({ ...last, state: 'stopped', endedAt: Date.now() })
