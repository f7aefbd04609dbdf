/** Facts of a generated document checked from outside: every timetable of every suspect is tried, nothing is taken from the generator. */
import type { Clue, MysteryDocument } from '../../arena/games/murder-mystery/document.ts'

export interface Known {
  readonly clues: readonly Clue[]
  readonly testimony: boolean
}

interface House {
  readonly document: MysteryDocument
  readonly places: readonly string[]
  readonly slots: readonly string[]
  readonly at: ReadonlyMap<string, readonly string[]>
  readonly culprit: string
  /** All of the killer's side: their word counts for nothing. */
  readonly liars: readonly string[]
  readonly scene: string
  readonly hour: number
  readonly from: string
}

export function houseOf(document: MysteryDocument): House {
  const facts = document.facts ?? []
  const slots = (document.slots ?? []).map(({ id }) => id)
  const at = new Map(document.characters.map(({ id }) => [id, slots.map(() => '')]))
  for (const fact of facts) if (fact.kind === 'at') at.get(fact.who)![slots.indexOf(fact.slot)] = fact.place
  const crime = facts.find((fact) => fact.kind === 'crime')!
  return {
    document,
    places: document.places.map(({ id }) => id),
    slots,
    at,
    culprit: document.truth.culprits[0]!,
    liars: document.characters.flatMap(({ id, faction }) => (faction === 'killer' ? [id] : [])),
    scene: crime.place,
    hour: slots.indexOf(crime.slot),
    from: document.crime!.weaponFrom!,
  }
}

/** Suspects for whom some row of places agrees with what is known. */
export function possible(house: House, known: Known): string[] {
  return house.document.characters
    .map(({ id }) => id)
    .filter((suspect) => rows(house).some((row) => fits(house, known, suspect, row)))
}

const memo = new Map<string, string[][]>()

/** Every row of places: P^T of them. */
function rows({ places, slots }: House): string[][] {
  const key = `${places.join()} ${slots.length}`
  let all = memo.get(key)
  if (!all) {
    all = [[]]
    for (const _ of slots) all = all.flatMap((row) => places.map((place) => [...row, place]))
    if (memo.size > 4) memo.clear()
    memo.set(key, all)
  }
  return all
}

function fits(house: House, { clues, testimony }: Known, suspect: string, row: readonly string[]): boolean {
  const { slots, at, liars, scene, hour, from, document } = house
  if (row[hour] !== scene) return false
  const tookAt = clues.flatMap(({ says = [] }) =>
    says.flatMap((one) => (one.kind === 'took' ? [slots.indexOf(one.slot)] : [])),
  )
  const took = row.some(
    (place, slot) => slot < hour && place === from && (tookAt.length === 0 || tookAt.includes(slot)),
  )
  if (!took) return false
  for (const { says = [] } of clues) {
    for (const one of says) {
      if (one.kind === 'empty' && row[slots.indexOf(one.slot)] === one.place) return false
      if (one.kind === 'item' && one.who === suspect && !row.includes(one.place)) return false
      if (one.kind === 'trait') {
        const own = document.facts!.find(
          (fact) => fact.kind === 'trait' && fact.who === suspect && fact.trait === one.trait,
        )
        if (own?.kind === 'trait' && own.value !== one.value) return false
      }
    }
  }
  if (!testimony) return true
  for (const [witness, places] of at) {
    if (witness === suspect || liars.includes(witness)) continue
    for (const [slot, place] of places.entries()) {
      const together = at.get(suspect)![slot] === place
      if (together !== (row[slot] === place)) return false
    }
  }
  return true
}
