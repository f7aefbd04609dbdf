/** What each move does. */
import type { Played, Seat } from '../../core/game.ts'
import { withClaim, withDenial } from './claims.ts'
import { type Act, maskOf, seatsIn } from './moves.ts'
import {
  EMPTY_BALLOT,
  enterStage,
  layOnTable,
  NO_BALLOT,
  nextClue,
  ON_TABLE,
  privateClues,
  type State,
  withSearchable,
} from './state.ts'
import type { Tables } from './tables.ts'
import { leaders } from './verdict.ts'
import type { Claim, Line, Record, SlotRecord, Whisper } from './view.ts'

type Rebuttal = Extract<Act, { kind: 'confirm' | 'contradict' | 'deny' }>

/** The state after a move or a deal. */
export function played(tables: Tables, state: State, { seat, move, text }: Played): State {
  const act = tables.book.read(move)
  if (seat === null) return act.kind === 'begin' ? begun(state, act.seat) : state
  if (act.kind === 'vote' || act.kind === 'abstain') return balloted(state, seat, act)
  const heard = act.kind === 'whisper' ? whispered(state, seat, act, text) : state
  const { stage, round, lines } = state.record
  const line: Line = act.kind === 'whisper' ? whisperLine(tables, state, seat, act.to) : { seat, move, stage, round }
  const said = text === undefined || act.kind === 'whisper' ? line : { ...line, text }
  const told = { ...heard, record: { ...heard.record, lines: [...lines, said] } }
  return happened(tables, told, seat, move, act)
}

const whisperLine = ({ book }: Tables, { record: { stage, round } }: State, seat: Seat, to: Seat): Line => ({
  seat,
  move: book.whisper[to]!,
  stage,
  round,
})

function begun(state: State, first: Seat): State {
  const record: Record = { ...state.record, phase: 'turn', round: state.record.round + 1, first, floor: first }
  return { ...state, spoken: 0, searchedRound: 0, record }
}

function happened(tables: Tables, state: State, seat: Seat, move: string, act: Act): State {
  const { record } = state
  switch (act.kind) {
    case 'where':
    case 'saw':
    case 'about':
    case 'ask': {
      const question = { by: seat, to: act.to, move }
      const asked = act.kind === 'about' ? raised(state.asked, act.to, 1 << act.of) : state.asked
      return { ...state, asked, record: { ...record, phase: 'answer', floor: act.to, question } }
    }
    case 'confirm':
    case 'contradict':
    case 'deny':
      return moveOn(tables, rebutted(state, seat, act))
    case 'search':
      return moveOn(tables, searched(tables, state, seat, act.place))
    case 'share': {
      const finders = state.finders.slice()
      finders[act.clue] = seat
      return moveOn(tables, layOnTable(tables, { ...state, finders }, [act.clue]))
    }
    case 'accuse': {
      const accused = state.accused.slice()
      accused[seat] = act.to
      const accusations = [...record.accusations, { by: seat, of: act.to }]
      return moveOn(tables, { ...state, accused, record: { ...record, accusations } })
    }
    case 'in':
    case 'alone':
    case 'with':
    case 'motive':
    case 'nothing':
    case 'deflect':
      return moveOn(tables, answered(tables, state, seat, act))
    default:
      return moveOn(tables, state)
  }
}

function answered(tables: Tables, state: State, seat: Seat, act: Act): State {
  const { record } = state
  if (!record.question) return state
  const question = tables.book.read(record.question.move)
  const closed = { ...state, record: { ...record, question: null } }
  if (act.kind === 'motive' || act.kind === 'nothing') {
    if (question.kind !== 'about') return closed
    const word = { by: seat, of: question.of, known: act.kind === 'motive' }
    return { ...closed, record: { ...closed.record, motives: [...record.motives, word] } }
  }
  const slot = question.kind === 'where' || question.kind === 'saw' ? question.slot : -1
  if (act.kind === 'deflect') return deflected(closed, seat, slot)
  if (act.kind === 'in') return claimed(closed, seat, slot, { place: act.place, with: null })
  const company = act.kind === 'with' ? seatsIn(act.company) : []
  return claimed(closed, seat, slot, { place: record.slots[slot]!.claims[seat]!.place, with: company })
}

function deflected(state: State, seat: Seat, slot: number): State {
  const deflections = raised(state.record.deflections, seat, 0, 1)
  const after = { ...state, record: { ...state.record, deflections } }
  if (slot < 0) return after
  const column = state.record.slots[slot]!
  return withSlot(after, slot, { ...column, deflected: [...column.deflected, seat] })
}

