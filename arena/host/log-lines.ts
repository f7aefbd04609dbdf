/** Events as the text of a log file. */
import { type Event, lineOf } from '../core/log.ts'
import { sha16 } from './log-file.ts'

export function logText(events: readonly Event[]): string {
  let before = ''
  const lines = events.map((event, id) => {
    const line = lineOf(id, event, before, sha16)
    before = line.hash
    return `${line.text}\n`
  })
  return lines.join('')
}
