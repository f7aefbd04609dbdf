/**
 * The leak audit: does a seat ever get more than it may know? Two tests. Twins: two matches in which a sight witnessed
 * the same must look the same to it, byte for byte: view, prompt, offer. Canaries: marks planted in every private text
 * of a mystery must never reach a seat that is not their owner.
 */
import { type Sight, witnessed } from '../core/game.ts'
import { stream } from '../core/rng.ts'
import type { Fact, MysteryDocument } from '../games/murder-mystery/document.ts'
import { sha256Digest } from './digest.ts'
import { mysteryScenario } from './mystery/index.ts'
import { wander } from './rehearse.ts'
import type { Scenario } from './scenario.ts'
import { MYSTERY } from './schema.ts'
import { wordsOf } from './words.ts'

export interface Leak {
  readonly sight: Sight
  readonly test: 'twins' | 'canary'
  readonly detail: string
}

export interface LeakAudit {
  readonly leaks: readonly Leak[]
  /** Looks taken, and how many of them had a twin in another match. */
  readonly looks: number
  readonly twins: number
}

/** What a sight is sent at this moment, as one text. */
function lookOf({ game, prompt }: Scenario, state: unknown, sight: Sight): string {
  const view = game.view(state, sight)
  if (sight === 'audience') return JSON.stringify(view)
  const next = game.next(state)
  const choice = next.kind === 'choose' ? (next.choices.find((one) => one.seat === sight) ?? null) : null
  return `${JSON.stringify(view)}\n${JSON.stringify(choice)}\n${prompt(view, sight, choice)}`
}

/** Plays `scenarios` that a seat can't tell apart (or one of them, with other deals) and compares what it is sent. */
export function auditTwins(
  scenarios: readonly Scenario[],
  sights: readonly Sight[],
  matches: number,
  seed: number,
): LeakAudit {
  const seen = new Map<string, string>()
  const leaks: Leak[] = []
  let looks = 0
  let twins = 0
  for (let match = 0; match < matches; match++) {
    let lead: string[] = []
    for (const scenario of scenarios) {
      const moves: string[] = []
      const heard = sights.map((sight) => `${sight}`)
      for (const { state, played } of wander(scenario, stream(seed, 'audit', match), lead)) {
        moves.push(played.move)
        for (const [index, sight] of sights.entries()) {
          const look = sha256Digest(lookOf(scenario, state, sight))
          const key = sha256Digest(heard[index]!)
          const known = seen.get(key)
          looks++
          if (known !== undefined) twins++
          if (known !== undefined && known !== look) {
            leaks.push({
              sight,
              test: 'twins',
              detail: `two matches that ${sight} can't tell apart look different: ${heard[index]!.slice(-80).replaceAll('\n', ', ')}`,
            })
          }
          seen.set(key, look)
          const witness = witnessed(scenario.game, state, played, sight)
          heard[index] += witness ? `\n${witness.seat} ${witness.move}` : '\n-'
        }
      }
      if (lead.length === 0) lead = moves
    }
  }
  return { leaks, looks, twins }
}

/** For games that can imagine what a seat doesn't know: the true state and an imagined one must look the same to it. */
function auditImagined(scenario: Scenario, matches: number, seed: number): LeakAudit {
  const { game } = scenario
  const leaks: Leak[] = []
  let looks = 0
  for (let match = 0; match < matches; match++) {
    const random = stream(seed, 'imagine', match)
    for (const { state, choices } of wander(scenario, stream(seed, 'audit', match))) {
      for (const { seat } of choices) {
        const other = game.imagine!(game.view(state, seat), seat, random)
        looks++
        if (lookOf(scenario, state, seat) === lookOf(scenario, other, seat)) continue
        leaks.push({
          sight: seat,
          test: 'twins',
          detail: `seat ${seat} can tell the true state from one it imagines (match ${match})`,
        })
      }
    }
  }
  return { leaks, looks, twins: looks }
}

const mark = (owner: string) => `\u2318${owner}\u2318`

/** A copy whose private texts carry the mark of their owner: a character, `clue <id>` until it is found, `truth` until the end. */
export function withCanaries(document: MysteryDocument): MysteryDocument {
  const known = new Map<string, string[]>()
  for (const { id, knows = [] } of document.characters)
    for (const fact of knows) known.set(fact, [...(known.get(fact) ?? []), id])
  const facts = document.facts?.map((fact): Fact => {
    if (fact.public || fact.text === undefined) return fact
    return { ...fact, text: `${fact.text} ${mark((known.get(fact.id) ?? ['nobody']).join('|'))}` }
  })
  return {
    ...document,
    ...(facts && { facts }),
    characters: document.characters.map((character) => {
      const marked = <T extends object>(parts: T) =>
        Object.fromEntries(Object.entries(parts).map(([part, text]) => [part, `${text} ${mark(character.id)}`])) as T
      return {
        ...character,
        persona: marked(character.persona),
        ...(character.personaByStage && {
          personaByStage: Object.fromEntries(
            Object.entries(character.personaByStage).map(([stage, parts]) => [stage, marked(parts)]),
          ),
        }),
        ...(character.secrets && {
          secrets: character.secrets.map((secret) => ({ ...secret, text: `${secret.text} ${mark(character.id)}` })),
        }),
        ...(character.goals && {
          goals: character.goals.map((goal) => ({ ...goal, text: `${goal.text} ${mark(character.id)}` })),
        }),
      }
    }),
    clues: document.clues.map((clue) => ({ ...clue, text: `${clue.text} ${mark(`clue ${clue.id}`)}` })),
    truth: { ...document.truth, story: `${document.truth.story} ${mark('truth')}` },
  }
}

