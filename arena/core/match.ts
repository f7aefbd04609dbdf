/**
 * One match: asks, checks, records, plays. The only place where moves meet a game. It never waits, so the same
 * code serves a loop in process, a room full of sockets, and a trainer that answers a thousand asks at once.
 */
import type { Answer, Ask, Refusal, SurveyAsk } from './agent.ts'
import { checkAnswer, checkBeliefs } from './answer.ts'
import { brief, ParleyError } from './errors.ts'
import { type Choice, forfeitScores, type Game, type Next, outcomeOf, type Played, type Seat } from './game.ts'
import { type Event, type Fault, headerOf, LOG_FORMAT, type Opened, replay } from './log.ts'
import { draw, stream } from './rng.ts'

/** How often seats are asked for their suspicions, in games that have any. */
export type SurveyPlan = 'every' | 'round' | 'never'

export interface MatchOptions {
  readonly game: Game
  readonly match: string
  readonly seed: number
  readonly seats: readonly { readonly agent: string; readonly version?: string }[]
  readonly scenarioHash?: string
  /** Illegal answers a seat may take back each turn. */
  readonly retries?: number
  /** After the last of them: `fault` (the default) plays the game's fallback where there is one, `forfeit` loses the match. */
  readonly illegal?: 'fault' | 'forfeit'
  readonly survey?: SurveyPlan
  /** Called with every event before it is played; a throw stops the match where it stands. */
  record(event: Event, id: number): void
  /** Words a view for agents that read (the scenario's template); default: the view as JSON. */
  word?(view: unknown, seat: Seat, choice: Choice | null): string
}

export type Verdict = { readonly ok: true } | { readonly ok: false; readonly refusal: Refusal; readonly final: boolean }

interface Pending {
  readonly ask: OpenAsk
  readonly choice: Choice
  tries: number
  given?: Event & { type: 'moved' }
}

export class Match {
  readonly game: Game
  readonly id: string
  readonly seed: number
  state: unknown
  next: Next
  /** Moves played so far. */
  turn = 0
  /** Events recorded so far; the id of the next. */
  events = 0
  /** Set once over or given up. */
  result: readonly number[] | null = null
  done = false
  readonly #options: MatchOptions
  readonly #retries: number
  #pending: Pending[] = []
  #deals = 0
  #surveys: SurveyAsk[] = []
  #surveyedRound = -1

  /** A new match: records the header and plays chance up to the first asks. */
  static open(options: MatchOptions): Match {
    if (options.seats.length !== options.game.seats.length) {
      const { id, seats } = options.game
      throw new ParleyError('wrong-seats', `${id}: ${options.seats.length} agents for ${seats.length} seats`)
    }
    const match = new Match(options)
    match.#record(openedBy(options))
    match.#advance()
    return match
  }

  /** Goes on from a log, whatever its last event was. Nothing is recorded for what is already there. */
  static resume(options: MatchOptions, events: readonly Event[]): Match {
    headerOf(events)
    const match = new Match(options)
    let sealed = 0 // answers of an open sealed choice that the log does not have yet
    for (const { event, before, after } of replay(options.game, events)) {
      if (event.type === 'moved') {
        const next = options.game.next(before)
        if (sealed === 0) match.#surveyedRound = options.game.survey?.(before)?.round ?? match.#surveyedRound
        sealed = (sealed || (next.kind === 'choose' ? next.choices.length : 0)) - 1
        match.turn++
      }
      match.state = after
      match.events++
      if (event.type === 'dealt') match.#deals++
      if (event.type === 'ended') [match.result, match.done] = [event.scores, true]
      if (event.type === 'stopped') match.done = true
    }
    match.next = options.game.next(match.state)
    const last = events.at(-1)!
    if (last.type === 'forfeited') match.#end(forfeitScores(match.game, match.state, last.seat))
    if (!match.done && sealed > 0 && match.next.kind === 'choose') match.#ask(match.next.choices)
    else if (!match.done) match.#advance()
    match.#catchUp(events)
    return match
  }

  private constructor(options: MatchOptions) {
    this.#options = options
    this.#retries = options.retries ?? 2
    this.game = options.game
    this.id = options.match
    this.seed = options.seed
    this.state = options.game.start()
    this.next = options.game.next(this.state)
  }

