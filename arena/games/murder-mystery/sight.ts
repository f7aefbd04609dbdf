/** Who sees what: views, the witnessing of moves, and the moments for surveys. */
import type { Played, Seat, Sight, SurveyMoment } from '../../core/game.ts'
import { frozenBeside } from './freeze.ts'
import { seatsIn } from './moves.ts'
import { clueView, isOpen, NO_BALLOT, type State, searchableBy } from './state.ts'
import type { Tables } from './tables.ts'
import { reached } from './verdict.ts'
import type { MysteryView, Own, Record, TruthView } from './view.ts'

/** The part of a seat's own knowledge that stays the same within a stage. */
type Fixed = Omit<Own, 'clues' | 'searchable' | 'whispers' | 'ballot'>

/**
 * Looks at states of one game; what is seen is frozen to the bottom. What a seat has of its own is made anew only when
 * it may have changed.
 */
export function viewer(tables: Tables): (state: State, sight: Sight) => MysteryView {
  const fixed: Fixed[][] = tables.document.characters.map(() => [])
  const latest: { readonly from: State; readonly own: Own }[] = []
  let seen: Record | undefined
  const ownBy = (state: State, seat: Seat): Own => {
    const { stage } = state.record
    const last = latest[seat]
    if (last && hasSameOwn(last.from, state, seat)) return last.own
    const always = (fixed[seat]![stage] ??= frozenBeside(fixedPart(tables, seat, stage), null))
    const own = frozenBeside(ownOf(tables, always, state, seat), last?.own)
    latest[seat] = { from: state, own }
    return own
  }
  return (state, sight) => {
    const { record } = state
    seen = frozenBeside(record, seen)
    return Object.freeze({
      case: frozenBeside(tables.caseAt(record.stage), null),
      record,
      me: sight === 'audience' ? null : ownBy(state, sight),
      truth: record.phase === 'over' ? frozenBeside(truthOf(tables, state), null) : null,
    })
  }
}

/** Whether all that `ownOf` reads is the same; lists are replaced, never changed. */
const hasSameOwn = (one: State, other: State, seat: Seat): boolean =>
  one.known === other.known &&
  one.finders === other.finders &&
  one.whispers === other.whispers &&
  one.ballots[seat] === other.ballots[seat] &&
  one.record.stage === other.record.stage

function ownOf(tables: Tables, fixed: Fixed, state: State, seat: Seat): Own {
  const ballot = state.ballots[seat]!
  return {
    seat,
    role: fixed.role,
    faction: fixed.faction,
    persona: fixed.persona,
    knows: fixed.knows,
    goals: fixed.goals,
    secrets: fixed.secrets,
    partners: fixed.partners,
    culprits: fixed.culprits,
    deed: fixed.deed,
    timetable: fixed.timetable,
    mayClaim: fixed.mayClaim,
    motives: fixed.motives,
    clues: ownClues(tables, state, seat),
    searchable: searchableBy(tables, state, seat),
    whispers: state.whispers.length === 0 ? [] : state.whispers.filter(({ by, to }) => by === seat || to === seat),
    ballot: ballot === NO_BALLOT || ballot < 0 ? null : ballot,
  }
}

function ownClues(tables: Tables, state: State, seat: Seat): Own['clues'] {
  const clues: Own['clues'][number][] = []
  for (let clue = 0; clue < state.known.length; clue++) {
    const mask = state.known[clue]!
    if (!isOpen(mask) && (mask >> seat) & 1) clues.push(clueView(tables, state, clue))
  }
  return clues.length === 0 ? NO_CLUES : clues
}

const NO_CLUES: Own['clues'] = Object.freeze([])

/** What stays the same for a seat within a stage. */
function fixedPart(tables: Tables, seat: Seat, stage: number): Fixed {
  const { document, at, company, rights } = tables
  const character = document.characters[seat]!
  const killer = ((tables.killers >> seat) & 1) === 1
  const facts = document.facts ?? []
  const slotAt = (id: string) => (document.slots ?? []).findIndex((slot) => slot.id === id)
  return {
    seat,
    role: character.role,
    faction: character.faction,
    persona: tables.personaAt(seat, stage),
    knows: (character.knows ?? []).flatMap((id) => {
      const text = facts.find((fact) => fact.id === id)?.text
      return text === undefined ? [] : [{ id, text }]
    }),
    goals: (character.goals ?? []).map(({ id, text, score }) => ({ id, text, score })),
    secrets: (character.secrets ?? []).map(({ slot, text, alibi }) => ({
      slot: slot === undefined ? null : slotAt(slot),
      text,
      alibi: alibi === undefined ? null : document.places.findIndex(({ id }) => id === alibi),
    })),
    partners: killer ? seatsIn(tables.killers & ~(1 << seat)) : [],
    culprits: killer ? seatsIn(tables.culprits) : [],
    deed: killer ? tables.deed : null,
    timetable: at[seat]!.map((place, slot) => (place < 0 ? null : { place, with: seatsIn(company[seat]![slot]!) })),
    mayClaim: rights[seat]!.map((mask) => seatsIn(mask)),
    motives: seatsIn(tables.motivesKnown[seat]!),
  }
}

function truthOf(tables: Tables, state: State): TruthView {
  const { document, at } = tables
  return {
    culprits: seatsIn(tables.culprits),
    story: document.truth.story,
    timetable: at.map((row) => row.map((place) => (place < 0 ? null : place))),
    goals: document.characters.flatMap(({ goals = [] }, seat) =>
      goals.map(({ id, text, when }) => ({ seat, id, text, reached: reached(tables, state, seat, when) })),
    ),
  }
}

/** A whisper is seen, not heard; a ballot is its voter's until all are in. */
export function witnessedBy(tables: Tables, played: Played, sight: Sight): Played | null {
  const { seat, move } = played
  if (seat === null || sight === seat) return played
  const act = tables.book.read(move)
  if (act.kind === 'vote' || act.kind === 'abstain') return null
  if (act.kind !== 'whisper' || act.to === sight) return played
  return { seat, move: tables.book.whisper[act.to]! }
}

/**
 * After every introduction, move and answer: all who listened. At a round's start: everybody, so that a survey taken
 * once a round misses nobody. Introductions are round 0; rounds count on through the stages; the vote has one of its own.
 */
export function surveyMoment({ seats, document }: Tables, { record }: State): SurveyMoment | null {
  const { phase, lines, stage } = record
  if (phase === 'over' || phase === 'run-off' || lines.length === 0) return null
  const past = document.stages.slice(0, stage).reduce((sum, one) => sum + one.rounds, 0)
  const round = past + record.round + (phase === 'vote' ? 1 : 0)
  const last = lines[lines.length - 1]!
  const fresh = phase === 'vote' || last.round !== record.round || last.stage !== stage
  const everybody = Array.from({ length: seats }, (_, seat) => seat)
  const listeners = fresh ? everybody : everybody.filter((seat) => seat !== last.seat)
  return { round, listeners: listeners.map((seat) => ({ seat, about: everybody.filter((other) => other !== seat) })) }
}
