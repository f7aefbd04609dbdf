/** A server's share of tournaments: it plays, as rooms, the matches of agents that are joined to it. */

import { setMaxListeners } from 'node:events'
import { existsSync } from 'node:fs'
import type { Logger } from 'pino'
import { ParleyError } from '../core/errors.ts'
import { hash32 } from '../core/rng.ts'
import type { PlannedMatch } from '../tournament/index.ts'
import { connectedName, needsServer } from './connected.ts'
import type { Jobs } from './jobs.ts'
import { workerName } from './jobs-sql.ts'
import { logPath, readLogFile } from './log-file.ts'
import type { Room } from './room.ts'
import type { Rooms } from './rooms.ts'
import type { MatchSpec } from './store.ts'
import { recordOf } from './tournament-meter.ts'
import { aside, type Order, type Played, type Stop, type StopReason } from './tournament-play.ts'
import type { TournamentStore } from './tournament-store.ts'
import { pause, work } from './tournament-worker.ts'

export interface ServedParts {
  readonly rooms: Rooms
  readonly store: TournamentStore
  /** The line of matches that only servers can play. */
  readonly line: Jobs
  readonly log: Logger
}

/** Milliseconds between looks at an empty line, and at how a tournament and absent agents stand. */
const LOOK = 500
/** After a fault of the store or a scenario, milliseconds until the next try. */
const AGAIN = 5_000

/** Takes matches of connected agents until it is ended. */
export function serveTournaments(parts: ServedParts): { end(): Promise<void> } {
  const stop = new AbortController()
  setMaxListeners(0, stop.signal)
  const server = new ServedMatches(parts)
  const working = (async () => {
    while (!stop.signal.aborted) {
      try {
        await work(depsOf(parts), { name: workerName(), stop: stop.signal, idle: LOOK, serves: server })
      } catch (error) {
        parts.log.error({ err: error }, 'matches of a tournament could not be played; trying again')
        await pause(AGAIN, stop.signal)
      }
    }
  })()
  return {
    async end() {
      stop.abort('paused' satisfies StopReason)
      await working
    },
  }
}

const depsOf = ({ rooms, store, line }: ServedParts) => {
  const { openAgent, openScenario, dir } = rooms.options
  return { openAgent, openScenario: (name: string) => openScenario(name), logs: dir, store, jobs: line }
}

/** How a wait for a match ended. */
type End = 'over' | 'absent' | 'paused' | 'cancelled'

class ServedMatches {
  readonly #parts: ServedParts
  /** Tournaments' states as read a moment ago. */
  readonly #states = new Map<string, { at: number; state: Promise<string> }>()

  constructor(parts: ServedParts) {
    this.#parts = parts
  }

  ready({ agents }: PlannedMatch): boolean {
    const { sessions } = this.#parts.rooms.options
    return agents.every((spec) => {
      const name = connectedName(spec)
      return name === null || sessions.isHere(name)
    })
  }

  /** Plays the match, or goes on with it; each counts once, whatever else comes between. */
  async play(order: Order, stop: Stop): Promise<Played> {
    const spec = specOf(order)
    const { rooms } = this.#parts
    let room: Room | null
    try {
      room = rooms.get(spec.id) ?? (await this.#begun(spec))
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error
      return { done: false, events: 0, log: '', reason: error.message } // no place now, or an agent this server can't make
    }
    if (room === null) return await this.#finished(spec.id)
    const end = await this.#end(room, order, stop)
    if (end !== 'absent') return await this.#gone(room, end)
    const absent = this.#away(room)
    const reason = `away: ${absent.join(', ')}`
    if (!(await rooms.withdraw(room.id))) return await this.play(order, stop) // they came at the last moment
    if (order.plan.absent.rule === 'wait') return { done: false, events: 0, log: '', reason }
    const alone = await rooms.start({ ...spec, absent })
    return await this.#gone(alone, await this.#end(alone, order, stop))
  }

  /** Starts the match; null when it has been played to its end before. */
  async #begun(spec: MatchSpec): Promise<Room | null> {
    const { rooms } = this.#parts
    const known = await rooms.options.store.match(spec.id)
    if (known?.state === 'over') return null
    if (known) await rooms.options.store.removeMatch(spec.id) // stopped by somebody; it is played anew, its log kept
    const path = logPath(rooms.options.dir, spec.id)
    if (existsSync(path)) aside(path)
    return await rooms.start(spec)
  }

