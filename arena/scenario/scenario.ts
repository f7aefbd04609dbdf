/** A scenario opened for play: the game it makes and the words for it. */
import type { Choice, Game, Played, Seat } from '../core/game.ts'

export interface Scenario {
  readonly id: string
  readonly kind: string
  readonly title: string
  readonly summary: string
  /** BCP 47: `en`, `zh`. */
  readonly language: string
  /** First 16 hex digits of the SHA-256 over its files (or over kind, seed and difficulty when generated). */
  readonly hash: string
  readonly game: Game
  /** The checked document it was made from; holds secrets, never sent to a seat. */
  readonly document: unknown

  /** What an agent that reads is sent: rules, the view in words, what it may do (null: a survey). Rendered from a view, never from a state. */
  prompt(view: unknown, seat: Seat, choice: Choice | null): string
  /**
   * One line of the dialogue: how a witnessed move reads, in the light of the same sight's view before it. When the agent
   * gave words of its own: what the move does, in short, and the words in quotes. Else the phrase book's words, their
   * variant chosen by `salt` (match and event id), never by truth.
   * The speaker's name is not in it: it is `game.seats[played.seat].name`, a field of its own.
   */
  line(view: unknown, played: Played, salt: string): string
  /** What is told after the end, if the scenario has a truth to tell. */
  readonly truth?: string
}
