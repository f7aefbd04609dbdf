/** A document turned into numbers once, when the game is made: who was where, who may say what, every move's spelling. */
import type { Move, Seat, Speech } from '../../core/game.ts'
import type { Character, Clue, MysteryDocument, Persona, Rules, Says } from './document.ts'
import { type MoveBook, moveBook } from './moves.ts'
import type { CaseView, CastView, ClueView, CrimeView, SaysView } from './view.ts'

export interface Tables {
  readonly document: MysteryDocument
  readonly seats: number
  readonly slots: number
  readonly book: MoveBook
  readonly rules: CaseView['rules']
  readonly speech: Speech
  /** Place of each seat in each slot; -1 where the document doesn't say. */
  readonly at: readonly (readonly number[])[]
  /** Bit mask of those in the same place then. */
  readonly company: readonly (readonly number[])[]
  /** Bit mask of places a seat may name falsely, by slot; all where nothing is known. */
  readonly rights: readonly (readonly number[])[]
  /** Bit masks: who has a motive; whose motives each seat knows. */
  readonly motives: number
  readonly motivesKnown: readonly number[]
  readonly culprits: number
  readonly killers: number
  readonly deed: { readonly slot: number; readonly took: number | null } | null
  readonly clues: readonly ClueTable[]
  /** What all are told, by stage; made when first asked for, as agents that read nothing need none. */
  caseAt(stage: number): CaseView
  personaAt(seat: Seat, stage: number): Persona
  /** Its ballot paper in the first count. */
  ballotOf(seat: Seat): readonly Move[]
  /** Answers to "where were you?" that were worked out before (offers.ts). */
  readonly answers: (readonly Move[])[]
}

export interface ClueTable {
  readonly view: ClueView
  readonly place: number
  readonly holder: Seat
  readonly stage: number
  readonly open: boolean
}

export const NO_PERSONA: Persona = {
  story: '',
  script: '',
  relationships: '',
  performance: '',
  purpose: '',
  ability: '',
}

/** Trusts the document: it has been checked. An id that names nothing throws RangeError. */
export function tablesOf(document: MysteryDocument): Tables {
  const index = indexOf(document)
  const at = placesOf(document, index)
  const slots = document.slots?.length ?? 0
  const facts = document.facts ?? []
  const motives = facts.reduce((mask, fact) => (fact.kind === 'motive' ? mask | (1 << index.seat(fact.who)) : mask), 0)
  const killers = maskBy(document, ({ faction }) => faction === 'killer')
  const rules = rulesOf(document, motives !== 0)
  const book = moveBook({
    cast: document.characters.map(({ id }) => id),
    places: document.places.map(({ id }) => id),
    slots: (document.slots ?? []).map(({ id }) => id),
    clues: document.clues.map(({ id }) => id),
  })
  return {
    document,
    seats: document.characters.length,
    slots,
    book,
    rules,
    speech: { moves: 'all', max: rules.speech },
    at,
    company: at.map((row, seat) => row.map((place, slot) => (place < 0 ? 0 : othersAt(at, seat, slot, place)))),
    rights: at.map((row, seat) => row.map((place, slot) => rightsOf(document, index, { seat, slot, place }))),
    motives,
    motivesKnown: document.characters.map((character, seat) => {
      let mask = (motives >> seat) & 1 ? 1 << seat : 0
      for (const fact of facts) {
        if (fact.kind === 'motive' && (fact.public || character.knows?.includes(fact.id)))
          mask |= 1 << index.seat(fact.who)
      }
      return mask
    }),
    culprits: document.truth.culprits.reduce((mask, id) => mask | (1 << index.seat(id)), 0),
    killers,
    deed: deedOf(document, index),
    clues: document.clues.map((clue) => clueTable(clue, index)),
    caseAt: casesOf(document, index, rules),
    personaAt: (seat, stage) => personaAt(document.characters[seat]!, stage),
    ballotOf: remembered((seat) => ballotPaper(book, rules, seat, [...book.vote.keys()])),
    answers: [],
  }
}

