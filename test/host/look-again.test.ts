/** One look at a time, whatever a look does. */
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { lookAgain } from '../../arena/host/look-again.ts'

/** Lets go of `held` looks one by one. */
function slowLook() {
  const held: { done: () => void; fail: (error: Error) => void }[] = []
  const look = () => new Promise<void>((done, fail) => held.push({ done, fail }))
  const until = async (count: number) => {
    while (held.length < count) await wait(1)
  }
  return { held, look, until }
}

test('the next look waits for the last one, and comes after one that failed', async () => {
  const { held, look, until } = slowLook()
  const failures: unknown[] = []
  const end = lookAgain(look, { milliseconds: 1, failed: (error) => failures.push(error) })
  await until(1)
  await wait(30)
  expect(held).toHaveLength(1)
  held[0]!.fail(new Error('no store'))
  await until(2)
  expect(failures).toEqual([new Error('no store')])
  held[1]!.done()
  await until(3)
  end()
})

test('nobody looks while it is not wanted, nor after the end', async () => {
  let [looks, wanted, asked] = [0, false, 0]
  const look = async () => {
    looks++
  }
  const end = lookAgain(look, { milliseconds: 1, failed: () => {}, wanted: () => asked++ >= 0 && wanted })
  while (asked < 3) await wait(1)
  expect(looks).toBe(0)
  wanted = true
  while (looks < 2) await wait(1)
  end()
  const then = looks
  await wait(30)
  expect(looks).toBe(then)
})
