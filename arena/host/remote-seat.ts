/** One seat of one match whose agent is somewhere else: turns asks into messages and messages into answers. */
import type { Agent, Answer, Ask, Beliefs, SurveyAsk } from '../core/agent.ts'
import { checkAnswer } from '../core/answer.ts'
import { ParleyError } from '../core/errors.ts'
import type { Game, Seat } from '../core/game.ts'
import type { ActMessage, ActReply, AskMessage, BeliefsMessage, RefusedAct, SurveyMessage } from './agent-messages.ts'
import { inTime, type SeatClock } from './deadline.ts'
import type { Listener } from './frames.ts'

export interface RemoteSeatOptions {
  readonly game: Game
  /** How the game is called outside: a generated mystery's seed is not part of it. */
  readonly gameName: string
  readonly match: string
  readonly seat: Seat
  readonly agent: string
  readonly version?: string
  readonly clock: SeatClock
  readonly surveyMs: number
  /** Without a clock: how long it may be away. */
  readonly graceMs: number
  surveys(): boolean
  /** Whether it wants the view in words: they are made when first read. */
  reads(): boolean
  /** Illegal answers it may take back each turn. */
  readonly retries: number
  /** What the seat heard since its last move. */
  hear(): ReturnType<Listener['hear']>
  /** What became of a turn that is over: who moved, and whether the arena moved for it. */
  history(turn: number): { readonly seat: Seat; readonly forced: boolean } | undefined
  /** The turn the match stands at. */
  turn(): number
  send(type: 'ask' | 'refused' | 'survey', message: object): void
  here(): boolean
}

interface Open {
  readonly ask: Ask
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

export class RemoteSeat implements Agent {
  readonly name: string
  declare readonly version?: string
  readonly #options: RemoteSeatOptions
  #open: Open | null = null
  #survey: { readonly ask: SurveyAsk; readonly resolve: (beliefs: Beliefs) => void } | null = null
  #given = -1
  #lapsed = -1
  /** Replies to acts of the running turn by their ids: the same act twice is one answer. */
  #replies = new Map<string, ActReply>()
  #repliesTo = -1
  #grace: NodeJS.Timeout | undefined

  constructor(options: RemoteSeatOptions) {
    this.name = options.agent
    if (options.version !== undefined) this.version = options.version
    this.#options = options
  }

  get seat(): Seat {
    return this.#options.seat
  }

