/** The whole state of a match: the public record and what is hidden beside it. Plain JSON, never changed in place. */
import type { Seat } from '../../core/game.ts'
import type { Tables } from './tables.ts'
import type { ClueView, Record, SlotRecord, Whisper } from './view.ts'

export interface State {
  readonly record: Record
  /** Seats that have had their move in this round (or introduction). */
  readonly spoken: number
  /** By clue: bit mask of those who know it of themselves, with ON_TABLE once everybody does. */
  readonly known: readonly number[]
  /** By clue: who found, held or showed it last; -1 for nobody. */
  readonly finders: readonly Seat[]
  /** By seat: bit mask of those whose motive it has been asked about. */
  readonly asked: readonly number[]
  /** By seat: whom it accused last; -1 for nobody. */
  readonly accused: readonly Seat[]
  /** Searches made: by seat in this stage, by the table in this round. */
  readonly searched: readonly number[]
  readonly searchedRound: number
  readonly whispers: readonly Whisper[]
  /** Ballots of the running vote by seat. */
  readonly ballots: readonly number[]
}

export const ON_TABLE = 1 << 30
export const isOpen = (known: number): boolean => (known & ON_TABLE) !== 0
export const NO_BALLOT = -2
export const EMPTY_BALLOT = -1

export function startState(tables: Tables): State {
  const { seats, slots } = tables
  const each = <T>(value: T): T[] => new Array<T>(seats).fill(value)
  const column: SlotRecord = { denials: [], conflicts: [], deflected: [], claims: each(null) }
  const before: State = {
    record: {
      phase: 'introduction',
      stage: 0,
      round: 0,
      floor: 0,
      first: 0,
      question: null,
      lines: [],
      slots: Array.from({ length: slots }, () => column),
      motives: [],
      accusations: [],
      board: [],
      searches: [],
      searchable: [],
      deflections: each(0),
      ballots: [],
      tied: [],
      verdict: null,
    },
    spoken: 0,
    known: tables.clues.map(() => 0),
    finders: tables.clues.map(() => -1),
    asked: each(0),
    accused: each(-1),
    searched: each(0),
    searchedRound: 0,
    whispers: [],
    ballots: each(NO_BALLOT),
  }
  const draft = draftOf(before)
  enterStage(tables, draft, 0)
  return draft
}

/** A state in the making: its own top level, everything below still shared and replaced, never changed. */
export type Draft = Open<Omit<State, 'record'>> & { record: Open<Record> }

type Open<T> = { -readonly [K in keyof T]: T[K] }

/** Spelled out, as a spread of a frozen object is ten times slower. */
export function draftOf(state: State): Draft {
  const { record } = state
  return {
    record: {
      phase: record.phase,
      stage: record.stage,
      round: record.round,
      floor: record.floor,
      first: record.first,
      question: record.question,
      lines: record.lines,
      slots: record.slots,
      motives: record.motives,
      accusations: record.accusations,
      board: record.board,
      searches: record.searches,
      searchable: record.searchable,
      deflections: record.deflections,
      ballots: record.ballots,
      tied: record.tied,
      verdict: record.verdict,
    },
    spoken: state.spoken,
    known: state.known,
    finders: state.finders,
    asked: state.asked,
    accused: state.accused,
    searched: state.searched,
    searchedRound: state.searchedRound,
    whispers: state.whispers,
    ballots: state.ballots,
  }
}

/** A stage begins: allowances are renewed, held clues handed out, revealed ones laid on the table. */
export function enterStage(tables: Tables, draft: Draft, stage: number): void {
  draft.record.stage = stage
  draft.record.round = 0
  draft.record.deflections = draft.searched = draft.searched.map(() => 0)
  draft.searchedRound = 0
  for (const [clue, { holder, stage: from }] of tables.clues.entries()) {
    if (holder < 0 || from !== stage || draft.known[clue] !== 0) continue
    draft.known = replaced(draft.known, clue, 1 << holder)
    draft.finders = replaced(draft.finders, clue, holder)
  }
  const revealed = tables.document.stages[stage]!.reveals ?? []
  for (const id of revealed)
    layOnTable(
      tables,
      draft,
      tables.document.clues.findIndex((clue) => clue.id === id),
    )
  findSearchable(tables, draft)
}

/** Puts a clue before everybody; one already there stays as it is. */
export function layOnTable(tables: Tables, draft: Draft, clue: number): void {
  if (isOpen(draft.known[clue]!)) return
  draft.known = replaced(draft.known, clue, draft.known[clue]! | ON_TABLE)
  draft.record.board = [...draft.record.board, clueView(tables, draft, clue)]
  findSearchable(tables, draft)
}

/** Lays every clue that somebody knows and not everybody on the table. */
export function layAllOnTable(tables: Tables, draft: Draft): void {
  for (const [clue, mask] of draft.known.entries()) if (mask !== 0) layOnTable(tables, draft, clue)
}

export function clueView(tables: Tables, state: State, clue: number): ClueView {
  const finder = state.finders[clue]!
  const { view } = tables.clues[clue]!
  return finder < 0 ? view : { ...view, by: finder }
}

/** Recomputes which places hold something that isn't on the table. */
export function findSearchable(tables: Tables, draft: Draft): void {
  draft.record.searchable = placesWith(tables, draft, ON_TABLE)
}

/** The places, in order, that hold a clue of this stage or an earlier one that none of `knowers` knows. */
function placesWith({ clues }: Tables, { known, record }: State, knowers: number): number[] {
  let mask = 0
  for (let clue = 0; clue < clues.length; clue++) {
    const { place, stage } = clues[clue]!
    if (place >= 0 && stage <= record.stage && (known[clue]! & knowers) === 0) mask |= 1 << place
  }
  const places: number[] = []
  for (let place = 0; mask >> place !== 0; place++) if ((mask >> place) & 1) places.push(place)
  return places
}

/** Where a search by `seat` turns something up. What another found in private is still there. */
export const searchableBy = (tables: Tables, state: State, seat: Seat): number[] =>
  placesWith(tables, state, ON_TABLE | (1 << seat))

/** A copy of a list with one entry replaced. Spread, as `slice` of a frozen list is many times slower. */
export function replaced<T>(list: readonly T[], at: number, value: T): T[] {
  const copy = [...list]
  copy[at] = value
  return copy
}

/** The clue a search of `place` by `seat` turns up: the first, in the document's order, that it doesn't know. */
export function nextClue(tables: Tables, { record, known }: State, seat: Seat, place: number): number {
  return tables.clues.findIndex(
    (clue, number) =>
      clue.place === place && clue.stage <= record.stage && !isOpen(known[number]!) && !((known[number]! >> seat) & 1),
  )
}
