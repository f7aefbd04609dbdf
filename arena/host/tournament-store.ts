/** What a tournament keeps, as an interface: the plan, who takes part, the rounds, and each match's result exactly once. */
import type { Fault } from '../core/log.ts'
import type { Meeting } from '../tournament/index.ts'
import type { TournamentPlan } from './tournament-plan.ts'

export type TournamentState = 'running' | 'paused' | 'over' | 'cancelled'

export interface TournamentRecord {
  readonly plan: TournamentPlan
  readonly state: TournamentState
  /** Why it is paused or cancelled. */
  readonly reason: string
  readonly createdAt: number
}

/** An agent takes part in the rounds from `joined` up to, not including, `left`. */
export interface Entrant {
  readonly agent: string
  readonly joined: number
  readonly left: number | null
}

/** What one match came to; arrays by seat, those of nothing but zeros left out. */
export interface MatchRecord {
  readonly scores: readonly number[]
  readonly outcome: readonly number[]
  readonly turns: number
  /** Seconds each seat's agent thought. */
  readonly seconds: readonly number[]
  readonly faults?: readonly (Fault | null)[]
  /** Answers refused and asked for again. */
  readonly refused?: readonly number[]
  readonly tokens?: readonly number[]
}

export interface ResultRow {
  /** Id of the planned match. */
  readonly match: string
  readonly tournament: string
  readonly round: number
  /** Its place in the round; only on the way to the store. */
  readonly place?: number
  readonly record: MatchRecord
}

/** A match that was begun and not finished; its log is kept. */
export interface PartialMatch {
  readonly match: string
  readonly tournament: string
  readonly attempt: number
  readonly events: number
  readonly reason: string
  /** Path of the log; '' when there was none yet. */
  readonly log: string
}

export interface TournamentStore {
  /** Returns false when the id is there already; then nothing changes. */
  create(plan: TournamentPlan, createdAt: number): Promise<boolean>
  tournament(id: string): Promise<TournamentRecord | null>
  tournaments(): Promise<readonly TournamentRecord[]>
  setState(id: string, state: TournamentState, reason: string): Promise<void>
  /** In order of joining. */
  entrants(id: string): Promise<readonly Entrant[]>
  /** Adds an agent from a round on; one that had left comes back. */
  enter(id: string, agent: string, round: number): Promise<void>
  leave(id: string, agent: string, round: number): Promise<void>
  /** Keeps the meetings of rounds from `from` on; a round that is there stays as it is. Returns how many were new. */
  addRounds(id: string, from: number, rounds: readonly (readonly Meeting[])[]): Promise<number>
  /** In order, from round `from` up to, not including, `to`. */
  rounds(id: string, from?: number, to?: number): Promise<readonly (readonly Meeting[])[]>
  /** Each match counts once: returns how many were new. */
  addResults(rows: readonly ResultRow[]): Promise<number>
  /** Results of the rounds from `round` on, in any order. */
  results(id: string, round: number): Promise<readonly ResultRow[]>
  /** Ids of the matches of the rounds from `from` up to, not including, `to` that have a result. */
  finished(id: string, from: number, to: number): Promise<ReadonlySet<string>>
  addPartial(partial: PartialMatch): Promise<void>
  partials(id: string): Promise<readonly PartialMatch[]>
  close(): Promise<void>
}