  /** The asks that wait for an answer, in seat order of the game's choosing. */
  asks(): Ask[] {
    const asks: Ask[] = []
    for (const { given, ask } of this.#pending) if (!given) asks.push(ask)
    return asks
  }

  /** The surveys that may be taken now; they lapse with the next move. */
  surveys(): readonly SurveyAsk[] {
    return this.#surveys
  }

  /** Checks a stranger's answer. Refused ones are recorded; after the last try the seat is forced (see `fault`). */
  answer(seat: Seat, answer: unknown): Verdict {
    const pending = this.#waiting(seat)
    const checked = checkAnswer(this.game.id, pending.choice, pending.ask.turn, answer, this.game.seats.length)
    if (checked.ok) {
      this.#give(pending, checked.answer)
      return { ok: true }
    }
    return this.refuse(seat, checked.code, checked.message, answer)
  }

  /** Counts a failed try of `seat`: an answer that can't be read, an agent that threw. */
  refuse(seat: Seat, code: Refusal['code'], message: string, came: unknown): Verdict {
    const pending = this.#waiting(seat)
    this.#record({ type: 'refused', turn: pending.ask.turn, seat, code, came: brief(came) })
    return this.#refused(pending, code, message)
  }

  #refused(pending: Pending, code: Refusal['code'], message: string): Verdict {
    const left = this.#retries - pending.tries++
    const refusal: Refusal = { code, message, left: Math.max(0, left) }
    if (left > 0) pending.ask.refusal = refusal
    else this[this.#options.illegal ?? 'fault'](pending.ask.seat, faultOf(code))
    return { ok: false, refusal, final: left <= 0 }
  }

  /** The seat can't be heard: the game's fallback move is played for it, or it forfeits the match. */
  fault(seat: Seat, fault: Fault): void {
    const pending = this.#waiting(seat)
    const move = this.game.fallback?.(this.state, pending.choice)
    if (move === undefined) this.forfeit(seat, fault)
    else this.#give(pending, { move, forced: fault })
  }

  /** The seat loses the match here and now. */
  forfeit(seat: Seat, fault: Fault): void {
    if (this.done) throw new ParleyError('match-over', `${this.id}: the match is over`)
    this.#record({ type: 'forfeited', turn: this.turn, seat, fault })
    this.#end(forfeitScores(this.game, this.state, seat))
  }

  /** Gives the match up; what was played stays in the log, marked. */
  stop(reason: string): void {
    if (this.done) return
    this.#record({ type: 'stopped', reason })
    this.#pending = []
    this.done = true
  }

  /** Takes a seat's answer to a survey: off the record of play, seen by no other seat. Returns false when it can't be read. */
  surveyed(seat: Seat, beliefs: unknown): boolean {
    const asked = this.#surveys.some((one) => one.seat === seat)
    const checked = asked ? checkBeliefs(beliefs, this.game.seats.length) : undefined
    if (!checked) return false
    this.missed(seat)
    this.#record({ type: 'surveyed', turn: this.turn, seat, beliefs: checked })
    return true
  }

  /** A survey that was not answered; it is not asked again. */
  missed(seat: Seat): void {
    this.#surveys = this.#surveys.filter((one) => one.seat !== seat)
  }

  /** Tries and surveys that the log says were already used up at the asks now open. */
  #catchUp(events: readonly Event[]): void {
    for (const event of events) {
      if (event.type === 'surveyed' && event.turn === this.turn) this.missed(event.seat)
      if (event.type !== 'refused') continue
      const pending = this.#pending.find(({ ask }) => ask.seat === event.seat && ask.turn === event.turn)
      if (pending) this.#refused(pending, event.code, `refused before: ${event.came}`)
    }
  }

