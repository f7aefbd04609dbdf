import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { Job, Jobs } from '../../arena/host/jobs.ts'
import { lines } from './places.ts'

const LEASE = 1500
const job = (n: number, tournament = 't'): Job => ({
  id: `${tournament}.0.${n}`,
  tournament,
  round: 0,
  rounds: 1,
  from: n,
  to: n + 1,
})
const ids = (jobs: readonly Job[]) => jobs.map(({ id }) => id)
const sleep = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

describe.each(Object.entries(lines).map(([name, open]) => ({ name, open })))('jobs in $name', ({ open }) => {
  let jobs: Jobs
  beforeEach(async () => {
    jobs = await open(LEASE)
  })
  afterEach(async () => await jobs.close())

  /** Waits for a job as a worker does. */
  async function taken(worker: string, within: number): Promise<readonly (Job & { again: boolean })[]> {
    for (const end = Date.now() + within; Date.now() < end; await sleep(50)) {
      const got = await jobs.take(worker, 10)
      if (got.length > 0) return got
    }
    return []
  }

  test('come in order, each to one worker', async () => {
    await jobs.add([job(0), job(1), job(2)])
    await jobs.add([job(1)])
    expect(await jobs.take('a', 2)).toEqual([
      { ...job(0), again: false },
      { ...job(1), again: false },
    ])
    expect(ids(await jobs.take('b', 5))).toEqual(ids([job(2)]))
    expect(await jobs.take('c', 5)).toEqual([])
  })

  test('when done are gone, and may be put in line anew', async () => {
    await jobs.add([job(0)])
    await jobs.done('a', await jobs.take('a', 1))
    expect(await jobs.take('b', 5)).toEqual([])
    await jobs.add([job(0)])
    expect(ids(await jobs.take('b', 5))).toEqual([job(0).id])
  })

  test('given back go to the next who asks, marked as begun before', async () => {
    await jobs.add([job(0)])
    await jobs.giveBack('a', await jobs.take('a', 1))
    expect(await jobs.take('b', 1)).toEqual([{ ...job(0), again: true }])
  })

  test('of a worker that died go to another, and what the dead one says then changes nothing', async () => {
    await jobs.add([job(0)])
    const held = await jobs.take('dead', 1)
    expect(await jobs.take('b', 1)).toEqual([])
    const got = await taken('b', 4 * LEASE)
    expect(got).toEqual([{ ...job(0), again: true }])
    await jobs.done('dead', held)
    await jobs.giveBack('dead', held)
    expect(await jobs.take('c', 1)).toEqual([])
  })

  test('of a worker that lives and says so stay with it beyond the lease', async () => {
    await jobs.add([job(0)])
    await jobs.take('slow', 1)
    for (let beat = 0; beat < 5; beat++) {
      await sleep(LEASE / 3)
      await jobs.renew('slow')
      expect(await jobs.take('b', 1)).toEqual([])
    }
  })

  test('of a tournament that ended are taken out of the line, others stay', async () => {
    await jobs.add([job(0), job(1), job(0, 'other')])
    await jobs.take('a', 1)
    await jobs.remove('t')
    expect(ids(await jobs.take('b', 5))).toEqual([job(0, 'other').id])
  })

  test('a hundred jobs and three workers at once: every job once', async () => {
    await jobs.add(Array.from({ length: 100 }, (_, n) => job(n)))
    const worker = async (name: string) => {
      const got: string[] = []
      for (let some = await jobs.take(name, 7); some.length > 0; some = await jobs.take(name, 7)) {
        got.push(...ids(some))
        await jobs.done(name, some)
      }
      return got
    }
    const all = (await Promise.all(['a', 'b', 'c'].map(worker))).flat()
    expect(new Set(all).size).toBe(100)
    expect(all).toHaveLength(100)
  })
})
