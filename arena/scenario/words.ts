/** The words of a kind: its own templates under scenarios/kinds, and over them the scenario's. */
import { join } from 'node:path'
import { filesOf, shippedFolder } from './folder.ts'
import { readJson } from './json.ts'
import { type Phrases, phraseBook } from './phrases.ts'
import type { Words } from './strategic.ts'
import { compileTemplate, type Render } from './template.ts'

/** Throws TemplateError when a template can't be compiled. Kinds without templates are told by the plain ones. */
export function wordsOf(kind: string, files: ReadonlyMap<string, string>): Words {
  const plain = kindFiles('any')
  const own = kindFiles(kind)
  const template = (name: string): Render => {
    const mine = files.get(`prompts/${name}`)
    if (mine !== undefined) return compileTemplate(mine, `prompts/${name}`)
    return compileTemplate(own.get(`prompts/${name}`) ?? plain.get(`prompts/${name}`)!, `kinds/${kind}/prompts/${name}`)
  }
  const books = [own.get('phrases.json'), files.get('phrases.json')].filter((text) => text !== undefined)
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
  return files
}

/** A phrase book file's contents, without its `$schema`. */
export function phrasesOf(text: string): Phrases {
  const { $schema: _, ...phrases } = readJson(text).value as Record<string, unknown>
  return phrases as Phrases
}
