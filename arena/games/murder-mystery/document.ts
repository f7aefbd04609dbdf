/**
 * The shape of a murder-mystery document: everything its author writes, and nothing a program decides. Characters
 * are seats in the order listed. A document with personas and clues alone plays by free talk; one that adds
 * `slots`, `facts` and `crime` also plays without a language model. Ids match /^[a-z][a-z0-9-]*$/.
 */

export type Id = string

export interface MysteryDocument {
  readonly $schema?: string
  readonly id: string
  readonly kind: 'murder-mystery'
  readonly version: number
  readonly title: string
  readonly summary: string
  /** BCP 47: `en`, `zh`. */
  readonly language: string
  readonly difficulty?: 'simple' | 'complex'
  readonly credits?: string
  readonly licence?: string
  readonly characters: readonly Character[]
  readonly places: readonly Place[]
  /** Times that questions may be about, in order. Absent or empty: no structured questions. */
  readonly slots?: readonly Slot[]
  readonly traits?: readonly Trait[]
  /** What everybody knows of the deed; needed for structured reasoning. */
  readonly crime?: Crime
  readonly facts?: readonly Fact[]
  readonly clues: readonly Clue[]
  /** At least one. */
  readonly stages: readonly Stage[]
  readonly vote?: VoteRule
  readonly rules?: Rules
  readonly truth: Truth
}

export interface Character {
  readonly id: Id
  readonly name: string
  readonly pronouns?: Pronouns
  /** One public line: what everyone at the table knows. */
  readonly about?: string
  /** `culprit`, `accomplice`, `civilian`, `detective`, or the author's own. */
  readonly role: string
  /** `killer` wins when no culprit is convicted; every other faction when one is. */
  readonly faction: string
  readonly persona: Persona
  /** Parts that change: by stage number (from 0) as text, `"1"`; a missing part keeps what it was. */
  readonly personaByStage?: Readonly<Record<string, Partial<Persona>>>
  /** Facts this character knows besides its own whereabouts. */
  readonly knows?: readonly Id[]
  readonly goals?: readonly Goal[]
  /** What this character may say that is not so; absent: it may only tell the truth or deflect. */
  readonly claims?: readonly ClaimRight[]
  /** Slots it would rather not speak of, with the reason, shown to it alone. */
  readonly secrets?: readonly Secret[]
  /** File name of a picture in the scenario's folder. */
  readonly picture?: string
}

/** he, him, his. */
export type Pronouns = readonly [subject: string, object: string, possessive: string]

/** MIRAGE's six parts; any may be empty. */
export interface Persona {
  readonly story: string
  readonly script: string
  readonly relationships: string
  readonly performance: string
  readonly purpose: string
  readonly ability: string
}

/** An individual objective. Those with a `when` are scored by the arena; the others are for agents that read. */
export interface Goal {
  readonly id: Id
  readonly text: string
  /** Added to the seat's score when reached; in (0, 1]. */
  readonly score: number
  readonly when?: GoalTest
}

export type GoalTest =
  /** At most `votes` (default 0) ballots named this character in the last count. */
  | { readonly kind: 'unsuspected'; readonly votes?: number }
  | { readonly kind: 'convicted'; readonly who: Id }
  | { readonly kind: 'acquitted'; readonly who: Id }
  /** This character found or was shown the clue. */
  | { readonly kind: 'finds'; readonly clue: Id }
  /** The clue is not on the table at the end. */
  | { readonly kind: 'buried'; readonly clue: Id }
  /** Nobody's word and no clue on the table contradicts what this character says of the slot. */
  | { readonly kind: 'unrefuted'; readonly slot: Id }

export interface ClaimRight {
  /** A slot, or `*`. */
  readonly slot: Id | '*'
  /** The places that may be named falsely, or `*`. */
  readonly places: '*' | readonly Id[]
}

export interface Secret {
  readonly slot?: Id
  readonly text: string
  /** A place to name for that slot which nobody can refute: nobody was there. */
  readonly alibi?: Id
}

export interface Place {
  readonly id: Id
  readonly name: string
  /** The place with its preposition, for "I was …": `in the study`, `on the terrace`. */
  readonly at: string
  readonly about?: string
}

export interface Slot {
  readonly id: Id
  /** For sentences: `at nine`. */
  readonly at: string
  /** Short, for tables: `nine`. */
  readonly name: string
}

/** A feature everybody can see on everybody: boots, handedness. */
export interface Trait {
  readonly id: Id
  readonly name: string
  /** At least two; a fact names one by index. As an adjective phrase: `left-handed`, `in nailed boots`. */
  readonly values: readonly string[]
}

