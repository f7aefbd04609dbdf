/** One match as it arrives: frames in order, each once, resumed by event id after a break. */
import { type Signal, signal } from '@preact/signals'
import type { Socket } from 'socket.io-client'
import type {
  Frame,
  FrameBatch,
  MatchSummary,
  WatchReply,
  WatchRequest,
  WatchSight,
} from '../../arena/host/protocol.ts'
import { takeHead } from '../shell/head-start.ts'

export interface Feed {
  readonly match: Signal<MatchSummary | null>
  readonly frames: Signal<readonly Frame[]>
  readonly complete: Signal<boolean>
  readonly error: Signal<string | null>
  close(): void
}

/** Follows `match` from its first event, as `sight` may see it. */
export function follow(socket: Socket, match: string, sight: WatchSight): Feed {
  const feed = emptyFeed()
  let next = 0
  const ask = () => {
    const request: WatchRequest = { match, from: next, sight }
    socket.emit('watch', request, (reply: WatchReply) => {
      if (reply.ok) feed.match.value = reply.match
      else feed.error.value = reply.error.message
    })
  }
  const onFrames = (batch: FrameBatch) => {
    if (batch.match !== match || batch.sight !== sight || batch.to < next) return
    if (batch.from > next) return ask()
    take(feed, batch, next)
    next = batch.to + 1
  }
  const onMatch = (one: MatchSummary) => {
    if (one.id === match) feed.match.value = one
  }
  void takeHead(match, String(sight))?.then((head) => {
    if (!head || next > 0) return
    feed.match.value ??= head.match
    onFrames({ ...head.batch, match, sight })
  })
  socket.on('frames', onFrames).on('match', onMatch).on('connect', ask)
  if (socket.connected) ask()
  return {
    ...feed,
    close() {
      socket.off('frames', onFrames).off('match', onMatch).off('connect', ask)
      socket.emit('unwatch', { match })
    },
  }
}

/** A match that is all there: a dropped log. */
export function wholeFeed(match: MatchSummary, batch: FrameBatch): Feed {
  const feed = emptyFeed()
  feed.match.value = match
  take(feed, batch, 0)
  return feed
}

function emptyFeed(): Feed {
  return {
    match: signal<MatchSummary | null>(null),
    frames: signal<readonly Frame[]>([]),
    complete: signal(false),
    error: signal<string | null>(null),
    close() {},
  }
}

/** Frames before `next` were seen already: a resumed feed may overlap. */
function take(feed: Feed, batch: FrameBatch, next: number): void {
  const fresh = batch.frames.filter((frame) => frame.id >= next)
  if (fresh.length > 0) feed.frames.value = [...feed.frames.value, ...withViews(fresh, feed.frames.value.at(-1))]
  if (batch.complete) feed.complete.value = true
}

/** A frame that changed nothing comes without its view: the one before still holds. Seats' own parts are laid over the shared view. */
export function withViews(fresh: readonly Frame[], last: Frame | undefined): Frame[] {
  let before = last
  return fresh.map((frame) => {
    if (frame.view !== undefined)
      before = { ...frame, ...(frame.views && { views: frame.views.map(over(frame.view)) }) }
    else before = { ...frame, ...(before && { view: before.view, ...(before.views && { views: before.views }) }) }
    return before
  })
}

const over = (shared: unknown) => (own: unknown) =>
  typeof own === 'object' && own !== null && !Array.isArray(own) ? { ...(shared as object), ...own } : own
