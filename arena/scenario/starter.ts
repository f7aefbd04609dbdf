/** What `scenario new` writes: a small mystery that is sound, solvable and balanced from the first minute, to be rewritten. */
import type { Character, Clue, Fact, MysteryDocument } from '../games/murder-mystery/document.ts'

const SLOTS = ['seven', 'eight', 'nine'] as const

interface Person {
  readonly id: string
  readonly name: string
  readonly about: string
  /** 0 soft shoes, 1 heavy boots. */
  readonly boots: 0 | 1
  /** At seven, eight and nine. Dario did it, in the cellar at nine. */
  readonly row: readonly [string, string, string]
  /** An hour it may lie about, why, and a place that was empty then. */
  readonly secret?: { readonly slot: string; readonly text: string; readonly alibi?: string }
}

const PEOPLE: readonly Person[] = [
  { id: 'anna', name: 'Anna', about: 'The innkeeper.', boots: 1, row: ['jetty', 'taproom', 'garden'] },
  {
    id: 'bruno',
    name: 'Bruno',
    about: 'The ferryman.',
    boots: 1,
    row: ['cellar', 'garden', 'taproom'],
    secret: { slot: 'seven', text: 'You were in the cellar, helping yourself to the good wine.' },
  },
  {
    id: 'dario',
    name: 'Dario',
    about: 'The baker.',
    boots: 0,
    row: ['kitchen', 'kitchen', 'cellar'],
    secret: {
      slot: 'nine',
      text: 'You killed him. Nobody was in the kitchen at nine: you may say that you were.',
      alibi: 'kitchen',
    },
  },
  {
    id: 'elena',
    name: 'Elena',
    about: 'A guest from the city.',
    boots: 0,
    row: ['attic', 'jetty', 'attic'],
    secret: { slot: 'nine', text: 'You were in the attic, reading letters that are not yours.' },
  },
  { id: 'carla', name: 'Carla', about: 'The schoolteacher.', boots: 0, row: ['attic', 'attic', 'garden'] },
]

const CLUES: readonly Clue[] = [
  {
    id: 'prints',
    title: 'prints in the flour',
    text: 'Floury prints lead from the cellar hatch across the garden: soft shoes.',
    place: 'garden',
    says: [{ kind: 'trait', trait: 'boots', value: 0 }],
  },
  {
    id: 'rack',
    title: 'the knife rack',
    text: 'The maid swears that the bread knife went missing from the kitchen at seven.',
    place: 'kitchen',
    says: [{ kind: 'took', place: 'kitchen', slot: 'seven' }],
    supports: ['knife'],
  },
  {
    id: 'shawl',
    title: 'a shawl from the city',
    text: 'A silk shawl hangs on the attic stairs: Elena was up here tonight.',
    place: 'attic',
    says: [{ kind: 'item', who: 'elena', place: 'attic' }],
  },
  {
    id: 'candle',
    title: 'an unburnt candle',
    text: 'The candle of the cellar was not lit at eight: nobody was down there then.',
    place: 'cellar',
    says: [{ kind: 'empty', place: 'cellar', slot: 'eight' }],
  },
]

/** A document with this id. Its solution: the shoes, the hour of the knife and two alibis, none of them enough alone. */
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
    characters: PEOPLE.map(characterOf),
    places: [
      { id: 'garden', name: 'the garden', at: 'in the garden' },
      { id: 'kitchen', name: 'the kitchen', at: 'in the kitchen' },
      { id: 'taproom', name: 'the taproom', at: 'in the taproom' },
      { id: 'jetty', name: 'the jetty', at: 'on the jetty' },
      { id: 'cellar', name: 'the cellar', at: 'in the cellar' },
      { id: 'attic', name: 'the attic', at: 'up in the attic' },
    ],
    slots: SLOTS.map((slot) => ({ id: slot, name: slot, at: `at ${slot}` })),
    traits: [{ id: 'boots', name: 'boots', values: ['in soft shoes', 'in heavy boots'] }],
    crime: {
      victim: 'the tax collector',
      place: 'cellar',
      slots: ['nine'],
      weapon: 'a bread knife',
      weaponFrom: 'kitchen',
      text: 'The tax collector lies dead in the cellar. Beside him lies a bread knife from the kitchen.',
    },
    facts: factsOf(),
    clues: CLUES,
    stages: [
      {
        title: 'High water',
        narration: 'Nobody can leave before morning. One of you has blood on their hands.',
        rounds: 3,
      },
    ],
    rules: { publish: 'never', found: false },
    truth: {
      culprits: ['dario'],
      story:
        'It was Dario. The collector had come for three years of taxes. Dario took the bread knife from the kitchen at seven and followed him into the cellar at nine. Bruno was at the good wine; Elena was reading letters that are not hers.',
    },
  }
}

function characterOf({ id, name, about, secret }: Person): Character {
  const guilty = id === 'dario'
  const slot = guilty ? '*' : secret?.slot
  return {
    id,
    name,
    about,
    role: guilty ? 'culprit' : 'civilian',
    faction: guilty ? 'killer' : 'victim',
    persona: {
      story: `Write here who ${name} is.`,
      script: `Write here what ${name} did and saw that evening.`,
      relationships: '',
      performance: '',
      purpose: guilty ? 'Not to be found out.' : 'Find out who did it.',
      ability: '',
    },
    ...(id === 'anna' && { knows: ['debt'] }),
    ...(slot !== undefined && { claims: [{ slot, places: '*' }] }),
    ...(secret && { secrets: [secret] }),
  }
}

const factsOf = (): Fact[] => [
  ...PEOPLE.flatMap(({ id, row }) =>
    SLOTS.map((slot, index): Fact => ({ id: `${id}-${slot}`, kind: 'at', who: id, place: row[index]!, slot })),
  ),
  ...PEOPLE.map(
    ({ id, boots }): Fact => ({
      id: `boots-${id}`,
      kind: 'trait',
      who: id,
      trait: 'boots',
      value: boots,
      public: true,
    }),
  ),
  { id: 'debt', kind: 'motive', who: 'dario', text: 'Dario owed three years of taxes and would have lost the bakery.' },
  { id: 'deed', kind: 'crime', place: 'cellar', slot: 'nine' },
  { id: 'knife', kind: 'took', place: 'kitchen', slot: 'seven' },
]
