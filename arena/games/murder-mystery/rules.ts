/** What each move does. */
import type { Move, Played, Seat } from '../../core/game.ts'
import { withClaim, withDeflection, withDenial } from './claims.ts'
import { type Act, maskOf, seatsIn } from './moves.ts'
import {
  type Draft,
  draftOf,
  EMPTY_BALLOT,
  enterStage,
  findSearchable,
  layAllOnTable,
  layOnTable,
  NO_BALLOT,
  nextClue,
  replaced,
  type State,
} from './state.ts'
import type { Tables } from './tables.ts'
import { leaders } from './verdict.ts'
import type { Claim, Line, SlotRecord } from './view.ts'

type Rebuttal = Extract<Act, { kind: 'confirm' | 'contradict' | 'deny' }>

/** The state after a move or a deal. */
export function played(tables: Tables, state: State, { seat, move, text }: Played): State {
  const act = tables.book.read(move)
  const draft = draftOf(state)
  if (seat === null) {
    if (act.kind === 'begin') begin(draft, act.seat)
  } else if (act.kind === 'vote' || act.kind === 'abstain') {
    draft.ballots = replaced(draft.ballots, seat, act.kind === 'vote' ? act.to : EMPTY_BALLOT)
    if (!draft.ballots.includes(NO_BALLOT)) countBallots(tables, draft)
  } else {
    const { stage, round, lines } = draft.record
    const shown = act.kind === 'whisper' ? tables.book.whisper[act.to]! : move
    const line: Line =
      text === undefined || act.kind === 'whisper'
        ? { seat, move: shown, stage, round }
        : { seat, move: shown, text, stage, round }
    draft.record.lines = [...lines, line]
    if (act.kind === 'whisper') whisper(draft, seat, act, text)
    happen(tables, draft, seat, move, act)
  }
  return draft
}

function begin({ record }: Draft, first: Seat): void {
  record.phase = 'turn'
  record.round++
  record.first = first
  record.floor = first
}

function happen(tables: Tables, draft: Draft, seat: Seat, move: Move, act: Act): void {
  const { record } = draft
  switch (act.kind) {
    case 'where':
    case 'saw':
    case 'about':
    case 'found':
    case 'ask':
      if (act.kind === 'about') draft.asked = replaced(draft.asked, act.to, draft.asked[act.to]! | (1 << act.of))
      record.phase = 'answer'
      record.floor = act.to
      record.question = { by: seat, to: act.to, move }
      return
    case 'confirm':
    case 'contradict':
    case 'deny':
      rebut(draft, seat, act)
      break
    case 'search':
      search(tables, draft, seat, act.place)
      break
    case 'share':
    case 'show':
      draft.finders = replaced(draft.finders, act.clue, seat)
      layOnTable(tables, draft, act.clue)
      break
    case 'accuse':
      draft.accused = replaced(draft.accused, seat, act.to)
      record.accusations = [...record.accusations, { by: seat, of: act.to }]
      break
    case 'in':
    case 'alone':
    case 'with':
    case 'motive':
    case 'nothing':
    case 'deflect':
      answer(tables, draft, seat, act)
      break
    default:
  }
  moveOn(tables, draft)
}

function answer(tables: Tables, draft: Draft, seat: Seat, act: Act): void {
  const { record } = draft
  const question = tables.book.read(record.question!.move)
  if (question.kind === 'about') {
    record.motives = [...record.motives, { by: seat, of: question.of, known: act.kind === 'motive' }]
    return
  }
  const slot = question.kind === 'where' || question.kind === 'saw' ? question.slot : -1
  if (act.kind === 'nothing') return
  if (act.kind === 'deflect') {
    record.deflections = replaced(record.deflections, seat, record.deflections[seat]! + 1)
    const column = record.slots[slot]
    if (column) setSlot(draft, slot, withDeflection(column, seat))
  } else if (act.kind === 'in') claim(draft, seat, slot, { place: act.place, with: null })
  else {
    const company = act.kind === 'with' ? seatsIn(act.company) : []
    claim(draft, seat, slot, { place: record.slots[slot]!.claims[seat]!.place, with: company })
  }
}

