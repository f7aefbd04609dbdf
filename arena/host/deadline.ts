/** Time: how long a seat may think, and what happens when it doesn't come back. */
import type { Agent, Ask, SurveyAsk } from '../core/agent.ts'
import { ParleyError } from '../core/errors.ts'

export interface TimeControl {
  /** Milliseconds a turn; null: no clock. */
  readonly turnMs: number | null
  /** Milliseconds that may be overdrawn over the whole match. */
  readonly bankMs: number
}

/** One seat's clock over one match. Retries of a turn share its time. */
export class SeatClock {
  readonly control: TimeControl
  bank: number
  /** Milliseconds the last answer took; null before the first. */
  took: number | null = null
  #turn = -1
  #began = 0

  constructor(control: TimeControl) {
    this.control = control
    this.bank = control.bankMs
  }

  begin(turn: number): void {
    if (turn === this.#turn) return
    this.#turn = turn
    this.#began = Date.now()
  }

  /** The answer is there (or given up on): what it took beyond the turn's time comes out of the bank. */
  end(): void {
    this.took = Date.now() - this.#began
    const over = this.control.turnMs === null ? 0 : this.took - this.control.turnMs
    if (over > 0) this.bank = Math.max(0, this.bank - over)
  }

  /** Epoch milliseconds by which the running turn must be answered; null without a clock. */
  get deadline(): number | null {
    return this.control.turnMs === null ? null : this.#began + this.control.turnMs + this.bank
  }

  /** Milliseconds until then, at least 0. */
  get left(): number | null {
    return this.deadline === null ? null : Math.max(0, this.deadline - Date.now())
  }
}

/** Why a seat that did not answer is spoken for, and what to clean up; called once a turn at most. */
export type Lapsed = (turn: number) => 'late' | 'gone'

/** The agent, held to its clock: an answer that takes too long is `late` (or `gone`), whatever comes afterwards. */
export function withDeadline(agent: Agent, clock: SeatClock, lapsed: Lapsed = () => 'late'): Agent {
  return {
    ...named(agent),
    act(ask: Ask) {
      clock.begin(ask.turn)
      const answer = agent.act(ask)
      if (!isPromise(answer)) return answer
      return inTime(answer, clock.left, () => overdue(agent.name, ask, lapsed(ask.turn))).finally(() => clock.end())
    },
    ...(agent.survey && { survey: (ask: SurveyAsk) => agent.survey!(ask) }),
  }
}

/** Surveys are instruments: one that takes too long is not taken. */
export function withSurveyLimit(agent: Agent, milliseconds: number): Agent {
  if (!agent.survey) return agent
  return {
    ...named(agent),
    act: (ask) => agent.act(ask),
    survey: async (ask) =>
      await inTime(Promise.resolve(agent.survey!(ask)), milliseconds, () => overdue(agent.name, ask, 'late')),
  }
}

/** Waits a moment before each move, so that people can follow. */
export function withPace(agent: Agent, milliseconds: number): Agent {
  return {
    ...named(agent),
    async act(ask) {
      await new Promise((done) => setTimeout(done, milliseconds).unref())
      return await agent.act(ask)
    },
    ...(agent.survey && { survey: (ask: SurveyAsk) => agent.survey!(ask) }),
  }
}

/** Lets the rest of the server run now and then while agents that answer at once play a match through. */
export function withBreath(agent: Agent, every: number): Agent {
  let acts = 0
  return {
    ...named(agent),
    act(ask) {
      if (++acts % every !== 0) return agent.act(ask)
      return new Promise((done) => setImmediate(done)).then(() => agent.act(ask))
    },
    ...(agent.survey && { survey: (ask: SurveyAsk) => agent.survey!(ask) }),
  }
}

/** The promise's value, or a throw once `milliseconds` (null: never) are over. */
export function inTime<T>(promise: Promise<T>, milliseconds: number | null, late: () => Error): Promise<T> {
  if (milliseconds === null || milliseconds === Number.POSITIVE_INFINITY) return promise
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), Math.min(milliseconds, 2 ** 31 - 1)).unref()
    promise.then(
      (value) => {
        clearTimeout(timer)
        resolve(value)
      },
      (error: Error) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}

const named = ({ name, version }: Agent) => ({ name, ...(version !== undefined && { version }) })

const isPromise = <T>(value: T | Promise<T>): value is Promise<T> => value instanceof Promise

function overdue(agent: string, ask: { game: string; seat: number; turn: number }, code: 'late' | 'gone'): ParleyError {
  const why = code === 'late' ? 'did not answer in time' : 'is gone'
  return new ParleyError(code, `${ask.game}: ${agent} in seat ${ask.seat}, turn ${ask.turn}, ${why}`)
}
