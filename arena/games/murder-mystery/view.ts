/**
 * What is seen: the case (the same for all, fixed within a stage), the record (what happened in public) and what a
 * seat has of its own. Plain JSON. Seats, places and slots are numbers into `case.cast`, `case.places`, `case.slots`.
 * The parts are shared between views and never changed.
 */
import type { Move, Seat } from '../../core/game.ts'
import type { Persona, Pronouns, Rules, Says } from './document.ts'

export interface MysteryView {
  readonly case: CaseView
  readonly record: Record
  /** Null for the audience. */
  readonly me: Own | null
  /** What is told once the match is over; null before. */
  readonly truth: TruthView | null
}

export interface CaseView {
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly language: string
  readonly cast: readonly CastView[]
  readonly places: readonly { readonly id: string; readonly name: string; readonly at: string }[]
  readonly slots: readonly { readonly id: string; readonly name: string; readonly at: string }[]
  readonly traits: readonly { readonly id: string; readonly name: string; readonly values: readonly string[] }[]
  readonly crime: CrimeView | null
  /** Public facts in words. */
  readonly facts: readonly string[]
  /** Seats that public facts give a motive. */
  readonly motives: readonly Seat[]
  readonly stages: readonly { readonly title: string; readonly rounds: number }[]
  readonly narration: string
  readonly rules: Required<Rules> & { readonly abstain: boolean; readonly runOff: boolean }
  readonly clues: number
  /** How many of the cast side with a culprit without being one; absent when nobody does. */
  readonly accomplices?: number
}

export interface CastView {
  readonly id: string
  readonly name: string
  readonly pronouns: Pronouns | null
  readonly about: string
  readonly picture: string | null
  /** Value of each trait; -1 where nobody knows. */
  readonly traits: readonly number[]
}

export interface CrimeView {
  readonly victim: string
  readonly place: number
  /** Slots in which it may have happened, as known now. */
  readonly window: readonly number[]
  readonly weapon: string
  /** Place the weapon came from; -1 when unknown. */
  readonly from: number
  readonly text: string
}

export type Phase = 'introduction' | 'begin' | 'turn' | 'answer' | 'vote' | 'run-off' | 'over'

/** What happened before everybody's eyes. */
export interface Record {
  readonly phase: Phase
  /** From 0; `round` counts within the stage, from 1, and is 0 during introductions. */
  readonly stage: number
  readonly round: number
  /** Who has the floor: the seat that is asked now; null when all vote. */
  readonly floor: Seat | null
  /** Seat that began the round; the others follow around the table. */
  readonly first: Seat
  readonly question: Question | null
  readonly lines: readonly Line[]
  readonly slots: readonly SlotRecord[]
  readonly motives: readonly MotiveWord[]
  readonly accusations: readonly { readonly by: Seat; readonly of: Seat }[]
  readonly board: readonly ClueView[]
  readonly searches: readonly {
    readonly by: Seat
    readonly place: number
    readonly stage: number
    readonly round: number
  }[]
  /** Places that hold something of this stage which is not on the table. */
  readonly searchable: readonly number[]
  /** Deflections used in this stage, by seat. */
  readonly deflections: readonly number[]
  /** Every finished ballot: whom each seat named, null for an empty one. */
  readonly ballots: readonly (readonly (Seat | null)[])[]
  /** Whom the run-off is between. */
  readonly tied: readonly Seat[]
  readonly verdict: { readonly convicted: Seat | null; readonly caught: boolean } | null
}

export interface Question {
  readonly by: Seat
  readonly to: Seat
  readonly move: Move
}

/** One public utterance or deed; a whisper is there without its words. */
export interface Line {
  readonly seat: Seat
  readonly move: Move
  readonly text?: string
  readonly stage: number
  readonly round: number
}

/** What has been said about one slot. Its identity changes only when something about the slot is said. */
export interface SlotRecord {
  /** By seat: its standing word on where it was; one a slot, never changed. */
  readonly claims: readonly (Claim | null)[]
  /** `by` says it was not with `of` then. */
  readonly denials: readonly Pair[]
  /** Pairs of seats whose words can't both be true. */
  readonly conflicts: readonly Pair[]
  /** Seats that declined to answer about this slot. */
  readonly deflected: readonly Seat[]
}

export type Pair = readonly [Seat, Seat]

export interface Claim {
  readonly place: number
  /** Who else was there, by its word; null while it has not been asked. */
  readonly with: readonly Seat[] | null
}

/** `by` was asked whether it knows a motive of `of`. */
export interface MotiveWord {
  readonly by: Seat
  readonly of: Seat
  readonly known: boolean
}

export interface ClueView {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly says: readonly SaysView[]
  /** Where it was found; null for one that was revealed or held. */
  readonly place: number | null
  /** Who found or held it; null for one revealed. */
  readonly by: Seat | null
}

/** A clue's proof by numbers. */
export type SaysView =
  | { readonly kind: 'trait'; readonly trait: number; readonly value: number }
  | { readonly kind: 'took' | 'empty'; readonly place: number; readonly slot: number }
  | { readonly kind: 'item'; readonly who: Seat; readonly place: number }
  | { readonly kind: 'motive'; readonly who: Seat }
  | { readonly kind: 'at'; readonly who: Seat; readonly place: number; readonly slot: number }
  | { readonly kind: 'suggests'; readonly who: Seat; readonly times: number }

export type SaysKind = Says['kind']

export interface Own {
  readonly seat: Seat
  readonly role: string
  readonly faction: string
  readonly persona: Persona
  readonly knows: readonly { readonly id: string; readonly text: string }[]
  readonly goals: readonly { readonly id: string; readonly text: string; readonly score: number }[]
  readonly secrets: readonly OwnSecret[]
  /** Of the killer faction: everybody in it; else empty. */
  readonly partners: readonly Seat[]
  /** Of the killer faction: who did it; else empty. */
  readonly culprits: readonly Seat[]
  /** The slot of the deed, for those who know; null else. */
  readonly deed: { readonly slot: number; readonly took: number | null } | null
  /** Where it truly was, by slot, and with whom; null where the document doesn't say. */
  readonly timetable: readonly ({ readonly place: number; readonly with: readonly Seat[] } | null)[]
  /** Places it may name falsely, by slot. */
  readonly mayClaim: readonly (readonly number[])[]
  /** Whose motives it knows. */
  readonly motives: readonly Seat[]
  /** Places where it would find something it doesn't know. */
  readonly searchable: readonly number[]
  /** Clues it alone (or with those it told) knows of. */
  readonly clues: readonly ClueView[]
  readonly whispers: readonly Whisper[]
  /** Its own ballot, once cast and while the others vote. */
  readonly ballot: Seat | null
}

export interface OwnSecret {
  readonly slot: number | null
  readonly text: string
  /** A place it may name for that slot because nobody was there; null when it knows none. */
  readonly alibi: number | null
}

export interface Whisper {
  readonly by: Seat
  readonly to: Seat
  /** Number of public lines before it. */
  readonly after: number
  readonly text?: string
  /** Number of the clue shown, as in the document. */
  readonly clue?: number
}

export interface TruthView {
  readonly culprits: readonly Seat[]
  readonly story: string
  /** True whereabouts by seat and slot; null where unknown. */
  readonly timetable: readonly (readonly (number | null)[])[]
  readonly goals: readonly {
    readonly seat: Seat
    readonly id: string
    readonly text: string
    readonly reached: boolean
  }[]
}
