/** What generated mysteries are told with: people, houses, hours, weapons, reasons. Chosen by the seed, never by guilt. */
import type { Pronouns } from '../games/murder-mystery/document.ts'

const HE: Pronouns = ['he', 'him', 'his']
const SHE: Pronouns = ['she', 'her', 'her']

export interface PersonWords {
  readonly name: string
  readonly pronouns: Pronouns
}

const people = (names: string, pronouns: Pronouns): PersonWords[] =>
  names.split(' ').map((name) => ({ name, pronouns }))

export const PEOPLE: readonly PersonWords[] = [
  ...people(
    'Rosa Mabel Clara Edith Ines Ottilie Harriet Vera Nell Beatrix Ada Florence Leonie Tessa Winifred Selma',
    SHE,
  ),
  ...people(
    'Hugo Edmund Arthur Felix Jasper Rupert Tobias Ludwig Percy Silas Victor Barnaby Conrad Emil Gideon Walter',
    HE,
  ),
]

/** What somebody is in the house, and how that somebody talks. */
export const WALKS: readonly { readonly is: string; readonly manner: string; readonly gift: string }[] = [
  {
    is: 'keeps the accounts of the house',
    manner: 'Exact and dry; counts things off.',
    gift: 'Remembers every figure and every hour.',
  },
  {
    is: 'cooks for the household',
    manner: 'Blunt and warm, quick to take offence.',
    gift: 'Knows who eats with whom, and who does not.',
  },
  {
    is: 'paints the guests for money',
    manner: 'Looks at people a little too long.',
    gift: 'Never forgets a face or a coat.',
  },
  { is: 'is the family doctor', manner: 'Calm, tired, used to bad news.', gift: 'Sees when hands shake.' },
  {
    is: 'writes for the evening paper',
    manner: 'Asks two questions at once.',
    gift: 'Hears what is left out of a sentence.',
  },
  { is: 'tends the gardens', manner: 'Speaks little and means it.', gift: 'Reads footprints and broken twigs.' },
  {
    is: 'was at school with the dead',
    manner: 'Cheerful, until the past comes up.',
    gift: 'Knows all the old stories.',
  },
  {
    is: 'plays the piano at dinner',
    manner: 'Light, teasing, never still.',
    gift: 'Tells people by the sound of their steps.',
  },
  {
    is: 'is engaged to a cousin of the house',
    manner: 'Polite, and careful where to sit.',
    gift: 'Notices rings, letters and glances.',
  },
  { is: 'drives the motor car', manner: 'Friendly, and proud of an honest trade.', gift: 'Knows who came and went.' },
  { is: 'came to value the library', manner: 'Learned and easily distracted.', gift: 'Can date a stain or a page.' },
  { is: 'nursed the old master', manner: 'Gentle, with an iron will beneath.', gift: 'Wakes at the smallest sound.' },
]

export const HOUSES: readonly string[] = [
  'Alder Court',
  'Greystone Hall',
  'the Heron Inn',
  'Saint Orla House',
  'Wintermere',
  'the Villa Corvo',
  'Larkfield Manor',
  'the Old Customs House',
  'Thornbury Lodge',
  'the Grand Pavilion',
]

export const VICTIMS: readonly { readonly name: string; readonly is: string }[] = [
  { name: 'Lord Ashgrove', is: 'the master of the house' },
  { name: 'Madame Verrier', is: 'who owned the house and half the street' },
  { name: 'Colonel Strand', is: 'retired, rich and hard to please' },
  { name: 'Professor Quill', is: 'a collector of other people’s secrets' },
  { name: 'Mrs Pendle', is: 'the widow who had invited everybody' },
  { name: 'Mr Sorrel', is: 'banker, host and gossip' },
  { name: 'Baroness Hallam', is: 'who was about to change her will' },
  { name: 'Captain Rourke', is: 'home from sea with more money than he could explain' },
]

export interface PlaceWords {
  readonly id: string
  readonly at: string
  /** What a weapon would be taken from there, and the weapon. */
  readonly store: string
  readonly weapon: string
}

