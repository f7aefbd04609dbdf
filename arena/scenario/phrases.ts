/** The phrase book: several templates for each situation, so that a move without words can still be told. */
import { hash32 } from '../core/rng.ts'
import { compileTemplate, type Render } from './template.ts'

/** Templates by situation: `bet`, `hint {to} {what}`, `where trusted`. */
export type Phrases = Readonly<Record<string, readonly string[]>>
export type PhraseBook = ReadonlyMap<string, readonly Render[]>

/** Compiles every template once; throws TemplateError naming `file#situation/number`. Later books override earlier ones. */
export function phraseBook(...books: readonly { readonly file: string; readonly phrases: Phrases }[]): PhraseBook {
  const all = new Map<string, readonly Render[]>()
  for (const { file, phrases } of books) {
    for (const [situation, templates] of Object.entries(phrases)) {
      all.set(
        situation,
        templates.map((text, index) => compileTemplate(text, `${file}#/${situation}/${index}`)),
      )
    }
  }
  return all
}

/**
 * Which of `count` variants line number `line` of a match takes. Steps through all of them with a stride coprime to
 * `count`, so with four or more variants none comes back within three lines. Knows the match, the situation and the
 * line, never what is true.
 */
export function variant(count: number, salt: string, situation: string, line: number): number {
  const hash = hash32(`${salt}\n${situation}`)
  let stride = 1 + (hash % Math.max(1, count - 1))
  while (gcd(stride, count) !== 1) stride++
  return ((hash >>> 8) + line * stride) % count
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))

/** The pattern that a move fits, with the words its `{slots}` caught: `hint {to} {what}` on `hint 1 red`. */
export function patternOf(
  patterns: Iterable<string>,
  move: string,
): { readonly pattern: string; readonly slots: Readonly<Record<string, string>> } | undefined {
  const words = move.split(' ')
  for (const pattern of patterns) {
    const parts = pattern.split(' ')
    if (parts.length !== words.length) continue
    const slots: Record<string, string> = {}
    const fits = parts.every((part, index) => {
      const slot = /^\{([a-z]+)\}$/.exec(part)?.[1]
      if (slot !== undefined) slots[slot] = words[index]!
      return slot !== undefined || part === words[index]
    })
    if (fits) return { pattern, slots }
  }
  return undefined
}

/** A stranger's words: one line, in quotes that it can't close, so that nothing in it can pose as what stands beside it. */
export const quoted = (text: string): string => `"${oneLine(text).replaceAll('"', "'")}"`

/** A stranger's words on one line, without control, format or bidirectional characters: nothing in it can pose as a frame. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}
