/**
 * What has been said at the table so far, folded from the public lines alone: enough to word the next one. Kept apart
 * from the game's own record, so that a line reads the same when it falls and when it is told again.
 */
import type { Move, Seat } from '../../core/game.ts'
import type { CaseView } from '../../games/murder-mystery/view.ts'

/** A move by its words, ids turned into numbers; whatever the verb has no use for is absent. */
export interface Words {
  readonly verb: string
  readonly to?: Seat
  readonly of?: Seat
  readonly slot?: number
  readonly place?: number
  readonly clue?: string
  readonly company: readonly Seat[]
}

const SHAPES: Readonly<Record<string, readonly ('to' | 'of' | 'slot' | 'place' | 'clue' | 'with' | 'company')[]>> = {
  begin: ['to'],
  where: ['to', 'slot'],
  saw: ['to', 'slot'],
  confirm: ['to', 'slot'],
  deny: ['to', 'slot'],
  contradict: ['to', 'slot', 'with', 'company'],
  about: ['to', 'of'],
  ask: ['to'],
  found: ['to'],
  accuse: ['to'],
  vote: ['to'],
  whisper: ['to', 'clue'],
  search: ['place'],
  in: ['place'],
  share: ['clue'],
  show: ['clue'],
  with: ['company'],
}

/** Reads a move in the light of the case; words it doesn't know are left out. */
export function wordsOfMove({ cast, places, slots }: CaseView, move: Move): Words {
  const [verb = '', ...rest] = move.split(' ')
  const number = (list: readonly { readonly id: string }[], id: string | undefined) => {
    const index = list.findIndex((one) => one.id === id)
    return index < 0 ? undefined : index
  }
  const found: { -readonly [K in keyof Words]: Words[K] } = { verb, company: [] }
  for (const [at, part] of (SHAPES[verb] ?? []).entries()) {
    const id = rest[at]
    if (part === 'company') found.company = rest.slice(at).flatMap((one) => number(cast, one) ?? [])
    else if (part === 'clue') set('clue', id)
    else if (part === 'slot') set('slot', number(slots, id))
    else if (part === 'place') set('place', number(places, id))
    else if (part !== 'with') set(part, number(cast, id))
  }
  return found

  function set<K extends 'to' | 'of' | 'slot' | 'place' | 'clue'>(key: K, value: Words[K]): void {
    if (value !== undefined) found[key] = value
  }
}

export interface Said {
  readonly place: number
  /** Null while the company has not been named. */
  readonly company: readonly Seat[] | null
}

/** Mutable while folding; one per telling. */
export interface Told {
  readonly lines: number
  /** The question that waits for an answer. */
  readonly question: { readonly by: Seat; readonly words: Words } | null
  /** By slot, then seat. */
  readonly said: ReadonlyMap<number, ReadonlyMap<Seat, Said>>
  /** `slot:seat` of words that somebody's word is against. */
  readonly doubted: ReadonlySet<string>
  readonly deflected: ReadonlySet<string>
  readonly motives: ReadonlySet<Seat>
  /** Where each seat last searched. */
  readonly searched: ReadonlyMap<Seat, number>
}

export const NOTHING_TOLD: Told = {
  lines: 0,
  question: null,
  said: new Map(),
  doubted: new Set(),
  deflected: new Set(),
  motives: new Set(),
  searched: new Map(),
}

/** What is told once `seat` has said `move`. */
export function after(told: Told, seat: Seat, words: Words): Told {
  const { verb, to, slot } = words
  const base: Told = { ...told, lines: told.lines + 1 }
  if (verb === 'where' || verb === 'saw' || verb === 'about' || verb === 'ask' || verb === 'found') {
    return { ...base, question: { by: seat, words } }
  }
  const asked = told.question?.words
  if (verb === 'in' && asked?.slot !== undefined && words.place !== undefined) {
    return claim({ ...base, question: null }, { seat, slot: asked.slot, said: { place: words.place, company: null } })
  }
  if ((verb === 'with' || verb === 'alone') && asked?.slot !== undefined) {
    const place = told.said.get(asked.slot)?.get(seat)?.place ?? -1
    return claim({ ...base, question: null }, { seat, slot: asked.slot, said: { place, company: words.company } })
  }
  if (verb === 'deflect') {
    const deflected = new Set(told.deflected).add(`${asked?.slot ?? -1}:${seat}`)
    return { ...base, question: null, deflected }
  }
  if (verb === 'motive' && asked?.of !== undefined) {
    return { ...base, question: null, motives: new Set(told.motives).add(asked.of) }
  }
  if (verb === 'confirm' && to !== undefined && slot !== undefined) {
    const theirs = told.said.get(slot)?.get(to)
    const company = [...(theirs?.company ?? []), to].filter((one) => one !== seat)
    return claim(base, { seat, slot, said: { place: theirs?.place ?? -1, company } })
  }
  if ((verb === 'contradict' || verb === 'deny') && to !== undefined && slot !== undefined) {
    const place = told.said.get(slot)?.get(to)?.place ?? -1
    const doubted = new Set(told.doubted).add(`${slot}:${to}`)
    if (verb === 'deny') return { ...base, doubted }
    const own = told.said.get(slot)?.get(seat)
    return claim({ ...base, doubted }, { seat, slot, said: own?.place === place ? own : { place, company: null } })
  }
  if (verb === 'search' && words.place !== undefined)
    return { ...base, searched: new Map(told.searched).set(seat, words.place) }
  return told.question && (verb === 'nothing' || verb === 'say' || verb === 'pass' || verb === 'show')
    ? { ...base, question: null }
    : base
}

interface Claim {
  readonly seat: Seat
  readonly slot: number
  readonly said: Said
}

/** Adds a word on a slot, and marks whom it can't be squared with. */
function claim(told: Told, { seat, slot, said }: Claim): Told {
  const row = new Map(told.said.get(slot))
  const doubted = new Set(told.doubted)
  for (const [other, theirs] of row) {
    if (other === seat || !clash({ seat, said }, { seat: other, said: theirs })) continue
    doubted.add(`${slot}:${other}`).add(`${slot}:${seat}`)
  }
  row.set(seat, said)
  return { ...told, doubted, said: new Map(told.said).set(slot, row) }
}

type Side = { readonly seat: Seat; readonly said: Said }

/** Whether two words about one slot can't both be true. */
function clash(one: Side, two: Side): boolean {
  const names = ({ said }: Side, seat: Seat) => said.company?.includes(seat) ?? false
  if (one.said.place !== two.said.place) return names(one, two.seat) || names(two, one.seat)
  const omits = ({ said }: Side, seat: Seat) => said.company !== null && !said.company.includes(seat)
  return omits(one, two.seat) || omits(two, one.seat)
}
