/** Two agents in a process of their own, one over socket.io with the client, one over a plain WebSocket: they play by the ask alone. */
import { WebSocket } from 'ws'
import { type AskMessage, joinArena, type Reply } from '../../../plugins/client/index.ts'

/** By match: the turn from which on answers are held back until a later order; a match that is not listed has not begun. */
export type Gates = Readonly<Record<string, number>> | 'open'

export interface AgentsOrder {
  readonly url: string
  readonly tokens: { readonly client: string; readonly plain: string }
  readonly gates: Gates
}

export class Gate {
  #gates: Gates
  #held: { readonly ask: AskMessage; readonly go: () => void }[] = []

  constructor(gates: Gates) {
    this.#gates = gates
  }

  set(gates: Gates): void {
    this.#gates = gates
    for (const { ask, go } of this.#held.splice(0)) void this.passed(ask).then(go)
  }

  /** Resolves once the turn may be answered. */
  passed(ask: AskMessage): Promise<void> {
    if (this.#gates === 'open' || ask.turn < (this.#gates[ask.match] ?? 0)) return Promise.resolve()
    return new Promise((go) => this.#held.push({ ask, go }))
  }
}

/** The same answer to the same ask, whoever asks and however often; now and then an illegal one first, for those that number their answers. */
export function steadyReply(ask: AskMessage, mayErr: boolean): Exclude<Reply, string> {
  const { turn, moves, speech, refusal, names, seat } = ask
  if (mayErr && turn % 5 === 2 && refusal === undefined) return { move: 'jump out of the window' }
  const move = moves[turn % moves.length]!
  const speaks = speech !== undefined && (speech.moves === 'all' || speech.moves.includes(move))
  const suspects = names.map((_, other) => (other === seat ? 0 : 1))
  return {
    move,
    ...(speaks && { text: `It is turn ${turn}.` }),
    beliefs: { suspects },
    note: { thought: `turn ${turn}` },
  }
}

/** Returns what ends them. */
export async function joinBoth({ url, tokens }: Omit<AgentsOrder, 'gates'>, gate: Gate): Promise<() => void> {
  const client = await joinArena({
    url,
    token: tokens.client,
    concurrency: 10,
    act: async (ask) => {
      await gate.passed(ask)
      return steadyReply(ask, true)
    },
    onError: () => {},
  })
  const endPlain = joinPlain(url, tokens.plain, gate)
  return () => {
    client.close()
    endPlain()
  }
}

/** By hand: thirty lines in any language would do the same. */
function joinPlain(url: string, token: string, gate: Gate): () => void {
  let ended = false
  let socket: WebSocket
  const dial = () => {
    const own = new WebSocket(`${url.replace('http', 'ws')}/ws/agents`)
    const send = (message: object) => own.readyState === own.OPEN && own.send(JSON.stringify(message))
    socket = own
    own.on('open', () => send({ type: 'join', protocol: 1, token, concurrency: 10 }))
    own.on('error', () => {}) // its close follows
    own.on('close', () => setTimeout(() => !ended && dial(), 100))
    own.on('message', async (line) => {
      const { type, ...ask } = JSON.parse(String(line)) as AskMessage & { readonly type: string }
      if (type !== 'ask') return
      await gate.passed(ask)
      send({ type: 'act', match: ask.match, turn: ask.turn, ...steadyReply(ask, false) })
    })
  }
  dial()
  return () => {
    ended = true
    socket.terminate()
  }
}

/** As a child process: orders come from the parent, and `joined` goes back. */
if (process.send) {
  const gate = new Gate({})
  let begun = false
  process.on('message', (order: AgentsOrder) => {
    gate.set(order.gates)
    if (!begun) void joinBoth(order, gate).then(() => process.send!('joined'))
    begun = true
  })
  process.once('disconnect', () => process.exit())
}
