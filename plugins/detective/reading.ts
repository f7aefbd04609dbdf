/** What the mystery agents share in reading a view: moves by their meaning, and how likely each hour is the deed's. */
import type { Move } from '../../arena/core/game.ts'
import { type Act, readAct } from '../../arena/games/murder-mystery/moves.ts'
import type { CaseView, ClueView, MysteryView } from '../../arena/games/murder-mystery/view.ts'

interface Memory {
  readonly cast: readonly string[]
  readonly places: readonly string[]
  readonly slots: readonly string[]
  readonly acts: Map<Move, Act>
}

/** By cast, which the stages of a case share. */
const memories = new WeakMap<CaseView['cast'], Memory>()

/** The meaning of a move; a clue's number is not the document's, use `clueOf`. */
export function actOf(story: CaseView, move: Move): Act {
  let memory = memories.get(story.cast)
  if (!memory) memories.set(story.cast, (memory = memoryOf(story)))
  let act = memory.acts.get(move)
  if (!act) memory.acts.set(move, (act = read(memory, move)))
  return act
}

const memoryOf = ({ cast, places, slots }: CaseView): Memory => ({
  cast: cast.map(idOf),
  places: places.map(idOf),
  slots: slots.map(idOf),
  acts: new Map(),
})

const idOf = ({ id }: { readonly id: string }) => id

const read = ({ cast, places, slots }: Memory, move: Move): Act =>
  readAct({ cast, places, slots, clues: [move.slice(move.lastIndexOf(' ') + 1)] }, move)

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

type Rebuttal = Extract<Act, { kind: 'contradict' | 'confirm' | 'deny' }>
