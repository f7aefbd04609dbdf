/** `parley list`: what there is to play with, a line each. */
import { plugins } from '../../plugins/index.ts'
import { unknownName } from '../core/errors.ts'
import { kinds } from '../games/index.ts'
import { methods } from '../rewards/methods.ts'
import { GENERATED, type GeneratedKind } from '../scenario/generate.ts'
import { listScenarios, openScenario } from '../scenario/index.ts'
import { schedules } from '../tournament/index.ts'
import { type CommonOptions, result, type Subcommand } from './command.ts'

interface Item {
  readonly id: string
  readonly title: string
  /** What stands behind the title for a reader in a hurry. */
  readonly remark?: string
  readonly [more: string]: unknown
}

const LISTS: Readonly<Record<string, () => readonly Item[] | Promise<readonly Item[]>>> = {
  games: () => kinds.map(({ id, title, parameters }) => ({ id, title, parameters })),
  scenarios,
  agents: () => plugins.map(({ id, title, kinds: plays }) => ({ id, title, kinds: plays ?? [] })),
  methods: () => methods.map(({ id, title }) => ({ id, title })),
  schedules: () => schedules.map(({ id, title }) => ({ id, title })),
}

const GENERATED_TITLES: Readonly<Record<GeneratedKind, string>> = {
  simple: 'A simple mystery made from a seed',
  complex: 'A complex mystery made from a seed',
  accomplice: 'A complex one in which the culprit has help',
}

/** The shipped scenarios and the generated ones, with how many seats each has. */
function scenarios(): Promise<readonly Item[]> {
  const shipped = listScenarios().map(async ({ folder: _, ...entry }) => seated(entry, entry.id))
  const generated = GENERATED.map((kind) => {
    const summary = `mystery:${kind}:7 is one; every seed gives another.`
    const title = GENERATED_TITLES[kind]
    const entry = { id: `mystery:${kind}:<seed>`, kind: 'murder-mystery', title, summary, language: 'en' }
    return seated(entry, `mystery:${kind}:1`)
  })
  return Promise.all([...shipped, ...generated])
}

type Entry = Item & { readonly kind: string; readonly language: string }

async function seated(entry: Entry, name: string): Promise<Item> {
  const seats = (await openScenario(name)).game.seats.length
  return { ...entry, seats, remark: `${entry.kind}, ${seats} seats, ${entry.language}` }
}

export const listCommand: Subcommand = {
  name: 'list',
  summary: `what there is: ${Object.keys(LISTS).join(', ')}`,
  examples: ['parley list scenarios', 'parley list agents --json'],
  build(command) {
    command.argument('<what>', Object.keys(LISTS).join(', ')).action(run)
  },
}

async function run(what: string, options: CommonOptions): Promise<void> {
  const list = Object.hasOwn(LISTS, what) ? LISTS[what] : undefined
  if (!list) throw unknownName('list', what, Object.keys(LISTS))
  const listed = await list()
  const [wide, wider] = [widest(listed.map(({ id }) => id)), widest(listed.map(({ title }) => title))]
  const line = ({ id, title, remark }: Item): string =>
    `${pad(id, wide)}  ${remark ? `${pad(title, wider)}  ${remark}` : title}`
  const items = listed.map(({ remark: _, ...item }) => item)
  result(options, { items }, listed.map(line).join('\n'))
}

// A Chinese character takes two columns of a terminal.
const columns = (text: string): number => [...text].reduce((sum, sign) => sum + (sign >= '\u2e80' ? 2 : 1), 0)
const widest = (texts: readonly string[]): number => Math.max(...texts.map(columns))
const pad = (text: string, width: number): string => text + ' '.repeat(width - columns(text))
