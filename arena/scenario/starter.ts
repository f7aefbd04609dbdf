/** What `scenario new` writes: a small mystery that is sound, solvable and playable from the first minute, to be rewritten. */
import type { MysteryDocument } from '../games/murder-mystery/document.ts'

const people = [
  { id: 'anna', name: 'Anna', pronouns: ['she', 'her', 'her'] as const, about: 'The innkeeper.', boots: 0 },
  { id: 'bruno', name: 'Bruno', pronouns: ['he', 'him', 'his'] as const, about: 'The ferryman.', boots: 1 },
  { id: 'carla', name: 'Carla', pronouns: ['she', 'her', 'her'] as const, about: 'The schoolteacher.', boots: 0 },
  { id: 'dario', name: 'Dario', pronouns: ['he', 'him', 'his'] as const, about: 'The baker.', boots: 1 },
  { id: 'elena', name: 'Elena', pronouns: ['she', 'her', 'her'] as const, about: 'A guest from the city.', boots: 1 },
]

/** Where everybody was: at seven, eight, nine. Dario did it, in the cellar at nine. */
const rows: Readonly<Record<string, readonly [string, string, string]>> = {
  anna: ['kitchen', 'taproom', 'kitchen'],
  bruno: ['jetty', 'kitchen', 'jetty'],
  carla: ['taproom', 'taproom', 'garden'],
  dario: ['garden', 'kitchen', 'cellar'],
  elena: ['taproom', 'garden', 'kitchen'],
}

const slots = ['seven', 'eight', 'nine']

const facts: NonNullable<MysteryDocument['facts']> = [
  ...people.flatMap(({ id: who }) =>
    slots.map((slot, index) => ({
      id: `${who}-${slot}`,
      kind: 'at' as const,
      who,
      place: rows[who]![index]!,
      slot,
    })),
  ),
  ...people.map(({ id: who, boots }) => ({
    id: `boots-${who}`,
    kind: 'trait' as const,
    who,
    trait: 'boots',
    value: boots,
    public: true,
  })),
  {
    id: 'debt',
    kind: 'motive',
    who: 'dario',
    text: 'Dario owed three years of taxes and would have lost the bakery.',
  },
  { id: 'deed', kind: 'crime', place: 'cellar', slot: 'nine' },
  { id: 'knife', kind: 'took', place: 'kitchen', slot: 'eight' },
]

const clues: NonNullable<MysteryDocument['clues']> = [
  {
    id: 'prints',
    title: 'prints in the flour',
    text: 'Heavy boots have left prints in the spilt flour on the cellar steps.',
    place: 'cellar',
    says: [{ kind: 'trait', trait: 'boots', value: 1 }],
  },
  {
    id: 'rack',
    title: 'the knife rack',
    text: 'The cook swears that the bread knife went missing from the kitchen at eight.',
    place: 'kitchen',
    says: [{ kind: 'took', place: 'kitchen', slot: 'eight' }],
    supports: ['knife'],
  },
  {
    id: 'ledger',
    title: 'a page of the ledger',
    text: 'The collector’s ledger has one name underlined twice: Dario, three years.',
    place: 'taproom',
    says: [{ kind: 'motive', who: 'dario' }],
    supports: ['debt'],
  },
]

/** A document with this id. Its solution: boots, the hour of the knife and two alibis, none of them enough alone. */
export function starterMystery(id: string): MysteryDocument & { readonly $schema: string } {
  return {
    $schema: '../scenario.schema.json',
    id,
    kind: 'murder-mystery',
    version: 1,
    title: 'The Inn at the Ferry',
    summary: 'The river has risen, the ferry is moored, and the tax collector lies dead in the cellar of the inn.',
    language: 'en',
    difficulty: 'simple',
    characters: people.map(({ id: who, name, pronouns, about }) => ({
      id: who,
      name,
      pronouns,
      about,
      role: who === 'dario' ? 'culprit' : 'civilian',
      faction: who === 'dario' ? 'killer' : 'victim',
      persona: {
        story: `Write here who ${name} is.`,
        script: `Write here what ${name} did and saw that evening.`,
        relationships: '',
        performance: '',
        purpose: who === 'dario' ? 'Not to be found out.' : 'Find out who did it.',
        ability: '',
      },
      ...(who === 'dario' && { claims: [{ slot: '*' as const, places: '*' as const }] }),
      ...(who === 'carla' && {
        claims: [{ slot: 'nine', places: '*' as const }],
        secrets: [{ slot: 'nine', text: 'You were burying a letter in the garden and want nobody to dig there.' }],
      }),
    })),
    places: [
      { id: 'kitchen', name: 'the kitchen', at: 'in the kitchen' },
      { id: 'taproom', name: 'the taproom', at: 'in the taproom' },
      { id: 'garden', name: 'the garden', at: 'in the garden' },
      { id: 'jetty', name: 'the jetty', at: 'on the jetty' },
      { id: 'cellar', name: 'the cellar', at: 'in the cellar' },
    ],
    slots: slots.map((slot) => ({ id: slot, name: slot, at: `at ${slot}` })),
    traits: [{ id: 'boots', name: 'boots', values: ['in soft shoes', 'in heavy boots'] }],
    crime: {
      victim: 'the tax collector',
      place: 'cellar',
      slots: ['nine'],
      weapon: 'a bread knife',
      weaponFrom: 'kitchen',
      text: 'The tax collector lies dead in the cellar. Beside him lies a bread knife from the kitchen.',
    },
    facts,
    clues,
    stages: [
      {
        title: 'High water',
        narration: 'Nobody can leave before morning. One of you has blood on their hands.',
        rounds: 3,
      },
    ],
    rules: { publish: 'never' },
    truth: {
      culprits: ['dario'],
      story:
        'It was Dario. The collector had come for three years of taxes. Dario took the bread knife from the kitchen at eight, followed him into the cellar at nine, and went back to his ovens.',
    },
  }
}
