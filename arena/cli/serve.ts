/** `parley serve`: the arena on a port, until it is told to stop. */
import pino from 'pino'
import { startArena } from '../../server.ts'
import { ParleyError } from '../core/errors.ts'
import { type CommonOptions, remark, result, type Subcommand } from './command.ts'
import { liveLoop } from './demo-live.ts'
import { settingsFrom } from './serve-settings.ts'

interface ServeOptions extends CommonOptions {
  readonly port: number
  readonly host: string
  readonly demo: boolean
  readonly open: boolean
  readonly postgres?: string
  readonly redis?: string
  readonly node?: string
  readonly settings?: string
}

export const serveCommand: Subcommand = {
  name: 'serve',
  summary: 'runs the arena: pages, REST, sockets for agents and spectators',
  examples: ['parley serve --demo', 'parley serve --port 9000 --host 0.0.0.0 --data /var/lib/parley'],
  build(command) {
    command
      .option('--port <number>', 'where to listen; 0 for any free port', portNumber, 8080)
      .option('--host <address>', 'which address to listen on; 0.0.0.0 for all', '127.0.0.1')
      .option('--demo', 'built-in agents play for ever, and anyone may start a match', false)
      .option('--open', 'anyone may start a match', false)
      .option('--postgres <url>', 'the store of a cluster; without one, SQLite in --data')
      .option('--redis <url>', 'shared by several servers: what one tells the lobby, all tell')
      .option('--node <name>', 'its name among servers that share the store; with --postgres, one kept in --data')
      .option(
        '--settings <file>',
        'limits and times other than the defaults, as JSON: { "turnMs": 60000, "retries": 1 }',
      )
      .action(serve)
  },
}

async function serve(options: ServeOptions): Promise<void> {
  const { port, host, demo, open, data, quiet, postgres, redis, node } = options
  const log = pino({ level: quiet ? 'error' : 'warn' }, pino.destination(2))
  const arena = await startArena({
    port,
    host,
    demo,
    openTable: demo || open,
    data,
    log,
    ...(options.settings !== undefined && { settings: settingsFrom(options.settings) }),
    ...(postgres !== undefined && { postgres }),
    ...(redis !== undefined && { redis }),
    ...(node !== undefined && { node }),
  }).catch(explained)
  result(options, { url: arena.url, resumed: arena.resumed }, `Parley is at ${arena.url}`)
  const loop = demo ? liveLoop(arena, data, log) : null
  if (arena.resumed > 0) remark(options, `went on with ${arena.resumed} unfinished matches`)
  await new Promise<void>((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop())
  })
  remark(options, 'stopping; running matches go on at the next start')
  loop?.stop()
  await arena.close()
}

/** A taken port is the caller's to change. */
function explained(error: NodeJS.ErrnoException): never {
  if (error.code === 'EADDRINUSE') throw new ParleyError('port-taken', `the port is taken; choose another with --port`)
  if (error.code === 'EACCES')
    throw new ParleyError('port-forbidden', 'the port needs rights this process lacks; choose one above 1024')
  throw error
}

function portNumber(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 0 && value <= 65_535) return value
  throw new ParleyError('bad-option', `--port takes a number from 0 to 65535, not "${text}"`)
}
