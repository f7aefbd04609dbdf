/**
 * The TypeScript client: your agent is one function from an ask to a move. Joining, coming back after a drop,
 * answering once, and waiting where the arena says wait are done here.
 *
 *     import { joinArena } from 'parley/plugins/client/index.ts'
 *     await joinArena({ url: 'http://localhost:8080', token: process.env.PARLEY_TOKEN!, act: ({ moves }) => moves[0]! })
 */
import { io, type Socket } from 'socket.io-client'
import type {
  ActMessage,
  ActReply,
  AskMessage,
  Beliefs,
  OverMessage,
  SurveyMessage,
  Welcome,
  WireRefusal,
} from '../../arena/host/protocol.ts'

export type { AskMessage, OverMessage, SurveyMessage, Welcome }

/** A move as it is spelled in `ask.moves`, alone or with words, beliefs and notes. */
export type Reply = string | Pick<ActMessage, 'move' | 'text' | 'beliefs' | 'note'>

export interface ClientOptions {
  /** Where the arena is: `http://localhost:8080`. */
  readonly url: string
  /** From `parley agent token NAME`. */
  readonly token: string
  act(ask: AskMessage): Reply | Promise<Reply>
  /** What the seat thinks of the others, off the record; without it the agent is not surveyed. */
  survey?(ask: SurveyMessage): Beliefs | Promise<Beliefs>
  readonly version?: string
  /** Matches at once; default 1. */
  readonly concurrency?: number
  /** Kinds of game it wants; default any. */
  readonly kinds?: readonly string[]
  /** False: `ask.prompt` is empty, which spares both sides work when the agent reads the view alone. */
  readonly prompt?: boolean
  /** How long the first join may take; default 20. Later ones, after a drop, are tried until they succeed. */
  readonly joinSeconds?: number
  onOver?(over: OverMessage): void
  /** Hears of what went wrong; default: the console. The agent plays on. */
  onError?(error: unknown): void
}

export interface Player {
  readonly welcome: Welcome
  /** Resolves when the arena has closed the link for good: the agent joined elsewhere, or its token is revoked. */
  readonly closed: Promise<WireRefusal | null>
  close(): void
}

/** The arena said no: `code` says to what, `message` why. */
export class Refused extends Error {
  readonly code: string
  constructor({ code, message }: WireRefusal) {
    super(message)
    this.name = 'Refused'
    this.code = code
  }
}

const ACK_MS = 5_000
/** Ends remembered, as many as an arena tells again. */
const ENDS = 200
const DIAL_MS = 10_000
const PROTOCOL = 1

/** Resolves once joined; throws Refused when the arena won't have this agent, and Error when it can't be reached at first. */
export async function joinArena(options: ClientOptions): Promise<Player> {
  const { url, token, version, kinds, concurrency = 1, survey, prompt = true, joinSeconds = 20 } = options
  const agent = version === undefined ? {} : { agent: { version } }
  const socket = io(`${url.replace(/\/$/, '')}/agents`, {
    auth: {
      protocol: PROTOCOL,
      token,
      concurrency,
      prompt,
      surveys: survey !== undefined,
      ...agent,
      ...(kinds && { kinds }),
    },
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 100,
    reconnectionDelayMax: 3_000,
    timeout: DIAL_MS, // a link that opens and says nothing is given up and dialled again
  })
  const closed = closing(socket, options)
  listen(socket, options)
  return { welcome: await welcomed(socket, joinSeconds), closed, close: () => socket.disconnect() }
}

function welcomed(socket: Socket, seconds: number): Promise<Welcome> {
  return new Promise((done, failed) => {
    const fail = (error: Error) => {
      ended()
      socket.disconnect()
      failed(error)
    }
    const timer = setTimeout(
      () => fail(new Error(`the arena did not take the join within ${seconds} s`)),
      seconds * 1000,
    )
    const refused = (error: Error & { data?: WireRefusal }) =>
      fail(
        error.data
          ? new Refused(error.data)
          : new Error(`the arena can't be reached: ${error.message}`, { cause: error }),
      )
    const welcome = (message: Welcome) => {
      ended()
      done(message)
    }
    const ended = () => {
      clearTimeout(timer)
      socket.off('welcome', welcome).off('connect_error', refused) // from now on it comes back by itself
    }
    socket.on('welcome', welcome).on('connect_error', refused)
  })
}

