/** Agents that live elsewhere: who is joined, over which link, and in which seats. */
import type { Seat } from '../core/game.ts'
import type {
  ActMessage,
  ActReply,
  BeliefsMessage,
  JoinRequest,
  OverMessage,
  Welcome,
  WireRefusal,
} from './agent-messages.ts'
import type { RemoteSeat } from './remote-seat.ts'
import { isPerson } from './seat-agents.ts'
import type { Settings } from './settings.ts'

/** The far end of a wire, whatever the wire. */
export interface Link {
  send(type: 'welcome' | 'ask' | 'refused' | 'survey' | 'over', message: object): void
  close(why: WireRefusal): void
}

/** Ends of matches an agent has not heard of, kept for its return. */
const UNHEARD = 100

/** One agent by name: it outlives its links and, through its seats, restarts of the server. */
export class Session {
  readonly name: string
  version: string | undefined
  kinds: readonly string[] | undefined
  concurrency = 1
  surveys = false
  prompt = true
  /** What it last joined with. */
  token = ''
  /** Matches it sits in, or is promised to. */
  readonly matches = new Set<string>()
  readonly #seats = new Map<string, RemoteSeat[]>()
  #link: Link | null = null
  #unheard: OverMessage[] = []
  /** Ends told a moment ago: a link that is found dead now may have been dead then. */
  readonly #told: { readonly over: OverMessage; readonly at: number }[] = []
  readonly #doubtMs: number

  /** `doubtMs`: how long a dead link may go unnoticed. */
  constructor(name: string, doubtMs: number) {
    this.name = name
    this.#doubtMs = doubtMs
  }

  get here(): boolean {
    return this.#link !== null
  }

