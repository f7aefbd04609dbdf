/**
 * What a move means where it is played: the words of a move depend on what has been said before, not on the move
 * alone. A pure function of a view and the move about to be played; a phrase book chooses its template by `kind` and
 * `form`. Nothing here depends on whether a statement is true.
 */
import type { Played, Seat } from '../../core/game.ts'
import { type Act, type ActKind, type Names, readAct, seatsIn } from './moves.ts'
import type { CaseView, Claim, MysteryView, Record } from './view.ts'

export interface Situation {
  readonly kind: ActKind
  /**
   * One of FORMS[kind]; `plain` when nothing sets the situation apart.
   */
  readonly form: string
  readonly speaker: Seat | null
  /** Who is addressed, or whose question is answered. */
  readonly to: Seat | null
  /** Whom it is about. */
  readonly of: Seat | null
  readonly place: number | null
  readonly slot: number | null
  /** Whether the deed may have happened in that slot. */
  readonly deed: boolean
  /** The company named by the move, or by the claim it confirms. */
  readonly company: readonly Seat[]
  /** Id of the clue shown; showing makes it public, so its text may be quoted. */
  readonly clue: string | null
  /** The strongest public ground for an accusation. */
  readonly reason: Reason
}

/** Why somebody is suspected: words that can't both be true, a lone hour nobody saw, a refusal to answer, a motive. */
export type Reason =
  | { readonly kind: 'contradicted'; readonly by: readonly Seat[]; readonly slot: number }
  | { readonly kind: 'deflected' | 'unseen' | 'silent'; readonly slot: number }
  | { readonly kind: 'motive'; readonly by: Seat | null }
  | { readonly kind: 'none' }

export const FORMS = {
  begin: ['plain'],
  introduce: ['plain'],
  pass: ['plain'],
  say: ['plain', 'answer'],
  ask: ['plain'],
  /** `again`: it declined to answer before. `source`: the hour the weapon was taken, by a clue on the table. */
  where: ['plain', 'deed', 'source', 'again'],
  /** `suspected`: in conflict with somebody, or most accused. `shared`: others claim the place too. */
  saw: ['plain', 'suspected', 'shared'],
  about: ['plain'],
  /** `late`: it declined to answer before. `shared`: others have claimed the place. */
  in: ['plain', 'late', 'shared'],
  alone: ['plain', 'suspected'],
  /** `agreed`: all named have said the same. */
  with: ['plain', 'agreed'],
  deflect: ['plain', 'deed'],
  motive: ['plain'],
  nothing: ['plain'],
  contradict: ['plain'],
  confirm: ['plain'],
  deny: ['plain'],
  search: ['plain', 'scene', 'source'],
  share: ['plain'],
  /** The answer to `found`. */
  show: ['plain'],
  /** `again`: it declined to say before. */
  found: ['plain', 'again'],
  whisper: ['plain', 'clue'],
  accuse: ['none', 'contradicted', 'deflected', 'unseen', 'silent', 'motive'],
  vote: ['plain'],
  abstain: ['plain'],
} as const satisfies { readonly [K in ActKind]: readonly string[] }

/** `view` is of any sight, as it was before the move. Throws RangeError on a move that names nothing in the view. */
export function situationOf(view: MysteryView, { seat, move }: Played): Situation {
  const act = readAct(namesOf(view.case, move), move)
  const question = view.record.question
  const asked = question ? readAct(namesOf(view.case, question.move), question.move) : null
  const about = answersTo(act, asked)
  const slot = 'slot' in about ? about.slot : null
  const to = 'to' in act ? act.to : (question?.by ?? null)
  const reason: Reason = act.kind === 'accuse' ? reasonAgainst(view, act.to) : { kind: 'none' }
  return {
    kind: act.kind,
    form: formOf(view, seat, act, slot, reason),
    speaker: seat,
    to,
    of: 'of' in about ? about.of : null,
    place: placeOf(view, seat, act, slot),
    slot,
    deed: slot !== null && (view.case.crime?.window.includes(slot) ?? false),
    company: companyOf(view, act, slot),
    clue: clueId(act, move),
    reason,
  }
}

const ANSWERS: ReadonlySet<ActKind> = new Set(['in', 'alone', 'with', 'deflect', 'motive', 'nothing', 'show'])

/** An answer is about what its question was about. */
const answersTo = (act: Act, asked: Act | null): Act => (asked && ANSWERS.has(act.kind) ? asked : act)

