/** Puts a plan into words: the full document of a generated mystery. The same bank serves the guilty and the innocent. */
import { pick, type Random, shuffled } from '../core/rng.ts'
import type {
  Character,
  Clue,
  Fact,
  MysteryDocument,
  Persona,
  Place,
  Says,
  Secret,
  Slot,
  Stage,
  Trait,
} from '../games/murder-mystery/document.ts'
import { type Difficulty, type Mould, type Plan, type PlanClue, range } from './generate-plan.ts'
import {
  HIDDEN,
  HOURS,
  HOUSES,
  PEOPLE,
  type PersonWords,
  PLACES,
  type PlaceWords,
  REASONS,
  THINGS,
  TRAITS,
  type TraitWords,
  VICTIMS,
  WALKS,
} from './generate-words.ts'

/** Everything chosen for one mystery. */
interface Words {
  readonly house: string
  readonly victim: { readonly name: string; readonly is: string }
  readonly people: readonly (PersonWords & { readonly id: string; readonly walk: (typeof WALKS)[number] })[]
  readonly places: readonly PlaceWords[]
  readonly hours: readonly string[]
  readonly traits: readonly TraitWords[]
  readonly reasons: readonly string[]
  readonly things: readonly string[]
  readonly hidden: readonly string[]
}

export interface Telling {
  readonly id: string
  readonly difficulty: Difficulty
  readonly mould: Mould
  readonly plan: Plan
}

export function tell({ id, difficulty, mould, plan }: Telling, random: Random): MysteryDocument {
  const words = chooseWords(plan, random)
  const { people, places, victim, house } = words
  const scene = places[plan.scene]!
  const weapon = places[plan.from]!
  return {
    id,
    kind: 'murder-mystery',
    version: 1,
    title: `Death at ${house}`,
    summary: `${victim.name} is dead ${scene.at}, and one of ${people.length} people did it.${plan.accomplice < 0 ? '' : ' Another knows, and will lie for the killer.'}`,
    language: 'en',
    difficulty,
    licence: 'MIT',
    characters: range(plan.cast).map((seat) => characterOf(plan, words, seat)),
    places: places.map(({ id: place, at }): Place => ({ id: place, name: `the ${place}`, at })),
    slots: words.hours.map((hour): Slot => ({ id: hour, name: hour, at: `at ${hour}` })),
    traits: words.traits.map(({ id: trait, name, values }): Trait => ({ id: trait, name, values })),
    crime: {
      victim: victim.name,
      place: scene.id,
      slots: plan.window.map((slot) => words.hours[slot]!),
      weapon: weapon.weapon,
      weaponFrom: weapon.id,
      text: `${victim.name}, ${victim.is}, lies dead ${scene.at}. Beside the body lies ${weapon.weapon}; it belongs ${weapon.at} and was taken from there some time before.`,
    },
    facts: factsOf(plan, words),
    clues: plan.clues.map((clue, index) => clueOf(plan, words, clue, index)),
    stages: stagesOf(mould, plan, words),
    rules: mould.rules,
    truth: { culprits: [people[plan.culprit]!.id], story: storyOf(plan, words) },
  }
}

function chooseWords(plan: Plan, random: Random): Words {
  const walks = shuffled(WALKS, random)
  const start = Math.floor(random() * (HOURS.length - plan.slots + 1))
  const things = shuffled(THINGS, random)
  return {
    house: pick(HOUSES, random()),
    victim: pick(VICTIMS, random()),
    people: shuffled(PEOPLE, random)
      .slice(0, plan.cast)
      .map((person, seat) => ({ ...person, id: person.name.toLowerCase(), walk: walks[seat]! })),
    places: shuffled(PLACES, random).slice(0, plan.places),
    hours: HOURS.slice(start, start + plan.slots),
    traits: shuffled(TRAITS, random).slice(0, plan.traits[0]!.length),
    reasons: shuffled(REASONS, random),
    things: range(plan.cast).map((seat) => things[seat % things.length]!),
    hidden: shuffled(HIDDEN, random),
  }
}

