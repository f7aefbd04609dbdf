/** Where a running tournament leaves word of itself, and where the server's pages and spectators find it. */
import type { TournamentProgress } from './protocol.ts'
import type { Store } from './store.ts'

const KIND = 'tournament'

export async function publishTournament(store: Store, progress: TournamentProgress): Promise<void> {
  await store.putDocument(KIND, progress.id, progress)
}

/** Every tournament of the store. */
export async function publishedTournaments(store: Store): Promise<readonly TournamentProgress[]> {
  return (await store.documents(KIND)).map(({ value }) => value as TournamentProgress)
}

/** Looks every `milliseconds` and tells what has changed. Returns how to end it. A failed look is told to `failed` and tried again. */
export function watchTournaments(
  store: Store,
  tell: (progress: TournamentProgress) => void,
  { milliseconds, failed }: { readonly milliseconds: number; readonly failed: (error: unknown) => void },
): () => void {
  const told = new Map<string, string>()
  let looking = false
  const look = async () => {
    if (looking) return
    looking = true
    try {
      for (const progress of await publishedTournaments(store)) {
        const text = JSON.stringify(progress)
        if (told.get(progress.id) !== text) tell(progress)
        told.set(progress.id, text)
      }
    } catch (error) {
      failed(error)
    } finally {
      looking = false
    }
  }
  const timer = setInterval(() => void look(), milliseconds)
  timer.unref()
  return () => clearInterval(timer)
}
