/** Ajv's errors in our words: where, what came, what is allowed, and the nearest name. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { brief, nearest } from '../core/errors.ts'
import { type Fault, faultAt } from './faults.ts'
import { type Read, segment } from './json.ts'

type Schema = Readonly<Record<string, unknown>>

const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  discriminator: true,
  strict: true,
  strictRequired: false,
  allowUnionTypes: true,
})
const compiled = new Map<string, ValidateFunction>()

/** Every place where the value breaks the schema; an empty list when none. */
export function schemaFaults(file: string, read: Read, schema: Schema): Fault[] {
  const key = JSON.stringify(schema)
  let validate = compiled.get(key)
  if (!validate) compiled.set(key, (validate = ajv.compile(schema)))
  if (validate(read.value)) return []
  const faults = validate.errors!.flatMap((error) => {
    const told = tell(error)
    if (!told) return []
    const pointer = error.instancePath + (told.key === undefined ? '' : `/${segment(told.key)}`)
    return [faultAt(file, read.at(pointer), pointer, told.message)]
  })
  return faults.filter((one, index) => faults.findIndex((two) => same(one, two)) === index)
}

const same = (a: Fault, b: Fault) => a.pointer === b.pointer && a.message === b.message

interface Told {
  readonly message: string
  /** A key below the instance path that is really meant. */
  readonly key?: string
}

type Teller = (error: ErrorObject) => Told | undefined

const came = (error: ErrorObject) => brief(error.data)
const keysOf = (error: ErrorObject) => Object.keys((error.parentSchema?.['properties'] ?? {}) as object)
const plain =
  (message: (error: ErrorObject) => string): Teller =>
  (error) => ({ message: message(error) })

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

const TELLERS: Readonly<Record<string, Teller>> = {
  type: plain((error) => `${came(error)} is not ${KINDS[String(error.params['type'])] ?? error.params['type']}`),
  required: (error) => {
    const missing = String(error.params['missingProperty'])
    const given = Object.keys(error.data as object).filter((key) => !keysOf(error).includes(key))
    const near = nearest(missing, given)
    return { message: `"${missing}" is missing${near ? `; is "${near}" meant for it?` : ''}` }
  },
  additionalProperties: (error) => unknownKey(error, String(error.params['additionalProperty'])),
  propertyNames: () => undefined,
  enum: (error) => listed(error, error.params['allowedValues'] as unknown[]),
  const: (error) => listed(error, [error.params['allowedValue']]),
  discriminator: (error) => {
    const tag = String(error.params['tag'])
    const branches = (error.parentSchema?.['oneOf'] ?? []) as { properties: Record<string, { const: unknown }> }[]
    const allowed = branches.map((branch) => branch.properties[tag]!.const)
    return { ...choice(error.params['tagValue'], allowed), key: tag }
  },
  anyOf: plain((error) => `${came(error)} is none of the shapes allowed here`),
  pattern: plain((error) => `"${came(error)}" does not look like ${shape(String(error.params['pattern']))}`),
  minLength: plain((error) => (error.data === '' ? 'the text may not be empty' : `"${came(error)}" is too short`)),
  maxLength: plain(
    (error) => `the text has ${String(error.data).length} characters; at most ${error.params['limit']} are allowed`,
  ),
  minItems: plain((error) => `${(error.data as unknown[]).length} items; at least ${error.params['limit']} are needed`),
  maxItems: plain((error) => `${(error.data as unknown[]).length} items; at most ${error.params['limit']} are allowed`),
  uniqueItems: plain((error) => `items ${error.params['j']} and ${error.params['i']} are the same`),
  minimum: plain((error) => `${came(error)} is below ${error.params['limit']}`),
  maximum: plain((error) => `${came(error)} is above ${error.params['limit']}`),
  exclusiveMinimum: plain((error) => `${came(error)} is not above ${error.params['limit']}`),
  exclusiveMaximum: plain((error) => `${came(error)} is not below ${error.params['limit']}`),
}

function tell(error: ErrorObject): Told | undefined {
  const teller = TELLERS[error.keyword]
  return teller ? teller(error) : { message: `${came(error)}: ${error.message ?? error.keyword}` }
}

function unknownKey(error: ErrorObject, key: string): Told {
  const allowed = keysOf(error).filter((name) => name !== '$schema')
  const near = nearest(key, allowed)
  const hint = near ? `; did you mean "${near}"?` : ''
  return { message: `no key "${brief(key)}" here${hint} (keys: ${allowed.join(', ')})`, key }
}

function listed(error: ErrorObject, allowed: readonly unknown[]): Told {
  return choice(error.data, allowed)
}

function choice(came: unknown, allowed: readonly unknown[]): { message: string } {
  const names = allowed.map(String)
  const near = typeof came === 'string' ? nearest(came, names) : undefined
  const hint = near ? `; did you mean "${near}"?` : ''
  const what = came === undefined ? 'it is missing' : `${JSON.stringify(brief(came))} is not allowed here`
  return { message: `${what}${hint} (allowed: ${names.join(', ')})` }
}

const SHAPES: Readonly<Record<string, string>> = {
  '^[a-z][a-z0-9-]{0,63}$': 'an id (a small letter, then small letters, digits and hyphens)',
  '^(\\*|[a-z][a-z0-9-]{0,63})$': 'an id or "*"',
  '^[a-z]{2,3}(-[A-Za-z0-9]+)*$': 'a language tag such as en or zh',
  '^[0-9]$': 'a stage number from 0',
}

const shape = (pattern: string) => SHAPES[pattern] ?? `/${pattern}/`
