/** The loop beside a served demo: a guest from a second process sits in, and now and then a policy learns and is swapped in. */
import type { ChildProcess } from 'node:child_process'
import type { Logger } from 'pino'
import type { Arena } from '../../server.ts'
import { currentVersion } from '../train/checkpoint.ts'
import { invite, oneLesson, VISITOR } from './demo.ts'
import { runFolder } from './demo-lesson.ts'

/** First lesson after half a minute, then after rests that double: a demo left running fills no disk. */
const FIRST_MS = 30_000
const LESSONS = 12
const STEPS = 200

export interface LiveLoop {
  stop(): void
}

export function liveLoop(arena: Arena, data: string, log: Logger): LiveLoop {
  const stopping = new AbortController()
  let guest: ChildProcess | undefined
  const run = async () => {
    guest = await invite(arena)
    if (stopping.signal.aborted) guest.kill()
    for (let lesson = 0; lesson < LESSONS && (await rested(FIRST_MS * 2 ** lesson, stopping.signal)); lesson++) {
      const seed = 1 + 100 * (currentVersion(runFolder(data)) ?? 0)
      const tell = (line: string) => log.info(line)
      await oneLesson({ arena, data, visitor: VISITOR, steps: STEPS, seed, signal: stopping.signal, tell })
    }
  }
  run().catch((error: unknown) => {
    if (!stopping.signal.aborted) log.error({ err: error }, 'the demo can not go on learning')
  })
  return {
    stop() {
      stopping.abort()
      guest?.kill()
    },
  }
}

/** False when it was told to stop meanwhile. */
function rested(ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false)
  return new Promise((done) => {
    const timer = setTimeout(done, ms, true)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      done(false)
    })
  })
}
