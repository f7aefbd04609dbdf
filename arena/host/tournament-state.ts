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
  sizeOfRound,
} from '../tournament/index.ts'
import { ratedAs, type TournamentPlan } from './tournament-plan.ts'
import type { Entrant, MatchRecord, ResultRow, TournamentStore } from './tournament-store.ts'
import { roundMatches, settingsOf } from './tournament-worker.ts'

interface Round {
  readonly meetings: readonly Meeting[]
  /** How many matches it has. */
  readonly size: number
  /** Made when first asked for, and let go once all have results: they can be made again. */
  matches?: readonly PlannedMatch[] | undefined
  /** Places by id; made when results come without them. */
  places?: ReadonlyMap<string, number> | undefined
  /** By place in the round. */
  readonly records: (MatchRecord | undefined)[]
  /** Matches without a result. */
  open: number
}

/** A round this small is looked through instead of indexed. */
const FEW = 32

/** Elo points in one point of a live skill's mu, once it is certain. */
const POINTS = 29.5

export class TournamentView {
  readonly plan: TournamentPlan
  readonly settings: readonly Setting[]
  entrants: readonly Entrant[]
  readonly rounds: Round[] = []
  readonly #roles: ReadonlyMap<string, readonly SeatRole[]>
  #planned = 0
  #done = 0
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
    return this.#planned
  }

  get done(): number {
    return this.#done
  }

  get open(): number {
    return this.#planned - this.#done
  }

  /** The first round that still has open matches; the number of rounds when none has. */
  get firstOpen(): number {
    while (this.rounds[this.#firstOpen]?.open === 0) this.#firstOpen++
    return this.#firstOpen
  }

  addRound(meetings: readonly Meeting[]): void {
    const size = sizeOfRound({ meetings, settings: this.settings, deals: this.plan.deals })
    this.#planned += size
    for (const { agents } of meetings) this.#past.push({ agents, round: this.rounds.length, points: null })
    this.rounds.push({ meetings, size, records: new Array<undefined>(size), open: size })
  }

  /** Rounds from `from` on are other ones than thought. */
  replaceRounds(from: number, rounds: readonly (readonly Meeting[])[]): void {
    for (const { size, open } of this.rounds.splice(from)) {
      this.#planned -= size
      this.#done -= size - open
    }
    this.#firstOpen = Math.min(this.#firstOpen, from)
    this.#past = this.#past.filter(({ round }) => round < from)
    for (const meetings of rounds) this.addRound(meetings)
  }

  /** The matches of a round, in order. */
  matchesOf(round: number): readonly PlannedMatch[] {
    const one = this.rounds[round]!
    if (one.matches) return one.matches
    const made = roundMatches(this.plan, this.settings, round, one.meetings)
    if (one.open > 0) one.matches = made
    return made
  }

  /** Results known already, or of matches that were never planned, change nothing. */
  addResults(rows: readonly ResultRow[]): void {
    for (const row of rows) {
      const round = this.rounds[row.round]
      if (!round || round.open === 0) continue
      const place = this.#placeOf(row)
      if (place < 0 || round.records[place]) continue
      round.records[place] = row.record
      this.#done++
      if (--round.open === 0) round.places = round.matches = undefined
    }
  }

  /** Where a match is in its round; -1 for one that was never planned. */
  #placeOf({ match, round, place }: ResultRow): number {
    const matches = this.matchesOf(round)
    if (place !== undefined && matches[place]?.id === match) return place
    if (matches.length <= FEW) return matches.findIndex(({ id }) => id === match)
    const one = this.rounds[round]!
    one.places ??= new Map(matches.map(({ id }, at) => [id, at]))
    return one.places.get(match) ?? -1
  }

  /** Tokens all agents have used. */
  tokens(): number {
    let sum = 0
    for (const { records } of this.rounds)
      for (const record of records) for (const one of record?.tokens ?? []) sum += one
    return sum
  }

  isDone({ round, place }: PlannedMatch): boolean {
    return this.rounds[round]?.records[place] !== undefined
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
      const finished = this.#finishedOf(round)
      for (const [m, meeting] of this.rounds[round]!.meetings.entries()) {
        const own = finished.filter((one) => one.meeting === m).map((one) => one.finished)
        this.#past[this.#settled++]!.points = meetingPoints(meeting.agents, own)
        this.#skills = updatedSkills(this.#skills, own)
      }
    }
  }

  /** Every match with a result, in the order planned. */
  finished(): Finished[] {
    return this.rounds.flatMap((_, round) => this.#finishedOf(round).map((one) => one.finished))
  }

  /** The same with what it cost. */
  records(): { readonly planned: PlannedMatch; readonly record: MatchRecord; readonly finished: Finished }[] {
    return this.rounds.flatMap((_, round) => this.#finishedOf(round))
  }

  #finishedOf(round: number) {
    const { records } = this.rounds[round]!
    return this.matchesOf(round).flatMap((planned) => {
      const record = records[planned.place]
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
