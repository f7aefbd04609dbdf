/**
 * What proves what: whom evidence leaves as a possible culprit. A suspect stays while some row of places of its own,
 * with it at the scene at the hour and nobody honest beside it, agrees with the evidence. Exact: rows are searched.
 */
import type { Seat } from '../../core/game.ts'
import type { Tables } from '../../games/murder-mystery/tables.ts'
import type { SaysView } from '../../games/murder-mystery/view.ts'

export interface Evidence {
  readonly clues: readonly SaysView[]
  /** `none`: nobody is asked. `honest`: those with a secret keep it. `all`: every innocent says where it was, and with whom. */
  readonly testimony: 'none' | 'honest' | 'all'
}

/** Seats that evidence doesn't clear; the culprit is always among them. Empty when the document has no deed to place. */
export function suspectsLeft(tables: Tables, evidence: Evidence): Seat[] {
  const crime = tables.caseAt(tables.document.stages.length - 1).crime
  if (!crime || tables.slots === 0) return []
  const seats = Array.from({ length: tables.seats }, (_, seat) => seat)
  return seats.filter((seat) => crime.window.some((deed) => mayHave(tables, seat, deed, evidence)))
}

function mayHave(tables: Tables, suspect: Seat, deed: number, { clues, testimony }: Evidence): boolean {
  const crime = tables.caseAt(tables.document.stages.length - 1).crime!
  const traits = tables.caseAt(0).cast[suspect]!.traits
  if (clues.some((one) => one.kind === 'trait' && (traits[one.trait] ?? -1) >= 0 && traits[one.trait] !== one.value)) {
    return false
  }
  const open = openPlaces(tables, suspect, testimony)
  for (const one of clues) {
    if (one.kind === 'empty') open[one.slot]! &= ~(1 << one.place)
    if (one.kind === 'at') open[one.slot]! &= one.who === suspect ? 1 << one.place : -1
  }
  open[deed]! &= 1 << crime.place
  const items = clues.flatMap((one) => (one.kind === 'item' && one.who === suspect ? [one.place] : []))
  if (crime.from < 0) return open.every((mask) => mask !== 0) && covers(open, items)
  const known = clues.flatMap((one) => (one.kind === 'took' ? [one.slot] : []))
  for (let took = 0; took < deed; took++) {
    if (known.length > 0 && !known.includes(took)) continue
    const row = open.with(took, open[took]! & (1 << crime.from))
    if (row.every((mask) => mask !== 0) && covers(row, items)) return true
  }
  return false
}

/** Where a suspect can have been, by slot, as bit masks, given what the honest say. */
function openPlaces(
  { at, rights, company, seats, slots, killers, document }: Tables,
  suspect: Seat,
  testimony: Evidence['testimony'],
): number[] {
  const all = (1 << document.places.length) - 1
  return Array.from({ length: slots }, (_, slot) => {
    let mask = all
    for (let other = 0; other < seats && testimony !== 'none'; other++) {
      const place = at[other]![slot]!
      if (other === suspect || (killers >> other) & 1 || place < 0) continue
      if (testimony === 'honest' && rights[other]![slot] !== 0) continue
      mask &= (company[other]![slot]! >> suspect) & 1 ? 1 << place : ~(1 << place)
    }
    return mask
  })
}

/** Whether one place a slot can be chosen so that every item's place is visited. */
function covers(masks: readonly number[], items: readonly number[], slot = 0): boolean {
  if (items.length === 0) return true
  if (slot === masks.length) return false
  if (covers(masks, items, slot + 1)) return true
  const rest = (place: number) => items.filter((other) => other !== place)
  return items.some((place) => (masks[slot]! >> place) & 1 && covers(masks, rest(place), slot + 1))
}
