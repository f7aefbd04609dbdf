/** JSON Schemas of what strangers may send, and their checks. The AsyncAPI and OpenAPI documents are made of the same ones. */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { brief, ParleyError } from '../core/errors.ts'

const text = (maxLength: number) => ({ type: 'string', maxLength }) as const
const id = { type: 'string', minLength: 1, maxLength: 120 } as const
const seat = { type: 'integer', minimum: 0, maximum: 255 } as const
const turn = { type: 'integer', minimum: 0, maximum: 10_000_000 } as const
const bySeat = { type: 'array', items: { type: 'number' }, maxItems: 256 } as const
const object = (required: readonly string[], properties: Record<string, object>) => ({
  type: 'object',
  required,
  properties,
})

export const beliefs = object(['suspects'], { suspects: bySeat, suspicion: bySeat, trust: bySeat })

/** Every message a client may send, by name. Unknown properties are ignored, so that newer clients work. */
export const SCHEMAS = {
  join: object(['protocol', 'token'], {
    protocol: { type: 'integer' },
    token: text(400),
    agent: object([], { name: text(200), version: text(100) }),
    kinds: { type: 'array', items: text(100), maxItems: 64 },
    concurrency: { type: 'integer', minimum: 1, maximum: 10_000 },
    surveys: { type: 'boolean' },
    prompt: { type: 'boolean' },
  }),
  /** A join over HTTP: the token is in the header. */
  poll: object([], {
    concurrency: { type: 'integer', minimum: 1, maximum: 10_000 },
    surveys: { type: 'boolean' },
    prompt: { type: 'boolean' },
  }),
  act: object(['match', 'turn', 'move'], {
    match: id,
    turn,
    id: text(64),
    move: text(4_000),
    text: { type: ['string', 'null'], maxLength: 60_000 },
    beliefs,
    note: { type: 'object' },
  }),
  beliefs: object(['match', 'turn', 'seat', 'beliefs'], { match: id, turn, seat, beliefs }),
  watch: object(['match'], {
    match: id,
    from: turn,
    tail: { type: 'integer', minimum: 0, maximum: 1_000_000 },
    sight: { anyOf: [{ enum: ['audience', 'all'] }, seat] },
  }),
  unwatch: object(['match'], { match: id }),
  lobby: { type: 'object' },
  newMatch: object(['scenario', 'agents'], {
    scenario: text(200),
    agents: { type: 'array', items: text(200), minItems: 1, maxItems: 64 },
    seed: { type: 'integer', minimum: 0, maximum: 4_294_967_295 },
  }),
  studioCheck: object(['text'], { text: text(8_000_000) }),
  studioPreview: object(['seat'], { seat, stage: seat, text: text(8_000_000) }),
  studioBalance: object(['matches'], {
    matches: { type: 'integer', minimum: 1, maximum: 1_000 },
    text: text(8_000_000),
  }),
  studioNew: object(['id', 'from'], { id: { type: 'string', pattern: '^[a-z0-9][a-z0-9-]{0,63}$' }, from: text(100) }),
  play: object(['scenario', 'against'], { scenario: text(200), seat, against: text(200) }),
} as const satisfies Record<string, object>

export type MessageName = keyof typeof SCHEMAS

const ajv = new Ajv2020({ allErrors: false, strict: false, messages: true })
const checks = Object.fromEntries(Object.entries(SCHEMAS).map(([name, schema]) => [name, ajv.compile(schema)]))

/** The message, if it is one; throws `bad-message` with what came where and what is allowed there. */
export function checked<T>(name: MessageName, came: unknown): T {
  const check = checks[name]!
  if (check(came)) return came as T
  throw new ParleyError('bad-message', `${name}: ${explain(check.errors![0]!, came)}`)
}

function explain({ instancePath, message, params }: ErrorObject, came: unknown): string {
  const at = instancePath
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => Object(value)[key], came)
  const allowed = 'allowedValues' in params ? ` (${(params['allowedValues'] as unknown[]).join(', ')})` : ''
  return `${instancePath || 'the message'} ${message}${allowed}, not ${brief(at)}`
}
