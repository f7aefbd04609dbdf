/** How moves are spelled, both ways: `where rosa nine` is { kind: 'where', to: 2, slot: 1 } and back. */
import type { Move, Seat } from '../../core/game.ts'

/** Seats, places, slots and clues by number, in the document's order; sets of seats are bit masks. */
export type Act =
  | { readonly kind: 'begin'; readonly seat: Seat }
  | { readonly kind: 'introduce' | 'say' | 'pass' | 'deflect' | 'alone' | 'motive' | 'nothing' | 'abstain' }
  | { readonly kind: 'where' | 'saw'; readonly to: Seat; readonly slot: number }
  | { readonly kind: 'contradict' | 'confirm' | 'deny'; readonly to: Seat; readonly slot: number }
  | { readonly kind: 'about'; readonly to: Seat; readonly of: Seat }
  | { readonly kind: 'ask' | 'found' | 'accuse' | 'vote'; readonly to: Seat }
  | { readonly kind: 'whisper'; readonly to: Seat; readonly clue: number | null }
  | { readonly kind: 'search' | 'in'; readonly place: number }
  | { readonly kind: 'share' | 'show'; readonly clue: number }
  | { readonly kind: 'with'; readonly company: number }

export type ActKind = Act['kind']

/** The ids that moves are made of. */
export interface Names {
  readonly cast: readonly string[]
  readonly places: readonly string[]
  readonly slots: readonly string[]
  readonly clues: readonly string[]
}

/** Every move's spelling, made once; the reader knows them all by heart. */
export interface MoveBook {
  readonly where: readonly (readonly Move[])[]
  readonly saw: readonly (readonly Move[])[]
  readonly contradict: readonly (readonly Move[])[]
  readonly confirm: readonly (readonly Move[])[]
  readonly deny: readonly (readonly Move[])[]
  readonly about: readonly (readonly Move[])[]
  readonly begin: readonly Move[]
  readonly ask: readonly Move[]
  readonly found: readonly Move[]
  readonly accuse: readonly Move[]
  readonly vote: readonly Move[]
  readonly whisper: readonly Move[]
  readonly whisperClue: readonly (readonly Move[])[]
  readonly search: readonly Move[]
  readonly in: readonly Move[]
  readonly share: readonly Move[]
  readonly show: readonly Move[]
  with(company: number): Move
  /** Throws RangeError on a word that is no id here; the match never lets one through. */
  read(move: Move): Act
}

export function moveBook(names: Names): MoveBook {
  const { cast, places, slots, clues } = names
  const known = new Map<Move, Act>()
  const list = (company: number) =>
    seatsIn(company)
      .map((seat) => cast[seat])
      .join(' ')
  const grid = (verb: string) => cast.map((who) => slots.map((slot) => `${verb} ${who} ${slot}`))
  const row = (verb: string, ids: readonly string[]) => ids.map((id) => `${verb} ${id}`)
  const companies: Move[] = []
  return {
    where: grid('where'),
    saw: grid('saw'),
    contradict: grid('contradict'),
    confirm: grid('confirm'),
    deny: grid('deny'),
    about: cast.map((who) => cast.map((of) => `about ${who} ${of}`)),
    begin: row('begin', cast),
    ask: row('ask', cast),
    found: row('found', cast),
    accuse: row('accuse', cast),
    vote: row('vote', cast),
    whisper: row('whisper', cast),
    whisperClue: cast.map((who) => clues.map((clue) => `whisper ${who} ${clue}`)),
    search: row('search', places),
    in: row('in', places),
    share: row('share', clues),
    show: row('show', clues),
    with: (company) => (companies[company] ??= `with ${list(company)}`),
    read(move) {
      let act = known.get(move)
      if (!act) known.set(move, (act = readAct(names, move)))
      return act
    },
  }
}

/** The seats of a bit mask, lowest first. */
export function seatsIn(mask: number): Seat[] {
  const seats: Seat[] = []
  for (let seat = 0; mask >> seat !== 0; seat++) if ((mask >> seat) & 1) seats.push(seat)
  return seats
}

export const maskOf = (seats: readonly Seat[]): number => {
  let mask = 0
  for (let at = 0; at < seats.length; at++) mask |= 1 << seats[at]!
  return mask
}

/** Reads a move by its words. Throws RangeError when it is none. */
export function readAct(names: Names, move: Move): Act {
  const words = move.split(' ')
  const [verb, first, second] = words
  switch (verb as ActKind) {
    case 'introduce':
    case 'say':
    case 'pass':
    case 'deflect':
    case 'alone':
    case 'motive':
    case 'nothing':
    case 'abstain':
      return { kind: verb as 'say' }
    case 'begin':
      return { kind: 'begin', seat: indexIn(names.cast, first, move) }
    case 'where':
    case 'saw':
    case 'contradict':
    case 'confirm':
    case 'deny':
      return { kind: verb as 'where', to: indexIn(names.cast, first, move), slot: indexIn(names.slots, second, move) }
    case 'about':
      return { kind: 'about', to: indexIn(names.cast, first, move), of: indexIn(names.cast, second, move) }
    case 'ask':
    case 'found':
    case 'accuse':
    case 'vote':
      return { kind: verb as 'ask', to: indexIn(names.cast, first, move) }
    case 'whisper':
      return {
        kind: 'whisper',
        to: indexIn(names.cast, first, move),
        clue: second === undefined ? null : indexIn(names.clues, second, move),
      }
    case 'search':
    case 'in':
      return { kind: verb as 'in', place: indexIn(names.places, first, move) }
    case 'share':
    case 'show':
      return { kind: verb as 'share', clue: indexIn(names.clues, first, move) }
    case 'with':
      return { kind: 'with', company: companyOf(names, words.slice(1), move) }
    default:
      throw new RangeError(`no move "${move}"`)
  }
}

const companyOf = (names: Names, words: readonly string[], move: Move) =>
  maskOf(words.map((word) => indexIn(names.cast, word, move)))

function indexIn(ids: readonly string[], id: string | undefined, move: Move): number {
  const index = id === undefined ? -1 : ids.indexOf(id)
  if (index < 0) throw new RangeError(`no "${id ?? ''}" in move "${move}"`)
  return index
}