  /** Takes the link; an older one is told and closed, and its end unseats nobody. */
  attach(link: Link, join: JoinRequest, limits: Welcome['limits']): void {
    const older = this.#link
    if (older) this.#doubt()
    this.#link = link
    this.token = join.token
    this.version = join.agent?.version
    this.kinds = join.kinds
    this.surveys = join.surveys ?? false
    this.prompt = join.prompt ?? true
    this.concurrency = Math.min(join.concurrency ?? 1, limits.concurrency)
    older?.close({ code: 'replaced', message: `${this.name} joined again; this link is closed` })
    link.send('welcome', {
      protocol: join.protocol,
      agent: this.name,
      matches: [...this.matches],
      limits: { ...limits, concurrency: this.concurrency },
    } satisfies Welcome)
    this.#tell(this.#unheard.splice(0))
    for (const seats of this.#seats.values()) for (const seat of seats) seat.came()
  }

  /** The end of a link; only the newest one's end counts. An agent that took its leave has heard what it was told. */
  detach(link: Link, end: 'left' | 'lost'): void {
    if (this.#link !== link) return
    this.#link = null
    if (end === 'left') this.#told.length = 0
    else this.#doubt()
    for (const seats of this.#seats.values()) for (const seat of seats) seat.left()
  }

  /** Ends its link; the seats stay for as long as their clocks let them. */
  shut(why: WireRefusal): void {
    const link = this.#link
    if (!link) return
    this.detach(link, 'lost')
    link.close(why)
  }

  send(type: 'ask' | 'refused' | 'survey', message: object): void {
    this.#link?.send(type, message)
  }

  sit(match: string, seat: RemoteSeat): void {
    this.#seats.set(match, [...(this.#seats.get(match) ?? []), seat])
    this.matches.add(match)
  }

  /** The match is over: the seats are free, and the agent hears how it went, now or when it is back. */
  rise(match: string, overs: readonly OverMessage[]): void {
    this.#seats.delete(match)
    this.matches.delete(match)
    if (this.#link) this.#tell(overs)
    else this.#unheard = [...this.#unheard, ...overs].slice(-UNHEARD)
  }

  #tell(overs: readonly OverMessage[]): void {
    for (const over of overs) {
      this.#link?.send('over', over)
      this.#told.push({ over, at: Date.now() })
      if (this.#told.length > UNHEARD) this.#told.shift()
    }
  }

  /** What was told too late to be sure that it was heard is told again. */
  #doubt(): void {
    const since = Date.now() - this.#doubtMs
    const doubtful = this.#told.splice(0).filter(({ at }) => at >= since)
    this.#unheard = [...doubtful.map(({ over }) => over), ...this.#unheard].slice(-UNHEARD)
  }

  /** Whether there are ends it may not have heard of. */
  get owed(): boolean {
    return this.#unheard.length > 0
  }

  seats(match: string): readonly Seat[] {
    return (this.#seats.get(match) ?? []).map(({ seat }) => seat)
  }

  /** An answer for whichever of its seats in the match it fits; of several refusals the first is given. */
  act(message: ActMessage): ActReply {
    return this.#give(message.match, (seat) => seat.take(message))
  }

  beliefs(message: BeliefsMessage): ActReply {
    return this.#give(message.match, (seat) =>
      seat.seat === message.seat ? seat.takeBeliefs(message) : no('not-asked', `you don't sit in seat ${message.seat}`),
    )
  }

  #give(match: string, give: (seat: RemoteSeat) => ActReply): ActReply {
    const seats = this.#seats.get(match)
    if (!seats) return no('no-match', `${this.name} sits in no running match "${match.slice(0, 64)}"`)
    let first: ActReply | undefined
    for (const seat of seats) {
      const reply = give(seat)
      if (reply.ok || reply.error.left !== undefined) return reply
      first ??= reply
    }
    return first!
  }
}

const no = (code: string, message: string): ActReply => ({ ok: false, error: { code, message } })

/** Every session; the only place where a match takes its agents, so that no cap is ever overrun. */
export class Sessions {
  readonly #byName = new Map<string, Session>()
  readonly #settings: Settings
  /** Called when an agent came, left or got room: matches that wait may go on. */
  onChange: () => void = () => {}

  constructor(settings: Settings) {
    this.#settings = settings
  }

  get(name: string): Session {
    const known = this.#byName.get(name)
    if (known) return known
    const session = this.#fresh(name)
    this.#byName.set(name, session)
    return session
  }

  /** The session as it stands, without keeping one for somebody who is away. */
  peek(name: string): Session {
    return this.#byName.get(name) ?? this.#fresh(name)
  }

  #fresh(name: string): Session {
    return new Session(name, this.#settings.pingMs + this.#settings.pongMs)
  }

  isHere(name: string): boolean {
    return this.#byName.get(name)?.here ?? false
  }

  all(): readonly Session[] {
    return [...this.#byName.values()]
  }

  join(name: string, link: Link, join: JoinRequest): Session {
    const session = this.get(name)
    const { messageBytes, messagesPerSecond, concurrency } = this.#settings
    session.attach(link, join, { messageBytes, messagesPerSecond, concurrency })
    this.onChange()
    return session
  }

  leave(session: Session, link: Link, end: 'left' | 'lost'): void {
    session.detach(link, end)
    this.forget(session)
    this.onChange()
  }

  showOut(session: Session, why: WireRefusal): void {
    session.shut(why)
    this.forget(session)
    this.onChange()
  }

  /** Promises every named agent to the match, or none of them. No await stands between the check and the promise. */
  reserve(match: string, names: readonly string[]): boolean {
    const sessions = [...new Set(names)].map((name) => this.get(name))
    const free = (one: Session) => one.here && (one.matches.size < one.concurrency || one.matches.has(match))
    if (!sessions.every(free)) return false
    for (const session of sessions) session.matches.add(match)
    return true
  }

  /** The match does not begin after all. */
  release(match: string, names: readonly string[]): void {
    for (const name of names) this.#byName.get(name)?.matches.delete(match)
  }

  /** Sessions of nobody: away, in no match, and with nothing to hear. People don't come back to a match that is over. */
  forget(session: Session): void {
    if (!session.here && session.matches.size === 0 && (isPerson(session.name) || !session.owed))
      this.#byName.delete(session.name)
  }
}
