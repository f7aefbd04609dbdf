/** The words of a kind: its own templates under scenarios/kinds, and over them the scenario's. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { filesOf, shippedFolder, textOf } from './folder.ts'
import { readJson } from './json.ts'
import { type Phrases, phraseBook } from './phrases.ts'
import type { Words } from './strategic.ts'
import { compileTemplate, type Render } from './template.ts'

/**
 * `turn.zh.hbs` and `phrases.zh.json` of a kind go before `turn.hbs` and `phrases.json` for scenarios in Chinese. Kinds
 * without templates are told by the plain ones. Throws TemplateError when a template can't be compiled.
 */
export function wordsOf(kind: string, language: string, files: ReadonlyMap<string, string>): Words {
  const overrides = files.has('phrases.json') || [...files.keys()].some((name) => name.startsWith('prompts/'))
  if (overrides) return compiled(kind, language, files)
  const key = `${kind}/${language}`
  const known = shared.get(key) ?? compiled(kind, language, files)
  shared.set(key, known)
  return known
}

/** Words of kinds and languages without a scenario's own: compiled once, since thousands of generated mysteries share them. */
const shared = new Map<string, Words>()

function compiled(kind: string, language: string, files: ReadonlyMap<string, string>): Words {
  const plain = kindFiles('any')
  const own = kindFiles(kind)
  const template = (name: string): Render => {
    const mine = files.get(`prompts/${name}`)
    if (mine !== undefined) return compileTemplate(mine, `prompts/${name}`)
    const inLanguage = own.get(`prompts/${name.replace('.', `.${language}.`)}`)
    const text = inLanguage ?? own.get(`prompts/${name}`) ?? plain.get(`prompts/${name}`)!
    return compileTemplate(text, `kinds/${kind}/prompts/${name}`)
  }
  const books = [own.get(`phrases.${language}.json`) ?? own.get('phrases.json'), files.get('phrases.json')].filter(
    (text) => text !== undefined,
  )
  return {
    rules: template('rules.hbs'),
    turn: template('turn.hbs'),
    phrases: phraseBook(...books.map((text) => ({ file: 'phrases.json', phrases: phrasesOf(text) }))),
  }
}

/** Default templates of a kind: prompts/*.hbs and phrases.json. */
export function kindFiles(kind: string): ReadonlyMap<string, string> {
  const folder = join(shippedFolder(), 'kinds', kind)
  const files = new Map(filesOf(folder))
  files.delete('scenario.json')
  for (const name of readdirSync(existsSync(folder) ? folder : shippedFolder())) {
    const text = /^phrases\.[a-z]+\.json$/.test(name) ? textOf(folder, name) : undefined
    if (text !== undefined) files.set(name, text)
  }
  return files
}

/** A phrase book file's contents, without its `$schema`. */
export function phrasesOf(text: string): Phrases {
  const { $schema: _, ...phrases } = readJson(text).value as Record<string, unknown>
  return phrases as Phrases
}
