/**
 * Every message of the wire, as types; `schemas.ts` holds the JSON Schema of each that a stranger may send.
 * The pages import types from here and nothing else of the server.
 *
 * REST (JSON; a refusal is `{ error: WireRefusal }` with a 4xx status). `token` = `Authorization: Bearer ...`.
 *   GET  /api/health                                  -> Health
 *   GET  /api/scenarios                               -> { items: ScenarioSummary[] }
 *   GET  /api/scenarios/:id                           -> ScenarioDetail
 *   GET  /api/scenarios/:id/document                  -> the document               (studio)
 *   PUT  /api/scenarios/:id/document                  -> CheckReport, saved when it has no faults (studio)
 *   POST /api/scenarios/:id/check    { text }         -> CheckReport                (studio)
 *   POST /api/scenarios/:id/preview  { seat, stage?, text? } -> Preview             (studio)
 *   POST /api/scenarios/:id/balance  { matches, text? }      -> BalanceReport       (studio)
 *   POST /api/scenarios/new          { id, from }     -> { id }; from: a scenario's id or `mystery:simple:SEED` (studio)
 *   GET  /api/agents                                  -> { items: AgentSummary[] }
 *   GET  /api/matches?state=&scenario=&agent=&limit=&before= -> { items: MatchSummary[] }, newest first
 *   POST /api/matches  { scenario, agents, seed? }    -> MatchSummary               (token: play or moderate; open in --demo)
 *   GET  /api/matches/:id                             -> MatchSummary
 *   GET  /api/matches/:id/frames?sight=&from=&limit=  -> FrameBatch; `sight` is `audience` | `all` | a seat number
 *   GET  /api/matches/:id/log                         -> the log file, JSONL; when over, or by a moderator
 *   GET  /api/matches/:id/credit?method=              -> CreditStrip; when over
 *   GET  /api/methods                                 -> { items: { id, title }[] }
 *   POST /api/replay   (body: a log file, JSONL)      -> Replay, for a log dropped on the page
 *   POST /api/replay/credit?method= (body: a log file) -> CreditStrip, for a dropped log that has its end
 *   POST /api/play     { scenario, seat?, against }   -> SeatOffer: a person's seat in a new match
 *   GET  /api/standings?scenario=                     -> { items: Standing[] }
 *   GET  /api/standings/history?scenario=             -> { items: RatingCurve[] }, best first
 *   GET  /api/tournaments, /api/tournaments/:id       -> { items: TournamentProgress[] }, TournamentProgress
 *   GET  /api/training, /api/training/:id             -> { items: TrainingRun[] }, TrainingRun with its curves
 *   GET  /api/openapi.json, /api/asyncapi.json, /api/metrics
 *
 * Sockets, namespace `/watch` (open to anyone; auth `{ token? }`):
 *   client  watch   WatchRequest, ack(WatchReply)     then `frames` messages: every event from `from` on, exactly once, in order
 *   client  unwatch { match }
 *   client  lobby   {}, ack(LobbyState)               then `match`, `standings`, `tournament`, `training` as they change
 *   server  frames  FrameBatch                        the next batch's `from` is this one's `to + 1`
 *   server  match   MatchSummary                      upsert by id (lobby, and for a watched match)
 *   server  standings { items }   tournament TournamentProgress   training TrainingRun (its newest points only)
 *   server  beat    { at, running }                   every `beatMs`; a page that hears nothing for three of them is stale
 *   server  refused WireRefusal
 *
 * Sockets, namespace `/agents` (auth: JoinRequest); the same messages as `{ type, ... }` lines on plain WebSocket `/ws/agents`:
 *   server  welcome Welcome, then `ask` for every open turn of this agent
 *   server  ask AskMessage       client  act ActMessage, ack(ActReply)
 *   server  refused RefusedAct   the act just sent was not taken; the turn stays open while `left` > 0
 *   server  survey SurveyMessage client  beliefs BeliefsMessage, ack(ActReply)
 *   server  over OverMessage
 */
import type { Beliefs, Note, Refusal } from '../core/agent.ts'
import type { Move, Seat, Speech } from '../core/game.ts'
import type { Event, Fault } from '../core/log.ts'
import type { WireRefusal } from './agent-messages.ts'

export type * from './agent-messages.ts'
export type { Beliefs, Event, Fault, Move, Note, Seat, Speech }

export const PROTOCOL = 1

// ---------------------------------------------------------------- spectators

/** What a spectator looks with: the public's eyes, one seat's, or everything (`all`: see MatchSummary.open). */
export type WatchSight = Seat | 'audience' | 'all'

/**
 * One event as a sight may see it. Events a sight may not see have no frame, but their ids are covered by the
 * batch's range. `line`, `text` and every name are foreign text: show them as text, never as markup.
 */