const reasonOf = ({ reasons, people, victim }: Words, seat: number) =>
  reasons[seat % reasons.length]!.replaceAll('{who}', people[seat]!.name).replaceAll('{victim}', victim.name)

const sentence = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}.`

const motiveFact = (id: string) => `motive-${id}`

function factsOf(plan: Plan, words: Words): Fact[] {
  const { people, places, hours, traits } = words
  return people
    .flatMap(({ id, name }, seat): Fact[] => [
      ...plan.at[seat]!.map(
        (place, slot): Fact => ({
          id: `at-${id}-${hours[slot]}`,
          kind: 'at',
          who: id,
          place: places[place]!.id,
          slot: hours[slot]!,
          text: `At ${hours[slot]}, ${name} was ${places[place]!.at}.`,
        }),
      ),
      ...traits.map(
        ({ id: trait, values }, index): Fact => ({
          id: `${trait}-${id}`,
          kind: 'trait',
          who: id,
          trait,
          value: plan.traits[seat]![index]!,
          public: true,
          text: `${name} is ${values[plan.traits[seat]![index]!]}.`,
        }),
      ),
      ...(plan.motives[seat]
        ? [{ id: motiveFact(id), kind: 'motive', who: id, text: sentence(reasonOf(words, seat)) } as const]
        : []),
    ])
    .concat([
      { id: 'deed', kind: 'crime', place: places[plan.scene]!.id, slot: hours[plan.deed]! },
      { id: 'weapon-taken', kind: 'took', place: places[plan.from]!.id, slot: hours[plan.took]! },
    ])
}

function characterOf(plan: Plan, words: Words, seat: number): Character {
  const { people, hours } = words
  const { id, name, pronouns, walk } = people[seat]!
  const guilty = seat === plan.culprit
  const helps = seat === plan.accomplice
  const hides = plan.hides[seat]!
  return {
    id,
    name,
    pronouns,
    about: sentence(`${name} ${walk.is}`),
    role: guilty ? 'culprit' : helps ? 'accomplice' : 'civilian',
    faction: guilty || helps ? 'killer' : 'victim',
    persona: personaOf(plan, words, seat),
    knows: plan.knows[seat]!.map((of) => motiveFact(people[of]!.id)),
    ...((guilty || helps) && { claims: [{ slot: '*', places: '*' }] }),
    ...(hides >= 0 && { claims: [{ slot: hours[hides]!, places: '*' }] }),
    ...secretsOf(plan, words, seat),
  }
}

/** What a character hides, and where it may say that it was. */
function secretsOf(plan: Plan, words: Words, seat: number): Pick<Character, 'secrets'> {
  const { hours, places } = words
  if (seat === plan.accomplice) return { secrets: sharedSecrets(plan, words) }
  const secrets = plan.alibis[seat]!.map(({ slot, place }) => {
    const alibi = places[place]
    const excuse = alibi ? ` Nobody was ${alibi.at} at ${hours[slot]}: you may say that you were.` : ''
    return { slot: hours[slot]!, text: hiddenDeed(plan, words, seat, slot) + excuse, ...(alibi && { alibi: alibi.id }) }
  })
  return secrets.length === 0 ? {} : { secrets }
}

/** What an accomplice keeps for the culprit: the hours to cover, and the place both may say they were in. */
function sharedSecrets(plan: Plan, { hours, places, people, victim }: Words): Secret[] {
  const { name, pronouns } = people[plan.culprit]!
  const [subject, object] = pronouns
  return plan.alibis[plan.culprit]!.map(({ slot, place }) => {
    const alibi = places[place]
    const deed = slot === plan.deed ? `killed ${victim.name}` : `took ${places[plan.from]!.weapon}`
    const cover = alibi ? ` Nobody was ${alibi.at} then: you may say that you were there with ${object}.` : ''
    return {
      slot: hours[slot]!,
      text: `At ${hours[slot]} ${name} ${deed}; ${subject} must not be blamed.${cover}`,
      ...(alibi && { alibi: alibi.id }),
    }
  })
}

function hiddenDeed(plan: Plan, { places, hidden, victim }: Words, seat: number, slot: number): string {
  const { at } = places[plan.at[seat]![slot]!]!
  if (seat !== plan.culprit) return hidden[seat % hidden.length]!.replace('{at}', at)
  return slot === plan.deed
    ? `You were ${at}, killing ${victim.name}.`
    : `You were ${at}, taking ${places[plan.from]!.weapon}.`
}

function personaOf(plan: Plan, words: Words, seat: number): Persona {
  const { people, victim, hours, places } = words
  const { name, walk } = people[seat]!
  const guilty = seat === plan.culprit
  const known = plan.knows[seat]!.map((of) => sentence(reasonOf(words, of)))
  const reason = plan.motives[seat] ? ` ${sentence(reasonOf(words, seat))}` : ''
  const deed = `You took ${places[plan.from]!.weapon} at ${hours[plan.took]} and killed ${victim.name} ${places[plan.scene]!.at} at ${hours[plan.deed]}.`
  return {
    story: `${name} ${walk.is}.${reason}`,
    script: `${dayOf(plan, words, seat)}${guilty ? ` ${deed}` : ''}${bondOf(plan, words, seat)}`,
    relationships: known.length === 0 ? `You know of nobody’s quarrel with ${victim.name}.` : known.join(' '),
    performance: walk.manner,
    purpose: purposeOf(plan, words, seat),
    ability: walk.gift,
  }
}

function purposeOf({ culprit, accomplice }: Plan, { people, victim }: Words, seat: number): string {
  if (seat === culprit) return 'Leave this house unsuspected; let another be blamed.'
  if (seat === accomplice) return `See that ${people[culprit]!.name} is not blamed, whatever it takes.`
  return `Find out who killed ${victim.name}.`
}

/** What binds the culprit and the accomplice, told to each; empty for the others. */
function bondOf({ culprit, accomplice, deed }: Plan, { people, hours, victim }: Words, seat: number): string {
  if (accomplice < 0) return ''
  if (seat === culprit) return ` ${people[accomplice]!.name} knows, and will lie for you.`
  if (seat !== accomplice) return ''
  const [subject] = people[culprit]!.pronouns
  return ` ${people[culprit]!.name} has told you: ${subject} killed ${victim.name} at ${hours[deed]}. You owe ${people[culprit]!.pronouns[1]} your life, and you will lie for ${people[culprit]!.pronouns[1]}.`
}

/** One sentence an hour. */
function dayOf(plan: Plan, { people, hours, places }: Words, seat: number): string {
  return plan.at[seat]!.map((place, slot) => {
    const others = range(plan.cast).filter((other) => other !== seat && plan.at[other]![slot] === place)
    const company = others.length === 0 ? 'alone' : `with ${listed(others.map((other) => people[other]!.name))}`
    return `At ${hours[slot]} you were ${places[place]!.at}, ${company}.`
  }).join(' ')
}

export const listed = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

function clueOf(plan: Plan, words: Words, { says, place, stage }: PlanClue, index: number): Clue {
  const { places } = words
  return {
    id: `clue-${index + 1}`,
    ...clueText(plan, words, says),
    place: places[place]!.id,
    stage,
    says: [saidIn(words, says)],
    ...(says.kind === 'motive' && { supports: [motiveFact(words.people[says.who]!.id)] }),
    ...(says.kind === 'took' && { supports: ['weapon-taken'] }),
  }
}

function clueText(plan: Plan, words: Words, says: PlanClue['says']): { title: string; text: string } {
  const { places, hours, people, traits, things, victim } = words
  const where = 'place' in says ? places[says.place]! : places[plan.scene]!
  switch (says.kind) {
    case 'trait':
      return {
        title: `a sign of the killer’s ${traits[says.trait]!.name}`,
        text: traits[says.trait]!.marks[says.value as 0 | 1].replace('{at}', where.at),
      }
    case 'took':
      return {
        title: `${where.store}, disturbed`,
        text: `${sentence(`${where.store} ${where.at} was disturbed at ${hours[says.slot]}: that is when ${where.weapon} was taken`)}`,
      }
    case 'empty':
      return {
        title: `the ${where.id}, untouched`,
        text: `Dust and cold ashes show that nobody was ${where.at} at ${hours[says.slot]}.`,
      }
    case 'item':
      return {
        title: `${people[says.who]!.name}’s ${things[says.who]}`,
        text: `${people[says.who]!.name}’s ${things[says.who]} lies ${where.at}, dropped this evening: ${people[says.who]!.name} was here at some hour.`,
      }
    case 'motive':
      return { title: 'a letter', text: `A letter among the papers of ${victim.name}: ${reasonOf(words, says.who)}.` }
    default:
      throw new RangeError(`no words for a clue of kind ${says.kind}`)
  }
}

function saidIn({ places, hours, people, traits }: Words, says: PlanClue['says']): Says {
  switch (says.kind) {
    case 'trait':
      return { kind: 'trait', trait: traits[says.trait]!.id, value: says.value }
    case 'took':
    case 'empty':
      return { kind: says.kind, place: places[says.place]!.id, slot: hours[says.slot]! }
    case 'item':
      return { kind: 'item', who: people[says.who]!.id, place: places[says.place]!.id }
    case 'motive':
      return { kind: 'motive', who: people[says.who]!.id }
    default:
      throw new RangeError(`no proof in a clue of kind ${says.kind}`)
  }
}

function stagesOf({ rounds }: Mould, plan: Plan, { hours, victim, house, places }: Words): Stage[] {
  const exact = [hours[plan.deed]!]
  const titles =
    rounds.length === 1 ? ['The last evening'] : ['Behind locked doors', 'The doctor’s word', 'Before the police come']
  const window = plan.window.map((slot) => hours[slot]!)
  const first = `Nobody may leave ${house} tonight. ${victim.name} was found ${places[plan.scene]!.at}, dead since ${listedOr(window)}.`
  const narrations = [
    first,
    `The doctor has looked at the body: ${victim.name} died at ${hours[plan.deed]}.`,
    'Headlights climb the drive. What is not said now will be said to the police.',
  ]
  return rounds.map((count, stage) => ({
    title: titles[stage] ?? `Part ${stage + 1}`,
    narration: narrations[stage] ?? narrations[2]!,
    rounds: count,
    ...(stage === 1 && { window: exact }),
  }))
}

const listedOr = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`