function rebut(draft: Draft, seat: Seat, act: Rebuttal): void {
  const column = draft.record.slots[act.slot]!
  const { place, with: named } = column.claims[act.to]!
  if (act.kind === 'confirm') {
    const company = (maskOf(named ?? []) | (1 << act.to)) & ~(1 << seat)
    claim(draft, seat, act.slot, { place, with: seatsIn(company) })
  } else {
    const own =
      act.kind === 'contradict' ? withClaim(column, seat, column.claims[seat] ?? { place, with: null }) : column
    setSlot(draft, act.slot, withDenial(own, seat, act.to))
  }
}

const claim = (draft: Draft, seat: Seat, slot: number, word: Claim) =>
  setSlot(draft, slot, withClaim(draft.record.slots[slot]!, seat, word))

function setSlot(draft: Draft, slot: number, column: SlotRecord): void {
  draft.record.slots = replaced(draft.record.slots, slot, column)
}

/** The finder learns the place's next clue; the others see who searched where. */
function search(tables: Tables, draft: Draft, seat: Seat, place: number): void {
  const clue = nextClue(tables, draft, seat, place)
  const { stage, round } = draft.record
  draft.known = replaced(draft.known, clue, draft.known[clue]! | (1 << seat))
  draft.finders = replaced(draft.finders, clue, seat)
  draft.searched = replaced(draft.searched, seat, draft.searched[seat]! + 1)
  draft.searchedRound++
  draft.record.searches = [...draft.record.searches, { by: seat, place, stage, round }]
  if (tables.clues[clue]!.open || tables.rules.publish === 'found') layOnTable(tables, draft, clue)
  findSearchable(tables, draft)
}

function whisper(draft: Draft, by: Seat, { to, clue }: Act & { kind: 'whisper' }, text: string | undefined): void {
  const words = { ...(text !== undefined && { text }), ...(clue !== null && { clue }) }
  draft.whispers = [...draft.whispers, { by, to, after: draft.record.lines.length - 1, ...words }]
  if (clue !== null) {
    draft.known = replaced(draft.known, clue, draft.known[clue]! | (1 << to))
  }
}

/** The floor after a finished move: the next seat's, or the next round's, stage's or the vote's. */
function moveOn(tables: Tables, draft: Draft): void {
  const { record } = draft
  record.question = null
  draft.spoken++
  if (draft.spoken < tables.seats) {
    record.floor = (record.first + draft.spoken) % tables.seats
    if (record.phase === 'answer') record.phase = 'turn'
    return
  }
  const introduced = record.phase === 'introduction'
  draft.spoken = 0
  draft.searchedRound = 0
  record.phase = 'begin'
  record.floor = null
  if (!introduced) endRound(tables, draft)
}

function endRound(tables: Tables, draft: Draft): void {
  const { record } = draft
  const { stages } = tables.document
  const { publish } = tables.rules
  const stageOver = record.round === stages[record.stage]!.rounds
  const last = stageOver && record.stage === stages.length - 1
  if (publish === 'round' || (publish === 'stage' && stageOver) || (publish === 'vote' && last))
    layAllOnTable(tables, draft)
  if (last) record.phase = 'vote'
  else if (stageOver) enterStage(tables, draft, record.stage + 1)
}

/** A verdict, or a run-off among the tied. */
function countBallots(tables: Tables, draft: Draft): void {
  const { record, ballots } = draft
  const tied = leaders(ballots)
  record.ballots = [...record.ballots, ballots.map((vote) => (vote < 0 ? null : vote))]
  record.tied = tied
  draft.ballots = ballots.map(() => NO_BALLOT)
  if (tied.length > 1 && record.phase === 'vote' && tables.rules.runOff) {
    record.phase = 'run-off'
    return
  }
  const convicted = tied.length === 1 ? tied[0]! : null
  record.phase = 'over'
  record.verdict = { convicted, caught: convicted !== null && ((tables.culprits >> convicted) & 1) === 1 }
}
