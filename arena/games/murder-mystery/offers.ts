/**
 * Which moves a seat has. Everything here follows from the public record and from what the seat itself knows, so
 * an offer tells its seat nothing new and the others nothing at all.
 */
import type { Choice, Move, Seat } from '../../core/game.ts'
import { maskOf } from './moves.ts'
import { isOpen, NO_BALLOT, type State, searchableBy } from './state.ts'
import { ballotPaper, type Tables } from './tables.ts'
import type { Claim } from './view.ts'

/** One move each while there is a floor, sealed ballots otherwise. Never empty, except when nobody is to choose. */
export function choicesOf(tables: Tables, state: State): Choice[] {
  const { phase, floor } = state.record
  if (phase === 'vote' || phase === 'run-off') return ballotChoices(tables, state)
  const seat = floor!
  const moves =
    phase === 'introduction'
      ? INTRODUCE
      : phase === 'answer'
        ? answerMoves(tables, state, seat)
        : turnMoves(tables, state, seat)
  return [{ seat, moves, speech: tables.speech }]
}

const INTRODUCE: readonly Move[] = ['introduce']

export function turnMoves(tables: Tables, state: State, seat: Seat): Move[] {
  const { book, rules, seats } = tables
  const moves: Move[] = []
  for (let other = 0; other < seats; other++) {
    if (other === seat) continue
    questionMoves(tables, state, { seat, other, moves })
    if (rules.accuse && state.accused[seat] !== other) moves.push(book.accuse[other]!)
    if (rules.found && owesFind(state, other)) moves.push(book.found[other]!)
    if (rules.talk) moves.push(book.ask[other]!)
    if (rules.whispers) moves.push(book.whisper[other]!)
  }
  searchMoves(tables, state, seat, moves)
  clueMoves(tables, state, seat, moves)
  if (rules.talk) moves.push('say')
  moves.push('pass')
  return moves
}

interface Between {
  readonly seat: Seat
  readonly other: Seat
  readonly moves: Move[]
}

function questionMoves(tables: Tables, state: State, between: Between): void {
  const { book, rules, seats, slots } = tables
  const { seat, other, moves } = between
  for (let slot = 0; slot < slots; slot++) {
    const claim = state.record.slots[slot]!.claims[other]
    if (!claim) moves.push(book.where[other]![slot]!)
    else {
      if (claim.with === null) moves.push(book.saw[other]![slot]!)
      rebuttals(tables, state, { ...between, slot, claim })
    }
  }
  if (!rules.motives) return
  for (let of = 0; of < seats; of++) {
    if (of !== seat && of !== other && !((state.asked[other]! >> of) & 1)) moves.push(book.about[other]![of]!)
  }
}

/**
 * Three statements about another's standing word. Each says no more than its condition, so that offering it gives
 * nothing away: `contradict` = I was there then and you were not; `confirm` = it is as you say; `deny` = you name me
 * falsely. Those who may lie about the slot may also bluff.
 */
function rebuttals(tables: Tables, state: State, between: Between & { slot: number; claim: Claim }): void {
  const { seat, other, slot, claim, moves } = between
  const { book } = tables
  const column = state.record.slots[slot]!
  const own = column.claims[seat]
  if (own && (own.with !== null || own.place !== claim.place)) return
  const rights = tables.rights[seat]![slot]!
  const bluff = ((rights >> claim.place) & 1) === 1
  const company = tables.company[seat]![slot]!
  const there = tables.at[seat]![slot] === claim.place
  const together = there && ((company >> other) & 1) === 1
  const denied = column.denials.some(([by, of]) => by === seat && of === other)
  if (!denied && (bluff || (there && !together))) moves.push(book.contradict[other]![slot]!)
  if (!claim.with?.includes(seat)) return
  const said = (maskOf(claim.with) | (1 << other)) & ~(1 << seat)
  if (bluff || (there && company === said)) moves.push(book.confirm[other]![slot]!)
  if (!denied && (!together || rights !== 0)) moves.push(book.deny[other]![slot]!)
}

function searchMoves(tables: Tables, state: State, seat: Seat, moves: Move[]): void {
  const { book, rules } = tables
  if (state.searched[seat]! >= rules.searchesPerSeat || state.searchedRound >= rules.searchesPerRound) return
  for (const place of searchableBy(tables, state, seat)) moves.push(book.search[place]!)
}

