/** The server: HTTP, sockets and rooms on one port, put together and taken apart. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { Server as SocketServer } from 'socket.io'
import { AddressCount } from './addresses.ts'
import { agentsSocket } from './agents-socket.ts'
import { watchBoards } from './board-watch.ts'
import type { Boards } from './boards.ts'
import { watchElsewhere } from './elsewhere-watch.ts'
import { httpSide } from './http.ts'
import type { Doors } from './http-doors.ts'
import { Registry } from './registry.ts'
import { showOutRevoked } from './revoked.ts'
import { Rooms, type RoomsOptions } from './rooms.ts'
import type { Sessions } from './sessions.ts'
import type { Settings } from './settings.ts'
import { forgetDead } from './shown-matches.ts'
import type { Tokens } from './tokens.ts'
import { watchSocket } from './watch-socket.ts'
import { attachWebSocket } from './ws-agents.ts'

export interface ArenaParts
  extends Pick<
    Doors,
    'pages' | 'openTable' | 'demo' | 'studio' | 'version' | 'scenarios' | 'agents' | 'credits' | 'strangersMay'
  > {
  readonly rooms: RoomsOptions
  readonly sessions: Sessions
  readonly tokens: Tokens
  readonly boards: Boards
  readonly settings: Settings
  readonly log: Logger
  readonly host: string
  /** 0: any free one. */
  readonly port: number
  /** Joins the other servers of a cluster; what it gives leaves them. */
  readonly join?: (sockets: SocketServer) => Promise<() => void>
}

export interface RunningArena {
  readonly url: string
  readonly rooms: Rooms
  readonly registry: Registry
  readonly sockets: SocketServer
  /** Unfinished matches that were gone on with. */
  readonly resumed: number
  tell: ReturnType<typeof watchSocket>['tell']
  /** Leaves running matches as they stand and frees the port. */
  close(): Promise<void>
}

/** How often at most the summary of a running match is told. */
const TELL_MS = 300
/** A match whose people or agents never come is given up. */
const SWEEP_MS = 30_000
/** Longer than clients and proxies keep a connection they don't use, so that none is closed while a request is on its way. */
const KEEP_ALIVE_MS = 65_000

export async function openArena(parts: ArenaParts): Promise<RunningArena> {
  const { settings, log, tokens, boards } = parts
  const rooms = new Rooms(parts.rooms)
  const registry = new Registry(rooms, parts.rooms.store, parts.rooms.openScenario)
  const doors: Doors = { ...parts, rooms, registry }
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, httpSide(doors))
  const sockets = socketServer(server, settings)
  const leave = await parts.join?.(sockets)
  agentsSocket(sockets.of('/agents'), parts)
  const watch = watchSocket(sockets.of('/watch'), {
    rooms,
    registry,
    boards,
    tokens,
    settings,
    log,
    clustered: leave !== undefined,
    shared: parts.rooms.node !== undefined,
  })
  const quiet = throttled(TELL_MS, (id) => {
    const room = rooms.get(id)
    if (room) watch.matchChanged(id, () => registry.ofRoom(room))
  })
  rooms.onChange = (room) => {
    if (rooms.get(room.id)) quiet(room.id)
    else watch.matchChanged(room.id, () => ({ ...registry.ofRoom(room), endedAt: Date.now() }))
  }
  const detach = attachWebSocket(server, parts)
  const lobby = sockets.of('/watch').adapter
  const endBoards = watchBoards(boards, watch.tell, () => lobby.rooms.has('lobby'), log)
  const others = { rooms, registry, isWatched: () => lobby.rooms.has('lobby'), told: watch.matchSeen, log }
  const endElsewhere = watchElsewhere(others, leave !== undefined)
  const endTokens = showOutRevoked({ ...parts, watch: sockets.of('/watch') }, settings.tokenMs)
  const resumed = await rooms.resume()
  const url = await listening(server, parts)
  const sweep = setInterval(() => {
    void rooms.sweep(settings.waitMs)
    forgetDead(parts.rooms.store, Date.now()).catch((error: unknown) => {
      log.error({ err: error }, 'what dead workers showed can not be forgotten')
    })
  }, SWEEP_MS)
  return {
    url,
    rooms,
    registry,
    sockets,
    resumed,
    tell: watch.tell,
    async close() {
      clearInterval(sweep)
      watch.close()
      endBoards()
      endElsewhere()
      endTokens()
      detach()
      await rooms.close()
      server.close()
      server.closeAllConnections() // a long poll would keep it open
      await sockets.close()
      leave?.()
    },
  }
}

function socketServer(server: Server, settings: Settings): SocketServer {
  const addresses = new AddressCount(settings.socketsPerAddress)
  const sockets = new SocketServer(server, {
    serveClient: false,
    connectTimeout: settings.handshakeMs,
    pingInterval: settings.pingMs,
    pingTimeout: settings.pongMs,
    maxHttpBufferSize: settings.messageBytes * 2,
    destroyUpgrade: false,
    allowRequest: (request, decide) => addresses.decide(request, decide),
  })
  sockets.engine.on(
    'connection',
    (socket: { request: { socket: { remoteAddress?: string } }; once(event: string, done: () => void): void }) =>
      addresses.count(socket),
  )
  return sockets
}

async function listening(server: Server, { host, port }: { host: string; port: number }): Promise<string> {
  await new Promise<void>((done, failed) => {
    server.once('error', failed)
    server.listen(port, host, () => {
      server.off('error', failed)
      done()
    })
  })
  const { address, family, port: bound } = server.address() as AddressInfo
  const name = address === '0.0.0.0' || address === '::' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return `http://${name}:${bound}`
}

/** Calls `tell` for a key now and then, never more often than every `milliseconds`, and a last time after the last call. */
function throttled(milliseconds: number, tell: (key: string) => void): (key: string) => void {
  const waiting = new Map<string, boolean>()
  const again = (key: string) => {
    if (!waiting.get(key)) {
      waiting.delete(key)
      return
    }
    waiting.set(key, false)
    tell(key)
    setTimeout(again, milliseconds, key).unref()
  }
  return (key) => {
    if (waiting.has(key)) {
      waiting.set(key, true)
      return
    }
    waiting.set(key, false)
    tell(key)
    setTimeout(again, milliseconds, key).unref()
  }
}