export interface Crime {
  readonly victim: string
  /** Where it happened. */
  readonly place: Id
  /** The slots in which it may have happened, as known at the start; stages narrow it by their `window`. */
  readonly slots: readonly Id[]
  readonly weapon?: string
  /** Where the weapon was taken from, some slot before the deed. */
  readonly weaponFrom?: Id
  /** Two sentences told at the start. */
  readonly text?: string
}

/** What is so. `text` says it in a sentence; `public` facts are told to all at the start. */
export type Fact = { readonly id: Id; readonly text?: string; readonly public?: boolean } & FactBody

export type FactBody =
  | { readonly kind: 'at'; readonly who: Id; readonly place: Id; readonly slot: Id }
  | { readonly kind: 'motive'; readonly who: Id }
  | { readonly kind: 'trait'; readonly who: Id; readonly trait: Id; readonly value: number }
  /** The weapon left its place in that slot, in the culprit's hands. */
  | { readonly kind: 'took'; readonly place: Id; readonly slot: Id }
  | { readonly kind: 'crime'; readonly place: Id; readonly slot: Id }
  /** Anything else worth stating; `holds: false` marks a rumour that is not so. */
  | { readonly kind: 'statement'; readonly who?: Id; readonly holds?: boolean }

/** What a clue proves, so that agents without language can weigh it. All of it is true. */
export type Says =
  /** The culprit has this value of the trait. */
  | { readonly kind: 'trait'; readonly trait: Id; readonly value: number }
  | { readonly kind: 'took'; readonly place: Id; readonly slot: Id }
  /** Nobody was there then. */
  | { readonly kind: 'empty'; readonly place: Id; readonly slot: Id }
  /** This person was there in some slot. */
  | { readonly kind: 'item'; readonly who: Id; readonly place: Id }
  | { readonly kind: 'motive'; readonly who: Id }
  | { readonly kind: 'at'; readonly who: Id; readonly place: Id; readonly slot: Id }
  /** A reader would hold this person so many times likelier (below 1: less likely) to be a culprit. */
  | { readonly kind: 'suggests'; readonly who: Id; readonly times: number }

export interface Clue {
  readonly id: Id
  /** One or two sentences; holds the fact in words. */
  readonly text: string
  /** Short, for the board: `a forced case`. */
  readonly title?: string
  /** Where a search finds it. Exactly one of `place` and `holder`, or neither for one that a stage reveals. */
  readonly place?: Id
  /** The character who has it from the start of its stage. */
  readonly holder?: Id
  /** First stage (from 0) in which it can be found; default 0. */
  readonly stage?: number
  /** Goes on the table when found, instead of to the finder alone. */
  readonly public?: boolean
  readonly says?: readonly Says[]
  /** Facts it bears on. */
  readonly supports?: readonly Id[]
  readonly refutes?: readonly Id[]
}

export interface Stage {
  readonly title: string
  readonly narration: string
  /** Rounds in which every seat has one move; at least 1. */
  readonly rounds: number
  /** The slots in which the deed may have happened, as known from this stage on. */
  readonly window?: readonly Id[]
  /** Clues laid on the table as the stage begins. */
  readonly reveals?: readonly Id[]
}

export interface VoteRule {
  /** A tie goes to one more ballot among the tied; a second tie convicts nobody. Default `run-off`. */
  readonly tie?: 'run-off' | 'free'
  /** Whether a ballot may stay empty; default true. */
  readonly abstain?: boolean
}

export interface Rules {
  /** Free questions and statements (`ask rosa`, `say`). Default: only when there are no structured questions. */
  readonly talk?: boolean
  /** Private words and clues to one other seat. Default false. */
  readonly whispers?: boolean
  /** Default true. */
  readonly share?: boolean
  readonly accuse?: boolean
  /** `found rosa`: what did she find? Default true. */
  readonly found?: boolean
  /** `about hugo clara`: does Hugo know a reason? Default: when there are motive facts. */
  readonly motives?: boolean
  /** Searches a seat may make each stage; default 1. */
  readonly searchesPerSeat?: number
  /** Searches the table may make each round; default 1. */
  readonly searchesPerRound?: number
  /** Deflections a seat has each stage; default 1. One a slot in any case. */
  readonly deflections?: number
  /** When clues found in private come on the table of themselves; default `vote`. */
  readonly publish?: 'found' | 'round' | 'stage' | 'vote' | 'never'
  /** UTF-16 units of speech on a move; default 600. */
  readonly speech?: number
}

export interface Truth {
  /** At least one; of the faction `killer`. */
  readonly culprits: readonly Id[]
  /** Told after the vote. */
  readonly story: string
}