/** Plays a marked mystery and looks for marks where they don't belong. `open` makes a scenario of the marked document. */
export function auditCanaries(
  document: MysteryDocument,
  open: (document: MysteryDocument) => Scenario,
  matches: number,
  seed: number,
): LeakAudit {
  const scenario = open(withCanaries(document))
  const sights: Sight[] = ['audience', ...document.characters.keys()]
  const leaks: Leak[] = []
  let looks = 0
  for (let match = 0; match < matches; match++) {
    const learned = sights.map(() => new Set<string>())
    const told = new Set<string>()
    for (const { state, played } of wander(scenario, stream(seed, 'canary', match))) {
      for (const [index, sight] of sights.entries()) {
        looks++
        const view = scenario.game.view(state, sight) as {
          record: { board: { id: string }[] }
          me: { clues: { id: string }[] } | null
        }
        for (const { id } of view.me?.clues ?? []) learned[index]!.add(id)
        for (const { id } of view.record.board) told.add(id)
        const own = sight === 'audience' ? '' : document.characters[sight]!.id
        const allowed = (owner: string) =>
          owner.split('|').includes(own) || [...learned[index]!, ...told].some((id) => owner === `clue ${id}`)
        const line = witnessed(scenario.game, state, played, sight)
        const spoken = line && !/^(share|show|whisper)/.test(line.move) ? scenario.line(view, line, `m:${looks}`) : ''
        for (const [, owner] of `${lookOf(scenario, state, sight)}\n${spoken}`.matchAll(/\u2318([^\u2318]*)\u2318/g)) {
          if (!allowed(owner!))
            leaks.push({
              sight,
              test: 'canary',
              detail: `${sight === 'audience' ? sight : own} is sent what belongs to ${owner}`,
            })
        }
      }
    }
  }
  return {
    leaks: leaks.filter((one, index) => leaks.findIndex((two) => two.detail === one.detail) === index),
    looks,
    twins: 0,
  }
}

/** Documents that one seat can't tell from the given one at the start: the others' private texts differ, and so does who did it. */
export function hiddenTwins(document: MysteryDocument, seat: number): MysteryDocument[] {
  const own = document.characters[seat]!
  if (own.faction === 'killer') return [privatelyDifferent(document, seat)]
  const others = document.characters.filter((one) => one !== own && one.faction !== 'killer')
  const guilty = document.characters.find((one) => document.truth.culprits.includes(one.id))!
  return [
    privatelyDifferent(document, seat),
    ...others.slice(0, 2).map((other) => swapped(document, guilty.id, other.id)),
  ]
}

function privatelyDifferent(document: MysteryDocument, seat: number): MysteryDocument {
  return {
    ...document,
    truth: { ...document.truth, story: 'Another story.' },
    characters: document.characters.map((character, index) =>
      index === seat
        ? character
        : {
            ...character,
            persona: { ...character.persona, story: 'Another life.', script: 'Another day.' },
            goals: [],
            secrets: [],
            knows: [],
          },
    ),
  }
}

/** Two characters exchange guilt: role, faction, rights to lie, secrets. */
function swapped(document: MysteryDocument, one: string, two: string): MysteryDocument {
  const find = (id: string) => document.characters.find((character) => character.id === id)!
  const give = (to: MysteryDocument['characters'][number], from: MysteryDocument['characters'][number]) => {
    const { claims: _, secrets: __, ...rest } = to
    return {
      ...rest,
      role: from.role,
      faction: from.faction,
      ...(from.claims && { claims: from.claims }),
      ...(from.secrets && { secrets: from.secrets }),
    }
  }
  return {
    ...document,
    truth: { ...document.truth, culprits: document.truth.culprits.map((id) => (id === one ? two : id)) },
    characters: document.characters.map((character) =>
      character.id === one ? give(character, find(two)) : character.id === two ? give(character, find(one)) : character,
    ),
  }
}

/** The whole audit of one scenario: twins for every sight, and for mysteries hidden twins and canaries. */
export function auditScenario(scenario: Scenario, files: Files, seed: number, matches = 4): LeakAudit {
  const seats = [...scenario.game.seats.keys()]
  const audits = scenario.game.imagine
    ? [auditImagined(scenario, matches, seed)]
    : [auditTwins([scenario], ['audience', ...seats], matches * 2, seed)]
  if (scenario.kind === MYSTERY) {
    const document = scenario.document as MysteryDocument
    const open = opener(document, files)
    for (const seat of seats) {
      for (const twin of hiddenTwins(document, seat)) {
        audits.push(auditTwins([open(document), open(twin)], [seat], matches, seed))
      }
    }
    audits.push(auditMarks(document, files, seed, matches))
  }
  return {
    leaks: audits.flatMap((audit) => audit.leaks),
    looks: audits.reduce((sum, audit) => sum + audit.looks, 0),
    twins: audits.reduce((sum, audit) => sum + audit.twins, 0),
  }
}

type Files = ReadonlyMap<string, string>

/** The canary part alone: the cheaper one. */
export const auditMarks = (document: MysteryDocument, files: Files, seed: number, matches: number): LeakAudit =>
  auditCanaries(document, opener(document, files), matches, seed)

function opener({ language }: MysteryDocument, files: Files): (document: MysteryDocument) => Scenario {
  const words = wordsOf(MYSTERY, language.split('-')[0]!, files)
  return (one) => mysteryScenario(one, words, '')
}
