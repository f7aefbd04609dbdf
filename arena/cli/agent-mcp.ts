/** `parley agent mcp`: a seat as MCP tools on stdin and stdout, for any MCP client. */
import type { Command } from 'commander'
import { serveMcp } from '../../plugins/mcp/index.ts'
import { ParleyError } from '../core/errors.ts'

export function addAgentMcp(agent: Command): void {
  agent
    .command('mcp')
    .description('serves a seat as MCP tools (look, ask_rules, move) on stdin and stdout')
    .option('--url <url>', 'where the arena is; default: the environment variable PARLEY_URL')
    .option('--token <token>', 'from `parley agent token`; default: the environment variable PARLEY_TOKEN')
    .option('--concurrency <number>', 'matches at once', Number, 1)
    .addHelpText(
      'after',
      '\nExample, in an MCP client\'s settings:\n  { "command": "parley", "args": ["agent", "mcp", "--url", "http://localhost:8080", "--token", "parley_..."] }',
    )
    .action(serve)
}

async function serve(options: {
  readonly url?: string
  readonly token?: string
  readonly concurrency: number
}): Promise<void> {
  const url = options.url ?? process.env['PARLEY_URL']
  const token = options.token ?? process.env['PARLEY_TOKEN']
  if (!url || !token)
    throw new ParleyError(
      'bad-option',
      'an address and a token are needed: --url and --token, or PARLEY_URL and PARLEY_TOKEN',
    )
  const player = await serveMcp({ url, token, concurrency: options.concurrency })
  const gone = new Promise<null>((done) => process.stdin.once('end', () => done(null)))
  const why = await Promise.race([player.closed, gone])
  player.close()
  if (why) throw new ParleyError(why.code, why.message)
}
