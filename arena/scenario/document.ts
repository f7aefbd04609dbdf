/** Reads and checks the files of a scenario: JSON, schema, templates, and what the words mean. Every fault at once. */
import { nearest } from '../core/errors.ts'
import { kinds } from '../games/index.ts'
import type { Kind } from '../games/kind.ts'
import type { MysteryDocument } from '../games/murder-mystery/document.ts'
import { type Fault, faultAt } from './faults.ts'
import { JsonError, type Read, readJson } from './json.ts'
import { adviceOn, meaningFaults } from './mystery/meaning.ts'
import { type Found, referenceFaults } from './mystery/references.ts'
import { MYSTERY, schemaOf } from './schema.ts'
import { schemaFaults } from './validate.ts'
import { wordFaults } from './word-check.ts'

export interface CheckedDocument {
  readonly document: unknown
  /** Absent when the document names none that exists. */
  readonly kind?: Kind
  /** Errors and warnings; with an error the document can't be played. */
  readonly faults: readonly Fault[]
}

const FILE = 'scenario.json'
const START = { line: 1, column: 1 }

/** Checks shape: JSON, schema, templates. Total over any files. */
export function checkDocument(files: ReadonlyMap<string, string>): CheckedDocument {
  const text = files.get(FILE)
  if (text === undefined) return { document: undefined, faults: [faultAt(FILE, START, '', 'the file is missing')] }
  const faults: Fault[] = []
  const read = readFile(FILE, text, faults)
  if (!read) return { document: undefined, faults }
  const kind = kindOf(read, faults)
  if (kind) faults.push(...schemaFaults(FILE, read, schemaOf(kind)))
  if (kind?.id === MYSTERY && faults.length === 0) faults.push(...mysteryFaults(read))
  if (kind) faults.push(...wordFaults({ files, kind: kind.id, characters: charactersOf(read.value) }))
  return { document: read.value, faults, ...(kind && { kind }) }
}

function readFile(file: string, text: string, faults: Fault[]): Read | undefined {
  try {
    return readJson(text)
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    faults.push(faultAt(file, error.place, '', error.message))
    return undefined
  }
}

function kindOf(read: Read, faults: Fault[]): Kind | undefined {
  const came = (Object(read.value) as Record<string, unknown>)['kind']
  const known = kinds.map((kind) => kind.id)
  const kind = kinds.find((one) => one.id === came)
  if (kind) return kind
  const near = typeof came === 'string' ? nearest(came, known) : undefined
  const what = came === undefined ? '"kind" is missing' : `no kind ${JSON.stringify(came)}`
  const hint = near ? `; did you mean "${near}"?` : ''
  faults.push(faultAt(FILE, read.at('/kind'), '/kind', `${what}${hint} (kinds: ${known.join(', ')})`))
  return undefined
}

function charactersOf(document: unknown): string[] {
  const { characters } = Object(document) as { characters?: unknown }
  return Array.isArray(characters) ? characters.map((one) => String((Object(one) as { id?: unknown }).id)) : []
}

/** Meaning only once the names are right: the one trusts the other. */
function mysteryFaults(read: Read): Fault[] {
  const document = read.value as MysteryDocument
  const names = referenceFaults(document)
  return (names.length > 0 ? names : meaningFaults(document)).map((found) => placed(read, found))
}

function placed(read: Read, { pointer, message, warning }: Found): Fault {
  return { ...faultAt(FILE, read.at(pointer), pointer, message), ...(warning && { severity: 'warning' }) }
}

/** Errors, and for a mystery without any also what its author should look at. */
export function reviewDocument(files: ReadonlyMap<string, string>): CheckedDocument {
  const checked = checkDocument(files)
  if (checked.faults.length > 0 || checked.kind?.id !== MYSTERY) return checked
  const read = readJson(files.get(FILE)!)
  const advice = adviceOn(read.value as MysteryDocument).map((found) => placed(read, found))
  return { ...checked, faults: advice }
}
