/** The murder-mystery document as JSON Schema: the same shape as its types, with bounds. Every union has a `kind`. */

type Schema = Readonly<Record<string, unknown>>

const text = (max: number): Schema => ({ type: 'string', minLength: 1, maxLength: max })
const prose: Schema = { type: 'string', maxLength: 20_000 }
const id: Schema = { type: 'string', pattern: '^[a-z][a-z0-9-]{0,63}$' }
const idOrAny: Schema = { type: 'string', pattern: '^(\\*|[a-z][a-z0-9-]{0,63})$' }
const flag: Schema = { type: 'boolean' }
const count = (minimum: number, maximum: number): Schema => ({ type: 'integer', minimum, maximum })

function many(items: Schema, minItems: number, maxItems: number): Schema {
  return { type: 'array', items, minItems, maxItems }
}

function record(properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema {
  return { type: 'object', additionalProperties: false, required, properties }
}

type Branches = Readonly<Record<string, Readonly<Record<string, Schema>>>>

/** One of several shapes, told apart by `kind`; properties that end in `?` may be missing. */
function union(branches: Branches, common: Readonly<Record<string, Schema>> = {}): Schema {
  return {
    type: 'object',
    required: ['kind'],
    discriminator: { propertyName: 'kind' },
    oneOf: Object.entries(branches).map(([kind, own]) => {
      const all = Object.entries({ ...common, ...own })
      const properties = Object.fromEntries(all.map(([name, schema]) => [name.replace('?', ''), schema]))
      const required = all.map(([name]) => name).filter((name) => !name.endsWith('?'))
      return record({ kind: { const: kind }, ...properties }, ['kind', ...required])
    }),
  }
}

const PARTS = ['story', 'script', 'relationships', 'performance', 'purpose', 'ability']
const parts = Object.fromEntries(PARTS.map((part) => [part, prose]))

const goal = record(
  {
    id,
    text: text(400),
    score: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
    when: union({
      unsuspected: { 'votes?': count(0, 16) },
      convicted: { who: id },
      acquitted: { who: id },
      finds: { clue: id },
      buried: { clue: id },
      unrefuted: { slot: id },
    }),
  },
  ['id', 'text', 'score'],
)

const character = record(
  {
    id,
    name: text(60),
    pronouns: { type: 'array', items: text(20), minItems: 3, maxItems: 3 },
    about: text(300),
    role: text(40),
    faction: text(40),
    persona: record(parts, PARTS),
    personaByStage: {
      type: 'object',
      propertyNames: { pattern: '^[0-9]$' },
      additionalProperties: record(parts, []),
    },
    knows: many(id, 0, 200),
    goals: many(goal, 0, 12),
    claims: many(
      record({ slot: idOrAny, places: { anyOf: [{ const: '*' }, many(id, 1, 40)] } }, ['slot', 'places']),
      0,
      40,
    ),
    secrets: many(record({ slot: id, text: text(600), alibi: id }, ['text']), 0, 12),
    picture: { type: 'string', pattern: '^[A-Za-z0-9._-]+$', maxLength: 100 },
  },
  ['id', 'name', 'role', 'faction', 'persona'],
)

const place = record({ id, name: text(60), at: text(80), about: text(400) }, ['id', 'name', 'at'])
const slot = record({ id, at: text(80), name: text(40) }, ['id', 'at', 'name'])
const trait = record({ id, name: text(60), values: many(text(80), 2, 6) }, ['id', 'name', 'values'])

const crime = record(
  {
    victim: text(80),
    place: id,
    slots: many(id, 1, 6),
    weapon: text(80),
    weaponFrom: id,
    text: text(1200),
  },
  ['victim', 'place', 'slots'],
)

const fact = union(
  {
    at: { who: id, place: id, slot: id },
    motive: { who: id },
    trait: { who: id, trait: id, value: count(0, 5) },
    took: { place: id, slot: id },
    crime: { place: id, slot: id },
    statement: { 'who?': id, 'holds?': flag },
  },
  { id, 'text?': text(600), 'public?': flag },
)

const says = union({
  trait: { trait: id, value: count(0, 5) },
  took: { place: id, slot: id },
  empty: { place: id, slot: id },
  item: { who: id, place: id },
  motive: { who: id },
  at: { who: id, place: id, slot: id },
  suggests: { who: id, times: { type: 'number', exclusiveMinimum: 0, maximum: 100 } },
})

const clue = record(
  {
    id,
    text: text(1200),
    title: text(80),
    place: id,
    holder: id,
    stage: count(0, 9),
    public: flag,
    says: many(says, 0, 8),
    supports: many(id, 0, 40),
    refutes: many(id, 0, 40),
  },
  ['id', 'text'],
)

const stage = record(
  { title: text(120), narration: text(4000), rounds: count(1, 20), window: many(id, 1, 6), reveals: many(id, 0, 40) },
  ['title', 'narration', 'rounds'],
)

/** The document's own part, after the header that every scenario has. */
export const mysteryProperties: Readonly<Record<string, Schema>> = {
  difficulty: { enum: ['simple', 'complex'] },
  credits: text(600),
  licence: text(200),
  characters: many(character, 2, 16),
  places: many(place, 1, 40),
  slots: many(slot, 0, 12),
  traits: many(trait, 0, 12),
  crime,
  facts: many(fact, 0, 600),
  clues: many(clue, 0, 300),
  stages: many(stage, 1, 10),
  vote: record({ tie: { enum: ['run-off', 'free'] }, abstain: flag }, []),
  rules: record(
    {
      talk: flag,
      whispers: flag,
      share: flag,
      accuse: flag,
      found: flag,
      motives: flag,
      searchesPerSeat: count(0, 20),
      searchesPerRound: count(0, 20),
      deflections: count(0, 20),
      publish: { enum: ['found', 'round', 'stage', 'vote', 'never'] },
      speech: count(1, 10_000),
    },
    [],
  ),
  truth: record({ culprits: many(id, 1, 16), story: text(20_000) }, ['culprits', 'story']),
}

export const mysteryRequired: readonly string[] = ['characters', 'places', 'clues', 'stages', 'truth']
