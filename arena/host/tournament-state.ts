/** A tournament as far as it has come: read from the store, brought up to date by results, asked for the next round. */
import type { SeatRole } from '../core/game.ts'
import { type Finished, type LiveSkill, MEAN_RATING, newSkill, updatedSkills } from '../ratings/index.ts'
import type { Scenario } from '../scenario/scenario.ts'
import {
  type Field,
  type Meeting,
  meetingPoints,
  type PastMeeting,
  type PlannedMatch,
  type Setting,
  scheduleOf,
} from '../tournament/index.ts'
import { ratedAs, type TournamentPlan } from './tournament-plan.ts'
import type { Entrant, MatchRecord, ResultRow, TournamentStore } from './tournament-store.ts'
import { roundMatches, settingsOf } from './tournament-worker.ts'

interface Round {
  readonly meetings: readonly Meeting[]
  readonly matches: readonly PlannedMatch[]
  /** Matches without a result. */
  open: number
}

/** Elo points in one point of a live skill's mu, once it is certain. */
const POINTS = 29.5

export class TournamentView {
  readonly plan: TournamentPlan
  readonly settings: readonly Setting[]
  entrants: readonly Entrant[]
  readonly rounds: Round[] = []
  readonly #roles: ReadonlyMap<string, readonly SeatRole[]>
  readonly #planned = new Map<string, PlannedMatch>()
  readonly #results = new Map<string, MatchRecord>()
  #skills: ReadonlyMap<string, LiveSkill> = new Map()
  /** Every meeting planned, in order; it only grows, as the schedules' counts expect. */
  #past: { agents: readonly string[]; round: number; points: PastMeeting['points'] }[] = []
  /** Meetings with points. */
  #settled = 0
  /** Rounds folded into `#past` and `#skills`. */
  #folded = 0
  #firstOpen = 0

  static async read(
    plan: TournamentPlan,
    store: TournamentStore,
    openScenario: (name: string) => Promise<Scenario>,
  ): Promise<TournamentView> {
    const view = new TournamentView(plan, await settingsOf(plan, openScenario), await store.entrants(plan.id))
    for (const meetings of await store.rounds(plan.id)) view.addRound(meetings)
    view.addResults(await store.results(plan.id, 0))
    return view
  }

  private constructor(plan: TournamentPlan, settings: readonly Setting[], entrants: readonly Entrant[]) {
    this.plan = plan
    this.settings = settings
    this.entrants = entrants
    this.#roles = new Map(settings.map(({ scenario, seats }) => [scenario, seats]))
  }

  get planned(): number {
    return this.#planned.size
  }

  get done(): number {
    return this.#results.size
  }

  get open(): number {
    return this.planned - this.done
  }

  /** The first round that still has open matches; the number of rounds when none has. */
  get firstOpen(): number {
    while (this.rounds[this.#firstOpen]?.open === 0) this.#firstOpen++
    return this.#firstOpen
  }

  addRound(meetings: readonly Meeting[]): Round {
    const matches = roundMatches(this.plan, this.settings, this.rounds.length, meetings)
    const round = { meetings, matches, open: matches.length }
    for (const match of matches) this.#planned.set(match.id, match)
    for (const { agents } of meetings) this.#past.push({ agents, round: this.rounds.length, points: null })
    this.rounds.push(round)
    return round
  }

  /** Rounds from `from` on are other ones than thought. */
  replaceRounds(from: number, rounds: readonly (readonly Meeting[])[]): void {
    for (const { matches } of this.rounds.splice(from)) for (const { id } of matches) this.#planned.delete(id)
    this.#past = this.#past.filter(({ round }) => round < from)
    for (const meetings of rounds) this.addRound(meetings)
  }

  /** Results known already, or of matches that were never planned, change nothing. */
  addResults(rows: readonly ResultRow[]): void {
    for (const { match, record } of rows) {
      const planned = this.#planned.get(match)
      if (!planned || this.#results.has(match)) continue
      this.#results.set(match, record)
      this.rounds[planned.round]!.open--
    }
  }

  /** Tokens all agents have used. */
  tokens(): number {
    let sum = 0
    for (const { tokens } of this.#results.values()) for (const one of tokens ?? []) sum += one
    return sum
  }

  isDone(match: PlannedMatch): boolean {
    return this.#results.has(match.id)
  }

  /** Agents that take part in the next round. */
  present(): string[] {
    const round = this.rounds.length
    return this.entrants
      .filter(({ joined, left }) => joined <= round && (left === null || left > round))
      .map(({ agent }) => agent)
  }

  /** Who meets in the next round; null when the schedule is at its end. */
  nextMeetings(): readonly Meeting[] | null {
    const schedule = scheduleOf(this.plan.schedule)
    if (schedule.waits) this.#fold()
    return schedule.next(this.#field())
  }

  #field(): Field {
    const { seed, challengers, matches, rounds } = this.plan
    const round = this.rounds.length
    const more = (matches !== undefined && this.planned < matches) || (rounds !== undefined && round < rounds)
    const unbounded = matches === undefined && rounds === undefined
    return {
      agents: this.present(),
      founders: this.entrants.filter(({ joined }) => joined === 0).map(({ agent }) => agent),
      past: this.#past,
      round,
      seed,
      ratings: new Map([...this.#skills].map(([agent, skill]) => [agent, ratingOf(skill)])),
      length: unbounded ? 'natural' : more ? 'more' : 'enough',
      challengers,
    }
  }

  /** Folds finished rounds, in order, into points and live skills, so that every node and every restart sees the same. */
  #fold(): void {
    while (this.#folded < this.firstOpen) {
      const round = this.#folded++
      const finished = this.#finishedOf(this.rounds[round]!)
      for (const [m, meeting] of this.rounds[round]!.meetings.entries()) {
        const own = finished.filter((one) => one.meeting === m).map((one) => one.finished)
        this.#past[this.#settled++]!.points = meetingPoints(meeting.agents, own)
        this.#skills = updatedSkills(this.#skills, own)
      }
    }
  }

  /** Every match with a result, in the order planned. */
  finished(): Finished[] {
    return this.rounds.flatMap((round) => this.#finishedOf(round).map((one) => one.finished))
  }

  /** The same with what it cost. */
  records(): { readonly planned: PlannedMatch; readonly record: MatchRecord; readonly finished: Finished }[] {
    return this.rounds.flatMap((round) => this.#finishedOf(round))
  }

  #finishedOf({ matches }: Round) {
    return matches.flatMap((planned) => {
      const record = this.#results.get(planned.id)
      if (!record) return []
      return [{ planned, record, meeting: planned.meeting, finished: this.#finished(planned, record) }]
    })
  }

  #finished({ id, block, scenario, seed, agents }: PlannedMatch, { scores, outcome, faults }: MatchRecord): Finished {
    const seats = this.#roles.get(scenario)!
    return {
      id,
      block,
      scenario: ratedAs(scenario),
      seed,
      agents,
      roles: seats.map(({ role }) => role),
      factions: seats.map(({ faction }) => faction),
      scores,
      outcome,
      faults: faults ?? agents.map(() => null),
    }
  }
}

const ratingOf = ({ mu }: LiveSkill): number => MEAN_RATING + POINTS * (mu - newSkill.mu)
