/** Scenarios by name: the shipped ones, a user's own folder, or a mystery generated from a seed. */
import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { ParleyError, unknownName } from '../core/errors.ts'
import type { Kind } from '../games/kind.ts'
import type { MysteryDocument } from '../games/murder-mystery/document.ts'
import { sha256Digest } from './digest.ts'
import { checkDocument } from './document.ts'
import { FaultyScenario } from './faults.ts'
import { filesOf, scenarioFolders, shippedFolder } from './folder.ts'
import { readJson } from './json.ts'
import { mysteryScenario } from './mystery/index.ts'
import type { Scenario } from './scenario.ts'
import { MYSTERY } from './schema.ts'
import { type StrategicDocument, strategicScenario } from './strategic.ts'
import { wordsOf } from './words.ts'

export { sha256Digest } from './digest.ts'
export { type Fault, FaultyScenario, faultLine } from './faults.ts'
export { shippedFolder } from './folder.ts'
export type { Scenario } from './scenario.ts'

export interface ScenarioEntry {
  readonly id: string
  readonly kind: string
  readonly title: string
  readonly summary: string
  readonly language: string
  /** The folder it lives in. */
  readonly folder: string
}

/** Every scenario of a folder of scenarios (default: the shipped ones), by id; one that can't be read is listed with a kind of "?". */
export function listScenarios(dir: string = shippedFolder()): ScenarioEntry[] {
  return scenarioFolders(dir).map((name) => entryOf(join(dir, name)))
}

function entryOf(folder: string): ScenarioEntry {
  const text = (value: unknown, other: string) => (typeof value === 'string' ? value : other)
  let found: Record<string, unknown> = {}
  try {
    found = Object(readJson(filesOf(folder).get('scenario.json') ?? '').value) as Record<string, unknown>
  } catch {
    // Listed all the same, as what it is: unreadable. `scenario check` says why.
  }
  return {
    id: text(found['id'], basename(folder)),
    kind: text(found['kind'], '?'),
    title: text(found['title'], basename(folder)),
    summary: text(found['summary'], ''),
    language: text(found['language'], 'en'),
    folder,
  }
}

/**
 * Opens `kuhn-poker` (shipped), `./my-mystery` or `/path/to/it` (a folder), or `mystery:simple:17` (generated).
 * Throws `unknown-scenario` with the nearest name, or FaultyScenario with every fault of the document.
 */
export async function openScenario(name: string, dir: string = shippedFolder()): Promise<Scenario> {
  if (name.startsWith('mystery:')) return openGenerated(name)
  const folder = /[/\\]|^\.+$/.test(name) ? resolve(name) : join(dir, name)
  if (!existsSync(join(folder, 'scenario.json'))) {
    if (folder !== join(dir, name)) throw new ParleyError('unknown-scenario', `no scenario.json in ${folder}`)
    throw unknownName('scenario', name, [...scenarioFolders(dir), 'mystery:simple:1', 'mystery:complex:1'])
  }
  return openFolder(folder)
}

/** A scenario from its folder; throws FaultyScenario. */
export function openFolder(folder: string): Scenario {
  return openFiles(basename(folder), filesOf(folder))
}

/** A scenario from its files by path (`scenario.json`, `prompts/turn.hbs`, `phrases.json`), as a browser's editor sends them. */
export function openFiles(name: string, files: ReadonlyMap<string, string>): Scenario {
  const { document, kind, faults } = checkDocument(files)
  const errors = faults.filter((fault) => fault.severity !== 'warning')
  if (!kind || errors.length > 0) throw new FaultyScenario(name, errors)
  return scenarioOf(document, kind, files)
}

function scenarioOf(document: unknown, kind: Kind, files: ReadonlyMap<string, string>): Scenario {
  const hash = sha256Digest([...files].map(([name, text]) => `${name}\n${text}`).join('\0'))
  const words = wordsOf(kind.id, (document as MysteryDocument).language.split('-')[0]!, files)
  if (kind.id === MYSTERY) return mysteryScenario(document as MysteryDocument, words, hash)
  return strategicScenario(document as StrategicDocument, kind, words, hash)
}

/** `mystery:simple:17`. */
async function openGenerated(name: string): Promise<Scenario> {
  const { GENERATED, generateKind } = await import('./generate.ts')
  const [, named = '', seed = ''] = /^mystery:([a-z]+):(\d{1,10})$/.exec(name) ?? []
  const kind = GENERATED.find((one) => one === named)
  if (!kind) {
    const examples = GENERATED.map((one) => `mystery:${one}:7`)
    const last = examples.pop()
    throw new ParleyError(
      'unknown-scenario',
      `"${name}" is no generated mystery; write ${examples.join(', ')} or ${last}`,
    )
  }
  const document = { ...generateKind(Number(seed), kind), id: name }
  return mysteryScenario(
    document,
    wordsOf(MYSTERY, document.language, new Map()),
    sha256Digest(JSON.stringify(document)),
  )
}
