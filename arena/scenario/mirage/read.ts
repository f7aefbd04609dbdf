/** Reads one script of a MIRAGE checkout in any of its layouts: staged or not, English or Chinese, tidy or not. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ParleyError } from '../../core/errors.ts'
import type { Persona } from '../../games/murder-mystery/document.ts'
import { textOf } from '../folder.ts'
import { JsonError, readJson } from '../json.ts'

export interface RawCharacter {
  readonly name: string
  /** By stage from 0. */
  readonly stages: readonly (Partial<Persona> | undefined)[]
}

export interface RawClue {
  readonly stage: number
  /** Heading it stood under: a place, a character, or '' for a public clue. */
  readonly under: string
  readonly title: string
  readonly text: string
}

export interface RawScript {
  readonly characters: readonly RawCharacter[]
  readonly clues: readonly RawClue[]
  readonly truthTitle: string
  readonly truth: string
  readonly stages: number
  /** What was found and has no place in a scenario, or was guessed. */
  readonly report: readonly string[]
}

const FILES = {
  script: ['script.json', '人物剧本.json', '剧本.json'],
  clues: ['clues.json', 'clue.json', '线索.json'],
  truth: ['truth.json', '真相.json'],
} as const

/** Persona parts by what their key holds; the first that fits wins. */
const PARTS: readonly (readonly [RegExp, keyof Persona])[] = [
  [/^story|故事/i, 'story'],
  [/^relationships?|关系/i, 'relationships'],
  [/^performance|表现/i, 'performance'],
  [/^purpose|目的|目标/i, 'purpose'],
  [/^abilit|能力|技能/i, 'ability'],
  [/^script|剧本/i, 'script'],
]

const STAGE = /^\s*(?:stage|act|part|chapter)\s*(\d+)|^第\s*([一二三四五六七八九\d]+)\s*[幕阶章]/i
const PUBLIC = /^public\s*clue|^(?:公共|公开)线索/i
const DIGITS = '一二三四五六七八九'

/** The number of a stage heading, from 0; undefined for any other key. */
export function stageNumber(key: string): number | undefined {
  const found = STAGE.exec(key)
  if (!found) return undefined
  const word = found[1] ?? found[2]!
  const number = /^\d+$/.test(word) ? Number(word) : DIGITS.indexOf(word) + 1
  return number >= 1 && number <= 10 ? number - 1 : undefined
}

/** Throws `bad-mirage` when the folder or one of its files isn't there or isn't JSON. */
export function readMirage(dir: string): RawScript {
  const report: string[] = []
  const script = readFile(dir, 'script')
  const characters = charactersOf(script, report)
  if (characters.length < 2) throw new ParleyError('bad-mirage', `${dir}: no characters in the script`)
  const clues = cluesOf(readFile(dir, 'clues'), 0)
  const truths = Object.entries(readFile(dir, 'truth')).map(([title, text]) => ({ title, text: flat(text) }))
  if (truths.length > 1) report.push(`Truth holds ${truths.length} entries; they were joined`)
  const stages = Math.max(1, ...characters.map((one) => one.stages.length), ...clues.map((clue) => clue.stage + 1))
  return {
    characters,
    clues,
    stages,
    report,
    truthTitle: truths[0]?.title ?? '',
    truth: truths.map((one) => one.text).join('\n'),
  }
}

type Fields = Readonly<Record<string, unknown>>

function readFile(dir: string, what: keyof typeof FILES): Fields {
  if (!existsSync(dir)) throw new ParleyError('bad-mirage', `no folder ${dir}`)
  const name = readdirSync(dir).find((file) => (FILES[what] as readonly string[]).includes(file.toLowerCase()))
  const text = name === undefined ? undefined : textOf(join(dir, name))
  if (text === undefined) throw new ParleyError('bad-mirage', `${dir}: no ${FILES[what].join(' or ')}`)
  try {
    const { value } = readJson(text)
    if (isFields(value)) return value
    throw new ParleyError('bad-mirage', `${dir}/${name}: an object was expected`)
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    throw new ParleyError('bad-mirage', `${dir}/${name}:${error.place.line}:${error.place.column}: ${error.message}`)
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Any value as text: lists by lines, objects as `key: text`. */
export function flat(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map(flat).filter(Boolean).join('\n')
  if (isFields(value))
    return Object.entries(value)
      .map(([key, inner]) => `${key}: ${flat(inner)}`)
      .join('\n')
  return value === null || value === undefined ? '' : String(value)
}

function charactersOf(script: Fields, report: string[]): RawCharacter[] {
  const staged = Object.keys(script).some((key) => stageNumber(key) !== undefined)
  const stages: Fields[] = []
  if (!staged) stages[0] = script
  for (const [key, value] of Object.entries(script)) {
    const stage = staged ? stageNumber(key) : undefined
    if (stage !== undefined && isFields(value)) stages[stage] = value
    else if (staged) report.push(`script: "${key}" stands beside the stages and was left out`)
  }
  const found: { name: string; stages: (Partial<Persona> | undefined)[] }[] = []
  for (const [stage, people] of Array.from(stages, (one) => one ?? {}).entries()) {
    const names = Object.keys(people).filter((name) => isCharacter(people[name], name, report))
    const fresh = names.filter((name) => !found.some((one) => one.name === name))
    const missing = found.filter((one) => !names.includes(one.name))
    for (const name of names) {
      const renamed = stage > 0 && fresh.includes(name) ? missing[fresh.indexOf(name)] : undefined
      if (renamed) report.push(`"${renamed.name}" is called "${name}" from stage ${stage + 1}; the first name was kept`)
      let one = renamed ?? found.find((other) => other.name === name)
      if (!one) found.push((one = { name, stages: [] }))
      one.stages[stage] = partsOf(people[name] as Fields, name, report)
    }
  }
  return found.map(({ name, stages: parts }) => ({ name, stages: Array.from(parts) }))
}

function isCharacter(value: unknown, name: string, report: string[]): boolean {
  if (isFields(value)) return true
  report.push(`script: "${name}" is no character (a plain text stands there) and was left out`)
  return false
}

function partsOf(fields: Fields, name: string, report: string[]): Partial<Persona> {
  const parts: Partial<Record<keyof Persona, string>> = {}
  for (const [key, value] of Object.entries(fields)) {
    const part = PARTS.find(([pattern]) => pattern.test(key))?.[1]
    if (part === undefined)
      report.push(`script: "${key}" of ${name} has no part of its own and was added to the script`)
    const into = part ?? 'script'
    const text = part === undefined ? `${key}: ${flat(value)}` : flat(value)
    parts[into] = [parts[into], text].filter(Boolean).join('\n')
  }
  return parts
}

/** Clues by place, perhaps under stages; `{keyword: text}` under a heading are clues with a title; strings on their own too. */
function cluesOf(fields: Fields, stage: number): RawClue[] {
  return Object.entries(fields).flatMap(([key, value]): RawClue[] => {
    const number = stageNumber(key)
    if (number !== undefined && isFields(value)) return cluesOf(value, number)
    const open = PUBLIC.test(key)
    const under = open ? '' : key
    if (typeof value === 'string') return [{ stage, under, title: open ? key : '', text: value.trim() }]
    if (Array.isArray(value)) return value.map((text) => ({ stage, under, title: open ? key : '', text: flat(text) }))
    if (!isFields(value)) return []
    return Object.entries(value).flatMap(([title, text]) =>
      (Array.isArray(text) ? text : [text]).map((one) => ({ stage, under, title, text: flat(one) })),
    )
  })
}
