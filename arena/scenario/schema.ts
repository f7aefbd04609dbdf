/** JSON Schemas (2020-12) of scenario files: one header for all, and for each kind what follows it. */
import { kinds } from '../games/index.ts'
import type { Kind } from '../games/kind.ts'
import { mysteryProperties, mysteryRequired } from './mystery-schema.ts'

type Schema = Readonly<Record<string, unknown>>

export const ID_PATTERN = '^[a-z][a-z0-9-]{0,63}$'

const HEADER = {
  $schema: { type: 'string', description: 'Where this schema is: ../schema/scenario.json' },
  id: { type: 'string', pattern: ID_PATTERN, description: 'The name of its folder.' },
  kind: { type: 'string' },
  version: { type: 'integer', minimum: 1, description: 'Raise it whenever old matches would play differently.' },
  title: { type: 'string', minLength: 1, maxLength: 120 },
  summary: { type: 'string', minLength: 1, maxLength: 600, description: 'Two sentences for the list; no secrets.' },
  language: { type: 'string', pattern: '^[a-z]{2,3}(-[A-Za-z0-9]+)*$', description: 'BCP 47: en, zh.' },
} satisfies Record<string, Schema>

const REQUIRED = ['id', 'kind', 'version', 'title', 'summary', 'language']

/** What a whole scenario.json of this kind must look like. */
export function schemaOf(kind: Kind): Schema {
  const mystery = kind.id === MYSTERY
  const own = mystery ? mysteryProperties : { parameters: kind.parameters }
  return {
    type: 'object',
    additionalProperties: false,
    required: [...REQUIRED, ...(mystery ? mysteryRequired : ['parameters'])],
    properties: { ...HEADER, kind: { const: kind.id }, ...own },
  }
}

export const MYSTERY = 'murder-mystery'

/** What a phrases.json must look like: templates by situation. */
export const phrasesSchema: Schema = {
  type: 'object',
  properties: { $schema: { type: 'string' } },
  additionalProperties: {
    type: 'array',
    minItems: 1,
    maxItems: 24,
    items: { type: 'string', minLength: 1, maxLength: 2000 },
  },
}

/** The published schema, for editors: the kind decides which part applies. */
export function publishedSchema(): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A Parley scenario',
    type: 'object',
    required: ['kind'],
    properties: { kind: { enum: kinds.map((kind) => kind.id) } },
    allOf: kinds.map((kind) => ({
      if: { type: 'object', properties: { kind: { const: kind.id } }, required: ['kind'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: schemaOf(kind),
    })),
  }
}

export const publishedPhrasesSchema = (): Schema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A phrase book for a Parley scenario: templates by situation',
  ...phrasesSchema,
})

/** As it is published: one file under scenarios/, checked by a test. */
export const schemaText = (schema: object) => `${JSON.stringify(schema, null, 2)}\n`
