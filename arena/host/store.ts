/** What the arena keeps beyond the log files, as an interface: SQLite on a laptop, PostgreSQL on a cluster, one suite of tests over both. */
import type { Event, Fault } from '../core/log.ts'

/** Everything needed to play a match, or to go on with it after a crash. */
export interface MatchSpec {
  readonly id: string
  /** By what name the scenario was opened: `kuhn-poker`, `mystery:simple:7`. */
  readonly scenario: string
  readonly seed: number
  /** Agent by seat, as called: `random`, `policy:runs/kuhn@3`, the name of a remote agent. */
  readonly agents: readonly string[]
  readonly survey: 'every' | 'round' | 'never'
  /** Every sight may be had while it runs. */
  readonly open: boolean
  /** Milliseconds between moves, so that people can follow; 0 for none. */
  readonly pace: number
  readonly tournament?: string
  /** Who plays it, where several servers or workers share a store: it alone goes on with it. */
  readonly node?: string
  /** A worker's match that stands in the store only to be watched; never opened to other sights, forgotten soon after its end. */
  readonly shown?: true
  /** Matches of a tournament's block share a deal: until all of them have results, finished ones are sealed. */
  readonly block?: Block
  /** Milliseconds a turn may take, for every seat; default: the server's own. */
  readonly turnMs?: number
  /** Seed of the built-in agents' chance; default: `seed`. */
  readonly luck?: number
  /** Remote agents that are not waited for: the arena plays their turns, or they forfeit. */
  readonly absent?: readonly string[]
}

export interface Block {
  /** Its matches are `<id>.0`, `<id>.1`, ... */
  readonly id: string
  readonly round: number
  readonly size: number
  /** Somebody outside plays in it, who could read of one match to play another: running ones are sealed as well. */
  readonly strangers: boolean
}

export type StoredState = 'waiting' | 'running' | 'over' | 'stopped'

export interface StoredMatch {
  readonly spec: MatchSpec
  readonly state: StoredState
  readonly kind: string
  /** Epoch milliseconds. */
  readonly startedAt: number
  readonly endedAt: number | null
  readonly events: number
  readonly turns: number
  readonly results: readonly SeatResult[]
}

/** What one seat got out of one match; ratings are functions of these. */
export interface SeatResult {
  readonly seat: number
  readonly agent: string
  readonly version?: string
  readonly role: string
  readonly faction: string
  readonly score: number
  /** In [-1, 1]. */
  readonly outcome: number
  /** Moves the arena had to make for it, and a forfeit, by cause. */
  readonly faults: Readonly<Partial<Record<Fault, number>>>
}

export interface MatchQuery {
  readonly state?: StoredState
  readonly scenario?: string
  readonly agent?: string
  readonly tournament?: string
  /** Played by anybody but this node; null: by any node that has a name. */
  readonly elsewhere?: string | null
  /** Started before this time (epoch milliseconds). */
  readonly before?: number
  /** At most this many, newest first. */
  readonly limit: number
}

export type Scope = 'play' | 'watch' | 'moderate'

export interface StoredToken {
  readonly id: string
  /** The agent's name: what a table of standings shows. */
  readonly name: string
  /** Two names with one skeleton look alike; only one may exist. */
  readonly skeleton: string
  /** SHA-256 of the secret; the secret itself is never kept. */
  readonly hash: string
  readonly scopes: readonly Scope[]
  readonly createdAt: number
  readonly revokedAt: number | null
}

export interface EventRow {
  readonly match: string
  readonly id: number
  readonly event: Event
}

export interface Finish {
  readonly state: 'over' | 'stopped'
  readonly endedAt: number
  readonly events: number
  readonly turns: number
  readonly results: readonly SeatResult[]
}

export interface Store {
  addMatch(match: Pick<StoredMatch, 'spec' | 'kind' | 'startedAt' | 'state'>): Promise<void>
  /** Sets the state of a match that is not finished. */
  setState(id: string, state: 'waiting' | 'running'): Promise<void>
  /**
   * Marks the end and keeps the results, together with the last events where some are given; a second call for the
   * same match adds at most events. Returns whether this was the first.
   */
  finish(id: string, finish: Finish, events?: readonly EventRow[]): Promise<boolean>
  match(id: string): Promise<StoredMatch | null>
  matches(query: MatchQuery): Promise<readonly StoredMatch[]>
  /** Results of finished matches, oldest first. */
  results(query: {
    readonly scenario?: string
    readonly tournament?: string
    readonly limit: number
  }): Promise<readonly { readonly match: string; readonly scenario: string; readonly results: readonly SeatResult[] }[]>
  /** Forgets a match and its events. */
  removeMatch(id: string): Promise<void>

  /** Appends in one transaction; an event already there is left as it is. */
  addEvents(rows: readonly EventRow[]): Promise<void>
  events(match: string): Promise<readonly Event[]>
  /** Events from id `from` on, in order, at most `limit`; one that was written out of turn may be missing for a moment. */
  eventsFrom(match: string, from: number, limit: number): Promise<readonly EventRow[]>

  /** False when the name or one that looks like it is taken by a token not revoked. */
  addToken(token: StoredToken): Promise<boolean>
  tokens(): Promise<readonly StoredToken[]>
  tokenByHash(hash: string): Promise<StoredToken | null>
  /** Returns whether there was one to revoke. */
  revokeToken(name: string, at: number): Promise<boolean>

  /** Anything else worth keeping, as JSON under (kind, id): tournament plans, training runs. */
  putDocument(kind: string, id: string, value: unknown): Promise<void>
  /** Puts only when absent; returns whether it did. What makes a planned match count once. */
  addDocument(kind: string, id: string, value: unknown): Promise<boolean>
  document(kind: string, id: string): Promise<unknown>
  documents(kind: string): Promise<readonly { readonly id: string; readonly value: unknown }[]>
  removeDocument(kind: string, id: string): Promise<void>

  close(): Promise<void>
}