function clueMoves({ book, rules, seats }: Tables, state: State, seat: Seat, moves: Move[]): void {
  for (let clue = 0; clue < state.known.length; clue++) {
    const mask = state.known[clue]!
    if (isOpen(mask) || !((mask >> seat) & 1)) continue
    if (rules.share) moves.push(book.share[clue]!)
    if (!rules.whispers) continue
    for (let to = 0; to < seats; to++) if (!((mask >> to) & 1)) moves.push(book.whisperClue[to]![clue]!)
  }
}

function answerMoves(tables: Tables, state: State, seat: Seat): readonly Move[] {
  const act = tables.book.read(state.record.question!.move)
  switch (act.kind) {
    case 'where':
      return placeAnswers(tables, { seat, slot: act.slot, deflects: deflects(tables, state, seat, act.slot) })
    case 'saw':
      return [...companyAnswers(tables, state, seat, act.slot), ...deflection(tables, state, seat, act.slot)]
    case 'about':
      return motiveAnswers(tables, seat, act.of)
    case 'found':
      return [...findAnswers(tables, state, seat), ...deflection(tables, state, seat, -1)]
    default:
      return ['say', ...deflection(tables, state, seat, -1)]
  }
}

/** The true place and every one that may be named falsely, in the document's order; made once for a seat and slot. */
function placeAnswers(
  { at, rights, book, slots, answers }: Tables,
  { seat, slot, deflects }: { seat: Seat; slot: number; deflects: boolean },
): readonly Move[] {
  const key = 2 * (seat * slots + slot) + (deflects ? 1 : 0)
  const kept = answers[key]
  if (kept) return kept
  const truth = at[seat]![slot]!
  const mask = rights[seat]![slot]! | (truth < 0 ? 0 : 1 << truth)
  const places = book.in.filter((_, place) => (mask >> place) & 1)
  return (answers[key] = deflects ? [...places, 'deflect'] : places)
}

/** Liars say alone, or name those who have claimed the place: one of them, or all. */
function companyAnswers({ at, company, rights, book }: Tables, state: State, seat: Seat, slot: number): Move[] {
  const { claims } = state.record.slots[slot]!
  const { place } = claims[seat]!
  const answers = new Set<Move>()
  const add = (mask: number) => answers.add(mask === 0 ? 'alone' : book.with(mask))
  if (at[seat]![slot] === place) add(company[seat]![slot]!)
  if (rights[seat]![slot] === 0) return [...answers]
  add(0)
  let all = 0
  for (const [other, claim] of claims.entries()) {
    if (other === seat || claim?.place !== place) continue
    add(1 << other)
    all |= 1 << other
  }
  add(all)
  return [...answers]
}

/** Only the killer's side may hold a motive back or make one up. */
function motiveAnswers({ motivesKnown, killers }: Tables, seat: Seat, of: Seat): Move[] {
  if ((killers >> seat) & 1) return ['motive', 'nothing']
  return [(motivesKnown[seat]! >> of) & 1 ? 'motive' : 'nothing']
}

/** Whether all know that a seat has found more than it has laid on the table. */
function owesFind({ record }: State, seat: Seat): boolean {
  let owed = 0
  for (const { by } of record.searches) if (by === seat) owed++
  for (const { by, place } of record.board) if (by === seat && place !== null) owed--
  return owed > 0
}

/** Any of its own finds; which one it shows is its choice. Nothing, when others have laid them all on the table. */
function findAnswers({ book, clues }: Tables, { known }: State, seat: Seat): Move[] {
  const shown = book.show.filter(
    (_, clue) => !isOpen(known[clue]!) && (known[clue]! >> seat) & 1 && clues[clue]!.place >= 0,
  )
  return shown.length > 0 ? shown : ['nothing']
}

const deflection = (tables: Tables, state: State, seat: Seat, slot: number): Move[] =>
  deflects(tables, state, seat, slot) ? ['deflect'] : []

function deflects({ rules }: Tables, { record }: State, seat: Seat, slot: number): boolean {
  if (record.deflections[seat]! >= rules.deflections) return false
  return slot < 0 || !record.slots[slot]!.deflected.includes(seat)
}

function ballotChoices(tables: Tables, { record, ballots }: State): Choice[] {
  const choices: Choice[] = []
  for (let seat = 0; seat < tables.seats; seat++) {
    if (ballots[seat] !== NO_BALLOT) continue
    const moves =
      record.phase === 'vote' ? tables.ballotOf(seat) : ballotPaper(tables.book, tables.rules, seat, record.tied)
    choices.push({ seat, moves })
  }
  return choices
}