export interface Frame {
  /** The event's id in the log, counted from 0. */
  readonly id: number
  readonly type: Event['type']
  /** Who acted; null for chance. */
  readonly seat?: Seat | null
  readonly turn?: number
  readonly move?: Move
  /** The agent's own words, when it gave any. */
  readonly text?: string
  /** How it reads: the agent's words or the phrase book's. On `dealt` and `moved`. */
  readonly line?: string
  /** The arena played this move for the seat. */
  readonly forced?: Fault
  /** On `forfeited`. */
  readonly fault?: Fault
  /** On `refused`: what was wrong (sight `all` and the seat itself). */
  readonly code?: Refusal['code']
  /** Private: what the seat believes (`surveyed`, or beside a move). Sight `all` and the seat itself. */
  readonly beliefs?: Beliefs
  /** Private: reasoning, raw model text, policy version, tokens. Sight `all` and the seat itself. */
  readonly note?: Note
  /** On `ended`. */
  readonly scores?: readonly number[]
  /** On `ended`: success by seat in [-1, 1]. */
  readonly outcome?: readonly number[]
  /** On `stopped`. */
  readonly reason?: string
  /**
   * The sight's view after the event (the audience's, for `all`); same shape as `Game.view`. Absent on `surveyed` and
   * `refused`, which change nothing: the view of the frame before still holds. The first frame told always has it.
   */
  readonly view?: unknown
  /** Sight `all` only, beside `view`: by seat, those parts of its own view that differ from `view`. */
  readonly views?: readonly unknown[]
}

/** Frames of the events `from`..`to`, both included. */
export interface FrameBatch {
  readonly match: string
  readonly sight: WatchSight
  readonly from: number
  readonly to: number
  readonly frames: readonly Frame[]
  /** No event will follow `to`. */
  readonly complete: boolean
}

export interface WatchRequest {
  readonly match: string
  /** First event id wanted; `tail` gives a snapshot and the last `tail` events. Default 0: everything. */
  readonly from?: number
  readonly tail?: number
  /** Default `audience`. */
  readonly sight?: WatchSight
}

export type WatchReply =
  | { readonly ok: true; readonly match: MatchSummary; readonly sight: WatchSight; readonly snapshot?: Snapshot }
  | { readonly ok: false; readonly error: WireRefusal }

/** How things stood after event `id`, said as in a `Frame`; the frames that follow begin at `id + 1`. */
export interface Snapshot {
  readonly id: number
  readonly view: unknown
  readonly views?: readonly unknown[]
}

export type MatchState = 'waiting' | 'running' | 'over' | 'stopped'

export interface MatchSeat {
  readonly agent: string
  readonly version?: string
  /** The character's name, or "First". */
  readonly name: string
  /** Only once over, or where roles are no secret. */
  readonly role?: string
  readonly faction?: string
  /** False while a remote agent is away. */
  readonly here: boolean
}

export interface MatchSummary {
  readonly id: string
  readonly scenario: string
  readonly kind: string
  readonly title: string
  readonly language: string
  readonly state: MatchState
  readonly seats: readonly MatchSeat[]
  /** Events recorded so far. */
  readonly events: number
  readonly turn: number
  /** Seats whose answer is waited for. */
  readonly waitingFor: readonly Seat[]
  /** Epoch milliseconds by which they must answer, where there is a clock. */
  readonly deadline?: number
  /** True when every sight may be had now (no stranger sits in it, or it is over). */
  readonly open: boolean
  readonly startedAt: number
  readonly endedAt?: number
  readonly scores?: readonly number[]
  readonly outcome?: readonly number[]
  readonly tournament?: string
  /** It shares its deal with matches still to be played: until they are over, moderators alone see what is in it. */
  readonly sealed?: true
  /** Only once over: what really happened, if the scenario has a truth to tell. */
  readonly truth?: string
}

export interface LobbyState {
  readonly ok: true
  readonly running: readonly MatchSummary[]
  readonly recent: readonly MatchSummary[]
  readonly standings: readonly Standing[]
  readonly tournaments: readonly TournamentProgress[]
  readonly training: readonly TrainingRun[]
  readonly beatMs: number
}

export interface Beat {
  readonly at: number
  readonly running: number
}

// ------------------------------------------------------------------- reading

export interface Health {
  readonly ok: true
  readonly name: 'parley'
  readonly version: string
  readonly protocol: number
  readonly running: number
  readonly studio: boolean
  readonly demo: boolean
}

export interface ScenarioSummary {
  readonly id: string
  readonly kind: string
  readonly title: string
  readonly summary: string
  readonly language: string
  readonly seats: number
}

export interface ScenarioDetail extends ScenarioSummary {
  readonly names: readonly string[]
  readonly range: readonly [number, number]
  readonly hash: string
}

