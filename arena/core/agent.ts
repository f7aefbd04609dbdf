/** The whole plugin contract: an agent is one function from what it sees to what it does. */
import type { Game, Move, Seat, Speech } from './game.ts'
import type { Random } from './rng.ts'

export interface Ask {
  readonly match: string
  readonly game: string
  /** Number of the move this answers, from 0; an answer names it, so a repeat or a straggler does no harm. */
  readonly turn: number
  readonly seat: Seat
  readonly role: string
  readonly view: unknown
  readonly moves: readonly Move[]
  readonly speech?: Speech
  /** The view in words, by the scenario's template; made when first read. */
  readonly prompt: string
  /** Why the last answer to this very turn was refused, and how many tries are left. */
  readonly refusal?: Refusal
}

export interface Answer {
  readonly move: Move
  readonly text?: string
  readonly beliefs?: Beliefs
  readonly note?: Note
}

/** Kept in the log untouched: what a replay can't recompute (log-probability, policy version, raw model text, tokens). */
export type Note = Readonly<Record<string, string | number | boolean | null>>

/** All arrays by seat; the entry of the seat itself is 0. */
export interface Beliefs {
  /** Probability that the seat is a culprit; sums to 1. */
  readonly suspects: readonly number[]
  /** 0, 1 or 2. */
  readonly suspicion?: readonly number[]
  /** 0, 1 or 2. */
  readonly trust?: readonly number[]
}

export interface SurveyAsk {
  readonly match: string
  readonly game: string
  readonly turn: number
  readonly seat: Seat
  readonly view: unknown
  readonly about: readonly Seat[]
  readonly prompt: string
}

export interface Refusal {
  readonly code: 'illegal-move' | 'bad-answer' | 'text-too-long' | 'text-not-allowed' | 'agent-error'
  readonly message: string
  readonly left: number
}

export interface Agent {
  readonly name: string
  readonly version?: string
  act(ask: Ask): Answer | Promise<Answer>
  /** Off the record: what the seat thinks now. An agent without it is not surveyed. */
  survey?(ask: SurveyAsk): Beliefs | Promise<Beliefs>
}

/** What a plugin gets to make one agent for one seat of one match. */
export interface AgentContext {
  readonly random: Random
  /** What stood behind the colon: `policy:runs/kuhn@3` gives `runs/kuhn@3`. */
  readonly argument: string
  /** Only for games whose rules are open (see Game.openRules). */
  readonly game?: Game
  /** How the game turns what a seat sees into tokens for a network; the game's own functions over views. */
  readonly reading?: Reading
}

export type Reading = Pick<Game, 'facts' | 'moveFacts'>

export interface Plugin {
  readonly id: string
  readonly title: string
  /** Kinds of game it can play; absent means any. */
  readonly kinds?: readonly string[]
  make(context: AgentContext): Agent | Promise<Agent>
}

/** Makes the agent a spec names (`detective`, `policy:runs/kuhn@3`) for a seat of a game; who hosts matches is given one. */
export type OpenAgent = (spec: string, place: { readonly game: Game; readonly random: Random }) => Promise<Agent>
