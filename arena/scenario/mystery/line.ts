/** One line of a mystery's dialogue: the situation it falls into, and the template that words it. */
import type { Move, Seat } from '../../core/game.ts'
import type { CaseView } from '../../games/murder-mystery/view.ts'
import { oneLine, type PhraseBook, quoted, variant } from '../phrases.ts'
import { NOTHING_TOLD, type Told, type Words, wordsOfMove } from './told.ts'

export interface Telling {
  readonly case: CaseView
  readonly phrases: PhraseBook
  /** Of the match; chooses the variants. */
  readonly salt: string
  /** The words of a clue that the move lays open. */
  clueText(id: string): string
}

export interface Spoken {
  readonly seat: Seat | null
  readonly move: Move
  readonly text?: string
}

/**
 * The line without the speaker's name. A stranger's own words go before the phrase book's, in quotes, and behind what the
 * move does (`act/<situation>`), which they may not tell: `[asks where Tobit was at nine] "Well?"`.
 */
export function lineOf(telling: Telling, told: Told, { seat, move, text }: Spoken): string {
  const words = wordsOfMove(telling.case, move)
  const situations = situationOf(told, seat, words, telling.case)
  const id = seat === null ? '' : telling.case.cast[seat]!.id
  const keyOf = (prefix: string) =>
    situations.flatMap((one) => [`${prefix}${one}@${id}`, prefix + one]).find((one) => telling.phrases.has(one))
  if (text !== undefined && oneLine(text) !== '') {
    const act =
      telling.phrases
        .get(keyOf('act/') ?? '')?.[0]?.(slotsOf(telling, told, seat, words))
        .trim() ?? ''
    return `${act} ${quoted(text)}`.trim()
  }
  const key = keyOf('')
  if (key === undefined) return move
  const variants = telling.phrases.get(key)!
  const chosen =
    variants[variant(variants.length, telling.salt, key, told.lines + (SEALED.has(words.verb) ? seat! : 0))]!
  return chosen(slotsOf(telling, told, seat, words)).trim()
}

/** Given all at once, so the seat tells them apart where the line number can't. */
const SEALED = new Set(['vote', 'abstain'])

/**
 * The phrase book's keys for a move, most particular first. Chosen by what has been said in public, never by what is
 * true: a lie and a truth in the same place are worded by the same templates.
 */
export function situationOf(told: Told, seat: Seat | null, words: Words, { crime }: CaseView): string[] {
  const { verb, to, slot } = words
  const asked = told.question?.words
  const because = (reason: string | false | undefined) => (reason ? [`${verb}/${reason}`, verb] : [verb])
  switch (verb) {
    case 'where':
      if (told.deflected.has(`${slot}:${to}`)) return because('again')
      return because(crime?.window.length === 1 && crime.window[0] === slot && 'crime')
    case 'saw':
      return because(told.doubted.has(`${slot}:${to}`) && 'doubted')
    case 'about':
      return because(words.of === to && 'self')
    case 'in': {
      const others = [...(told.said.get(asked?.slot ?? -1)?.entries() ?? [])]
      return because(others.some(([other, { place }]) => other !== seat && place === words.place) && 'shared')
    }
    case 'with':
      return because(words.company.length > 1 && 'many')
    case 'motive':
    case 'nothing':
      return because(asked?.of === seat && 'self')
    case 'accuse':
      return because(to === undefined ? undefined : reasonAgainst(told, to, crime?.window ?? [])?.kind)
    case 'whisper':
      return because(words.clue !== undefined && 'clue')
    default:
      return [verb]
  }
}

interface Reason {
  readonly kind: 'conflict' | 'motive' | 'silent' | 'alone'
  readonly slot?: number
}

/** The strongest thing in public against a seat, for the mouth of whoever accuses it. */
function reasonAgainst(told: Told, seat: Seat, window: readonly number[]): Reason | undefined {
  const slotIn = (set: ReadonlySet<string>) => {
    const mark = [...set].find((one) => one.endsWith(`:${seat}`))
    return mark === undefined ? undefined : Number(mark.split(':')[0])
  }
  const doubted = slotIn(told.doubted)
  if (doubted !== undefined) return { kind: 'conflict', slot: doubted }
  const silent = slotIn(told.deflected)
  if (silent !== undefined && silent >= 0) return { kind: 'silent', slot: silent }
  if (told.motives.has(seat)) return { kind: 'motive' }
  const alone = window.find((slot) => told.said.get(slot)?.get(seat)?.company?.length === 0)
  return alone === undefined ? undefined : { kind: 'alone', slot: alone }
}

/** What a phrase may name; every field is always there. */
export const PHRASE_FIELDS = [
  'name',
  'who',
  'about',
  'to',
  'of',
  'slot',
  'time',
  'place',
  'at',
  'company',
  'clue',
  'victim',
  'weapon',
] as const

function slotsOf(telling: Telling, told: Told, seat: Seat | null, words: Words): Record<string, unknown> {
  const { cast, places, slots, crime } = telling.case
  const asked = told.question?.words
  const reason =
    words.verb === 'accuse' && words.to !== undefined ? reasonAgainst(told, words.to, crime?.window ?? []) : undefined
  const slot = words.slot ?? reason?.slot ?? asked?.slot
  const to = words.to ?? told.question?.by
  const of = words.of ?? asked?.of
  const claimed = (who: Seat | null | undefined) =>
    slot === undefined ? undefined : told.said.get(slot)?.get(who ?? -1)?.place
  const searched = words.verb === 'found' ? told.searched.get(words.to ?? -1) : undefined
  const place = words.place ?? searched ?? claimed(words.to) ?? claimed(seat)
  const person = (who: Seat | null | undefined) => (who === null || who === undefined ? undefined : cast[who])
  return {
    name: person(seat)?.name ?? '',
    who: person(to)?.name ?? '',
    about: person(seat)?.about ?? '',
    to: person(to)?.name ?? '',
    of: person(of)?.name ?? '',
    slot: slots[slot ?? -1]?.at ?? '',
    time: slots[slot ?? -1]?.name ?? '',
    place: places[place ?? -1]?.name ?? '',
    at: places[place ?? -1]?.at ?? '',
    company: words.company.map((one) => cast[one]!.name),
    clue: words.clue === undefined ? '' : telling.clueText(words.clue),
    victim: crime?.victim ?? '',
    weapon: crime?.weapon ?? '',
  } satisfies Record<(typeof PHRASE_FIELDS)[number], unknown>
}

/** Every field filled with a sample, to try templates that strangers wrote. */
export const SAMPLE_FIELDS: Readonly<Record<string, unknown>> = Object.fromEntries(
  PHRASE_FIELDS.map((field) => [field, field === 'company' ? ['Ann', 'Ben'] : field]),
)

export { NOTHING_TOLD, wordsOfMove }
