/** All rooms: starts matches, has them wait for their agents, goes on with unfinished ones after a crash, forgets old ones. */
import { existsSync, rmSync } from 'node:fs'
import type { Logger } from 'pino'
import { ParleyError, unknownName } from '../core/errors.ts'
import type { Event } from '../core/log.ts'
import type { Scenario } from '../scenario/scenario.ts'
import { Elsewhere } from './elsewhere.ts'
import { type EventWriter, eventWriter } from './event-writer.ts'
import { isLast, type Told } from './frames.ts'
import { LogFile, logPath, readLogFile } from './log-file.ts'
import { Room } from './room.ts'
import type { Seals } from './seals.ts'
import { type BuiltIns, builtInAgents, isPerson, remoteNames, type SeatAgents, seated } from './seat-agents.ts'
import type { MatchSpec, Store, StoredMatch } from './store.ts'

export interface RoomsOptions extends SeatAgents {
  readonly store: Store
  /** This server's name among those that share the store; absent: it has the store to itself. */
  readonly node?: string
  /** Folder of the log files. */
  readonly dir: string
  openScenario(name: string): Promise<Scenario>
  /** Whether a token of this name exists. */
  knowsRemote(name: string): Promise<boolean>
  readonly log: Logger
  /** Which matches of tournaments nobody may look into yet; absent: none. */
  readonly seals?: Seals
}

export type Ended = { readonly match: string; readonly events: readonly Event[] }

interface Waiting {
  readonly room: Room
  readonly needs: readonly string[]
  /** Null for a match from before a crash: they are opened when it begins. */
  readonly builtIns: BuiltIns | null
}

export class Rooms {
  readonly options: RoomsOptions
  readonly elsewhere: Elsewhere
  readonly #running = new Map<string, Room>()
  readonly #waiting = new Map<string, Waiting>()
  readonly #ending = new Set<Promise<void>>()
  readonly #writer: EventWriter
  #closed = false
  /** Called whenever a room's summary changed: it began, moved or ended. */
  onChange: (room: Room) => void = () => {}
  onEnd: (room: Room) => void = () => {}
  /** What is done once a match is no longer running, by match. */
  readonly #afterwards = new Map<string, (() => void)[]>()

