/** Namespace `/watch`: spectators and the lobby. */
import type { Logger } from 'pino'
import type { Namespace, Socket } from 'socket.io'
import type { Boards } from './boards.ts'
import { guard, type Handlers } from './guard.ts'
import type { Beat, LobbyState, MatchSummary, WatchReply, WatchRequest } from './protocol.ts'
import type { Registry } from './registry.ts'
import { allowSight } from './rights.ts'
import type { Rooms } from './rooms.ts'
import type { Settings } from './settings.ts'
import type { Bearer, Tokens } from './tokens.ts'
import { type Subscription, WatchHub } from './watch-hub.ts'

export interface WatchDoors {
  readonly rooms: Rooms
  readonly registry: Registry
  readonly boards: Boards
  readonly tokens: Tokens
  readonly settings: Settings
  readonly log: Logger
  /** Other servers' spectators hear from this one, too. */
  readonly clustered: boolean
  /** Servers on one store find out for themselves what stands in it. */
  readonly shared: boolean
}

/** Matches one spectator may follow at once. */
const WATCHED = 64

/** Serves the namespace; returns what tells all of it that a match changed, and what ends the beat. */
export function watchSocket(namespace: Namespace, doors: WatchDoors) {
  const { rooms, settings, log } = doors
  const hub = new WatchHub(namespace, settings, log)
  namespace.use((socket, next) => {
    doors.tokens.bearer(Object(socket.handshake.auth)['token']).then(
      (bearer) => {
        socket.data = bearer
        next()
      },
      (error: Error) => next(error),
    )
  })
  namespace.on('connection', (socket) => spectator(socket, hub, doors))
  const beat = setInterval(() => {
    namespace.local.emit('beat', { at: Date.now(), running: rooms.running().length } satisfies Beat)
    hub.cutSlow()
  }, settings.beatMs)
  return {
    matchChanged: (id: string, summary: () => MatchSummary) => {
      if (doors.clustered || isAwaited(namespace, id)) {
        namespace.to('lobby').to(aboutRoom(id)).emit('match', summary())
      }
    },
    /** Of a match that somebody else plays: said to this server's own spectators. */
    matchSeen: (id: string, summary: () => MatchSummary) => {
      if (isAwaited(namespace, id)) namespace.local.to('lobby').to(aboutRoom(id)).emit('match', summary())
    },
    tell: (type: 'standings' | 'tournament' | 'training', message: object) =>
      (doors.shared ? namespace.local : namespace).to('lobby').emit(type, message),
    close: () => clearInterval(beat),
  }
}

const aboutRoom = (match: string) => `about ${match}`

function isAwaited({ adapter: { rooms } }: Namespace, match: string): boolean {
  return rooms.has('lobby') || rooms.has(aboutRoom(match))
}

function spectator(socket: Socket, hub: WatchHub, doors: WatchDoors): void {
  const { registry, boards, settings, log } = doors
  const watched = new Map<string, Subscription>()
  const unwatch = (match: string) => {
    const subscription = watched.get(match)
    if (subscription) hub.cancel(subscription)
    watched.delete(match)
    void socket.leave(aboutRoom(match))
  }
  const watch = async (request: WatchRequest): Promise<WatchReply> => {
    const { match, sight = 'audience' } = request
    const { summary, told, spec } = await registry.find(match)
    allowSight(sight, spec, summary, socket.data as Bearer | null)
    unwatch(match)
    if (watched.size >= WATCHED) {
      return { ok: false, error: { code: 'too-many', message: `at most ${WATCHED} matches may be watched at once` } }
    }
    const from = request.tail === undefined ? (request.from ?? 0) : Math.max(0, told.events.length - request.tail)
    const teller = hub.tellerFor(told, sight, from)
    const snapshot = request.tail === undefined ? null : teller.snapshot()
    void socket.join(aboutRoom(match))
    watched.set(match, hub.subscribe(socket, teller))
    return { ok: true, match: summary, sight, ...(snapshot && { snapshot }) }
  }
  const lobby = async (): Promise<LobbyState> => {
    void socket.join('lobby')
    return { ok: true, ...(await registry.lobby()), ...(await boards.all()), beatMs: settings.beatMs }
  }
  const handlers: Handlers = new Map([
    ['watch', { schema: 'watch', run: watch }],
    [
      'unwatch',
      {
        schema: 'unwatch',
        run: ({ match }: { match: string }) => {
          unwatch(match)
          return { ok: true }
        },
      },
    ],
    ['lobby', { schema: 'lobby', run: lobby }],
  ])
  guard(socket, handlers, settings, log)
  socket.on('disconnect', () => {
    for (const match of [...watched.keys()]) unwatch(match)
  })
}
