/** The line of jobs on Redis, by BullMQ: for workers on many machines. */
import { type Job as BullJob, Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { type Job, type Jobs, LEASE, type TakenJob, unreachable } from './jobs.ts'

/** The line for everybody, and the one for servers, to which connected agents are joined. */
export type QueueName = 'parley-matches' | 'parley-served'

export class BullJobs implements Jobs {
  readonly #redis: Redis
  readonly #queue: Queue<Job>
  readonly #puller: Worker<Job>
  readonly #lease: number
  readonly #held = new Map<string, { worker: string; job: BullJob<Job> }>()

  /** `prefix` keeps several arenas on one Redis apart. Throws `unreachable`. */
  static async open(
    url: string,
    { prefix = 'parley', lease = LEASE, queue = 'parley-matches' as QueueName } = {},
  ): Promise<BullJobs> {
    const redis = new Redis(url, { maxRetriesPerRequest: null, lazyConnect: true })
    let cause: unknown
    redis.on('error', (error) => (cause = error)) // later ones are told by whichever call is waiting
    try {
      await redis.connect()
    } catch (error) {
      redis.disconnect()
      throw unreachable('Redis', url, cause ?? error)
    }
    const jobs = new BullJobs(redis, { prefix, lease, queue })
    await jobs.#puller.startStalledCheckTimer()
    return jobs
  }

  private constructor(
    redis: Redis,
    { prefix, lease, queue }: { readonly prefix: string; readonly lease: number; readonly queue: QueueName },
  ) {
    this.#redis = redis
    this.#lease = lease
    this.#queue = new Queue<Job>(queue, { connection: redis, prefix })
    this.#puller = new Worker<Job>(queue, null, {
      connection: redis,
      prefix,
      lockDuration: lease,
      stalledInterval: Math.max(1000, lease / 2),
      maxStalledCount: 1_000_000, // a job is given out for as long as its matches have no result
      autorun: false,
    })
    this.#queue.on('error', () => {})
    this.#puller.on('error', () => {})
  }

  async add(jobs: readonly Job[]): Promise<void> {
    await this.#queue.addBulk(
      jobs.map((data) => ({
        name: 'matches',
        data,
        opts: { jobId: data.id, removeOnComplete: true, removeOnFail: true },
      })),
    )
  }

  async take(worker: string, count: number): Promise<readonly TakenJob[]> {
    const taken: TakenJob[] = []
    while (taken.length < count) {
      const job = await this.#puller.getNextJob(worker, { block: false })
      if (!job?.id) break
      this.#held.set(job.id, { worker, job })
      const again = job.attemptsStarted > 1 || job.stalledCounter > 0 || job.data.begun === true
      taken.push({ ...job.data, again })
    }
    return taken
  }

  async renew(worker: string): Promise<void> {
    for (const [id, held] of this.#held) {
      if (held.worker !== worker) continue
      try {
        await held.job.extendLock(worker, this.#lease)
      } catch {
        this.#held.delete(id) // the lease had run out; somebody else has it, and each match counts once all the same
      }
    }
  }

  async done(worker: string, jobs: readonly Job[]): Promise<void> {
    await this.#settle(worker, jobs, (job) => job.moveToCompleted(null, worker, false))
  }

  async giveBack(worker: string, jobs: readonly Job[]): Promise<void> {
    await this.#settle(worker, jobs, (job) => job.moveToWait(worker))
  }

  async #settle(worker: string, jobs: readonly Job[], settle: (job: BullJob<Job>) => Promise<unknown>): Promise<void> {
    for (const { id } of jobs) {
      const held = this.#held.get(id)
      if (held?.worker !== worker) continue
      this.#held.delete(id)
      try {
        await settle(held.job)
      } catch (error) {
        if (!lostLease(error)) throw error
      }
    }
  }

  async remove(tournament: string): Promise<void> {
    const waiting = await this.#queue.getJobs(['waiting', 'delayed', 'prioritized'])
    for (const job of waiting) {
      if (job?.data.tournament !== tournament) continue
      await job.remove().catch(() => {}) // taken in the meantime
    }
  }

  async close(): Promise<void> {
    await this.#puller.close()
    await this.#queue.close()
    this.#redis.disconnect()
  }
}

/** BullMQ's codes: -1 the job is gone, -2 its lock is, -3 it isn't active, -6 the lock is another's. */
const lostLease = (error: unknown) => [-1, -2, -3, -6].includes((error as { code?: number }).code ?? 0)
