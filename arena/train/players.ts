/**
 * The hands of a run: its first rounds are played on the trainer's own thread, and once play has cost a while by threads,
 * who stay if they are faster. Who plays changes nothing but the time.
 */
import { availableParallelism } from 'node:os'
import { type Crew, ThreadCrew } from './crew.ts'
import type { FrozenPolicy } from './learner.ts'
import type { Surroundings } from './options.ts'
import { openingsOf } from './play-round.ts'
import type { Run } from './run-state.ts'
import { type PlayedMatch, type Policy, playTogether } from './self-play.ts'
import { type Harvest, harvestOf, judgedHarvest } from './taught.ts'

/** Milliseconds of play after which threads, which cost about a second each, are started unasked. */
const PATIENCE = 2000
/** Most threads that are started unasked. */
const MOST = 8
/** Rounds after which threads that were started unasked, and whose best round is slower than the best before them, are let go. */
const TRIAL = 6

export interface PlayersOptions {
  readonly policy: Policy
  readonly first: FrozenPolicy | null
  readonly surroundings: Surroundings
}

export class Players {
  readonly #run: Run
  readonly #options: PlayersOptions
  #crew: Crew | null = null
  /** Milliseconds played on this thread, and the shortest round here and by threads. */
  #spent = 0
  #best = { here: Infinity, threads: Infinity }
  /** Rounds by threads. */
  #tried = 0
  /** Threads that played the last round; 0: this one. */
  threads = 0

  constructor(run: Run, options: PlayersOptions) {
    this.#run = run
    this.#options = options
  }

  /** All matches of the run's present round. */
  async play(): Promise<Harvest> {
    const asked = this.#run.options.rollouts !== undefined
    const wanted = this.#spent > PATIENCE || asked ? this.#threadsWanted() : 0
    if (wanted > 0 && (asked || this.#tried < TRIAL)) this.#crew ??= this.#hired(wanted)
    if (this.#tried === TRIAL && !asked && this.#best.threads > this.#best.here) await this.close()
    const began = performance.now()
    this.threads = this.#crew ? wanted : 0
    const harvest = await (this.#crew ? this.#crew.play(this.#run.round) : this.#playHere())
    this.#time(performance.now() - began)
    return harvest
  }

  async close(): Promise<void> {
    await this.#crew?.close()
    this.#crew = null
  }

  #time(spent: number): void {
    const who = this.#crew ? 'threads' : 'here'
    this.#best[who] = Math.min(this.#best[who], spent)
    if (this.#crew) this.#tried++
    else this.#spent += spent
  }

  async #playHere(): Promise<Harvest> {
    const { recipe, round, encode } = this.#run
    const { policy, first, surroundings } = this.#options
    const company = { learner: policy, first, openAgent: surroundings.openAgent }
    const openings = await openingsOf(this.#run, company, { round, from: 0, to: recipe.matches })
    return this.harvest(await playTogether(openings, encode))
  }

  /** What matches teach, wherever they come from; a judge reads them here. */
  async harvest(matches: readonly PlayedMatch[]): Promise<Harvest> {
    const { method, recipe } = this.#run
    const { judge } = this.#options.surroundings
    return isJudged(this.#run) && judge
      ? judgedHarvest(matches, method, recipe.credit, judge)
      : harvestOf(matches, method, recipe.credit)
  }

  #hired(threads: number): Crew {
    const { options, recipe, parent, learner } = this.#run
    const { first, surroundings } = this.#options
    return new ThreadCrew({ options, recipe, parent, threads, learner, first, start: surroundings.rollout! })
  }

  /** Opponents that are policies answer by runs of their own, which are the same only when one thread makes them all. */
  #threadsWanted(): number {
    const { options, recipe } = this.#run
    if (!this.#options.surroundings.rollout || isJudged(this.#run)) return 0
    const policies = options.against?.some((spec) => spec === 'past' || spec.startsWith('policy:'))
    const most = policies ? 1 : recipe.matches
    return Math.min(options.rollouts ?? Math.min(availableParallelism(), MOST), most)
  }
}

/** Whole matches are needed where the judge is asked. */
export const isJudged = ({ method, recipe }: Pick<Run, 'method' | 'recipe'>): boolean =>
  method.shares === true && recipe.credit.credit === 'judge'
