/** Faults in a scenario's words: phrases.json by its schema, every template compiled, every name it uses known. */
import { nearest } from '../core/errors.ts'
import { type Fault, faultAt } from './faults.ts'
import { JsonError, readJson, segment } from './json.ts'
import { PHRASE_FIELDS } from './mystery/line.ts'
import { MYSTERY, phrasesSchema } from './schema.ts'
import { compileTemplate, TemplateError } from './template.ts'
import { schemaFaults } from './validate.ts'
import { kindFiles, phrasesOf } from './words.ts'

const FILE = 'phrases.json'
const STRATEGIC_FIELDS = ['name', 'names', 'parameters', 'view', 'seat']

export interface WordsOfScenario {
  readonly files: ReadonlyMap<string, string>
  readonly kind: string
  /** Ids of characters that a phrase may be for: `deflect@rosa`. */
  readonly characters: readonly string[]
}

export function wordFaults(words: WordsOfScenario): Fault[] {
  const text = words.files.get(FILE)
  return [...promptFaults(words.files), ...(text === undefined ? [] : phraseFaults(words, text))]
}

function promptFaults(files: ReadonlyMap<string, string>): Fault[] {
  return [...files].flatMap(([name, text]) => {
    if (!name.startsWith('prompts/')) return []
    const error = compiling(text, name)
    return error ? [faultAt(name, error, '', error.reason)] : []
  })
}

function phraseFaults({ kind, characters }: WordsOfScenario, text: string): Fault[] {
  try {
    const read = readJson(text)
    const shape = schemaFaults(FILE, read, phrasesSchema)
    if (shape.length > 0) return shape
    const { $schema: _, ...phrases } = read.value as Record<string, string[]>
    return Object.entries(phrases).flatMap(([situation, templates]) => {
      const pointer = `/${segment(situation)}`
      const wrong = kind === MYSTERY ? situationFault(situation, characters) : undefined
      const found = wrong === undefined ? [] : [faultAt(FILE, read.at(pointer), pointer, wrong)]
      const slots = [...situation.matchAll(/\{([a-z]+)\}/g)].map((match) => match[1]!)
      const fields = kind === MYSTERY ? PHRASE_FIELDS : [...STRATEGIC_FIELDS, ...slots]
      for (const [index, template] of templates.entries()) {
        const error = compiling(template, FILE, fields)
        if (error) found.push(faultAt(FILE, read.at(`${pointer}/${index}`), `${pointer}/${index}`, error.reason))
      }
      return found
    })
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    return [faultAt(FILE, error.place, '', error.message)]
  }
}

function compiling(text: string, file: string, fields?: readonly string[]): TemplateError | undefined {
  try {
    compileTemplate(text, file, fields)
    return undefined
  } catch (error) {
    if (error instanceof TemplateError) return error
    throw error
  }
}

/** Why a key of a mystery's phrase book is none. */
function situationFault(key: string, characters: readonly string[]): string | undefined {
  const [situation = '', who] = key.split('@')
  const known = Object.keys(phrasesOf(kindFiles(MYSTERY).get(FILE)!))
  if (!known.includes(situation)) {
    const near = nearest(situation, known)
    return `no situation "${situation}"${near ? `; did you mean "${near}"?` : ''} (situations: ${known.filter((one) => !/^(gloss|act)\//.test(one)).join(', ')})`
  }
  if (who === undefined || characters.includes(who)) return undefined
  const near = nearest(who, characters)
  return `no character "${who}"${near ? `; did you mean "${near}"?` : ''} (characters: ${characters.join(', ')})`
}
