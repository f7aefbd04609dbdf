/** Turns: what the log says each seat decided, seen, and earned. Every reward, batch and figure starts here. */
import type { Beliefs, Note } from './agent.ts'
import { choiceOf, type Game, type Move, type Seat } from './game.ts'
import { type Event, headerOf, replay } from './log.ts'

/** One decision of one seat, with the reward it drew before that seat's next one. */
export interface Turn {
  readonly match: string
  readonly game: string
  readonly kind: string
  readonly turn: number
  /** Id of the event in the log. */
  readonly id: number
  readonly seat: Seat
  readonly role: string
  readonly faction: string
  readonly view: unknown
  readonly moves: readonly Move[]
  readonly move: Move
  readonly text?: string
  readonly note?: Note
  readonly beliefs?: Beliefs
  /** Played for the seat by the arena; no lesson is in it. */
  readonly forced: boolean
  /** Change of the seat's own score from this turn to its next one (the end, for its last; the start, for its first). */
  readonly reward: number
  /** The seat's final success in [-1, 1]; 0 for an unfinished match. */
  readonly outcome: number
}

type Draft = { -readonly [K in keyof Turn]: Turn[K] }

/** Rewards of a seat sum to its final score when it had a turn. `game` is what the log was played under. */
export function turnsOf(game: Game, events: readonly Event[]): Turn[] {
  const { match } = headerOf(events)
  const turns: Draft[] = []
  const open = new Map<Seat, Draft>() // a seat's latest turn, still collecting
  const paid = game.seats.map(() => 0)
  const settle = (scores: readonly number[]) => {
    for (const [seat, turn] of open) {
      turn.reward += scores[seat]! - paid[seat]!
      paid[seat] = scores[seat]!
    }
  }
  for (const { id, event, before, after } of replay(game, events)) {
    if (event.type === 'moved') {
      const { type: _, forced, ...given } = event
      const { role, faction } = game.seats[event.seat]!
      const { id: name, kind } = game
      const moves = choiceOf(game.next(before), event.seat)?.moves ?? []
      const view = game.view(before, event.seat)
      const rest = { forced: forced !== undefined, reward: 0, outcome: 0 }
      const draft: Draft = { match, game: name, kind, id, role, faction, view, moves, ...given, ...rest }
      turns.push(draft)
      open.set(event.seat, draft)
    }
    if (game.tally && (event.type === 'moved' || event.type === 'dealt')) settle(game.tally(after))
    if (event.type === 'ended') {
      settle(event.scores)
      for (const turn of turns) turn.outcome = event.outcome[turn.seat]!
    }
  }
  return turns
}