export const PLACES: readonly PlaceWords[] = [
  { id: 'library', at: 'in the library', store: 'the desk drawer', weapon: 'a paper knife' },
  { id: 'study', at: 'in the study', store: 'the locked cabinet', weapon: 'an old service pistol' },
  { id: 'kitchen', at: 'in the kitchen', store: 'the knife block', weapon: 'a boning knife' },
  { id: 'chapel', at: 'in the chapel', store: 'the case by the altar', weapon: 'a silver candlestick' },
  { id: 'conservatory', at: 'in the conservatory', store: 'the tool bench', weapon: 'a pair of pruning shears' },
  { id: 'terrace', at: 'on the terrace', store: 'the stone urn', weapon: 'a loose coping stone' },
  { id: 'cellar', at: 'in the cellar', store: 'the rack', weapon: 'a full bottle' },
  { id: 'gallery', at: 'in the gallery', store: 'the wall of arms', weapon: 'a short sword' },
  { id: 'stables', at: 'at the stables', store: 'the harness room', weapon: 'a driving rein' },
  { id: 'boathouse', at: 'at the boathouse', store: 'the hooks on the wall', weapon: 'a boat hook' },
  { id: 'tower', at: 'in the tower', store: 'the bell chest', weapon: 'a length of bell rope' },
  { id: 'nursery', at: 'in the nursery', store: 'the medicine shelf', weapon: 'a bottle of sleeping drops' },
  { id: 'orchard', at: 'in the orchard', store: 'the ladder shed', weapon: 'a billhook' },
  { id: 'laundry', at: 'in the laundry', store: 'the press', weapon: 'a flat iron' },
  { id: 'parlour', at: 'in the parlour', store: 'the hearth', weapon: 'the poker' },
  { id: 'attic', at: 'in the attic', store: 'the sea chest', weapon: 'a whaling lance' },
]

/** Consecutive hours; a mystery takes a run of them. */
export const HOURS: readonly string[] = ['five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'midnight']

export interface TraitWords {
  readonly id: string
  readonly name: string
  readonly values: readonly [string, string]
  /** What is found where the killer stood, for each value; `{at}` is the place. */
  readonly marks: readonly [string, string]
}

export const TRAITS: readonly TraitWords[] = [
  {
    id: 'boots',
    name: 'shoes',
    values: ['in soft shoes', 'in nailed boots'],
    marks: [
      'No heel has scratched the floor {at}: whoever did this wore soft shoes.',
      'Fresh scratches {at}: whoever did this wore nailed boots.',
    ],
  },
  {
    id: 'hand',
    name: 'hand',
    values: ['right-handed', 'left-handed'],
    marks: [
      'The blow {at} came from the right: a right-handed person struck it.',
      'The blow {at} came from the left: a left-handed person struck it.',
    ],
  },
  {
    id: 'height',
    name: 'height',
    values: ['short', 'tall'],
    marks: [
      'The blow {at} was struck upwards, by somebody short.',
      'Marks high on the wall {at}: whoever did this is tall.',
    ],
  },
  {
    id: 'tobacco',
    name: 'tobacco',
    values: ['no smoker', 'a smoker'],
    marks: [
      'A match was borrowed and left unlit {at}: whoever did this does not smoke.',
      'Warm ash {at}: whoever did this smokes.',
    ],
  },
  {
    id: 'scent',
    name: 'scent',
    values: ['wearing no scent', 'wearing scent'],
    marks: [
      'The air {at} was stale and clean of scent: the killer wears none.',
      'A trace of lavender hangs {at}: the killer wears scent.',
    ],
  },
  {
    id: 'gloves',
    name: 'gloves',
    values: ['bare-handed', 'in gloves'],
    marks: [
      'Clear finger marks {at}: the killer wore no gloves.',
      'A torn thread of kid leather {at}: the killer wore gloves.',
    ],
  },
]

/** Why somebody would kill: `{who}` had this reason, `{victim}` is the dead. */
export const REASONS: readonly string[] = [
  '{who} owed {victim} more money than a lifetime would pay back',
  '{victim} had found out what {who} did in the war, and said so',
  '{who} stood in the old will of {victim}, and not in the new one',
  '{victim} broke the heart of the one person {who} ever loved',
  '{victim} was going to dismiss {who} without a reference in the morning',
  '{victim} had been paid to keep quiet about {who}, and wanted more',
  'the brother of {who} died of a promise that {victim} did not keep',
  '{victim} had signed a paper that would have taken the home of {who}',
]

/** What innocents hide: `{at}` is where they truly were. */
export const HIDDEN: readonly string[] = [
  'You were {at}, reading letters that were not addressed to you.',
  'You were {at}, counting money you had sworn you did not have.',
  'You were {at}, weeping, and nobody is to know.',
  'You were {at}, waiting for somebody who did not come.',
  'You were {at}, putting back something you had borrowed without asking.',
  'You were {at}, drinking, after promising you had stopped.',
]

/** What people leave lying about. */
export const THINGS: readonly string[] = [
  'glove',
  'handkerchief',
  'cigarette case',
  'spectacles',
  'scarf',
  'pocket watch',
  'fountain pen',
  'prayer book',
]
