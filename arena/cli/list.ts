/** `parley list`: what there is to play with, a line each. */
import { plugins } from '../../plugins/index.ts'
import { unknownName } from '../core/errors.ts'
import { kinds } from '../games/index.ts'
import { methods } from '../rewards/methods.ts'
import { listScenarios } from '../scenario/index.ts'
import { schedules } from '../tournament/index.ts'
import { type CommonOptions, result, type Subcommand } from './command.ts'

interface Item {
  readonly id: string
  readonly title: string
  readonly [more: string]: unknown
}

const LISTS: Readonly<Record<string, () => readonly Item[]>> = {
  games: () => kinds.map(({ id, title, parameters }) => ({ id, title, parameters })),
  scenarios: () => [
    ...listScenarios().map(({ folder: _, ...entry }) => entry),
    ...['simple', 'complex'].map((difficulty) => ({
      id: `mystery:${difficulty}:<seed>`,
      kind: 'murder-mystery',
      title: `A ${difficulty} mystery made from a seed`,
      summary: `mystery:${difficulty}:7 is one; every seed gives another.`,
      language: 'en',
    })),
  ],
  agents: () => plugins.map(({ id, title, kinds: plays }) => ({ id, title, kinds: plays ?? [] })),
  methods: () => methods.map(({ id, title }) => ({ id, title })),
  schedules: () => schedules.map(({ id, title }) => ({ id, title })),
}

export const listCommand: Subcommand = {
  name: 'list',
  summary: `what there is: ${Object.keys(LISTS).join(', ')}`,
  examples: ['parley list scenarios', 'parley list agents --json'],
  build(command) {
    command.argument('<what>', Object.keys(LISTS).join(', ')).action(run)
  },
}

function run(what: string, options: CommonOptions): void {
  const list = Object.hasOwn(LISTS, what) ? LISTS[what] : undefined
  if (!list) throw unknownName('list', what, Object.keys(LISTS))
  const items = list()
  const width = Math.max(...items.map(({ id }) => id.length))
  result(options, { items }, items.map(({ id, title }) => `${id.padEnd(width)}  ${title}`).join('\n'))
}
