/** What `parley play` counts while it plays: scores by agent and role, speed, faults. */
import type { Game } from '../core/game.ts'
import type { Event } from '../core/log.ts'
import type { Match } from '../core/match.ts'
import { type Estimate, meanInterval } from '../ratings/interval.ts'

export interface PlaySummary {
  readonly matches: number
  readonly seconds: number
  readonly matchesPerSecond: number
  readonly movesPerSecond: number
  readonly scores: Readonly<Record<string, Estimate & { games: number }>>
  readonly roles: Readonly<Record<string, Estimate & { games: number }>>
  readonly forfeits: number
  readonly refused: number
  readonly forced: number
}

export class PlayTally {
  /** When progress was last told, in milliseconds of the monotonic clock. */
  told = 0
  #moves = 0
  #forfeits = 0
  #refused = 0
  #forced = 0
  readonly #scores = new Map<string, number[]>()
  readonly #roles = new Map<string, number[]>()

  see(event: Event): void {
    if (event.type === 'moved') {
      this.#moves++
      if (event.forced) this.#forced++
    } else if (event.type === 'refused') this.#refused++
    else if (event.type === 'forfeited') this.#forfeits++
  }

  add(game: Game, specs: readonly string[], match: Match): void {
    if (!match.result) return
    for (const [seat, score] of match.result.entries()) {
      push(this.#scores, specs[seat]!, score)
      push(this.#roles, game.seats[seat]!.role, score)
    }
  }

  summary(matches: number, seconds: number): PlaySummary {
    return {
      matches,
      seconds,
      matchesPerSecond: matches / seconds,
      movesPerSecond: this.#moves / seconds,
      scores: estimates(this.#scores),
      roles: estimates(this.#roles),
      forfeits: this.#forfeits,
      refused: this.#refused,
      forced: this.#forced,
    }
  }

  text(summary: PlaySummary & { scenario: string }): string {
    const line = ([name, { mean, ci95, games }]: [string, Estimate & { games: number }]) =>
      `  ${name.padEnd(24)} ${mean.toFixed(3).padStart(8)}  [${ci95[0].toFixed(3)}, ${ci95[1].toFixed(3)}]  ${games} games`
    const { scenario, matches, seconds, matchesPerSecond, movesPerSecond, forfeits, refused, forced } = summary
    const speed = `${matchesPerSecond.toFixed(0)} matches/s, ${movesPerSecond.toFixed(0)} moves/s`
    return [
      `${scenario}: ${matches} matches in ${seconds.toFixed(2)} s (${speed})`,
      'mean score by agent, 95 % interval',
      ...Object.entries(summary.scores).map(line),
      'by role',
      ...Object.entries(summary.roles).map(line),
      `faults: ${refused} answers refused, ${forced} moves made for a seat, ${forfeits} forfeits`,
    ].join('\n')
  }
}

function push(table: Map<string, number[]>, key: string, value: number): void {
  const list = table.get(key)
  if (list) list.push(value)
  else table.set(key, [value])
}

function estimates(table: Map<string, number[]>): Record<string, Estimate & { games: number }> {
  return Object.fromEntries([...table].map(([key, values]) => [key, { ...meanInterval(values), games: values.length }]))
}
