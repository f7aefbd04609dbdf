/** `parley agent connect`: sends an agent that plays here (built in, a folder, a child process, a model) to an arena elsewhere. */
import type { Command } from 'commander'
import { type AskMessage, joinArena } from '../../plugins/client/index.ts'
import { openAgent } from '../../plugins/index.ts'
import { wireAttacks } from '../../plugins/redteam/wire.ts'
import type { Agent, Ask } from '../core/agent.ts'
import { ParleyError } from '../core/errors.ts'
import type { Game } from '../core/game.ts'
import { stream } from '../core/rng.ts'
import { openScenario } from '../scenario/index.ts'
import { type CommonOptions, remark, result } from './command.ts'

interface ConnectOptions extends CommonOptions {
  readonly url: string
  readonly token?: string
  readonly concurrency: number
  readonly matches: number
}

export function addAgentConnect(agent: Command): void {
  agent
    .command('connect')
    .description('plays at an arena elsewhere, over a socket, until told to stop')
    .argument('<agent>', 'as in --agents: detective, policy:runs/kuhn, stdio:"python3 agent.py", ...')
    .requiredOption('--url <url>', 'where the arena is')
    .option('--token <token>', 'from `parley agent token`; default: the environment variable PARLEY_TOKEN')
    .option('--concurrency <number>', 'matches at once', Number, 4)
    .option('--matches <number>', 'stop after so many; 0: never', Number, 0)
    .addHelpText(
      'after',
      '\nExample:\n  $ parley agent connect detective --url http://localhost:8080 --token parley_...',
    )
    .action(connect)
}

async function connect(spec: string, options: ConnectOptions): Promise<void> {
  const token = options.token ?? process.env['PARLEY_TOKEN']
  if (!token)
    throw new ParleyError('bad-option', 'a token is needed: --token, or the environment variable PARLEY_TOKEN')
  if (Object.hasOwn(wireAttacks, spec)) return await attack(spec, token, options)
  let done = 0
  let enough = () => {}
  const stopped = Promise.race([signalled(), new Promise<void>((stop) => (enough = stop))])
  const seats = new SeatAgents(spec, options.seed)
  const player = await joinArena({
    url: options.url,
    token,
    concurrency: options.concurrency,
    act: async (ask) => await (await seats.of(ask)).act(seats.asAsk(ask)),
    survey: async (ask) => {
      const agent = await seats.of(ask)
      if (!agent.survey) throw new ParleyError('no-survey', `${agent.name} takes no surveys`)
      return await agent.survey(ask)
    },
    onOver: ({ match, seat, scores }) => {
      const played = seats.forget(match)
      remark(options, `match ${match}: ${scores[seat] ?? 'stopped'}`)
      if (played && ++done === options.matches) enough() // an end from before may be told again: it is not counted
    },
    onError: (error) => remark(options, String(error)),
  })
  remark(options, `${player.welcome.agent} has joined ${options.url}`)
  const why = await Promise.race([stopped, player.closed])
  player.close()
  result(
    options,
    { agent: player.welcome.agent, matches: done, ...(why && { closed: why.code }) },
    why ? why.message : `${done} matches played`,
  )
}

const signalled = () =>
  new Promise<void>((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop())
  })

/** Of the red team: those that misbehave at the door. */
async function attack(spec: string, token: string, options: ConnectOptions): Promise<void> {
  const end = wireAttacks[spec]!({ url: options.url, token })
  remark(options, `${spec} is at ${options.url}`)
  await signalled()
  end()
  result(options, { agent: spec }, `${spec} has left`)
}

type Asked = Pick<AskMessage, 'match' | 'seat' | 'game'>

/** An agent a seat: what it remembers of a match is its own. */
class SeatAgents {
  readonly #spec: string
  readonly #seed: number
  readonly #agents = new Map<string, Promise<Agent>>()

  constructor(spec: string, seed: number) {
    this.#spec = spec
    this.#seed = seed
  }

  async of(ask: Asked): Promise<Agent> {
    const key = `${ask.match} ${ask.seat}`
    const known = this.#agents.get(key) ?? this.#open(ask, key)
    this.#agents.set(key, known)
    return await known
  }

  /** Returns whether anybody sat in it. */
  forget(match: string): boolean {
    const keys = [...this.#agents.keys()].filter((key) => key.startsWith(`${match} `))
    for (const key of keys) this.#agents.delete(key)
    return keys.length > 0
  }

  asAsk(message: AskMessage): Ask {
    return message
  }

  async #open(ask: Asked, key: string): Promise<Agent> {
    return await openAgent(this.#spec, { game: await gameOf(ask), random: stream(this.#seed, key) })
  }
}

/** The rules, where they are known here too; else what an agent needs to know of them that plays by its view. */
async function gameOf(ask: Asked & { readonly kind?: string }): Promise<Game> {
  try {
    return (await openScenario(ask.game)).game
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error
    const kind = ask.kind ?? (ask.game.startsWith('mystery') ? 'murder-mystery' : ask.game)
    return { id: ask.game, kind, openRules: false } as Game
  }
}
