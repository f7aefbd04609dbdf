/** What an agent and the arena say to each other; the list of messages stands in `protocol.ts`. */
import type { Beliefs, Note, Refusal } from '../core/agent.ts'
import type { Move, Seat, Speech } from '../core/game.ts'
import type { MatchSummary } from './protocol.ts'

/** A no, said the same way over every transport. */
export interface WireRefusal {
  readonly code: string
  /** One sentence: who, what came, what is allowed. */
  readonly message: string
  /** What would have been taken, where that is a short list. */
  readonly allowed?: readonly string[]
  /** Seconds after which trying again makes sense. */
  readonly retry?: number
}

export interface JoinRequest {
  readonly protocol: number
  readonly token: string
  readonly agent?: { readonly name?: string; readonly version?: string }
  /** Kinds of game it wants; absent: any. */
  readonly kinds?: readonly string[]
  /** Matches it takes at once; default 1. */
  readonly concurrency?: number
  /** Wants `survey` messages. */
  readonly surveys?: boolean
  /** False: asks come with an empty `prompt`, for agents that read the view alone; default true. */
  readonly prompt?: boolean
}

export interface Welcome {
  readonly protocol: number
  readonly agent: string
  /** Matches it sits in now. */
  readonly matches: readonly string[]
  readonly limits: { readonly messageBytes: number; readonly messagesPerSecond: number; readonly concurrency: number }
}

export interface AskMessage {
  readonly match: string
  /** Number of the move wanted; `act` names it. */
  readonly turn: number
  readonly game: string
  readonly kind: string
  readonly seat: Seat
  readonly role: string
  readonly name: string
  /** Names of all seats, by seat. */
  readonly names: readonly string[]
  readonly view: unknown
  readonly moves: readonly Move[]
  readonly speech?: Speech
  /** The view in words; empty for an agent that joined with `prompt: false`. */
  readonly prompt: string
  /** Epoch milliseconds on the server's clock; null: no clock. */
  readonly deadline: number | null
  /** Milliseconds left until then when sent (for clients whose clock differs), time bank included. */
  readonly left: number | null
  /** What is left of the match's time bank, in milliseconds. */
  readonly bank: number
  /** Milliseconds the last answer took to come, network included; null at first. */
  readonly took: number | null
  /** First event id of `news`. */
  readonly since: number
  /** What this seat witnessed since its last move. */
  readonly news: readonly News[]
  /** Why the last answer to this very turn was refused. */
  readonly refusal?: Refusal
}

/** A speaker is a field, never part of a line: nobody can forge another's words. */
export interface News {
  readonly id: number
  readonly seat: Seat | null
  readonly move: Move
  readonly text?: string
  readonly line: string
}

export interface ActMessage {
  readonly match: string
  readonly turn: number
  /** The client's own name for this very answer: an act sent twice under one id is one answer. At most 64 characters. */
  readonly id?: string
  readonly move: Move
  readonly text?: string
  readonly beliefs?: Beliefs
  readonly note?: Note
}

export type ActReply =
  | { readonly ok: true; readonly duplicate?: boolean }
  | { readonly ok: false; readonly error: WireRefusal & { readonly left?: number; readonly current?: number } }

export interface RefusedAct extends WireRefusal {
  readonly match: string
  readonly turn: number
  /** Tries left for this turn. */
  readonly left: number
}

export interface SurveyMessage {
  readonly match: string
  readonly game: string
  readonly turn: number
  readonly seat: Seat
  readonly view: unknown
  readonly about: readonly Seat[]
  readonly prompt: string
  readonly left: number | null
}

export interface BeliefsMessage {
  readonly match: string
  readonly turn: number
  readonly seat: Seat
  readonly beliefs: Beliefs
}

export interface OverMessage {
  readonly match: string
  readonly seat: Seat
  readonly state: 'over' | 'stopped'
  readonly scores: readonly number[]
  readonly outcome: readonly number[]
}

/** A person's seat: join `/agents` with `token` (protocol 1), watch with it as this seat. */
export interface SeatOffer {
  readonly match: MatchSummary
  readonly seat: Seat
  readonly token: string
}