  #waiting(seat: Seat): Pending {
    const pending = this.#pending.find((one) => one.ask.seat === seat && !one.given)
    if (!pending) throw new ParleyError('not-your-turn', `${this.game.id}: seat ${seat} is not asked for a move now`)
    return pending
  }

  #give(pending: Pending, answer: Answer & { readonly forced?: Fault }): void {
    const { turn, seat } = pending.ask
    pending.given = { type: 'moved', turn, seat, ...answer }
    this.#settle()
  }

  /** Plays what was given, in the game's order, once nobody is waited for. */
  #settle(): void {
    const given = this.#pending
    if (given.some((one) => !one.given)) return
    this.#pending = []
    this.#surveys = []
    for (const { given: event } of given) {
      this.#record(event!)
      this.turn++
      const { seat, move, text } = event!
      this.#play(text === undefined ? { seat, move } : { seat, move, text })
    }
    this.#advance()
  }

  #play(move: Played): void {
    this.state = this.game.play(this.state, move)
    this.next = this.game.next(this.state)
  }

  /** Plays chance until somebody must choose or the game is over. */
  #advance(): void {
    while (this.next.kind === 'deal') {
      const { move } = draw(this.next.odds, stream(this.seed, 'deal', this.#deals++)())
      this.#record({ type: 'dealt', move })
      this.#play({ seat: null, move })
    }
    this.#openSurveys()
    if (this.next.kind === 'over') this.#end(this.next.scores)
    else this.#ask(this.next.choices)
  }

  #ask(choices: readonly Choice[]): void {
    this.#pending = choices.map((choice, index) => ({
      ask: new OpenAsk(this, this.#options, choice, this.turn + index),
      choice,
      tries: 0,
    }))
  }

  #openSurveys(): void {
    const plan = this.#options.survey ?? 'never'
    const moment = plan === 'never' ? null : (this.game.survey?.(this.state) ?? null)
    if (!moment || (plan === 'round' && moment.round === this.#surveyedRound)) return
    this.#surveyedRound = moment.round
    this.#surveys = moment.listeners.map(
      ({ seat, about }) => new OpenAsk(this, this.#options, { seat, moves: [] }, this.turn, about),
    )
  }

  #end(scores: readonly number[]): void {
    this.#pending = []
    this.#record({ type: 'ended', scores, outcome: outcomeOf(this.game, this.state, scores) })
    this.result = scores
    this.done = true
  }

  #record(event: Event): void {
    this.#options.record(event, this.events)
    this.events++
  }
}

const faultOf = (code: Refusal['code']): Fault => (code === 'agent-error' ? 'error' : 'illegal')

/** An ask whose view and prompt are made when first read: an agent that needs neither pays for neither. */
class OpenAsk implements Ask, SurveyAsk {
  readonly match: string
  readonly game: string
  readonly turn: number
  readonly seat: Seat
  readonly role: string
  readonly moves: readonly string[]
  readonly about: readonly Seat[]
  declare readonly speech?: NonNullable<Choice['speech']>
  declare refusal?: Refusal
  readonly #state: unknown
  readonly #options: MatchOptions
  #view: unknown
  #prompt: string | undefined

  constructor(match: Match, options: MatchOptions, choice: Choice, turn: number, about: readonly Seat[] = []) {
    this.match = match.id
    this.game = match.game.id
    this.turn = turn
    this.seat = choice.seat
    this.role = match.game.seats[choice.seat]!.role
    this.moves = frozen(choice.moves)
    this.about = about
    if (choice.speech) this.speech = choice.speech
    this.#state = match.state
    this.#options = options
  }

  get view(): unknown {
    return (this.#view ??= frozen(this.#options.game.view(this.#state, this.seat)))
  }

  get prompt(): string {
    const choice = this.moves.length > 0 ? this : null
    return (this.#prompt ??= this.#options.word?.(this.view, this.seat, choice) ?? JSON.stringify(this.view))
  }
}

/** Frozen to the bottom, since views share parts with states: an agent that changes what it sees gets an error, not its way. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  if (!Array.isArray(value)) for (const key in value) frozen(value[key])
  else for (let at = 0; at < value.length; at++) frozen(value[at])
  return value
}

function openedBy({ game, match, seed, seats, scenarioHash = '' }: MatchOptions): Opened {
  const { id, kind, version } = game
  const table = game.seats.map(({ role, faction, name }, seat) => ({ ...seats[seat]!, role, faction, name }))
  return { type: 'opened', format: LOG_FORMAT, match, game: id, kind, version, scenarioHash, seed, seats: table }
}