/** Drops are come back from, and refusals that say when to try again; any other refusal to let the agent in again is the end. */
function closing(socket: Socket, { onError = console.error }: ClientOptions): Promise<WireRefusal | null> {
  return new Promise((done) => {
    let why: WireRefusal | null = null
    let joined = false
    socket.once('welcome', () => {
      joined = true
    })
    socket.on('closed', (refusal: WireRefusal) => {
      why = refusal
    })
    socket.on('disconnect', (reason) => {
      if (reason === 'io client disconnect' || reason === 'io server disconnect') done(why)
    })
    socket.on('connect_error', ({ message, data }: Error & { data?: WireRefusal }) => {
      if (!joined) return
      if (!data) onError(new Error(`the arena can't be reached, trying again: ${message}`))
      else if (data.retry === undefined) done(data)
      else setTimeout(() => socket.connect(), data.retry * 1000) // refused, it does not try by itself
    })
  })
}

function listen(socket: Socket, options: ClientOptions): void {
  const { onError = console.error } = options
  /** Answers by match and turn, so that an ask that comes again is not thought about again. */
  const thinking = new Map<string, Promise<ActMessage | null>>()
  socket.on('ask', (ask: AskMessage) => {
    const key = `${ask.match} ${ask.turn} ${ask.refusal?.left ?? ''}`
    const known = thinking.get(key)
    const answer = known ?? think(ask, options, key)
    if (known === undefined) thinking.set(key, answer)
    answer.then((act) => (act ? sent(socket, act) : undefined)).catch(onError)
    for (const old of thinking.keys()) if (old.startsWith(`${ask.match} `) && !isTurn(old, ask)) thinking.delete(old)
  })
  socket.on('survey', (ask: SurveyMessage) => {
    Promise.resolve(options.survey?.(ask))
      .then(
        (beliefs) => beliefs && socket.emit('beliefs', { match: ask.match, turn: ask.turn, seat: ask.seat, beliefs }),
      )
      .catch(onError)
  })
  const ended: string[] = [] // an end may be told twice: before a drop and after it
  socket.on('over', (over: OverMessage) => {
    const end = `${over.match} ${over.seat}`
    if (ended.includes(end)) return
    ended.push(end)
    if (ended.length > ENDS) ended.shift()
    for (const key of thinking.keys()) if (key.startsWith(`${over.match} `)) thinking.delete(key)
    options.onOver?.(over)
  })
}

/** Asks of one sealed choice stand side by side; a later turn ends them. */
const isTurn = (key: string, ask: AskMessage) => Number(key.split(' ')[1]) >= ask.turn - 64

/** null when the agent failed: its clock runs on, and it may come back. */
async function think(
  ask: AskMessage,
  { act, onError = console.error }: ClientOptions,
  id: string,
): Promise<ActMessage | null> {
  try {
    const reply = await act(ask)
    const said = typeof reply === 'string' ? { move: reply } : reply
    return { match: ask.match, turn: ask.turn, id: id.slice(-64), ...said }
  } catch (error) {
    onError(error)
    return null
  }
}

/** Sends until it is acknowledged or the link is down; then the ask comes again by itself. */
async function sent(socket: Socket, act: ActMessage): Promise<void> {
  while (socket.connected) {
    const reply = (await socket
      .timeout(ACK_MS)
      .emitWithAck('act', act)
      .catch(() => null)) as ActReply | null
    if (!reply) continue
    if (reply.ok || reply.error.code !== 'too-fast') return
    await new Promise((done) => setTimeout(done, (reply.error.retry ?? 1) * 1000))
  }
}
