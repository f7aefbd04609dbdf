/** The socket to the arena: the lobby's state, kept fresh, and whether what we show is stale. */
import { signal } from '@preact/signals'
import { io, type Socket } from 'socket.io-client'
import type {
  Beat,
  LobbyState,
  MatchSummary,
  Standing,
  TournamentProgress,
  TrainingRun,
} from '../../arena/host/protocol.ts'

export type Lobby = Omit<LobbyState, 'ok'>

export const lobby = signal<Lobby | null>(null)
/** The moment of the last sign of life, once nothing has come for three beats; null while all is well. */
export const staleSince = signal<number | null>(null)

const RECENT = 30
let beatMs = 2_000
let heardAt = Date.now()

/** A socket to one of the arena's namespaces. One that the arena cut off (too slow, restarting) comes back too. */
export function connect(namespace: string, auth: object = {}): Socket {
  const socket = io(namespace, {
    auth,
    transports: ['websocket', 'polling'],
    reconnectionDelay: 300,
    reconnectionDelayMax: 3_000,
  })
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') setTimeout(() => socket.connect(), COME_BACK)
  })
  return socket
}

const COME_BACK = 500

let shared: Socket | null = null

/** The spectators' socket that all pages share. */
export function watching(): Socket {
  if (shared) return shared
  const socket = connect('/watch')
  shared = socket
  socket.on('connect', () => socket.emit('lobby', {}, enter))
  socket.on('match', (match: MatchSummary) => change((now) => withMatch(now, match)))
  socket.on('standings', ({ items }: { items: readonly Standing[] }) => change((now) => ({ ...now, standings: items })))
  socket.on('tournament', (one: TournamentProgress) =>
    change((now) => ({ ...now, tournaments: upsert(now.tournaments, one) })),
  )
  socket.on('training', (one: TrainingRun) => change((now) => ({ ...now, training: withPoints(now.training, one) })))
  socket.on('beat', (_beat: Beat) => heard())
  socket.onAny(heard)
  setInterval(checkPulse, 500)
  return socket
}

function enter(state: LobbyState): void {
  lobby.value = state
  beatMs = state.beatMs
  heard()
}

function heard(): void {
  heardAt = Date.now()
  if (staleSince.value !== null) staleSince.value = null
}

function checkPulse(): void {
  if (Date.now() - heardAt > 3 * beatMs && staleSince.value === null) staleSince.value = heardAt
}

function change(how: (now: Lobby) => Lobby): void {
  if (lobby.value) lobby.value = how(lobby.value)
}

/** A running match moves among the recent ones when it ends; the newest stand first. */
export function withMatch(now: Lobby, match: MatchSummary): Lobby {
  const running = now.running.filter((one) => one.id !== match.id)
  const recent = now.recent.filter((one) => one.id !== match.id)
  if (match.state === 'over' || match.state === 'stopped')
    return { ...now, running, recent: [match, ...recent].slice(0, RECENT) }
  const at = now.running.findIndex((one) => one.id === match.id)
  return { ...now, running: at < 0 ? [match, ...running] : now.running.with(at, match), recent }
}

function upsert<T extends { readonly id: string }>(items: readonly T[], item: T): readonly T[] {
  const at = items.findIndex((one) => one.id === item.id)
  return at < 0 ? [item, ...items] : items.with(at, item)
}

/** A `training` message brings the newest points only; the curves so far are kept. */
export function withPoints(runs: readonly TrainingRun[], news: TrainingRun): readonly TrainingRun[] {
  const known = runs.find((one) => one.id === news.id)
  const curves: Record<string, readonly (readonly [number, number])[]> = { ...known?.curves }
  for (const [name, points] of Object.entries(news.curves)) {
    const last = curves[name]?.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY
    curves[name] = [...(curves[name] ?? []), ...points.filter(([step]) => step > last)]
  }
  return upsert(runs, { ...news, curves })
}
