/**
 * Many matches stepped at once: every ask that waits for the learner, over all running matches, is answered by one
 * run of its policy. The turns it gives are those of `turnsOf`, collected while playing instead of by replay.
 */
import type { Agent, Answer, Ask } from '../core/agent.ts'
import type { Game, Seat } from '../core/game.ts'
import type { Event } from '../core/log.ts'
import { Match, type SurveyPlan } from '../core/match.ts'
import { type Random, stream } from '../core/rng.ts'
import type { Turn } from '../core/turn.ts'
import type { Encode, Position } from './encode.ts'

/** Log-probabilities of the legal moves of each position. */
export interface Policy {
  readonly version: string
  logProbs(positions: readonly Position[]): Promise<readonly ArrayLike<number>[]>
}

/** Who sits where. */
export interface Chair {
  /** A policy's asks are answered in one run with all others that wait for it. */
  readonly player: Agent | Policy
  /** Its turns are lessons. */
  readonly learns?: boolean
  /** Answers the surveys of this seat; default: the player, if it is an agent. */
  readonly surveyor?: Agent
}

export interface Opening {
  readonly match: string
  readonly game: Game
  readonly seed: number
  readonly scenarioHash?: string
  readonly chairs: readonly Chair[]
  readonly survey?: SurveyPlan
  /** Policies take the likeliest move instead of a drawn one. */
  readonly greedy?: boolean
}

/** What a learning policy knew at one of its turns. */
export interface Decision {
  readonly position: Position
  readonly chosen: number
  /** Log-probability of every legal move under the policy that played. */
  readonly logProbs: ArrayLike<number>
}

export interface PlayedMatch {
  readonly game: Game
  readonly events: readonly Event[]
  readonly turns: readonly Turn[]
  /** One a turn; null where another player moved. */
  readonly decisions: readonly (Decision | null)[]
  readonly scores: readonly number[]
  /** Success by seat in [-1, 1]. */
  readonly outcome: readonly number[]
}

/** One row of log-probabilities for each position that waits for each policy. Called once a step, also when none waits. */
export type Decide = (
  waiting: ReadonlyMap<Policy, readonly Position[]>,
) => Promise<ReadonlyMap<Policy, readonly ArrayLike<number>[]>>

/** Asks every policy where it is. */
export const decideHere: Decide = async (waiting) => {
  const rows = new Map<Policy, ArrayLike<number>[]>()
  for (const [policy, positions] of waiting) rows.set(policy, await logProbsOf(policy, positions))
  return rows
}

/** Plays all openings to their end. Same players, openings and seeds: same matches. */
export async function playTogether(
  openings: readonly Opening[],
  encode: Encode,
  decide: Decide = decideHere,
): Promise<PlayedMatch[]> {
  const tables = openings.map((opening) => new Table(opening))
  let running = tables
  while (running.length > 0) {
    for (const table of running) await table.survey()
    const waiting = new Map<Policy, Waiting[]>()
    const thinking: Promise<void>[] = []
    for (const table of running) {
      for (const ask of table.match.asks()) {
        const { player } = table.opening.chairs[ask.seat]!
        if (isPolicy(player)) {
          const position = encode(table.match.game, ask.view, ask.seat, ask.moves)
          const others = waiting.get(player)
          if (others) others.push({ table, ask, position })
          else waiting.set(player, [{ table, ask, position }])
        } else {
          const answer = player.act(ask)
          if (answer instanceof Promise) thinking.push(answer.then((came) => table.answer(ask, came)))
          else table.answer(ask, answer)
        }
      }
    }
    await decideAll(waiting, decide)
    await Promise.all(thinking)
    running = running.filter((table) => !table.match.done)
  }
  return tables.map((table) => table.played())
}

interface Waiting {
  readonly table: Table
  readonly ask: Ask
  readonly position: Position
}

async function decideAll(waiting: ReadonlyMap<Policy, readonly Waiting[]>, decide: Decide): Promise<void> {
  const positions = [...waiting].map(([policy, asks]) => [policy, asks.map(({ position }) => position)] as const)
  const rows = await decide(new Map(positions))
  for (const [policy, asks] of waiting) {
    for (const [i, { table, ask, position }] of asks.entries()) table.decide(ask, position, rows.get(policy)![i]!)
  }
}

const isPolicy = (player: Agent | Policy): player is Policy => 'logProbs' in player

/** Equal positions are asked once. */
export async function logProbsOf(
  policy: Pick<Policy, 'logProbs'>,
  positions: readonly Position[],
): Promise<ArrayLike<number>[]> {
  const places = new Map<string, number>()
  const distinct: Position[] = []
  for (const position of positions) {
    if (places.has(position.key)) continue
    places.set(position.key, distinct.length)
    distinct.push(position)
  }
  const rows = await policy.logProbs(distinct)
  return positions.map(({ key }) => rows[places.get(key)!]!)
}

type Draft = { -readonly [K in keyof Turn]: Turn[K] }