export interface AgentSummary {
  readonly id: string
  readonly title: string
  /** Kinds of game it plays; absent: any. */
  readonly kinds?: readonly string[]
  readonly version?: string
  readonly where: 'built-in' | 'remote'
  readonly here: boolean
  /** Matches it plays now and how many it takes at once (remote). */
  readonly playing?: number
  readonly concurrency?: number
}

export interface Errors {
  readonly late: number
  readonly illegal: number
  readonly gone: number
  readonly error: number
}

export interface Standing {
  readonly agent: string
  readonly rating: number
  /** 95 % interval of the rating. */
  readonly ci95: readonly [number, number]
  /** Ratings of one pool can be compared: a chain of games connects its agents. Absent for the unrated. */
  readonly pool?: number
  /** The scenarios it played most, most played first; `mystery:simple` stands for all of that generator. */
  readonly plays?: readonly string[]
  readonly games: number
  /** Mean success in [-1, 1]. */
  readonly mean: number
  readonly errors: Errors
  /** Mean success by role, with the games behind it. */
  readonly roles?: Readonly<Record<string, { readonly mean: number; readonly games: number }>>
}

/** An agent's rating after the first `matches` of those the standings are made of: [matches, rating] in order. */
export interface RatingCurve {
  readonly agent: string
  readonly points: readonly (readonly [number, number])[]
}

export interface TournamentProgress {
  readonly id: string
  readonly title: string
  readonly state: 'running' | 'paused' | 'over' | 'cancelled'
  readonly schedule: string
  readonly scenarios: readonly string[]
  readonly agents: readonly string[]
  readonly planned: number
  readonly done: number
  readonly running: number
  readonly matchesPerSecond?: number
  readonly secondsLeft?: number
  readonly ratings: readonly Standing[]
  /** Row agent against column agent: mean success and games. */
  readonly crossTable?: readonly (readonly ({ readonly mean: number; readonly games: number } | null)[])[]
  /** The command that reproduces it. */
  readonly command?: string
}

export interface TrainingRun {
  readonly id: string
  readonly scenario: string
  readonly method: string
  readonly device: string
  readonly state: 'running' | 'over' | 'interrupted'
  readonly version: number
  readonly step: number
  readonly steps: number
  readonly secondsLeft?: number
  /** Curves by name (`loss`, `nashConv`, `winRate:culprit`): [step, value] in order. */
  readonly curves: Readonly<Record<string, readonly (readonly [number, number])[]>>
  readonly versions: readonly TrainedVersion[]
  /** What versions were measured to do, oldest first; absent where none was (`parley evaluate policy:DIR --measures`). */
  readonly measures?: readonly MeasuredVersion[]
}

export interface MeasuredVersion {
  readonly version: number
  readonly scenario: string
  /** Who played the other seats. */
  readonly against: string
  readonly matches: number
  /** By faction that the version played, then by measure (victory, tii, cic, …), each 0 to 1. */
  readonly factions: Readonly<Record<string, Readonly<Record<string, MeasuredFigure>>>>
}

export interface MeasuredFigure {
  readonly mean: number
  readonly ci95: readonly [number, number]
}

export interface TrainedVersion {
  readonly version: number
  readonly parent: number | null
  /** Mean difference of success from its parent's in the same matches, with its 95 % interval; where it was evaluated. */
  readonly gain?: MeasuredFigure
  /** Whether the gate let it become current, and why. */
  readonly passed: boolean
  readonly reason: string
}

export interface CreditStrip {
  readonly match: string
  readonly method: string
  readonly turns: readonly {
    readonly id: number
    readonly turn: number
    readonly seat: Seat
    readonly credit: number
  }[]
  /** By seat: the sum of its credits, and the outcome they share out. */
  readonly sums: readonly number[]
  readonly outcome: readonly number[]
}

/** A dropped log told whole: what `/api/matches/:id` and its frames would give for sight `all`. */
export interface Replay {
  readonly match: MatchSummary
  readonly batch: FrameBatch
  /** Torn lines at the end that were left out. */
  readonly torn: number
}

// ------------------------------------------------------------------- studio

export interface DocumentFault {
  readonly file: string
  /** Counted from 1. */
  readonly line: number
  readonly column?: number
  /** JSON pointer. */
  readonly pointer: string
  readonly message: string
  /** A warning lets the scenario be saved and played; absent: an error. */
  readonly severity?: 'warning'
}

export interface CheckReport {
  readonly faults: readonly DocumentFault[]
  readonly saved?: boolean
}

export interface Preview {
  readonly seat: Seat
  readonly prompt: string
  readonly view: unknown
}

export interface BalanceReport {
  readonly matches: number
  /** By faction or role: rate with its 95 % interval. */
  readonly rates: Readonly<Record<string, { readonly rate: number; readonly ci95: readonly [number, number] }>>
}
