/** Spectators on any node: what one server tells a room, every server of the cluster tells its own sockets in it. */
import { createAdapter } from '@socket.io/redis-streams-adapter'
import { Redis } from 'ioredis'
import type { Server } from 'socket.io'

/** Joins `io` to the cluster on this Redis, before anybody connects. Returns how to leave it. Throws when Redis can't be reached. */
export async function joinCluster(io: Server, url: string, failed: (error: unknown) => void): Promise<() => void> {
  const redis = new Redis(url, { maxRetriesPerRequest: null, lazyConnect: true })
  redis.on('error', failed)
  await redis.connect()
  io.adapter(createAdapter(redis, { streamName: 'parley-watch', maxLen: 10_000 }))
  return () => redis.disconnect()
}