/** One match in play, with what its seats decided so far. */
class Table {
  readonly opening: Opening
  readonly match: Match
  readonly #events: Event[] = []
  readonly #turns: Draft[] = []
  /** What the seat's score was before each turn; 0 before its first, which collects from the start. */
  readonly #tally: number[] = []
  readonly #decisions: (Decision | null)[] = []
  readonly #random: Random[]
  readonly #asked: (Ask | undefined)[] = []
  readonly #given: (Decision | undefined)[] = []

  constructor(opening: Opening) {
    this.opening = opening
    this.#random = opening.chairs.map((_, seat) => stream(opening.seed, 'learner', seat))
    this.match = Match.open({
      game: opening.game,
      match: opening.match,
      seed: opening.seed,
      seats: opening.chairs.map(({ player }) => named(player)),
      ...(opening.scenarioHash !== undefined && { scenarioHash: opening.scenarioHash }),
      ...(opening.survey && { survey: opening.survey }),
      record: (event, id) => this.#record(event, id),
    })
  }

  async survey(): Promise<void> {
    for (const survey of this.match.surveys()) {
      const { player, surveyor } = this.opening.chairs[survey.seat]!
      const who = surveyor ?? (isPolicy(player) ? undefined : player)
      const beliefs = who?.survey?.(survey)
      const came = beliefs instanceof Promise ? await beliefs : beliefs
      if (came === undefined || !this.match.surveyed(survey.seat, came)) this.match.missed(survey.seat)
    }
  }

  answer(ask: Ask, answer: Answer): void {
    this.#asked[ask.seat] = ask
    this.match.answer(ask.seat, answer)
  }

  decide(ask: Ask, position: Position, logProbs: ArrayLike<number>): void {
    const chosen = this.opening.greedy ? likeliest(logProbs) : drawn(logProbs, this.#random[ask.seat]!())
    this.#given[ask.seat] = { position, chosen, logProbs }
    this.answer(ask, { move: ask.moves[chosen]!, note: { logProb: logProbs[chosen]! } })
  }

  played(): PlayedMatch {
    const { game } = this.match
    const scores = this.match.result!
    const ended = this.#events.at(-1)!
    const outcome = ended.type === 'ended' ? ended.outcome : scores.map(() => 0)
    const next = [...scores] // by seat: its tally before its later turn, from the end backwards
    for (let i = this.#turns.length - 1; i >= 0; i--) {
      const turn = this.#turns[i]!
      turn.reward = next[turn.seat]! - this.#tally[i]!
      turn.outcome = outcome[turn.seat]!
      next[turn.seat] = this.#tally[i]!
    }
    return { game, events: this.#events, turns: this.#turns, decisions: this.#decisions, scores, outcome }
  }

  #record(event: Event, id: number): void {
    this.#events.push(event)
    if (event.type !== 'moved') return
    const { seat } = event
    const first = !this.#turns.some((one) => one.seat === seat)
    this.#tally.push(first ? 0 : (this.match.game.tally?.(this.match.state)[seat] ?? 0))
    this.#turns.push(this.#draft(event, id))
    this.#decisions.push((this.opening.chairs[seat]!.learns && this.#given[seat]) || null)
    this.#given[seat] = undefined
    this.#asked[seat] = undefined
  }

  #draft(event: Event & { type: 'moved' }, id: number): Draft {
    const { game } = this.match
    const { turn, seat, move, text, note, beliefs } = event
    const { role, faction } = game.seats[seat]!
    const ask = this.#asked[seat]
    return {
      match: this.match.id,
      game: game.id,
      kind: game.kind,
      turn,
      id,
      seat,
      role,
      faction,
      view: ask ? ask.view : game.view(this.match.state, seat),
      moves: ask ? ask.moves : offered(this.match, seat),
      move,
      forced: event.forced !== undefined,
      reward: 0,
      outcome: 0,
      ...(text !== undefined && { text }),
      ...(note && { note }),
      ...(beliefs && { beliefs }),
    }
  }
}

const named = (player: Agent | Policy) =>
  isPolicy(player)
    ? { agent: 'policy', version: player.version }
    : { agent: player.name, ...(player.version !== undefined && { version: player.version }) }

function offered(match: Match, seat: Seat): readonly string[] {
  return match.next.kind === 'choose' ? (match.next.choices.find((choice) => choice.seat === seat)?.moves ?? []) : []
}

export function likeliest(logProbs: ArrayLike<number>): number {
  let best = 0
  for (let i = 1; i < logProbs.length; i++) if (logProbs[i]! > logProbs[best]!) best = i
  return best
}

/** Index of the slice of [0, 1) that `point` falls in; the last one when rounding leaves the sum just short of 1. */
export function drawn(logProbs: ArrayLike<number>, point: number): number {
  let edge = 0
  for (let i = 0; i < logProbs.length; i++) {
    edge += Math.exp(logProbs[i]!)
    if (point < edge) return i
  }
  return logProbs.length - 1
}