function rebutted(state: State, seat: Seat, act: Rebuttal): State {
  const column = state.record.slots[act.slot]!
  if (act.kind === 'deny') return withSlot(state, act.slot, withDenial(column, seat, act.to))
  const claim = column.claims[act.to]!
  const company = act.kind === 'contradict' ? act.company : (maskOf(claim.with ?? []) | (1 << act.to)) & ~(1 << seat)
  return claimed(state, seat, act.slot, { place: claim.place, with: seatsIn(company) })
}

const claimed = (state: State, seat: Seat, slot: number, claim: Claim) =>
  withSlot(state, slot, withClaim(state.record.slots[slot]!, seat, claim))

function withSlot(state: State, slot: number, column: SlotRecord): State {
  const slots = state.record.slots.slice()
  slots[slot] = column
  return { ...state, record: { ...state.record, slots } }
}

/** The finder learns the place's next clue; the others see who searched where. */
function searched(tables: Tables, state: State, seat: Seat, place: number): State {
  const clue = nextClue(tables, state, place)
  const { record } = state
  const { stage, round } = record
  const known = raised(state.known, clue, 1 << seat)
  const finders = state.finders.slice()
  finders[clue] = seat
  const after: State = {
    ...state,
    known,
    finders,
    searched: raised(state.searched, seat, 0, 1),
    searchedRound: state.searchedRound + 1,
    record: { ...record, searches: [...record.searches, { by: seat, place, stage, round }] },
  }
  const open = tables.clues[clue]!.open || tables.rules.publish === 'found'
  return open ? layOnTable(tables, after, [clue]) : withSearchable(tables, after)
}

function whispered(state: State, by: Seat, { to, clue }: Act & { kind: 'whisper' }, text: string | undefined): State {
  const whisper: Whisper = {
    by,
    to,
    after: state.record.lines.length,
    ...(text !== undefined && { text }),
    ...(clue !== null && { clue }),
  }
  const known = clue === null || state.known[clue] === ON_TABLE ? state.known : raised(state.known, clue, 1 << to)
  return { ...state, known, whispers: [...state.whispers, whisper] }
}

/** The floor after a finished move: the next seat's, or the next round's, stage's or the vote's. */
function moveOn(tables: Tables, state: State): State {
  const spoken = state.spoken + 1
  const { first, phase } = state.record
  if (spoken < tables.seats) {
    const floor = (first + spoken) % tables.seats
    return {
      ...state,
      spoken,
      record: { ...state.record, phase: phase === 'introduction' ? phase : 'turn', floor, question: null },
    }
  }
  return roundOver(tables, { ...state, spoken: 0 })
}

function roundOver(tables: Tables, state: State): State {
  const { stage, round, phase } = state.record
  const { stages } = tables.document
  const waiting = (next: State): State => ({
    ...next,
    record: { ...next.record, phase: 'begin', floor: null, question: null },
  })
  if (phase === 'introduction') return waiting(state)
  const { publish } = tables.rules
  if (round < stages[stage]!.rounds) {
    return waiting(publish === 'round' ? layOnTable(tables, state, privateClues(state)) : state)
  }
  const last = stage === stages.length - 1
  const opened = publish === 'round' || publish === 'stage' || (publish === 'vote' && last)
  const after = opened ? layOnTable(tables, state, privateClues(state)) : state
  if (!last) return waiting(enterStage(tables, after, stage + 1))
  return { ...after, record: { ...after.record, phase: 'vote', floor: null, question: null } }
}

function balloted(state: State, seat: Seat, act: Act): State {
  const ballots = state.ballots.slice()
  ballots[seat] = act.kind === 'vote' ? act.to : EMPTY_BALLOT
  return { ...state, ballots }
}

/** Counts once the last ballot is in: a verdict, or a run-off among the tied. */
export function counted(tables: Tables, state: State): State {
  const { record, ballots } = state
  if (record.phase !== 'vote' && record.phase !== 'run-off') return state
  if (ballots.includes(NO_BALLOT)) return state
  const shown = [...record.ballots, ballots.map((vote) => (vote < 0 ? null : vote))]
  const tied = leaders(ballots)
  const blank = ballots.map(() => NO_BALLOT)
  if (tied.length > 1 && record.phase === 'vote' && tables.rules.runOff) {
    return { ...state, ballots: blank, record: { ...record, phase: 'run-off', ballots: shown, tied } }
  }
  const convicted = tied.length === 1 ? tied[0]! : null
  const caught = convicted !== null && ((tables.culprits >> convicted) & 1) === 1
  return {
    ...state,
    ballots: blank,
    record: { ...record, phase: 'over', ballots: shown, tied, verdict: { convicted, caught } },
  }
}

function raised(list: readonly number[], at: number, bits: number, plus = 0): number[] {
  const copy = list.slice()
  copy[at] = (copy[at]! | bits) + plus
  return copy
}
