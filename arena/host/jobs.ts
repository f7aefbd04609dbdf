/** Work handed out to whoever asks for it, as an interface: a table in the store on one machine, BullMQ on Redis on many. */

import { ParleyError } from '../core/errors.ts'

/** Part of a tournament: of the matches of `rounds` rounds from `round` on, those `from` up to, not including, `to`. */
export interface Job {
  /** `<tournament>.<round>.<from>`: the same part has the same id. */
  readonly id: string
  readonly tournament: string
  readonly round: number
  readonly rounds: number
  readonly from: number
  readonly to: number
  /** Some of its matches had results when it was put in line. */
  readonly begun?: true
}

export interface TakenJob extends Job {
  /** True when somebody may have begun it before: some of its matches may have results. */
  readonly again: boolean
}

/**
 * Hands out each job to one worker at a time and again when that worker dies: at least once. That each match counts
 * once is the store's affair.
 */
export interface Jobs {
  /** Puts jobs in line; one that waits or is being worked on already stays as it is. */
  add(jobs: readonly Job[]): Promise<void>
  /** Up to `count` jobs for `worker`, which holds them until they are done, given back, or its lease runs out. */
  take(worker: string, count: number): Promise<readonly TakenJob[]>
  /** Prolongs the lease of everything the worker holds. */
  renew(worker: string): Promise<void>
  done(worker: string, jobs: readonly Job[]): Promise<void>
  /** Puts jobs back in line unfinished. */
  giveBack(worker: string, jobs: readonly Job[]): Promise<void>
  /** Takes everything of a tournament that nobody works on out of the line. */
  remove(tournament: string): Promise<void>
  close(): Promise<void>
}

/** A server that does not answer: who, where (without the password), and what it said. */
export function unreachable(what: string, url: string, cause: unknown): ParleyError {
  const where = URL.canParse(url) ? new URL(url).host : 'an address that is no URL'
  const { errors, message } = cause as { errors?: readonly Error[]; message?: string }
  const said = errors?.[0]?.message ?? message ?? String(cause)
  return new ParleyError('unreachable', `${what} at ${where} can't be used: ${said}`, { cause })
}

/** How long a worker that says nothing keeps its jobs, in milliseconds; it renews three times as often. */
export const LEASE = 30_000
