/** `parley agent token|revoke|list`: who may come in. Works on the store, whether or not the arena is running. */
import { join } from 'node:path'
import type { Command } from 'commander'
import { plugins } from '../../plugins/index.ts'
import { ParleyError } from '../core/errors.ts'
import type { Store } from '../host/store.ts'
import { openSqlite } from '../host/store-open.ts'
import { Tokens } from '../host/tokens.ts'
import { type CommonOptions, Failed, result } from './command.ts'

interface TokenOptions extends CommonOptions {
  readonly scopes: string
}

export function addAgentTokens(agent: Command): void {
  agent
    .command('token')
    .description('makes a token for an agent; it is shown once and kept as a hash')
    .argument('<name>', 'the name the agent plays under')
    .option('--scopes <list>', 'play, watch, moderate', 'play')
    .addHelpText('after', '\nExample:\n  $ parley agent token alice --data ./data')
    .action(make)
  agent
    .command('revoke')
    .description('takes a token back; the name is free again')
    .argument('<name>', 'the name')
    .addHelpText('after', '\nExample:\n  $ parley agent revoke alice')
    .action(revoke)
  agent
    .command('list')
    .description('agents that may come in')
    .addHelpText('after', '\nExample:\n  $ parley agent list --json')
    .action(list)
}

async function make(name: string, options: TokenOptions): Promise<void> {
  await withStore(options, async (store) => {
    const tokens = await Tokens.open(
      store,
      plugins.map(({ id }) => id),
    )
    const scopes = options.scopes.split(',').map((scope) => scope.trim())
    const token = await tokens.make(name, scopes, Date.now())
    result(options, { name, scopes, token }, token)
  })
}

async function revoke(name: string, options: CommonOptions): Promise<void> {
  await withStore(options, async (store) => {
    if (!(await store.revokeToken(name, Date.now()))) throw new Failed(`no token "${name}" is there to revoke`)
    result(options, { name }, `${name} may not come in any longer`)
  })
}

async function list(options: CommonOptions): Promise<void> {
  await withStore(options, async (store) => {
    const items = (await store.tokens())
      .filter(({ revokedAt }) => revokedAt === null)
      .map(({ name, scopes, createdAt }) => ({ id: name, title: scopes.join(' '), createdAt }))
    const lines = items.map(({ id, title, createdAt }) => `${id}  ${title}  since ${new Date(createdAt).toISOString()}`)
    result(options, { items }, lines.join('\n') || 'nobody yet; `parley agent token NAME` makes a token')
  })
}

async function withStore(options: CommonOptions, use: (store: Store) => Promise<void>): Promise<void> {
  if (typeof options.data !== 'string') throw new ParleyError('bad-option', '--data takes a folder')
  const store = await openSqlite(join(options.data, 'parley.sqlite'))
  try {
    await use(store)
  } finally {
    await store.close()
  }
}
