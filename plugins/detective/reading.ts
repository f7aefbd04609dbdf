/** What the mystery agents share in reading a view: moves by their meaning, and how likely each hour is the deed's. */
import type { Move, Seat } from '../../arena/core/game.ts'
import { type Act, readAct } from '../../arena/games/murder-mystery/moves.ts'
import type { CaseView, ClueView, MysteryView } from '../../arena/games/murder-mystery/view.ts'

/** The moves of one case, read once each. */
export interface Lexicon {
  /** The meaning of a move; a clue's number is not the document's, use `clueOf`. */
  read(move: Move): Act
}

/** By cast, which the stages of a case share. */
const lexicons = new WeakMap<CaseView['cast'], Lexicon>()

export function lexiconOf(story: CaseView): Lexicon {
  let lexicon = lexicons.get(story.cast)
  if (!lexicon) lexicons.set(story.cast, (lexicon = makeLexicon(story)))
  return lexicon
}

function makeLexicon(story: CaseView): Lexicon {
  const cast = story.cast.map(idOf)
  const places = story.places.map(idOf)
  const slots = story.slots.map(idOf)
  const acts = new Map<Move, Act>()
  return {
    read(move) {
      let act = acts.get(move)
      if (!act)
        acts.set(move, (act = readAct({ cast, places, slots, clues: [move.slice(move.lastIndexOf(' ') + 1)] }, move)))
      return act
    },
  }
}

const idOf = ({ id }: { readonly id: string }) => id

/** The meaning of one move; who reads many takes the lexicon. */
export const actOf = (story: CaseView, move: Move): Act => lexiconOf(story).read(move)

/** `move`, where it is offered. A loop, as the built-in searches are slow on the frozen lists that asks bring. */
export function offered(moves: readonly Move[], move: Move): Move | undefined {
  for (let at = 0; at < moves.length; at++) if (moves[at] === move) return move
  return undefined
}

/** The seats that a ballot paper names. */
export function namedOn(moves: readonly Move[], story: CaseView): Seat[] {
  const lexicon = lexiconOf(story)
  const named: Seat[] = []
  for (let at = 0; at < moves.length; at++) {
    const act = lexicon.read(moves[at]!)
    if (act.kind === 'vote') named.push(act.to)
  }
  return named
}

/** The clue that `share c3` or `whisper rosa c3` shows. */
export const clueOf = ({ me }: MysteryView, move: Move): ClueView | undefined =>
  me?.clues.find(({ id }) => move.endsWith(` ${id}`))

/** Chance of each slot to be the deed's, and the weapon's, before anybody's word is weighed. */
export interface Hours {
  readonly deed: readonly number[]
  readonly took: readonly number[]
  readonly tookKnown: boolean
}

export function hoursOf({ case: story, record, me }: MysteryView): Hours {
  const window = story.crime?.window ?? []
  const deed = record.slots.map((_, slot) => (window.includes(slot) ? 1 / window.length : 0))
  const from = story.crime?.from ?? -1
  let known = -1
  for (const clues of [record.board, me?.clues ?? []]) {
    for (const { says } of clues) {
      for (const one of says) if (one.kind === 'took' && one.place === from) known = one.slot
    }
  }
  if (known >= 0) return { deed, took: deed.map((_, slot) => (slot === known ? 1 : 0)), tookKnown: true }
  const last = from < 0 ? 0 : Math.max(0, ...window)
  return { deed, took: deed.map((_, slot) => (slot < last ? 1 / last : 0)), tookKnown: false }
}

/** Index of the largest entry among `among`; the first of equals. */
export function argmax(values: ArrayLike<number>, among: readonly number[]): number {
  let best = among[0] ?? -1
  for (const index of among) if (values[index]! > values[best]!) best = index
  return best
}

/** Whether a rebuttal is so, by what the seat itself knows. */
export function isTrue({ me, record }: MysteryView, { kind, to, slot }: Rebuttal): boolean {
  const mine = me?.timetable[slot]
  const claim = record.slots[slot]?.claims[to]
  if (!mine || !claim) return false
  const together = mine.place === claim.place && mine.with.includes(to)
  if (kind === 'deny') return !together
  if (kind === 'contradict') return mine.place === claim.place && !together
  return together && [...(claim.with ?? []), to].every((seat) => seat === me?.seat || mine.with.includes(seat))
}

export type Rebuttal = Extract<Act, { kind: 'contradict' | 'confirm' | 'deny' }>
