/**
 * Templates that strangers may write: Handlebars in its strictest dress. A template sees a plain object and nothing
 * else; it can call only the helpers listed in `helpers.ts`; what it may print and how often it may loop are capped.
 */
import Handlebars from 'handlebars'
import { nearest, ParleyError } from '../core/errors.ts'
import { BLOCKS, helpers, LOOP_BUDGET, startBudget } from './helpers.ts'

export type Render = (data: Readonly<Record<string, unknown>>) => string

const SOURCE_MAX = 65_536
const OUTPUT_MAX = 200_000
const DEPTH_MAX = 24
const FORBIDDEN = new Set([
  '__proto__',
  'constructor',
  'prototype',
  '__defineGetter__',
  '__defineSetter__',
  'toString',
  'valueOf',
])
const LOOP_VARIABLES = new Set(['index', 'first', 'last', 'key', 'root'])

const engine = Handlebars.create()
for (const name of Object.keys(engine.helpers)) engine.unregisterHelper(name)
for (const [name, helper] of Object.entries(helpers)) engine.registerHelper(name, helper as never)
const KNOWN = Object.fromEntries(Object.keys(helpers).map((name) => [name, true]))

/** A template that can't be compiled or rendered; line and column are 1-based within `file`. */
export class TemplateError extends ParleyError {
  readonly file: string
  readonly line: number
  readonly column: number

  constructor(file: string, place: { line: number; column: number }, message: string) {
    super('bad-template', `${file}:${place.line}:${place.column}: ${message}`)
    this.file = file
    this.line = place.line
    this.column = place.column
  }

  /** The message without the place in front. */
  get reason(): string {
    return this.message.slice(`${this.file}:${this.line}:${this.column}: `.length)
  }
}

/**
 * Parses, refuses what a template may not do, compiles once. Throws TemplateError, here and when rendering. When `fields`
 * are given, a name that is none of them is refused at once, even in a branch that is never taken.
 */
export function compileTemplate(text: string, file: string, fields?: readonly string[]): Render {
  if (text.length > SOURCE_MAX) {
    throw new TemplateError(
      file,
      START,
      `the template has ${text.length} characters; at most ${SOURCE_MAX} are allowed`,
    )
  }
  checkNode(parse(text, file) as unknown as Node, { file, depth: 0, ...(fields && { fields }) })
  const run = engine.compile(text, {
    strict: true,
    knownHelpers: KNOWN as never,
    knownHelpersOnly: true,
    noEscape: true,
  })
  return (data) => {
    startBudget()
    let out: string
    try {
      out = run(data, { allowProtoPropertiesByDefault: false, allowProtoMethodsByDefault: false })
    } catch (error) {
      throw rendering(error, data, file)
    }
    if (out.length > OUTPUT_MAX) {
      throw new TemplateError(file, START, `it prints ${out.length} characters; at most ${OUTPUT_MAX} are allowed`)
    }
    return out
  }
}

const START = { line: 1, column: 1 }

interface Node {
  readonly type: string
  readonly loc?: { readonly start: { readonly line: number; readonly column: number } }
  readonly [key: string]: unknown
}

function parse(text: string, file: string) {
  try {
    return engine.parse(text)
  } catch (error) {
    const { message } = error as Error
    const line = Number(/line (\d+)/.exec(message)?.[1] ?? 1)
    const expecting = /Expecting (.*?), got '(.*?)'/.exec(message)
    const reason = expecting
      ? `the template breaks off or closes wrongly near ${expecting[2]}`
      : message.split('\n')[0]!
    throw new TemplateError(file, { line, column: 1 }, reason)
  }
}

type Check = (node: Node, context: Context) => void
interface Context {
  readonly file: string
  readonly depth: number
  /** Known names here; absent within a loop, where others apply. */
  readonly fields?: readonly string[]
}

