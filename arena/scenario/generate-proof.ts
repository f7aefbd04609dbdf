/**
 * What proves what in a generated mystery: whom evidence leaves as a suspect. A suspect stays while some timetable of
 * its own, with it alone at the scene at the hour, agrees with the evidence. Exact: rows are searched, not approximated.
 */
import type { SaysView } from '../games/murder-mystery/view.ts'
import { type Draft, type Mould, range, safePlaces } from './generate-plan.ts'

export interface Evidence {
  readonly clues: readonly SaysView[]
  /** Every innocent's true whereabouts and company, nothing from the killer's side; what a suspect says of itself counts for nothing. */
  readonly testimony: boolean
}

/** The seats that evidence doesn't clear. The culprit is always among them. */
export function suspectsLeft(plan: Draft, evidence: Evidence): number[] {
  const left: number[] = []
  for (let suspect = 0; suspect < plan.cast; suspect++) if (mayBe(plan, suspect, evidence)) left.push(suspect)
  return left
}

function mayBe(plan: Draft, suspect: number, { clues, testimony }: Evidence): boolean {
  for (const says of clues) {
    if (says.kind === 'trait' && plan.traits[suspect]![says.trait] !== says.value) return false
  }
  if (testimony) placesLeft(plan, suspect)
  else for (let slot = 0; slot < plan.slots; slot++) open[slot] = (1 << plan.places) - 1
  let items = NO_ITEMS
  let known = -1
  for (const says of clues) {
    if (says.kind === 'empty') open[says.slot]! &= ~(1 << says.place)
    else if (says.kind === 'item' && says.who === suspect) items = [...items, says.place]
    else if (says.kind === 'took' && known < 0) known = says.slot
  }
  open[plan.deed]! &= 1 << plan.scene
  for (let slot = 0; slot < plan.slots; slot++) if (open[slot] === 0) return false
  for (let took = 0; took < plan.deed; took++) {
    const there = open[took]! & (1 << plan.from)
    if ((known >= 0 && known !== took) || there === 0) continue
    if (items.length === 0) return true
    const row = open.slice(0, plan.slots)
    row[took] = there
    if (covers(row, items)) return true
  }
  return false
}

const NO_ITEMS: readonly number[] = []

/** Where the suspect in hand can have been, by slot, as bit masks: filled anew for each, as most are refused at once. */
const open: number[] = []

/** Whether one place a slot can be chosen so that every item's place is visited. */
function covers(masks: readonly number[], items: readonly number[], slot = 0): boolean {
  if (items.length === 0) return true
  if (slot === masks.length) return false
  return (
    covers(masks, items, slot + 1) ||
    items.some(
      (place) =>
        ((masks[slot]! >> place) & 1) === 1 &&
        covers(
          masks,
          items.filter((other) => other !== place),
          slot + 1,
        ),
    )
  )
}

/** Fills `open` with where a suspect can have been when all other innocents tell where they were and with whom. */
function placesLeft({ at, cast, culprit, accomplice, slots, places }: Draft, suspect: number): void {
  for (let slot = 0; slot < slots; slot++) {
    const own = at[suspect]![slot]!
    let mask = (1 << places) - 1
    let met = false
    for (let other = 0; other < cast; other++) {
      if (other === suspect || other === culprit || other === accomplice) continue
      const place = at[other]![slot]!
      if (place === own) met = true
      mask &= ~(1 << place)
    }
    open[slot] = met ? 1 << own : mask
  }
}

/** Why a draw is refused; null for a good one. */
export function fault(mould: Mould, plan: Draft): string | null {
  const clues = plan.clues.map(({ says }) => says)
  const left = (evidence: Evidence) => suspectsLeft(plan, evidence).length
  if (left({ clues, testimony: false }) < mould.left(plan.cast)) return 'the clues alone say too much'
  if (left({ clues, testimony: true }) !== 1) return 'more than one suspect stays'
  if (left({ clues: [], testimony: true }) < 2) return 'testimony alone decides'
  if (clues.some((one) => left({ clues: [one], testimony: false }) < 2)) return 'one clue decides'
  if (!safeLie(plan)) return 'every lie is refuted'
  const innocents = plan.cast - (plan.accomplice < 0 ? 1 : 2)
  if (movesNeeded(plan) > innocents * mould.rounds.reduce((sum, rounds) => sum + rounds, 0)) return 'too long a way'
  return null
}

/** A place the culprit can name for the hour that no person and no clue refutes. */
export const safeLie = (plan: Draft): boolean => safePlaces(plan, plan.deed).length > 0

/**
 * Moves that clear every innocent, found greedily, plus one: a trait or the weapon's hour takes a search and a share,
 * a witness's word takes two questions.
 */
export function movesNeeded(plan: Draft): number {
  let open = range(plan.cast).filter((seat) => seat !== plan.culprit)
  const sets = [...clearedByClues(plan), ...clearedByWitnesses(plan)]
  let moves = 1
  while (open.length > 0) {
    const gains = sets.map((set) => open.filter((seat) => set.includes(seat)).length)
    const best = Math.max(...gains)
    if (best === 0) return Number.POSITIVE_INFINITY
    const set = sets[gains.indexOf(best)]!
    open = open.filter((seat) => !set.includes(seat))
    moves += 2
  }
  return moves
}

const clearedByClues = (plan: Draft): number[][] =>
  plan.clues.flatMap(({ says }) =>
    says.kind === 'trait' ? [range(plan.cast).filter((seat) => plan.traits[seat]![says.trait] !== says.value)] : [],
  )

/** Whom an innocent's word about the hour of the deed, or of the weapon, clears. */
function clearedByWitnesses({ at, cast, culprit, accomplice, deed, took, from }: Draft): number[][] {
  return range(cast)
    .filter((seat) => seat !== culprit && seat !== accomplice)
    .flatMap((witness) =>
      [deed, took].map((slot) => {
        const place = at[witness]![slot]!
        const together = range(cast).filter((seat) => seat !== witness && at[seat]![slot] === place)
        if (slot === deed || place !== from) return together
        return range(cast).filter((seat) => seat !== witness && !together.includes(seat))
      }),
    )
}
