import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import type { Event } from '../../arena/core/log.ts'
import { LogFile, logPath, readLogFile } from '../../arena/host/log-file.ts'
import { freshFolder } from './support.ts'

const opened: Event = {
  type: 'opened',
  format: 1,
  match: 'm',
  game: 'kuhn-poker',
  kind: 'kuhn-poker',
  version: 1,
  scenarioHash: '',
  seed: 1,
  seats: [],
}
const events: readonly Event[] = [
  opened,
  { type: 'dealt', move: 'Q' },
  { type: 'moved', turn: 0, seat: 0, move: 'bet', text: 'Grüß — 你好 😀' },
]

function written(dir: string): string {
  const log = LogFile.create(dir, 'm')
  for (const event of events) log.append(event)
  log.close()
  return log.path
}

test('a log reads as it was written, and is never overwritten', () => {
  const dir = freshFolder()
  expect(readLogFile(written(dir)).events).toEqual(events)
  expect(() => LogFile.create(dir, 'm')).toThrow(/never overwritten/)
})

test('a log cut at any byte is mended when it is opened, the lost lines are counted, and the next line does not fuse', () => {
  const dir = freshFolder()
  const path = written(dir)
  const whole = readFileSync(path)
  const ends = [...whole.entries()].flatMap(([at, byte]) => (byte === 10 ? [at + 1] : []))
  for (let cut = 0; cut <= whole.length; cut++) {
    writeFileSync(path, whole.subarray(0, cut))
    const { log, events: kept, torn } = LogFile.reopen(dir, 'm')
    const lines = ends.filter((end) => end <= cut).length
    expect(kept).toEqual(events.slice(0, lines))
    expect(torn).toBe(cut === 0 || ends.includes(cut) ? 0 : 1)
    for (const event of events.slice(lines)) log.append(event)
    log.close()
    expect(readFileSync(path).equals(whole)).toBe(true)
  }
})

test('a tail padded with zeros, as some disks leave it, is cut off', () => {
  const dir = freshFolder()
  const path = written(dir)
  appendFileSync(path, Buffer.alloc(4096))
  const { log, events: kept, torn } = LogFile.reopen(dir, 'm')
  expect(kept).toEqual(events)
  expect(torn).toBe(1)
  log.append({ type: 'stopped', reason: 'enough' })
  log.close()
  expect(readLogFile(path).events).toHaveLength(4)
})

test('a changed line in the middle is damage, not a torn tail', () => {
  const dir = freshFolder()
  const path = written(dir)
  writeFileSync(path, readFileSync(path, 'utf8').replace('"Q"', '"K"'))
  expect(() => LogFile.reopen(dir, 'm')).toThrow(/damaged/)
  truncateSync(path, 10)
  expect(LogFile.reopen(dir, 'm').events).toEqual([])
})

test('no match id leads out of the folder', () => {
  for (const id of ['../x', 'a/b', '', '.hidden', 'x'.repeat(121), 'a\0b'])
    expect(() => logPath('logs', id)).toThrow(/match id/)
})
