/** Every limit of the server with its default: what a stranger may send, how long a seat may think, how much is kept. */
import { brief, ParleyError, unknownName } from '../core/errors.ts'

export interface Settings {
  /** Milliseconds a remote seat has for a turn; null: no clock. */
  readonly turnMs: number | null
  /** Milliseconds a remote seat may overdraw over a whole match. */
  readonly bankMs: number
  /** Without a clock: how long a seat may be away before it counts as gone. */
  readonly graceMs: number
  /** Milliseconds an agent in this process has for a turn, when it answers with a promise. */
  readonly agentMs: number
  /** Milliseconds a survey may take. */
  readonly surveyMs: number
  /** Milliseconds a match waits for its people and remote agents before it is given up; null: for ever. */
  readonly waitMs: number | null
  /** Illegal answers a seat may take back each turn. */
  readonly retries: number
  /** What follows the last of them: `fault` plays the game's fallback move where it has one, `forfeit` loses the match. */
  readonly illegal: 'fault' | 'forfeit'
  /** Matches one agent may ask for at once in its handshake. */
  readonly concurrency: number

  /** Bytes of one message. The transport cuts off at twice this, so that a giant is told why. */
  readonly messageBytes: number
  /** Messages a second a socket may send, and how many at once. */
  readonly messagesPerSecond: number
  readonly burst: number
  /** Sockets open at once from one address. */
  readonly socketsPerAddress: number
  /** Milliseconds a socket has to join a namespace. */
  readonly handshakeMs: number
  /** A dead connection is noticed within the sum of these. */
  readonly pingMs: number
  readonly pongMs: number
  /** Milliseconds between looks for tokens that were revoked meanwhile; their links are closed. */
  readonly tokenMs: number
  /** HTTP requests a minute from one address. */
  readonly requestsPerMinute: number
  /** Bytes of an HTTP body; a dropped log or a scenario document. */
  readonly bodyBytes: number
  /** Matches one person or token may have running at once through HTTP. */
  readonly matchesPerToken: number
  /** Matches running at once on this server. */
  readonly matches: number

  /** Frames of one message; a long match is sent in several. */
  readonly framesPerBatch: number
  readonly beatMs: number
  /** Milliseconds between looks at a watched match that another server or a worker plays. */
  readonly followMs: number
  /** Finished matches kept; older ones are forgotten. null: all. */
  readonly keepMatches: number | null
  /** Milliseconds between writes to the store. */
  readonly flushMs: number
}

export const DEFAULTS: Settings = {
  turnMs: 30_000,
  bankMs: 60_000,
  graceMs: 60_000,
  agentMs: 120_000,
  surveyMs: 10_000,
  waitMs: 900_000,
  retries: 2,
  illegal: 'fault',
  concurrency: 64,
  messageBytes: 65_536,
  messagesPerSecond: 100,
  burst: 200,
  socketsPerAddress: 256,
  handshakeMs: 10_000,
  pingMs: 10_000,
  pongMs: 5_000,
  tokenMs: 2_000,
  requestsPerMinute: 1_200,
  bodyBytes: 8_388_608,
  matchesPerToken: 16,
  matches: 2_000,
  framesPerBatch: 100,
  beatMs: 2_000,
  followMs: 250,
  keepMatches: null,
  flushMs: 50,
}

/** What may stand in place of a number: null for "without", where the settings above say so. */
const MAY_BE_NULL: readonly string[] = ['turnMs', 'waitMs', 'keepMatches']

/** Settings from a stranger's JSON. Throws `unknown-setting` with the nearest name, and `bad-setting` with what is allowed. */
export function readSettings(came: unknown): Partial<Settings> {
  if (typeof came !== 'object' || came === null || Array.isArray(came)) {
    throw new ParleyError('bad-setting', `settings are an object by name, not ${brief(came)}`)
  }
  for (const [name, value] of Object.entries(came)) {
    if (!Object.hasOwn(DEFAULTS, name)) throw unknownName('setting', name, Object.keys(DEFAULTS))
    if (name === 'illegal' ? value === 'fault' || value === 'forfeit' : isLimit(name, value)) continue
    const allowed = name === 'illegal' ? '"fault" or "forfeit"' : 'a number from 0'
    const orNull = MAY_BE_NULL.includes(name) ? ', or null' : ''
    throw new ParleyError('bad-setting', `${name} is ${allowed}${orNull}, not ${brief(value)}`)
  }
  return came
}

const isLimit = (name: string, value: unknown): boolean =>
  value === null ? MAY_BE_NULL.includes(name) : typeof value === 'number' && Number.isFinite(value) && value >= 0