/** The truth, told after the vote: the deed, then what each innocent hid. */
function storyOf(plan: Plan, words: Words): string {
  const { people, victim, hours, places, traits } = words
  const { name, pronouns } = people[plan.culprit]!
  const signs = traits.map(({ values }, trait) => values[plan.traits[plan.culprit]![trait] as 0 | 1])
  const secrets = people.flatMap((person, seat) => {
    const slot = plan.hides[seat]!
    return slot < 0
      ? []
      : [
          `${person.name} had a secret of ${person.pronouns[2]} own: at ${hours[slot]} ${person.pronouns[0]} was ${places[plan.at[seat]![slot]!]!.at}, alone.`,
        ]
  })
  return [
    `It was ${name}. ${sentence(reasonOf(words, plan.culprit))}`,
    `At ${hours[plan.took]} ${pronouns[0]} took ${places[plan.from]!.weapon} from ${places[plan.from]!.store} ${places[plan.from]!.at}; at ${hours[plan.deed]}, alone with ${victim.name} ${places[plan.scene]!.at}, ${pronouns[0]} used it.`,
    `${sentence(`${name} is ${listed(signs)}`)}`,
    ...(plan.accomplice < 0 ? [] : [`${people[plan.accomplice]!.name} knew, and lied for ${pronouns[1]}.`]),
    ...secrets,
  ].join(' ')
}
