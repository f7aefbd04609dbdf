/** A kind of game: a function from parameters (or a whole scenario document) to a Game. */
import type { Game } from '../core/game.ts'

export interface Kind<Parameters = unknown> {
  readonly id: string
  readonly title: string
  /** JSON Schema (2020-12) of the parameters, by which scenario files are checked. */
  readonly parameters: object
  /** Trusts `parameters`: they have been checked against the schema. */
  make(id: string, parameters: Parameters): Game
}