  constructor(options: RoomsOptions) {
    this.options = options
    this.elsewhere = new Elsewhere(options)
    this.#writer = eventWriter(options.store, options.settings.flushMs, (error) =>
      options.log.error({ err: error }, 'the store refused events; trying again'),
    )
    options.sessions.onChange = () => this.#admit()
  }

  /** Calls `done` once the match is over, given up or stands still. */
  whenOver(match: string, done: () => void): void {
    if (this.get(match)) this.#afterwards.set(match, [...(this.#afterwards.get(match) ?? []), done])
    else done()
  }

  #over(room: Room): void {
    this.#running.delete(room.id)
    this.#rise(room)
    for (const done of this.#afterwards.get(room.id) ?? []) done()
    this.#afterwards.delete(room.id)
  }

  running(): readonly Room[] {
    return [...this.#running.values()]
  }

  /** Running or waiting. */
  get(id: string): Room | undefined {
    return this.#running.get(id) ?? this.#waiting.get(id)?.room
  }

  waiting(): readonly Room[] {
    return [...this.#waiting.values()].map(({ room }) => room)
  }

  /** Starts a match, or has it wait for its remote agents. Throws `unknown-agent`, `unknown-scenario`, `wrong-seats`, `full`. */
  async start(wanted: MatchSpec): Promise<Room> {
    const { settings, store, node } = this.options
    const spec = { ...wanted, ...(node !== undefined && { node }) }
    if (this.#running.size + this.#waiting.size >= settings.matches) {
      throw new ParleyError('full', `${settings.matches} matches are running, the most this arena takes at once`)
    }
    const scenario = await this.options.openScenario(spec.scenario)
    await this.#check(spec, scenario)
    const startedAt = Date.now()
    const needs = remoteNames(spec, this.options.isBuiltIn)
    const room = this.#room(spec, scenario, startedAt, [])
    const builtIns = await builtInAgents(room, this.options)
    const free = this.options.sessions.reserve(spec.id, needs)
    try {
      await store.addMatch({ spec, kind: scenario.kind, startedAt, state: free ? 'running' : 'waiting' })
    } catch (error) {
      this.options.sessions.release(spec.id, needs)
      throw error
    }
    if (this.#closed) return room // it begins at the next start
    if (free) this.#begin(room, builtIns)
    else this.#waiting.set(spec.id, { room, needs, builtIns })
    this.onChange(room)
    if (!free) this.#admit()
    return room
  }

  /** Goes on with every unfinished match of this node; returns how many. One that can't be gone on with is stopped, and says why. */
  async resume(): Promise<number> {
    const { store, log } = this.options
    let resumed = 0
    for (const state of ['running', 'waiting'] as const) {
      for (const match of await store.matches({ state, limit: 1_000_000 })) {
        if (match.spec.node !== this.options.node) continue
        try {
          await this.#resumeOne(match)
          resumed++
        } catch (error) {
          log.error({ err: error, match: match.spec.id }, 'a match can not be gone on with')
          const note = { endedAt: Date.now(), events: match.events, turns: match.turns, results: [] }
          await store.finish(match.spec.id, { state: 'stopped', ...note })
        }
      }
    }
    this.#admit()
    return resumed
  }

  async #resumeOne({ spec, startedAt, state }: StoredMatch): Promise<void> {
    const scenario = await this.options.openScenario(spec.scenario)
    const events = await this.#unfinished(spec.id)
    const room = this.#room(spec, scenario, startedAt, events)
    const needs = remoteNames(spec, this.options.isBuiltIn)
    if (state === 'waiting' && events.length === 0) this.#waiting.set(spec.id, { room, needs, builtIns: null })
    else {
      for (const name of needs) this.options.sessions.get(name).matches.add(spec.id)
      this.#begin(room, null)
    }
  }

  /** The log file is the truth; the store stands in where there is none (another machine played the match). */
  async #unfinished(id: string): Promise<readonly Event[]> {
    if (!existsSync(logPath(this.options.dir, id))) return await this.options.store.events(id)
    const { log, events, torn } = LogFile.reopen(this.options.dir, id)
    log.close()
    if (torn > 0) this.options.log.warn({ match: id, torn }, 'a torn tail was cut off a log')
    for (const [at, event] of events.entries()) this.#writer.add({ match: id, id: at, event }) // the store may lack the newest
    return events
  }

  async #check({ agents }: MatchSpec, { game }: Scenario): Promise<void> {
    if (agents.length !== game.seats.length) {
      throw new ParleyError('wrong-seats', `${game.id}: ${agents.length} agents for ${game.seats.length} seats`)
    }
    for (const name of agents) {
      if (this.options.isBuiltIn(name) || isPerson(name) || (await this.options.knowsRemote(name))) continue
      throw unknownName(
        'agent',
        name,
        this.options.sessions
          .all()
          .map((session) => session.name)
          .filter((one) => !isPerson(one)),
      )
    }
  }

  #room(spec: MatchSpec, scenario: Scenario, startedAt: number, events: readonly Event[]): Room {
    let file: LogFile | undefined
    const { settings, dir } = this.options
    const room: Room = new Room(
      {
        spec,
        scenario,
        startedAt,
        retries: settings.retries,
        illegal: settings.illegal,
        framesPerBatch: settings.framesPerBatch,
        record: (event, id) => {
          file ??= existsSync(logPath(dir, spec.id)) ? LogFile.reopen(dir, spec.id).log : LogFile.create(dir, spec.id)
          file.append(event)
          this.#writer.add({ match: spec.id, id, event })
          if (isLast(event)) file.close()
        },
        changed: () => this.onChange(room),
      },
      events,
    )
    return room
  }

  /** Begins every waiting match whose agents are here and have room for it, oldest first. */
  #admit(): void {
    if (this.#closed) return
    for (const [id, { room, needs, builtIns }] of this.#waiting) {
      if (!this.options.sessions.reserve(id, needs)) continue
      this.#waiting.delete(id)
      this.#begin(room, builtIns)
      this.options.store.setState(id, 'running').catch((error: unknown) => {
        this.options.log.error({ err: error, match: id }, 'a state could not be stored') // it is found out at a restart
      })
    }
  }

  #begin(room: Room, builtIns: BuiltIns | null): void {
    this.#running.set(room.id, room)
    void this.#play(room, builtIns)
  }

  async #play(room: Room, builtIns: BuiltIns | null): Promise<void> {
    const { log } = this.options
    try {
      const agents = seated(room, builtIns ?? (await builtInAgents(room, this.options)), this.options)
      if (await room.play(agents)) await this.#ended(room)
    } catch (error) {
      // The disk's, the store's or an agent's own fault: the match stays as it stands, and is tried again at the next start.
      log.error({ err: error, match: room.id }, 'a match stands still')
      this.#over(room)
    }
  }

  async #ended(room: Room): Promise<void> {
    const ending = this.#end(room)
    this.#ending.add(ending)
    await ending.finally(() => this.#ending.delete(ending))
  }

  async #end(room: Room): Promise<void> {
    const last = room.events.at(-1)!
    const { events, match } = room
    const state = last.type === 'ended' ? 'over' : 'stopped'
    const finish = {
      state,
      endedAt: Date.now(),
      events: events.length,
      turns: match?.turn ?? 0,
      results: room.results(),
    } as const
    const rows = this.#writer.take(room.id)
    try {
      await this.options.store.finish(room.id, finish, rows)
    } catch (error) {
      for (const row of rows) this.#writer.add(row)
      throw error
    }
    this.#over(room)
    this.onChange(room)
    this.onEnd(room)
    await this.#forgetOld()
  }

  /** Frees the agents of a match and tells the remote ones how it went. */
  #rise(room: Room): void {
    const last = room.events.at(-1)
    for (const name of remoteNames(room.spec, this.options.isBuiltIn)) {
      const session = this.options.sessions.get(name)
      const how = { match: room.id, state: last?.type === 'ended' ? 'over' : 'stopped' } as const
      const [scores, outcome] = last?.type === 'ended' ? [last.scores, last.outcome] : [[], []]
      session.rise(
        room.id,
        session.seats(room.id).map((seat) => ({ ...how, seat, scores, outcome })),
      )
      if (isPerson(name)) this.options.sessions.forget(session)
    }
    this.#admit()
  }

  #ends = 0
  #forgetting = false
  async #forgetOld(): Promise<void> {
    const keep = this.options.settings.keepMatches
    if (keep === null || ++this.#ends % 50 !== 0 || this.#forgetting) return
    this.#forgetting = true
    try {
      const over = await this.options.store.matches({ state: 'over', limit: keep + 500 })
      await Promise.all(over.slice(keep).map(async ({ spec }) => await this.#forget(spec.id)))
    } finally {
      this.#forgetting = false
    }
  }

  async #forget(match: string): Promise<void> {
    await this.options.store.removeMatch(match)
    rmSync(logPath(this.options.dir, match), { force: true })
  }

  /** A match as it can be told: running, or from its log. Null when there is none. */
  async told(id: string): Promise<Told | null> {
    const room = this.get(id)
    if (room) return room.asTold()
    const match = await this.options.store.match(id)
    if (!match) return null
    if (this.elsewhere.has(match)) return await this.elsewhere.told(match)
    const scenario = await this.options.openScenario(match.spec.scenario)
    return { match: id, scenario, events: await this.#logOf(id) }
  }

  async #logOf(id: string): Promise<readonly Event[]> {
    const path = logPath(this.options.dir, id)
    return existsSync(path) ? readLogFile(path).events : await this.options.store.events(id)
  }

  isWaiting(id: string): boolean {
    return this.#waiting.has(id)
  }

  /** Takes a match that still waits out again, as if it had never been asked for. Returns false when it doesn't wait. */
  async withdraw(id: string): Promise<boolean> {
    if (!this.#waiting.delete(id)) return false
    this.#afterwards.delete(id)
    await this.options.store.removeMatch(id)
    return true
  }

  /** Gives a match up. Returns false when it isn't running. */
  async stop(id: string, reason: string): Promise<boolean> {
    const waiting = this.#waiting.get(id)
    if (waiting) {
      this.#waiting.delete(id)
      this.#over(waiting.room)
      const note = { endedAt: Date.now(), events: 0, turns: 0, results: [] }
      return await this.options.store.finish(id, { state: 'stopped', ...note })
    }
    const room = this.#running.get(id)
    if (!room) return false
    room.stop(reason)
    await this.#ended(room)
    return true
  }

  /** Gives up matches that have waited too long for their agents. Those of tournaments wait on. */
  async sweep(waitMs: number | null): Promise<void> {
    if (waitMs === null) return
    const old = this.waiting().filter(
      (room) => room.spec.tournament === undefined && Date.now() - room.startedAt > waitMs,
    )
    for (const room of old) await this.stop(room.id, 'nobody came')
  }

  /** Leaves every match as it stands and waits until all of it is stored. */
  async close(): Promise<void> {
    this.#closed = true
    this.elsewhere.close()
    for (const room of this.#running.values()) room.halt()
    await Promise.allSettled(this.#ending)
    await this.#writer.flush()
  }
}
