/** Counting ballots and telling who reached what. */
import type { Seat } from '../../core/game.ts'
import type { GoalTest } from './document.ts'
import { isOpen, type State } from './state.ts'
import type { Tables } from './tables.ts'

/** The seats with the most ballots; none when every ballot was empty. */
export function leaders(ballots: readonly number[]): Seat[] {
  const counts = countVotes(ballots, ballots.length)
  const most = Math.max(...counts)
  return most === 0 ? [] : counts.flatMap((count, seat) => (count === most ? [seat] : []))
}

/** Ballots for each seat. */
export function countVotes(ballots: readonly (number | null)[], seats: number): number[] {
  const counts = Array.from({ length: seats }, () => 0)
  for (const vote of ballots) if (vote !== null && vote >= 0) counts[vote]!++
  return counts
}

/** The killer's side wins when no culprit is convicted, every other side when one is. +1 or -1 by seat. */
export function factionOutcome({ killers, seats }: Tables, { record }: State): number[] {
  const caught = record.verdict?.caught ?? false
  return Array.from({ length: seats }, (_, seat) =>
    ((killers >> seat) & 1) === 1 ? (caught ? -1 : 1) : caught ? 1 : -1,
  )
}

/** The victory of its side plus the goals it reached. */
export function scoresOf(tables: Tables, state: State): number[] {
  const outcome = factionOutcome(tables, state)
  return outcome.map((victory, seat) => {
    const goals = tables.document.characters[seat]!.goals ?? []
    return goals.reduce((sum, goal) => sum + (reached(tables, state, seat, goal.when) ? goal.score : 0), victory)
  })
}

/** Whether a goal that the arena can judge is reached; false for those it can't. */
export function reached(tables: Tables, state: State, seat: Seat, test: GoalTest | undefined): boolean {
  const { record, known } = state
  const { document } = tables
  const character = (id: string) => document.characters.findIndex((one) => one.id === id)
  const clue = (id: string) => known[document.clues.findIndex((one) => one.id === id)] ?? 0
  switch (test?.kind) {
    case undefined:
      return false
    case 'unsuspected':
      return (countVotes(record.ballots.at(-1) ?? [], tables.seats)[seat] ?? 0) <= (test.votes ?? 0)
    case 'convicted':
      return record.verdict?.convicted === character(test.who)
    case 'acquitted':
      return record.verdict?.convicted !== character(test.who)
    case 'finds':
      return ((clue(test.clue) >> seat) & 1) === 1
    case 'buried':
      return !isOpen(clue(test.clue))
    case 'unrefuted':
      return unrefuted(
        tables,
        state,
        seat,
        (document.slots ?? []).findIndex(({ id }) => id === test.slot),
      )
    default:
      throw test satisfies never
  }
}

function unrefuted({ at }: Tables, { record }: State, seat: Seat, slot: number): boolean {
  const column = record.slots[slot]
  if (!column) return true
  if (column.conflicts.some(([one, other]) => one === seat || other === seat)) return false
  const claim = column.claims[seat]
  const place = claim?.place ?? -1
  return !record.board.some(({ says }) =>
    says.some(
      (one) =>
        (one.kind === 'empty' && one.slot === slot && one.place === place) ||
        (one.kind === 'at' && one.slot === slot && one.who === seat && place >= 0 && place !== at[seat]![slot]),
    ),
  )
}
