/** The whole state of a match: the public record and what is hidden beside it. Plain JSON, never changed in place. */
import type { Seat } from '../../core/game.ts'
import { SILENCE } from './claims.ts'
import type { Tables } from './tables.ts'
import type { ClueView, Record, Whisper } from './view.ts'

export interface State {
  readonly record: Record
  /** Seats that have had their move in this round (or introduction). */
  readonly spoken: number
  /** By clue: bit mask of those who know it; ON_TABLE once everybody does. */
  readonly known: readonly number[]
  /** By clue: who found or held it; -1 for nobody. */
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
export const NO_BALLOT = -2
export const EMPTY_BALLOT = -1

export function startState(tables: Tables): State {
  const { seats, slots } = tables
  const each = <T>(value: T): T[] => Array.from({ length: seats }, () => value)
  const column = { ...SILENCE, claims: each(null) }
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
  return enterStage(tables, before, 0)
}

/** The state as a stage begins: allowances renewed, held clues handed out, revealed ones laid on the table. */
export function enterStage(tables: Tables, state: State, stage: number): State {
  const known = state.known.slice()
  const finders = state.finders.slice()
  for (const [clue, { holder, stage: from }] of tables.clues.entries()) {
    if (holder < 0 || from !== stage || known[clue] !== 0) continue
    known[clue] = 1 << holder
    finders[clue] = holder
  }
  const zeros = state.searched.map(() => 0)
  const record = { ...state.record, stage, round: 0, deflections: zeros }
  const entered = { ...state, record, known, finders, searched: zeros, searchedRound: 0 }
  const revealed = tables.document.stages[stage]!.reveals ?? []
  const clues = revealed.map((id) => tables.document.clues.findIndex((clue) => clue.id === id))
  return withSearchable(tables, layOnTable(tables, entered, clues))
}

/** Puts clues before everybody; those already there stay as they are. */
export function layOnTable(tables: Tables, state: State, clues: readonly number[]): State {
  const fresh = clues.filter((clue) => state.known[clue] !== ON_TABLE)
  if (fresh.length === 0) return state
  const known = state.known.slice()
  for (const clue of fresh) known[clue] = ON_TABLE
  const board = [...state.record.board, ...fresh.map((clue) => clueView(tables, state, clue))]
  return withSearchable(tables, { ...state, known, record: { ...state.record, board } })
}

/** The clues that somebody knows and not everybody. */
export const privateClues = (state: State): number[] =>
  state.known.flatMap((mask, clue) => (mask !== 0 && mask !== ON_TABLE ? [clue] : []))

export function clueView(tables: Tables, state: State, clue: number): ClueView {
  const finder = state.finders[clue]!
  const { view } = tables.clues[clue]!
  return finder < 0 ? view : { ...view, by: finder }
}

/** Recomputes which places still hold something in this stage. */
export function withSearchable(tables: Tables, state: State): State {
  let mask = 0
  for (let clue = 0; clue < tables.clues.length; clue++) {
    const { place, stage } = tables.clues[clue]!
    if (place >= 0 && stage <= state.record.stage && state.known[clue] === 0) mask |= 1 << place
  }
  const searchable: number[] = []
  for (let place = 0; mask >> place !== 0; place++) if ((mask >> place) & 1) searchable.push(place)
  return { ...state, record: { ...state.record, searchable } }
}

/** The clue a search of `place` turns up: the first in the document's order; -1 when there is none. */
export function nextClue(tables: Tables, state: State, place: number): number {
  return tables.clues.findIndex(
    (clue, number) => clue.place === place && clue.stage <= state.record.stage && state.known[number] === 0,
  )
}
