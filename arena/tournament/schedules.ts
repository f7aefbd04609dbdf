/** Every schedule there is. Adding one: write it, list it here. */
import { unknownName } from '../core/errors.ts'
import { knockout } from './knockout.ts'
import { ladder } from './ladder.ts'
import { gauntlet, roundRobin } from './round-robin.ts'
import type { Schedule } from './schedule.ts'
import { swiss } from './swiss.ts'

/** Everybody meets at once: each agent plays every seat of every scenario once a round, on the same deal. */
const roleBlocks: Schedule = {
  id: 'role-blocks',
  title: 'every agent plays every seat equally often, on the same deals',
  waits: false,
  next({ agents, round, length }) {
    if (agents.length < 2 || length === 'enough') return null
    return length === 'natural' && round >= agents.length - 1 ? null : [{ agents }]
  },
}

export const schedules: readonly Schedule[] = [roleBlocks, roundRobin, gauntlet, swiss, knockout, ladder]

/** Throws `unknown-schedule` with the nearest name. */
export function scheduleOf(id: string): Schedule {
  const found = schedules.find((schedule) => schedule.id === id)
  if (found) return found
  throw unknownName(
    'schedule',
    id,
    schedules.map((schedule) => schedule.id),
  )
}