/** Makes each thing when it is first asked for. */
function remembered<T>(make: (at: number) => T): (at: number) => T {
  const kept: T[] = []
  return (at) => (kept[at] ??= make(at))
}

function personaAt({ persona, personaByStage }: Character, stage: number): Persona {
  let now = persona
  for (let at = 0; at <= stage; at++) now = { ...now, ...personaByStage?.[String(at)] }
  return now
}

/** Everybody of `named` but the voter, then the empty ballot where there may be one. */
export function ballotPaper(
  book: MoveBook,
  rules: CaseView['rules'],
  seat: Seat,
  named: readonly Seat[],
): readonly Move[] {
  const moves = named.flatMap((other) => (other === seat ? [] : [book.vote[other]!]))
  if (rules.abstain || moves.length === 0) moves.push('abstain')
  return moves
}

interface Index {
  seat(id: string): number
  place(id: string): number
  slot(id: string): number
  trait(id: string): number
}

function indexOf(document: MysteryDocument): Index {
  const finder = (what: string, list: readonly { readonly id: string }[]) => {
    const numbers = new Map(list.map(({ id }, number) => [id, number]))
    return (id: string) => {
      const number = numbers.get(id)
      if (number === undefined) throw new RangeError(`${document.id}: no ${what} "${id}"`)
      return number
    }
  }
  return {
    seat: finder('character', document.characters),
    place: finder('place', document.places),
    slot: finder('slot', document.slots ?? []),
    trait: finder('trait', document.traits ?? []),
  }
}

function placesOf(document: MysteryDocument, index: Index): number[][] {
  const at = document.characters.map(() => (document.slots ?? []).map(() => -1))
  for (const fact of document.facts ?? []) {
    if (fact.kind === 'at') at[index.seat(fact.who)]![index.slot(fact.slot)] = index.place(fact.place)
  }
  return at
}

function othersAt(at: readonly (readonly number[])[], seat: Seat, slot: number, place: number): number {
  let mask = 0
  for (let other = 0; other < at.length; other++) if (other !== seat && at[other]![slot] === place) mask |= 1 << other
  return mask
}

function rightsOf(
  document: MysteryDocument,
  index: Index,
  { seat, slot, place }: { seat: number; slot: number; place: number },
): number {
  const all = (1 << document.places.length) - 1
  if (place < 0) return all
  let mask = 0
  for (const right of document.characters[seat]!.claims ?? []) {
    if (right.slot !== '*' && index.slot(right.slot) !== slot) continue
    mask |= right.places === '*' ? all : right.places.reduce((some, id) => some | (1 << index.place(id)), 0)
  }
  return mask
}

function deedOf(document: MysteryDocument, index: Index): Tables['deed'] {
  const facts = document.facts ?? []
  const crime = facts.find((fact) => fact.kind === 'crime')
  const took = facts.find((fact) => fact.kind === 'took')
  const only = document.crime?.slots.length === 1 ? document.crime.slots[0] : undefined
  const slot = crime?.slot ?? only
  return slot === undefined ? null : { slot: index.slot(slot), took: took ? index.slot(took.slot) : null }
}

const maskBy = ({ characters }: MysteryDocument, test: (character: MysteryDocument['characters'][number]) => boolean) =>
  characters.reduce((mask, character, seat) => (test(character) ? mask | (1 << seat) : mask), 0)

function rulesOf({ rules = {}, vote = {}, slots = [] }: MysteryDocument, motives: boolean): CaseView['rules'] {
  const defaults: Required<Rules> = {
    talk: slots.length === 0,
    whispers: false,
    share: true,
    accuse: true,
    found: true,
    motives,
    searchesPerSeat: 1,
    searchesPerRound: 1,
    deflections: 1,
    publish: 'vote',
    speech: 600,
  }
  return { ...defaults, ...rules, abstain: vote.abstain ?? true, runOff: vote.tie !== 'free' }
}

