/** The only functions a template can call. All are total, pure but for one loop budget, and print plain text. */
import type { HelperOptions } from 'handlebars'

/** Blocks: `{{#each}}`, `{{#if}}`, `{{#unless}}`. */
export const BLOCKS: readonly string[] = ['each', 'if', 'unless']
export const LOOP_BUDGET = 'the template loops too long or prints too much'

const STEPS = 20_000
const PRINTED = 400_000
const budget = { steps: 0, printed: 0 }

/** Each rendering starts with a full budget. */
export function startBudget(): void {
  budget.steps = STEPS
  budget.printed = PRINTED
}

function spend(text: string): string {
  budget.steps--
  budget.printed -= text.length
  if (budget.steps < 0 || budget.printed < 0) throw new Error(LOOP_BUDGET)
  return text
}

type Context = Record<string, unknown>

const truth = (value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value))

/** Loops over an array, or over an object's own values. */
function each(this: Context, items: unknown, options: HelperOptions): string {
  const entries: [string | number, unknown][] = Array.isArray(items)
    ? items.map((item, index) => [index, item])
    : typeof items === 'object' && items !== null
      ? Object.entries(items)
      : []
  if (entries.length === 0) return options.inverse(this)
  return entries
    .map(([key, item], index) => {
      const data = { ...(options.data as Context), key, index, first: index === 0, last: index === entries.length - 1 }
      return spend(options.fn(item, { data, blockParams: [item, key] }))
    })
    .join('')
}

function branch(context: Context, yes: boolean, options: HelperOptions): string {
  return spend(yes ? options.fn(context) : options.inverse(context))
}

const words = (value: unknown) =>
  value === null || value === undefined || typeof value === 'object' ? '' : String(value)

/** `Rosa`, `Rosa and Hugo`, `Rosa, Hugo and Clara`; the hash `and` gives the last joint. */
function list(items: unknown, options: HelperOptions): string {
  const names = Array.isArray(items) ? items.map(words) : [words(items)]
  const hash = options.hash as { and?: string; comma?: string }
  if (names.length < 2) return names.join('')
  return names.slice(0, -1).join(hash.comma ?? ', ') + (hash.and ?? ' and ') + names.at(-1)
}

const args = (all: unknown[]) => all.slice(0, -1)

export const helpers: Readonly<Record<string, (this: Context, ...args: never[]) => unknown>> = {
  each: each as never,
  if(this: Context, value: unknown, options: HelperOptions) {
    return branch(this, truth(value), options)
  },
  unless(this: Context, value: unknown, options: HelperOptions) {
    return branch(this, !truth(value), options)
  },
  list,
  /** `{{join cards ", "}}` */
  join: (items: unknown, glue: unknown) => (Array.isArray(items) ? items.map(words).join(words(glue)) : words(items)),
  capital: (value: unknown) => {
    const text = words(value)
    return text.slice(0, 1).toUpperCase() + text.slice(1)
  },
  upper: (value: unknown) => words(value).toUpperCase(),
  lower: (value: unknown) => words(value).toLowerCase(),
  eq: (a: unknown, b: unknown) => a === b,
  not: (value: unknown) => !truth(value),
  and: (...all: unknown[]) => args(all).every(truth),
  or: (...all: unknown[]) => args(all).some(truth),
  last: (items: unknown) => (Array.isArray(items) && items.length > 0 ? items[items.length - 1] : ''),
  count: (items: unknown) => (Array.isArray(items) ? items.length : 0),
  gt: (a: unknown, b: unknown) => Number(a) > Number(b),
  mod: (a: unknown, b: unknown) => Number(a) % Number(b),
  /** Letters apart: `X.O` gives `X . O`. */
  spaced: (value: unknown) => (Array.isArray(value) ? value.map(words) : [...words(value)]).join(' '),
  /** 1 to n, for n up to 99. */
  numbers: (count: unknown) => Array.from({ length: Math.min(99, Math.max(0, Number(count) || 0)) }, (_, n) => n + 1),
  /** Any value on one line: text as it is, the rest as JSON. */
  text: (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : words(value)),
  add: (a: unknown, b: unknown) => Number(a) + Number(b),
  /** An own element of an array or own field of an object, else ''. */
  pick: (items: unknown, key: unknown) => {
    if (typeof items !== 'object' || items === null || !Object.hasOwn(items, key as PropertyKey)) return ''
    return (items as Record<PropertyKey, unknown>)[key as PropertyKey]
  },
  /** `{{plural 3 "chip" "chips"}}` gives `3 chips`. */
  plural: (count: unknown, one: unknown, many: unknown) => `${words(count)} ${words(count === 1 ? one : many)}`,
}