/** What a template may be made of; any other node (partials, decorators) is refused. */
const CHECKS: Readonly<Record<string, Check>> = {
  Program: (node, context) => each(node['body'], context),
  ContentStatement: () => undefined,
  CommentStatement: () => undefined,
  StringLiteral: () => undefined,
  NumberLiteral: () => undefined,
  BooleanLiteral: () => undefined,
  NullLiteral: () => undefined,
  MustacheStatement: (node, context) => {
    if (node['escaped'] === false) refuse(node, context, '"{{{" and "{{&" are not allowed; "{{" prints the same here')
    call(node, context, false)
  },
  SubExpression: (node, context) => call(node, context, false),
  BlockStatement: (node, context) => {
    call(node, context, true)
    const { fields: _, ...loose } = context
    const within = (node['path'] as Node)['original'] === 'each' ? loose : context
    if (node['program']) checkNode(node['program'] as Node, within)
    if (node['inverse']) checkNode(node['inverse'] as Node, context)
  },
  Hash: (node, context) => each(node['pairs'], context),
  HashPair: (node, context) => checkNode(node['value'] as Node, context),
  PathExpression: (node, context) => {
    for (const part of node['parts'] as string[]) {
      if (FORBIDDEN.has(part)) refuse(node, context, `"${part}" is not a field`)
    }
    const [first] = node['parts'] as string[]
    if (node['data'] && !LOOP_VARIABLES.has(first ?? '')) {
      refuse(node, context, `no variable "@${first}"; there are @${[...LOOP_VARIABLES].join(', @')}`)
    }
    if (context.fields && first !== undefined && !node['data'] && !context.fields.includes(first)) {
      refuse(node, context, noField(first, context.fields))
    }
  },
}

function checkNode(node: Node, context: Context): void {
  const check = Object.hasOwn(CHECKS, node.type) ? CHECKS[node.type] : undefined
  if (!check) refuse(node, context, `${NAMES[node.type] ?? node.type} are not allowed in templates`)
  if (context.depth > DEPTH_MAX) refuse(node, context, `nested deeper than ${DEPTH_MAX}`)
  check(node, { ...context, depth: context.depth + 1 })
}

const NAMES: Readonly<Record<string, string>> = {
  PartialStatement: 'partials ("{{>")',
  PartialBlockStatement: 'partial blocks ("{{#>")',
  Decorator: 'decorators ("{{*")',
  DecoratorBlock: 'decorator blocks ("{{#*")',
  UndefinedLiteral: '"undefined" literals',
}

/** A mustache, block or subexpression: a field, or a call of a listed helper. */
function call(node: Node, context: Context, block: boolean): void {
  const path = node['path'] as Node
  const params = node['params'] as Node[]
  const hash = node['hash'] as Node | undefined
  const name = String(path['original'])
  const calls = block || params.length > 0 || hash !== undefined || node.type === 'SubExpression'
  const allowed = block ? BLOCKS : Object.keys(helpers)
  if (calls && (path['data'] || !allowed.includes(name))) {
    const near = nearest(name, allowed)
    const hint = near ? `; did you mean "${near}"?` : ''
    refuse(node, context, `no ${block ? 'block' : 'helper'} "${name}"${hint} (known: ${allowed.join(', ')})`)
  }
  if (!calls && !path['data'] && Object.hasOwn(helpers, name))
    refuse(node, context, `the helper "${name}" needs something to work on`)
  const { fields: _, ...anyName } = context
  checkNode(path, calls ? anyName : context)
  each(params, context)
  if (hash) checkNode(hash, context)
}

function each(nodes: unknown, context: Context): void {
  for (const node of nodes as Node[]) checkNode(node, context)
}

function refuse(node: Node, { file }: Context, message: string): never {
  const start = node.loc?.start ?? { line: 1, column: 0 }
  throw new TemplateError(file, { line: start.line, column: start.column + 1 }, message)
}

/** Strict Handlebars says `"nane" not defined in [object Object] - 3:4`; ours says what there is. */
function rendering(error: unknown, data: Readonly<Record<string, unknown>>, file: string): TemplateError {
  const message = error instanceof Error ? error.message : String(error)
  const missing = /"(.*)" not defined in .* - (\d+):(\d+)/.exec(message)
  if (!missing) return new TemplateError(file, START, message === LOOP_BUDGET ? LOOP_BUDGET : message.split('\n')[0]!)
  const known = Object.keys(data)
  const place = { line: Number(missing[2]), column: Number(missing[3]) + 1 }
  return new TemplateError(file, place, noField(missing[1]!, known))
}

function noField(came: string, known: readonly string[]): string {
  const near = nearest(came, known)
  return `no field "${came}"${near ? `; did you mean "${near}"?` : ''} (fields here: ${known.join(', ')})`
}
