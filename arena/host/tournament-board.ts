/** Where a running tournament leaves word of itself, and where the server's pages and spectators find it. */
import { type Looking, lookAgain } from './look-again.ts'
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

/** Tells what has changed since the last look. Returns how to end it. */
export function watchTournaments(
  store: Store,
  tell: (progress: TournamentProgress) => void,
  looking: Looking,
): () => void {
  const told = new Map<string, string>()
  const look = async () => {
    for (const progress of await publishedTournaments(store)) {
      const text = JSON.stringify(progress)
      if (told.get(progress.id) !== text) tell(progress)
      told.set(progress.id, text)
    }
  }
  return lookAgain(look, looking)
}