  act(ask: Ask): Promise<Answer> {
    if (this.#repliesTo !== ask.turn) this.#replies.clear()
    this.#repliesTo = ask.turn
    return new Promise((resolve, reject) => {
      this.#open = { ask, resolve, reject }
      this.sendOpen()
      if (!this.#options.here()) this.left()
    })
  }

  async survey(ask: SurveyAsk): Promise<Beliefs> {
    const { surveyMs, surveys, send, here } = this.#options
    if (!surveys() || !here()) throw new ParleyError('no-survey', `${this.name} takes no surveys now`)
    const answer = new Promise<Beliefs>((resolve) => {
      this.#survey = { ask, resolve }
    })
    const { match, turn, seat, about, view, prompt } = ask
    const game = this.#options.gameName
    send('survey', { match, game, turn, seat, about, view, prompt, left: surveyMs } satisfies SurveyMessage)
    const late = () => new ParleyError('late', `${this.name} did not answer a survey`)
    return await inTime(answer, surveyMs, late).finally(() => {
      this.#survey = null
    })
  }

  /** Sends the open ask, if any: at its beginning and to an agent that came back. */
  sendOpen(): void {
    if (this.#open) this.#options.send('ask', this.#message(this.#open.ask))
  }

  /** The agent's link is up again. */
  came(): void {
    clearTimeout(this.#grace)
    this.sendOpen()
  }

  /** The agent's link is down. With a clock, the clock decides; without one, a grace period. */
  left(): void {
    clearTimeout(this.#grace)
    if (!this.#open || this.#options.clock.control.turnMs !== null) return
    const gone = () => this.#open?.reject(new ParleyError('gone', `${this.name} is gone`))
    this.#grace = setTimeout(gone, this.#options.graceMs).unref()
  }

  /** The clock ran out. */
  lapse(): 'late' | 'gone' {
    this.#lapsed = this.#open?.ask.turn ?? this.#lapsed
    this.#close()
    return this.#options.here() ? 'late' : 'gone'
  }

  /** An answer to `message.turn`. Idempotent: a repeat is acknowledged, a straggler is refused and never applied to a later turn. */
  take(message: ActMessage): ActReply {
    const known = message.turn === this.#repliesTo ? this.#replies.get(message.id ?? '') : undefined
    if (known) return known.ok ? { ok: true, duplicate: true } : known
    const open = this.#open
    if (!open || message.turn !== open.ask.turn) return this.#elsewhen(message.turn)
    const reply = this.#judge(open, message)
    if (message.id) this.#replies.set(message.id, reply)
    return reply
  }

  takeBeliefs({ turn, beliefs }: BeliefsMessage): ActReply {
    const survey = this.#survey
    if (!survey || survey.ask.turn !== turn) return refused('late', `no survey of turn ${turn} is open`)
    survey.resolve(beliefs)
    return { ok: true }
  }

  /** Checked here so that the agent hears at once; the match checks again, counts and records. */
  #judge(open: Open, { move, text, beliefs, note }: ActMessage): ActReply {
    const { ask } = open
    const { game, match } = this.#options
    const choice = { seat: ask.seat, moves: ask.moves, ...(ask.speech && { speech: ask.speech }) }
    const checked = checkAnswer(
      this.#options.gameName,
      choice,
      ask.turn,
      { move, text, beliefs, note },
      game.seats.length,
    )
    const answer = { move, ...(text !== undefined && { text }), ...(beliefs && { beliefs }), ...(note && { note }) }
    this.#close()
    if (checked.ok) {
      this.#given = ask.turn
      open.resolve(answer)
      return { ok: true }
    }
    const left = (ask.refusal?.left ?? this.#options.retries + 1) - 1
    const { code, message } = checked
    const allowed = ask.moves.slice(0, 64)
    this.#options.send('refused', {
      match,
      turn: ask.turn,
      code,
      message,
      allowed,
      left,
    } satisfies RefusedAct)
    open.resolve(answer)
    return { ok: false, error: { code, message, allowed, left } }
  }

  #close(): void {
    clearTimeout(this.#grace)
    this.#open = null
  }

  /** An act that names another turn than the one asked. */
  #elsewhen(turn: number): ActReply {
    const { history, seat, match } = this.#options
    const current = this.#open?.ask.turn
    const now = current === undefined ? {} : { current }
    if (turn === this.#given && current === undefined) return { ok: true, duplicate: true }
    const past = history(turn)
    if (past?.seat === seat && !past.forced) return { ok: true, duplicate: true }
    if (past || turn < this.#options.turn() || turn === this.#given)
      return refused('late', `${match}: turn ${turn} is over`, now)
    return refused('not-asked', `${match}: seat ${seat} is not asked for turn ${turn}`, now)
  }

  #message(ask: Ask): AskMessage {
    const { game, gameName, clock } = this.#options
    const { match, turn, seat, role, view, moves, speech, refusal } = ask
    const names = game.seats.map(({ name }) => name)
    return {
      match,
      turn,
      game: gameName,
      kind: game.kind,
      seat,
      role,
      name: names[seat]!,
      names,
      view,
      moves,
      ...(speech && { speech }),
      prompt: this.#options.reads() ? ask.prompt : '',
      deadline: clock.deadline,
      left: clock.left,
      bank: clock.bank,
      took: clock.took,
      ...this.#options.hear(),
      ...(refusal && { refusal }),
    }
  }
}

function refused(code: string, message: string, more: { current?: number } = {}): ActReply {
  return { ok: false, error: { code, message, ...more } }
}
