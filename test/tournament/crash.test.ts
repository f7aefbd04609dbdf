import { expect, test } from '@jest/globals'
import { killed, undisturbed } from './crash.ts'

test('killed twice at random points, a tournament ends with the table of an undisturbed one, every match once', async () => {
  const { end, milliseconds } = await undisturbed(200)
  expect(end.done).toBe(end.planned)
  const report = await killed(200, { kills: 2, seed: 11, milliseconds: milliseconds / 2 })
  expect(report.kills).toBe(2)
  expect(report.end).toEqual(end)
}, 120_000)
