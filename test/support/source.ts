/** Source files as trees: what they import, how long their functions are, which globals they touch. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from '@swc/core'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Source {
  /** From the root: `arena/core/game.ts`. */
  readonly path: string
  readonly text: string
  /** Paths from the root of the project's own files it imports, also in types and `import()`. */
  readonly imports: readonly string[]
  /** Names of packages and built-ins it imports. */
  readonly packages: readonly string[]
  readonly functions: readonly { readonly line: number; readonly lines: number }[]
  /** Identifiers that are no property names, and member accesses as `Math.random`. */
  readonly names: ReadonlySet<string>
  readonly defaultExport: boolean
}

/** Files under `folder`, from the root, without node_modules and build output. */
export function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return /^(node_modules|dist|data)$/.test(entry.name) ? [] : filesUnder(path)
    return [path]
  })
}

type Node = Readonly<Record<string, unknown>> & { readonly type?: string; readonly span?: Span }
interface Span {
  readonly start: number
  readonly end: number
}

export function readSource(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8')
  // The semicolon in front marks where byte 0 is: spans count on through all files parsed in a process.
  const marked = `;${text.replace(/^#!/, '//')}`
  const tree = parseSync(marked, {
    syntax: 'typescript',
    tsx: path.endsWith('.tsx'),
    target: 'es2022',
  }) as unknown as Node
  const bytes = Buffer.from(marked)
  const lineAt = (offset: number) =>
    bytes
      .subarray(0, offset - tree.span!.start)
      .toString()
      .split('\n').length
  const found = { modules: [] as string[], spans: [] as Span[], names: new Set<string>(), defaultExport: false }
  visit(tree, found)
  const own = found.modules.filter((name) => name.startsWith('.')).map((name) => join(dirname(path), name))
  return {
    path,
    text,
    imports: own,
    packages: found.modules.filter((name) => !name.startsWith('.')),
    functions: ownLines(found.spans.map(({ start, end }) => [lineAt(start), lineAt(end)] as const)),
    names: found.names,
    defaultExport: found.defaultExport,
  }
}

interface Found {
  readonly modules: string[]
  readonly spans: Span[]
  readonly names: Set<string>
  defaultExport: boolean
}

function visit(node: Node, found: Found): void {
  const { type } = node
  const source = (type === 'TsImportType' ? node['argument'] : node['source']) as { value?: string } | null | undefined
  if (source && typeof source.value === 'string') found.modules.push(source.value)
  if (type === 'CallExpression' && (node['callee'] as Node).type === 'Import') found.modules.push(calledModule(node))
  if (type === 'ExportDefaultExpression' || type === 'ExportDefaultDeclaration') found.defaultExport = true
  if (Array.isArray(node['params']) && node['body'] && node.span) found.spans.push(node.span)
  if (type === 'Identifier') found.names.add(String(node['value']))
  if (type === 'MemberExpression') {
    const { object, property } = node as unknown as { object: Node; property: Node }
    if (object.type === 'Identifier') found.names.add(`${object['value']}.${property['value']}`)
  }
  for (const [key, child] of Object.entries(node)) {
    if (key === 'span' || isName(type, key, node)) continue
    for (const part of Array.isArray(child) ? child : [child]) {
      if (typeof part === 'object' && part !== null)
        visit((part['expression'] && !part['type'] ? part['expression'] : part) as Node, found)
    }
  }
}

const calledModule = (node: Node): string => {
  const [first] = node['arguments'] as readonly { expression: { value?: unknown } }[]
  return typeof first?.expression.value === 'string' ? first.expression.value : '?'
}

/** Whether a child is the name of a property, a key or a type, not a use of a global. */
function isName(type: string | undefined, key: string, node: Node): boolean {
  if (type === 'MemberExpression') return key === 'property' && (node['property'] as Node).type === 'Identifier'
  return key === 'key' || (key === 'imported' && type === 'ImportSpecifier') || type === 'TsQualifiedName'
}

/** Lines of each function less those of the functions inside it, so that a factory isn't charged for the methods it returns. */
function ownLines(spans: readonly (readonly [number, number])[]): { line: number; lines: number }[] {
  return spans.map(([from, to]) => {
    const inner = new Set<number>()
    for (const [start, end] of spans) {
      if (start < from || end > to || (start === from && end === to)) continue
      for (let line = start + 1; line <= end; line++) inner.add(line)
    }
    return { line: from, lines: to - from + 1 - inner.size }
  })
}

/** Lines that hold code: neither blank nor only a comment. */
export function codeLines(text: string): number {
  return text.split('\n').filter((line) => !/^\s*($|\/\/|\/\*|\*)/.test(line)).length
}