  /** A match from before a restart, or one whose room is gone, by its log. */
  async #finished(id: string): Promise<Played> {
    const { dir, store } = this.#parts.rooms.options
    const path = logPath(dir, id)
    const events = existsSync(path) ? readLogFile(path).events : await store.events(id)
    const record = recordOf(events, [])
    if (record === null) throw new ParleyError('bad-log', `match ${id} is over, but its log has no end`)
    return { done: true, record, earlier: null }
  }

  /** What became of a room that is not waited for any more. */
  async #gone(room: Room, end: End): Promise<Played> {
    const { rooms } = this.#parts
    if (end === 'cancelled') await rooms.stop(room.id, 'the tournament was cancelled')
    const record = recordOf(room.events, room.seconds)
    if (record !== null) return { done: true, record, earlier: null }
    if (end === 'paused') await rooms.withdraw(room.id)
    const path = logPath(rooms.options.dir, room.id)
    const reason = end === 'over' ? 'interrupted' : end
    return { done: false, events: room.events.length, log: room.events.length > 0 ? path : '', reason }
  }

  /** Waits until the match is over, its agents have stayed away too long, or its tournament is no longer played. */
  async #end(room: Room, { match, plan }: Order, stop: Stop): Promise<End> {
    const { rooms } = this.#parts
    let over = false
    let wake = () => {}
    rooms.whenOver(room.id, () => {
      over = true
      wake()
    })
    const hook = () => wake()
    stop.add(hook)
    try {
      let waited = performance.now()
      while (!over) {
        if (stop.reason !== null) return stop.reason
        const state = await this.#stateOf(match.tournament)
        if (state === 'cancelled' || (state === 'paused' && rooms.isWaiting(room.id))) return state
        if (!rooms.isWaiting(room.id) || this.#away(room).length === 0) waited = performance.now()
        else if (performance.now() - waited >= plan.absent.seconds * 1000) return 'absent'
        if (!over) await sleep(LOOK, (up) => (wake = up))
      }
      return 'over'
    } finally {
      stop.delete(hook)
    }
  }

  #away(room: Room): readonly string[] {
    const { sessions, isBuiltIn } = this.#parts.rooms.options
    const { agents, absent = [] } = room.spec
    const names = [...new Set(agents.filter((name) => !isBuiltIn(name) && !absent.includes(name)))]
    return names.filter((name) => !sessions.isHere(name))
  }

  async #stateOf(tournament: string): Promise<string> {
    const known = this.#states.get(tournament)
    if (known && Date.now() - known.at < LOOK) return await known.state
    const state = this.#parts.store.tournament(tournament).then((found) => found?.state ?? 'cancelled')
    this.#states.set(tournament, { at: Date.now(), state })
    return await state
  }
}

async function sleep(milliseconds: number, wakes: (wake: () => void) => void): Promise<void> {
  await new Promise<void>((done) => {
    const timer = setTimeout(done, milliseconds)
    wakes(() => {
      clearTimeout(timer)
      done()
    })
  })
}

/** The planned match as the arena plays it: remote agents by their bare names. */
function specOf({ match, plan }: Order): MatchSpec {
  const { id, tournament, round, block, meets, scenario, seed, agents } = match
  return {
    id,
    scenario,
    seed,
    agents: agents.map((spec) => connectedName(spec) ?? spec),
    survey: plan.survey,
    open: false,
    pace: 0,
    tournament,
    turnMs: plan.turnSeconds * 1000,
    luck: hash32(`${seed}/${id}`),
    block: { id: `${tournament}.${block}`, round, size: meets.length, strangers: needsServer({ agents: meets }) },
  }
}