function clueTable(clue: Clue, index: Index): ClueTable {
  const place = clue.place === undefined ? -1 : index.place(clue.place)
  const holder = clue.holder === undefined ? -1 : index.seat(clue.holder)
  return {
    place,
    holder,
    stage: clue.stage ?? 0,
    open: clue.public ?? false,
    view: {
      id: clue.id,
      title: clue.title ?? '',
      text: clue.text,
      says: (clue.says ?? []).map((says) => saysView(says, index)),
      place: place < 0 ? null : place,
      by: null,
    },
  }
}

function saysView(says: Says, index: Index): SaysView {
  switch (says.kind) {
    case 'trait':
      return { kind: 'trait', trait: index.trait(says.trait), value: says.value }
    case 'took':
    case 'empty':
      return { kind: says.kind, place: index.place(says.place), slot: index.slot(says.slot) }
    case 'item':
      return { kind: 'item', who: index.seat(says.who), place: index.place(says.place) }
    case 'motive':
      return { kind: 'motive', who: index.seat(says.who) }
    case 'at':
      return { kind: 'at', who: index.seat(says.who), place: index.place(says.place), slot: index.slot(says.slot) }
    case 'suggests':
      return { kind: 'suggests', who: index.seat(says.who), times: says.times }
    default:
      throw says satisfies never
  }
}

/** By stage; what stays the same is one object in all of them. */
function casesOf(document: MysteryDocument, index: Index, rules: CaseView['rules']): (stage: number) => CaseView {
  const story = remembered(() => storyOf(document, index, rules))
  return remembered((stage) => ({
    ...story(0),
    crime: crimeView(document, index, stage),
    narration: document.stages[stage]!.narration,
  }))
}

function storyOf(document: MysteryDocument, index: Index, rules: CaseView['rules']): CaseView {
  const open = (document.facts ?? []).filter((fact) => fact.public)
  const accomplices =
    document.characters.filter(({ faction }) => faction === 'killer').length - document.truth.culprits.length
  return {
    // Without its seed: who knew it could generate the mystery again, culprit and all.
    id: document.id.replace(/^(mystery:[a-z]+):.*$/, '$1'),
    title: document.title,
    summary: document.summary,
    language: document.language,
    cast: document.characters.map((_, seat) => castView(document, index, seat)),
    places: document.places.map(({ id, name, at }) => ({ id, name, at })),
    slots: (document.slots ?? []).map(({ id, name, at }) => ({ id, name, at })),
    traits: (document.traits ?? []).map(({ id, name, values }) => ({ id, name, values })),
    crime: null,
    facts: open.flatMap((fact) => (fact.text ? [fact.text] : [])),
    motives: open.flatMap((fact) => (fact.kind === 'motive' ? [index.seat(fact.who)] : [])),
    stages: document.stages.map(({ title, rounds }) => ({ title, rounds })),
    narration: '',
    rules,
    clues: document.clues.length,
    ...(accomplices > 0 && { accomplices }),
  }
}

function castView({ characters, facts = [], traits = [] }: MysteryDocument, index: Index, seat: Seat): CastView {
  const { id, name, pronouns, about, picture } = characters[seat]!
  const values = traits.map(() => -1)
  for (const fact of facts) {
    if (fact.kind === 'trait' && fact.who === id) values[index.trait(fact.trait)] = fact.value
  }
  return { id, name, pronouns: pronouns ?? null, about: about ?? '', picture: picture ?? null, traits: values }
}

/** The window is the latest one a stage up to now has named. */
function crimeView({ crime, stages }: MysteryDocument, index: Index, stage: number): CrimeView | null {
  if (!crime) return null
  let window = crime.slots
  for (const one of stages.slice(0, stage + 1)) window = one.window ?? window
  return {
    victim: crime.victim,
    place: index.place(crime.place),
    window: window.map(index.slot),
    weapon: crime.weapon ?? '',
    from: crime.weaponFrom === undefined ? -1 : index.place(crime.weaponFrom),
    text: crime.text ?? '',
  }
}
