/** What a match of a tournament costs and what goes wrong in it, by seat, from its events. */
import type { Event, Fault } from '../core/log.ts'
import type { MatchRecord } from './tournament-store.ts'

const tokenKeys = new Map<string, boolean>()

/** `tokens`, `promptTokens`, `tokens_out`: whatever a note calls them. */
function countsTokens(key: string): boolean {
  const known = tokenKeys.get(key)
  if (known !== undefined) return known
  const counts = /tokens/i.test(key)
  if (tokenKeys.size < 1000) tokenKeys.set(key, counts)
  return counts
}

/** Counts what the match costs and what goes wrong, by seat; tables of what hardly ever happens are made when it does. */
export class Meter {
  readonly #seats: number
  readonly #seconds: number[]
  #tokens: number[] | undefined
  #refused: number[] | undefined
  #faults: (Fault | null)[] | undefined
  #outcome: readonly number[] = []

  constructor(seats: number) {
    this.#seats = seats
    this.#seconds = new Array<number>(seats).fill(0)
  }

  see(event: Event): void {
    if (event.type === 'moved') {
      if (event.forced) this.#fault(event.seat, event.forced)
      for (const key in event.note) if (countsTokens(key)) this.#spend(event.seat, Number(event.note[key]) || 0)
    } else if (event.type === 'ended') this.#outcome = event.outcome
    else if (event.type === 'forfeited') this.#fault(event.seat, event.fault)
    else if (event.type === 'refused') {
      this.#refused ??= new Array<number>(this.#seats).fill(0)
      this.#refused[event.seat]!++
    }
  }

  /** The first one counts. */
  #fault(seat: number, fault: Fault): void {
    this.#faults ??= new Array<null>(this.#seats).fill(null)
    this.#faults[seat] ??= fault
  }

  #spend(seat: number, tokens: number): void {
    if (tokens === 0) return
    this.#tokens ??= new Array<number>(this.#seats).fill(0)
    this.#tokens[seat]! += tokens
  }

  took(seat: number, milliseconds: number): void {
    this.#seconds[seat]! += milliseconds / 1000
  }

  record(scores: readonly number[], turns: number): MatchRecord {
    return {
      scores,
      outcome: this.#outcome,
      turns,
      seconds: this.#seconds.map((one) => Math.round(one * 1e6) / 1e6),
      ...(this.#faults && { faults: this.#faults }),
      ...(this.#refused && { refused: this.#refused }),
      ...(this.#tokens && { tokens: this.#tokens }),
    }
  }
}

/** What a match came to by its log; null when it has no end. `seconds`: what each seat thought, where it was counted. */
export function recordOf(events: readonly Event[], seconds: readonly (number | undefined)[]): MatchRecord | null {
  const [opened, ended] = [events[0], events.at(-1)]
  if (opened?.type !== 'opened' || ended?.type !== 'ended') return null
  const meter = new Meter(opened.seats.length)
  for (const event of events) meter.see(event)
  for (const [seat, spent] of seconds.entries()) meter.took(seat, 1000 * (spent ?? 0))
  return meter.record(ended.scores, events.filter(({ type }) => type === 'moved').length)
}
