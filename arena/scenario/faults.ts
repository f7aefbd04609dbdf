/** Faults of a document: where, what came, what is allowed. All of them at once, never just the first. */
import { ParleyError } from '../core/errors.ts'
import type { Place } from './json.ts'

export interface Fault {
  /** Path within the scenario's folder. */
  readonly file: string
  readonly line: number
  readonly column: number
  /** JSON pointer; '' for the whole file or for a template. */
  readonly pointer: string
  readonly message: string
  /** A warning lets the scenario play; default: an error, which doesn't. */
  readonly severity?: 'warning'
}

export const faultAt = (file: string, place: Place, pointer: string, message: string): Fault => ({
  file,
  line: place.line,
  column: place.column,
  pointer,
  message,
})

/** `scenario.json:12:5 /clues/3/place: no place "cellar"; ...` */
export function faultLine(folder: string, { file, line, column, pointer, message, severity }: Fault): string {
  const where = `${folder === '' ? '' : `${folder}/`}${file}:${line}:${column}`
  return `${where}${pointer === '' ? '' : ` ${pointer}`}: ${severity ? `${severity}: ` : ''}${message}`
}

/** The document can't be played; `faults` says everything that is wrong with it. */
export class FaultyScenario extends ParleyError {
  readonly faults: readonly Fault[]

  constructor(folder: string, faults: readonly Fault[]) {
    super('faulty-scenario', faults.map((fault) => faultLine(folder, fault)).join('\n'))
    this.faults = faults
  }
}
