/** What the mystery boards read of a view. Seats, places and slots are numbers into the case's lists. */

export interface Mystery {
  readonly case: {
    readonly title: string
    readonly summary: string
    readonly narration: string
    readonly clues: number
    readonly cast: readonly { readonly id: string; readonly name: string; readonly about: string }[]
    readonly places: readonly { readonly id: string; readonly name: string; readonly at: string }[]
    readonly slots: readonly { readonly id: string; readonly name: string; readonly at: string }[]
    readonly stages: readonly { readonly title: string; readonly rounds: number }[]
    readonly facts: readonly string[]
    readonly crime: {
      readonly victim: string
      readonly place: number
      readonly window: readonly number[]
      readonly text: string
    } | null
  }
  readonly record: {
    readonly phase: 'introduction' | 'begin' | 'turn' | 'answer' | 'vote' | 'run-off' | 'over'
    readonly stage: number
    readonly round: number
    readonly floor: number | null
    readonly question: { readonly by: number; readonly to: number; readonly move: string } | null
    readonly slots: readonly SlotWords[]
    readonly accusations: readonly { readonly by: number; readonly of: number }[]
    readonly board: readonly ClueCard[]
    readonly searches: readonly { readonly by: number; readonly place: number }[]
    readonly searchable: readonly number[]
    readonly ballots: readonly (readonly (number | null)[])[]
    readonly verdict: { readonly convicted: number | null; readonly caught: boolean } | null
  }
  readonly me: Own | null
  readonly truth: { readonly culprits: readonly number[]; readonly story: string } | null
}

export interface SlotWords {
  readonly claims: readonly ({ readonly place: number; readonly with: readonly number[] | null } | null)[]
  readonly conflicts: readonly (readonly [number, number])[]
}

export interface ClueCard {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly place: number | null
  readonly by: number | null
}

export interface Own {
  readonly seat: number
  readonly role: string
  readonly faction: string
  readonly persona: Readonly<Record<string, string>>
  readonly knows: readonly { readonly id: string; readonly text: string }[]
  readonly goals: readonly { readonly id: string; readonly text: string; readonly score: number }[]
  readonly secrets: readonly { readonly slot: number | null; readonly text: string }[]
  readonly clues: readonly ClueCard[]
  readonly whispers: readonly {
    readonly by: number
    readonly to: number
    readonly text?: string
    readonly clue?: string
  }[]
}

/** Whom a move is addressed to, where it names somebody: `where rosa nine` is to Rosa. */
export function addressee(view: Mystery, move: string | undefined): number | null {
  const word = move?.split(' ')[1]
  const seat = view.case.cast.findIndex(({ id }) => id === word)
  return seat < 0 ? null : seat
}

/** The middle of the table, in percent of the room's height: below the faces there are names. */
export const MIDDLE = 45

/** Where seat `seat` of `count` sits on the rim of the table, in percent of the room; the first at the top left of noon. */
export function chairAt(seat: number, count: number): { x: number; y: number } {
  const angle = ((seat + 0.5) / count) * 2 * Math.PI - Math.PI / 2
  return { x: 50 + 40 * Math.cos(angle), y: MIDDLE + 34 * Math.sin(angle) }
}
