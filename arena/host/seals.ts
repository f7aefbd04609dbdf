/**
 * Seals: the matches of a tournament's block share their deal, so who could read a finished one would know the deal of
 * those still to be played. Until all of a block have results, its finished matches are for moderators alone; its running
 * ones as well where somebody outside plays in it.
 */
import { ParleyError } from '../core/errors.ts'
import type { MatchSummary } from './protocol.ts'
import { publicName } from './seat-agents.ts'
import type { MatchSpec, Store } from './store.ts'
import type { Bearer } from './tokens.ts'
import type { TournamentStore } from './tournament-store.ts'

/** Blocks known to be open, at most. */
const KNOWN = 100_000

export class Seals {
  readonly #store: Pick<TournamentStore, 'finished' | 'tournament'>
  readonly #open = new Set<string>()

  constructor(store: Pick<TournamentStore, 'finished' | 'tournament'>) {
    this.#store = store
  }

  /** Whether the match is sealed, over or running. */
  async isSealed(spec: MatchSpec, over: boolean): Promise<boolean> {
    if (!this.mayBe(spec, over) || !spec.block) return false
    if (!(await this.#isComplete(spec.tournament ?? '', spec.block))) return true
    if (this.#open.size >= KNOWN) this.#open.clear()
    this.#open.add(spec.block.id)
    return false
  }

  /** The same without asking the store: sealed until it is known to be open. */
  mayBe({ block }: MatchSpec, over: boolean): boolean {
    return block !== undefined && (over || block.strangers) && !this.#open.has(block.id)
  }

  async #isComplete(tournament: string, { id, round, size }: NonNullable<MatchSpec['block']>): Promise<boolean> {
    const finished = await this.#store.finished(tournament, round, round + 1)
    if (Array.from({ length: size }, (_, k) => `${id}.${k}`).every((match) => finished.has(match))) return true
    return (await this.#store.tournament(tournament))?.state === 'cancelled' // the rest of it is never played
  }

  /** Results that are nobody's secret. */
  unsealed(store: Pick<Store, 'results' | 'match'>): Pick<Store, 'results'> {
    return {
      results: async (query) => {
        const kept = []
        for (const row of await store.results(query)) {
          const spec = PLANNED.test(row.match) ? (await store.match(row.match))?.spec : undefined
          if (!spec || !(await this.isSealed(spec, true))) kept.push(row)
        }
        return kept
      },
    }
  }
}

/** Ids of planned matches end in round, meeting, scenario, deal and seating. */
const PLANNED = /(\.\d+){5}$/

/** What may be known of a sealed match. */
export function underSeal({ scores: _, outcome: _o, truth: _t, ...summary }: MatchSummary): MatchSummary {
  const seats = summary.seats.map(({ role: _r, faction: _f, ...seat }) => seat)
  return { ...summary, scenario: publicName(summary.scenario), seats, open: false, sealed: true }
}

/** Throws `sealed` for everybody but moderators. */
export function breakSeal({ id, sealed }: MatchSummary, bearer: Bearer | null): void {
  if (!sealed || bearer?.scopes.includes('moderate')) return
  const message = `match ${id} shares its deal with matches that are still to be played; it may be seen once they are over`
  throw new ParleyError('sealed', message)
}