function formOf(view: MysteryView, seat: Seat | null, act: Act, slot: number | null, reason: Reason): string {
  const { record } = view
  const column = slot === null ? undefined : record.slots[slot]
  const deed = slot !== null && (view.case.crime?.window.includes(slot) ?? false)
  switch (act.kind) {
    case 'accuse':
      return reason.kind
    case 'where':
      if (column?.deflected.includes(act.to)) return 'again'
      if (deed) return 'deed'
      return tookSlots(record).includes(act.slot) ? 'source' : 'plain'
    case 'saw':
      if (isSuspected(record, act.to)) return 'suspected'
      return sharers(record, act.slot, act.to, column?.claims[act.to]?.place).length > 0 ? 'shared' : 'plain'
    case 'in':
      if (seat !== null && column?.deflected.includes(seat)) return 'late'
      return slot !== null && sharers(record, slot, seat, act.place).length > 0 ? 'shared' : 'plain'
    case 'found':
      return record.lines.some(
        ({ seat: who, move: said }, at) =>
          who === act.to && said === 'deflect' && record.lines[at - 1]?.move === `found ${view.case.cast[act.to]!.id}`,
      )
        ? 'again'
        : 'plain'
    case 'alone':
      return seat !== null && isSuspected(record, seat) ? 'suspected' : 'plain'
    case 'with':
      return seatsIn(act.company).every((one) => column?.claims[one]?.with?.includes(seat ?? -1)) ? 'agreed' : 'plain'
    case 'deflect':
      return deed ? 'deed' : 'plain'
    case 'search':
      if (view.case.crime?.place === act.place) return 'scene'
      return view.case.crime?.from === act.place ? 'source' : 'plain'
    case 'say':
      return record.phase === 'answer' ? 'answer' : 'plain'
    case 'whisper':
      return act.clue === null ? 'plain' : 'clue'
    default:
      return 'plain'
  }
}

function placeOf({ record }: MysteryView, seat: Seat | null, act: Act, slot: number | null): number | null {
  if (act.kind === 'in' || act.kind === 'search') return act.place
  const of = 'to' in act ? act.to : seat
  return slot === null || of === null ? null : (record.slots[slot]?.claims[of]?.place ?? null)
}

function companyOf({ record }: MysteryView, act: Act, slot: number | null): readonly Seat[] {
  if (act.kind === 'with') return seatsIn(act.company)
  if (act.kind !== 'confirm' || slot === null) return []
  return record.slots[slot]?.claims[act.to]?.with ?? []
}

const clueId = (act: Act, move: string) =>
  act.kind === 'share' || act.kind === 'show' || (act.kind === 'whisper' && act.clue !== null)
    ? (move.split(' ').at(-1) ?? null)
    : null

/** The strongest thing everybody can hold against a seat. */
export function reasonAgainst({ case: story, record }: MysteryView, seat: Seat): Reason {
  const window = story.crime?.window ?? []
  const hours = [...window, ...record.slots.keys()]
  for (const slot of hours) {
    const by = (record.slots[slot]?.conflicts ?? []).flatMap(([one, other]) =>
      one === seat ? [other] : other === seat ? [one] : [],
    )
    if (by.length > 0) return { kind: 'contradicted', by, slot }
  }
  for (const slot of window) {
    const column = record.slots[slot]
    const claim = column?.claims[seat]
    if (!claim && column?.deflected.includes(seat)) return { kind: 'deflected', slot }
    if (claim?.with?.length === 0) return { kind: 'unseen', slot }
  }
  const word = record.motives.find(({ of, known }) => of === seat && known)
  if (word) return { kind: 'motive', by: word.by }
  if (story.motives.includes(seat)) return { kind: 'motive', by: null }
  const silent = window.find((slot) => !record.slots[slot]?.claims[seat])
  return silent === undefined || record.lines.length < 2 * story.cast.length
    ? { kind: 'none' }
    : { kind: 'silent', slot: silent }
}

/** In conflict with somebody, or accused by at least two. */
export const isSuspected = ({ slots, accusations }: Record, seat: Seat): boolean =>
  slots.some(({ conflicts }) => conflicts.some((pair) => pair.includes(seat))) ||
  new Set(accusations.filter(({ of }) => of === seat).map(({ by }) => by)).size > 1

const sharers = ({ slots }: Record, slot: number, seat: Seat | null, place: number | undefined): Claim[] =>
  (slots[slot]?.claims ?? []).filter(
    (claim, other): claim is Claim => claim !== null && other !== seat && claim.place === place,
  )

const tookSlots = ({ board }: Record) =>
  board.flatMap(({ says }) => says.flatMap((one) => (one.kind === 'took' ? [one.slot] : [])))

/** A view doesn't list the clues there are, so the one a move names is taken at its word. */
function namesOf(story: CaseView, move: string): Names {
  const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)
  const last = move.split(' ').at(-1) ?? ''
  return { cast: ids(story.cast), places: ids(story.places), slots: ids(story.slots), clues: [last] }
}
