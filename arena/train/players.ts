/** The hands of a run: its first rounds are played on the trainer's own thread, and once play has cost a while, by threads. */
import { availableParallelism } from 'node:os'
import { type Crew, ThreadCrew } from './crew.ts'
import type { FrozenPolicy } from './learner.ts'
import type { Surroundings } from './options.ts'
import { openingsOf } from './play-round.ts'
import type { Run } from './run-state.ts'
import { type Policy, playTogether } from './self-play.ts'
import { type Harvest, harvestOf } from './taught.ts'

/** Milliseconds of play after which threads, which cost about a second each, are started unasked. */
const PATIENCE = 2000
/** Most threads that are started unasked. */
const MOST = 8

export interface PlayersOptions {
  readonly policy: Policy
  readonly first: FrozenPolicy | null
  readonly surroundings: Surroundings
}

export class Players {
  readonly #run: Run
  readonly #options: PlayersOptions
  #crew: Crew | null = null
  /** Milliseconds played on this thread. */
  #spent = 0
  /** Threads that played the last round; 0: this one. */
  threads = 0

  constructor(run: Run, options: PlayersOptions) {
    this.#run = run
    this.#options = options
  }

  /** All matches of the run's present round. */
  async play(): Promise<Harvest> {
    const { round, options } = this.#run
    const wanted = this.#spent > PATIENCE || options.rollouts !== undefined ? this.#threadsWanted() : 0
    if (wanted > 0) this.#crew ??= this.#hired(wanted)
    if (!this.#crew) return this.#playHere()
    this.threads = wanted
    return this.#crew.play(round)
  }

  async close(): Promise<void> {
    await this.#crew?.close()
  }

  async #playHere(): Promise<Harvest> {
    const began = performance.now()
    const { recipe, round, encode, method } = this.#run
    const { policy, first, surroundings } = this.#options
    const company = { learner: policy, first, openAgent: surroundings.openAgent }
    const openings = await openingsOf(this.#run, company, { round, from: 0, to: recipe.matches })
    const harvest = harvestOf(await playTogether(openings, encode), method, recipe.credit)
    this.#spent += performance.now() - began
    return harvest
  }

  #hired(threads: number): Crew {
    const { options, recipe, parent, learner } = this.#run
    const { first, surroundings } = this.#options
    return new ThreadCrew({ options, recipe, parent, threads, learner, first, start: surroundings.rollout! })
  }

  /** Opponents that are policies answer by runs of their own, which are the same only when one thread makes them all. */
  #threadsWanted(): number {
    const { options, recipe } = this.#run
    if (!this.#options.surroundings.rollout) return 0
    const policies = options.against?.some((spec) => spec === 'past' || spec.startsWith('policy:'))
    const most = policies ? 1 : recipe.matches
    return Math.min(options.rollouts ?? Math.min(availableParallelism(), MOST), most)
  }
}
