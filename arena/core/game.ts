/** The contract every game keeps. Pure functions over plain data; no clock, no randomness, no I/O. */

import type { Random } from './rng.ts'

/** 0-based place at the table. */
export type Seat = number

/** A move is a short string, spelled the same in logs, on the wire and on buttons: `bet`, `vote clara`. */
export type Move = string

/** Who looks: a seat sees what it may know; the audience sees what a spectator may. */
export type Sight = Seat | 'audience'

/** One thing done: by a seat, or by chance (`seat: null`). Speech rides on a move as text. */
export interface Played {
  readonly seat: Seat | null
  readonly move: Move
  readonly text?: string
}

/** Which of the offered moves may carry text, and how many UTF-16 code units of it. */
export interface Speech {
  readonly moves: readonly Move[] | 'all'
  readonly max: number
}

/** What one seat may do now. */
export interface Choice {
  readonly seat: Seat
  readonly moves: readonly Move[]
  readonly speech?: Speech
}

/**
 * What must happen next. Chance is a mover like any other, so a log replays without a generator.
 * One choice is a turn. Several are sealed: all are asked at once, then played in the order listed,
 * never in order of arrival; after each of them `next` offers the rest.
 */
export type Next =
  | { readonly kind: 'choose'; readonly choices: readonly Choice[] }
  | { readonly kind: 'deal'; readonly odds: readonly { readonly move: Move; readonly chance: number }[] }
  | { readonly kind: 'over'; readonly scores: readonly number[] }

/** What a seat is in the story: rewards are centred by role, victories counted by faction. */
export interface SeatRole {
  readonly role: string
  readonly faction: string
  /** What the others call this seat: a character's name, "First". */
  readonly name: string
}

/** A moment at which seats may be surveyed: who is asked, about whom. Never changes the state. */
export interface SurveyMoment {
  readonly round: number
  readonly listeners: readonly { readonly seat: Seat; readonly about: readonly Seat[] }[]
}

export interface Game<State = unknown, View = unknown> {
  /** The scenario's id: file name, log, URL, playthrough are spelled the same. */
  readonly id: string
  /** The rules it is an instance of: `hanabi`, `murder-mystery`. */
  readonly kind: string
  /** Raised whenever an old log might replay differently. */
  readonly version: number
  /** By seat. */
  readonly seats: readonly SeatRole[]
  /** Lowest and highest possible score of any seat. */
  readonly range: readonly [number, number]
  /** True when the Game value itself holds nothing that a seat may not know, so a solver plugin may have it. */
  readonly openRules: boolean

  start(): State
  next(state: State): Next
  /** Trusts `played`; the match has already checked it against `next`. Returns a new state. */
  play(state: State, played: Played): State
  /** Everything `sight` may know, and nothing else: plain JSON. Same view means same offer. */
  view(state: State, sight: Sight): View

  /** What `sight` witnesses of a move about to be played in `state`; null for nothing. Default: moves whole, deals not at all. */
  witness?(state: State, played: Played, sight: Sight): Played | null
  /** Running score by seat, where points fall before the end; its changes are the rewards of turns. */
  tally?(state: State): readonly number[]
  /** Success of every seat in [-1, 1] once over; default: scores scaled by `range`. */
  outcome?(state: State, scores: readonly number[]): readonly number[]
  /** What a seat that can't be heard plays; one of its offered moves. Without it such a seat forfeits the match. */
  fallback?(state: State, choice: Choice): Move
  /** What every seat scores when `seat` forfeits the match; default: the lowest score for it, for the others as `forfeitScores` says. */
  forfeit?(state: State, seat: Seat): readonly number[]
  /** Who may be surveyed now, if anyone. */
  survey?(state: State): SurveyMoment | null
  /** The view as `key=value` tokens for a network; default: the view's JSON leaves. */
  facts?(view: View, seat: Seat): readonly string[]
  /** A move as tokens for a network, in the light of the view; default: its words. */
  moveFacts?(view: View, seat: Seat, move: Move): readonly string[]
  /** For solvers: a state that `seat`, asked now and seeing `view`, can't tell from the true one; drawn by `random` where several are. */
  imagine?(view: View, seat: Seat, random: Random): State
}

/** What `seat` may do now, if it is asked. */
export function choiceOf(next: Next, seat: Seat): Choice | undefined {
  return next.kind === 'choose' ? next.choices.find((choice) => choice.seat === seat) : undefined
}

/** Deals are nobody's business unless the game says so; moves are everybody's. */
export function witnessed(game: Game, state: unknown, played: Played, sight: Sight): Played | null {
  if (game.witness) return game.witness(state, played, sight)
  return played.seat === null ? null : played
}

/** In a two-seat game the other seat gets the highest score; otherwise every other seat gets the middle of the range. */
export function forfeitScores(game: Game, state: unknown, seat: Seat): readonly number[] {
  if (game.forfeit) return game.forfeit(state, seat)
  const [low, high] = game.range
  const rest = game.seats.length === 2 ? high : (low + high) / 2
  return game.seats.map((_, other) => (other === seat ? low : rest))
}

/** Success by seat in [-1, 1]: the `z` of MARO. */
export function outcomeOf(game: Game, state: unknown, scores: readonly number[]): readonly number[] {
  if (game.outcome) return game.outcome(state, scores)
  const [low, high] = game.range
  return scores.map((score) => (high === low ? 0 : (2 * (score - low)) / (high - low) - 1))
}
