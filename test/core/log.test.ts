/** The log survives what disks and strangers do to it: cut anywhere, padded, changed, played under other rules. */
import { expect, test } from '@jest/globals'
import { type Event, lineOf, parseLog, replay } from '../../arena/core/log.ts'
import { playMatch } from '../../arena/core/play.ts'
import { doors } from '../support/doors.ts'
import { digest, fileOf, opened, steadyAgent } from '../support/matches.ts'

async function played(): Promise<Event[]> {
  const { match, log } = opened(doors, { survey: 'every' })
  match.answer(0, { move: 'nowhere "öäü" 🎭' }) // a refusal belongs into the log
  await playMatch(match, [steadyAgent(7), steadyAgent(7)])
  return log
}

const events = await played()
const text = fileOf(events)
const lines = text.split('\n').slice(0, -1)

test('the log has every sort of event a whole match can have', () => {
  const types = new Set(events.map(({ type }) => type))
  expect(types).toEqual(new Set(['opened', 'dealt', 'surveyed', 'refused', 'moved', 'ended']))
})

test('a log reads back as what was written', () => {
  expect(parseLog(text, digest)).toEqual({
    events,
    hash: JSON.parse(lines.at(-1)!).hash,
    length: text.length,
    torn: 0,
  })
})

test('cut after any byte, it keeps every whole line, counts the torn one, and an append heals it', () => {
  const bytes = Buffer.from(text)
  for (let cut = 0; cut <= bytes.length; cut++) {
    const rest = bytes.subarray(0, cut).toString()
    const whole = rest.split('\n').length - 1
    const parsed = parseLog(rest, digest)
    expect([cut, parsed.events.length, parsed.torn]).toEqual([cut, whole, rest === '' || rest.endsWith('\n') ? 0 : 1])
    let healed = rest.slice(0, parsed.length)
    let hash = parsed.hash
    for (const [id, event] of [...events.entries()].slice(whole)) {
      const line = lineOf(id, event, hash, digest)
      healed += `${line.text}\n`
      hash = line.hash
    }
    if (healed !== text) expect({ cut, healed }).toEqual({ cut, healed: text })
  }
})

test('zeros or garbage after the last whole line are left out and counted', () => {
  expect(parseLog(`${text}\0\0\0\0`, digest)).toMatchObject({ events, torn: 1 })
  expect(parseLog(`${text}\0\0\n\0\0\n`, digest)).toMatchObject({ events, torn: 2 })
  expect(parseLog(`${text}{"id":3,"ty`, digest)).toMatchObject({ events, torn: 1 })
})

test('an unfinished last line that runs into the next record loses neither silently', () => {
  const fused = `${lines.slice(0, 3).join('\n')}\n${lines[3]!.slice(0, 20)}${lines.slice(4).join('\n')}\n`
  expect(() => parseLog(fused, digest)).toThrow('log line 4 is damaged, or its hash does not follow')
})

test('a changed character shows, wherever it is', () => {
  const before = lines.slice(0, 4).join('\n').length
  for (let at = 0; at < before; at++) {
    if (text[at] === '\n') continue
    const changed = `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`
    expect(() => parseLog(changed, digest)).toThrow('is damaged, or its hash does not follow')
  }
})

test('a line left out, doubled or moved shows', () => {
  const without = [...lines.slice(0, 2), ...lines.slice(3)]
  const doubled = [...lines.slice(0, 3), ...lines.slice(2)]
  const swapped = [lines[0]!, lines[2]!, lines[1]!, ...lines.slice(3)]
  for (const bad of [without, doubled, swapped]) {
    expect(() => parseLog(`${bad.join('\n')}\n`, digest)).toThrow('is damaged, or its hash does not follow')
  }
})

test('a line with another number than its place shows, even with a hash that follows', () => {
  const first = lineOf(0, events[0]!, '', digest)
  const second = lineOf(2, events[1]!, first.hash, digest)
  expect(() => parseLog(`${first.text}\n${second.text}\n`, digest)).toThrow('log line 2 is damaged')
})

test('an empty file is an empty log', () => {
  expect(parseLog('', digest)).toEqual({ events: [], hash: '', length: 0, torn: 0 })
})

test.each([
  [{ ...doors, id: 'windows' }, 'windows: the log is of "doors"'],
  [{ ...doors, version: 2 }, 'played under version 1 of doors, now 2'],
  [{ ...doors, next: () => ({ kind: 'over', scores: [0, 0] }) as const }, 'is not offered to chance'],
])('a log that does not replay says what changed', (game, reason) => {
  expect(() => [...replay(game, events)]).toThrow(reason)
})

test('a log of a later format is refused', () => {
  const later = [{ ...events[0]!, format: 99 } as Event, ...events.slice(1)]
  expect(() => [...replay(doors, later)]).toThrow('log format 99, this arena reads 1')
})
