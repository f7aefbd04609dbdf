/** What a balance report counts: who wins, by faction and role; what was asked, found and told; how often the truth came out. */
import type { Event } from '../core/log.ts'
import type { MysteryDocument } from '../games/murder-mystery/document.ts'
import { type Estimate, meanInterval, shareInterval } from '../ratings/interval.ts'
import type { Scenario } from '../scenario/index.ts'
import { MYSTERY } from '../scenario/schema.ts'

export interface Balance {
  readonly scenario: string
  readonly matches: number
  /** Share of matches each faction or role won (its outcome above 0). */
  readonly factions: Readonly<Record<string, Estimate>>
  readonly roles: Readonly<Record<string, Estimate>>
  /** Mean score by seat, by the character's name. */
  readonly scores: Readonly<Record<string, Estimate>>
  readonly mystery?: MysteryBalance
}

interface MysteryBalance {
  /** Share of matches in which a culprit was convicted. */
  readonly truthFound: Estimate
  readonly questions: Estimate
  readonly searches: Estimate
  readonly shares: Estimate
  readonly runOffs: Estimate
  /** Share of ballots that named each character. */
  readonly suspected: Readonly<Record<string, number>>
}

export class BalanceTally {
  readonly #scenario: Scenario
  readonly #wins = new Map<string, number[]>()
  readonly #roles = new Map<string, number[]>()
  readonly #scores = new Map<string, number[]>()
  readonly #counts = {
    questions: [] as number[],
    searches: [] as number[],
    shares: [] as number[],
    runOffs: [] as number[],
    found: [] as number[],
  }
  readonly #votes: number[]
  #matches = 0

  constructor(scenario: Scenario) {
    this.#scenario = scenario
    this.#votes = scenario.game.seats.map(() => 0)
  }

  add(events: readonly Event[]): void {
    const { game, kind } = this.#scenario
    const ended = events.find((event) => event.type === 'ended')
    if (!ended) return
    this.#matches++
    for (const faction of new Set(game.seats.map((seat) => seat.faction))) {
      const seat = game.seats.findIndex((one) => one.faction === faction)
      push(this.#wins, faction, ended.outcome[seat]! > 0 ? 1 : 0)
    }
    for (const [seat, { role, name }] of game.seats.entries()) {
      push(this.#roles, role, ended.outcome[seat]! > 0 ? 1 : 0)
      push(this.#scores, name, ended.scores[seat]!)
    }
    if (kind === MYSTERY) this.#addMystery(events, ended.outcome)
  }

  #addMystery(events: readonly Event[], outcome: readonly number[]): void {
    const { game, document } = this.#scenario
    const { characters } = document as MysteryDocument
    const moves = events.flatMap((event) => (event.type === 'moved' ? [event.move.split(' ')] : []))
    const count = (...verbs: readonly string[]) => moves.filter(([verb]) => verbs.includes(verb!)).length
    const killer = game.seats.findIndex((seat) => seat.faction === 'killer')
    this.#counts.questions.push(count('where', 'saw', 'about', 'ask'))
    this.#counts.searches.push(count('search'))
    this.#counts.shares.push(count('share'))
    this.#counts.runOffs.push(count('vote', 'abstain') > game.seats.length ? 1 : 0)
    this.#counts.found.push(outcome[killer]! < 0 ? 1 : 0)
    for (const [verb, who] of moves) {
      if (verb === 'vote') this.#votes[characters.findIndex((one) => one.id === who)]!++
    }
  }

  summary(): Balance {
    const { id, kind } = this.#scenario
    const { found, questions, searches, shares, runOffs } = this.#counts
    return {
      scenario: id,
      matches: this.#matches,
      factions: each(this.#wins, share),
      roles: each(this.#roles, share),
      scores: each(this.#scores, meanInterval),
      ...(kind === MYSTERY && {
        mystery: {
          truthFound: share(found),
          questions: meanInterval(questions),
          searches: meanInterval(searches),
          shares: meanInterval(shares),
          runOffs: share(runOffs),
          suspected: this.#suspected(),
        },
      }),
    }
  }

  #suspected(): Record<string, number> {
    const all = this.#votes.reduce((sum, one) => sum + one, 0)
    return Object.fromEntries(
      this.#scenario.game.seats.map(({ name }, seat) => [name, all === 0 ? 0 : this.#votes[seat]! / all]),
    )
  }

  text({ scenario, matches, factions, roles, scores, mystery }: Balance): string {
    const percent = ([name, { mean, ci95 }]: [string, Estimate]) =>
      `  ${name.padEnd(20)} ${(100 * mean).toFixed(1).padStart(5)} %  [${(100 * ci95[0]).toFixed(1)}, ${(100 * ci95[1]).toFixed(1)}]`
    const plain = ([name, { mean, ci95 }]: [string, Estimate]) =>
      `  ${name.padEnd(20)} ${mean.toFixed(2).padStart(5)}    [${ci95[0].toFixed(2)}, ${ci95[1].toFixed(2)}]`
    const lines = [`${scenario}: ${matches} matches`, 'won, by faction', ...Object.entries(factions).map(percent)]
    lines.push(
      'won, by role',
      ...Object.entries(roles).map(percent),
      'mean score',
      ...Object.entries(scores).map(plain),
    )
    if (mystery) {
      const { truthFound, questions, searches, shares, runOffs, suspected } = mystery
      lines.push('the case', percent(['truth found', truthFound]), percent(['run-offs', runOffs]))
      lines.push(plain(['questions', questions]), plain(['searches', searches]), plain(['clues shared', shares]))
      lines.push(
        `  ballots: ${Object.entries(suspected)
          .map(([name, one]) => `${name} ${(100 * one).toFixed(0)} %`)
          .join(', ')}`,
      )
    }
    return lines.join('\n')
  }
}

const share = (values: readonly number[]): Estimate =>
  shareInterval(
    values.reduce((sum, one) => sum + one, 0),
    values.length,
  )

const each = (table: ReadonlyMap<string, readonly number[]>, estimate: (values: readonly number[]) => Estimate) =>
  Object.fromEntries([...table].map(([name, values]) => [name, estimate(values)]))

function push(table: Map<string, number[]>, key: string, value: number): void {
  const list = table.get(key)
  if (list) list.push(value)
  else table.set(key, [value])
}
