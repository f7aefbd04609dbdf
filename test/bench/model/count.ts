/** What a model cost in a match and how its answers were taken: node --import tsx test/bench/model/count.ts MODEL LOG... */

import { readLog } from '../../../arena/cli/read-log.ts'
import { type Event, headerOf } from '../../../arena/core/log.ts'
import { openScenario } from '../../../arena/scenario/index.ts'
import { tellMatch } from '../../../arena/scenario/tell.ts'

type Moved = Extract<Event, { type: 'moved' }>

/** Shorter thoughts may be said by chance. */
const TELLING = 20

const [model, ...paths] = process.argv.slice(2)
for (const path of paths) {
  const { events } = readLog(path)
  const seats = headerOf(events).seats
  const moved = events.filter((event) => event.type === 'moved')
  const modelled = new Set(seats.flatMap(({ agent }, seat) => (agent === model ? [seat] : [])))
  const own = moved.filter(({ seat }) => modelled.has(seat))
  const refused = events.filter((event) => event.type === 'refused' && modelled.has(event.seat))
  console.log(path)
  console.log(`  seats ${[...modelled].join(', ')} of ${seats.length} by ${model}`)
  console.log(`  ${own.length} moves, ${refused.length} answers refused, ${own.filter(isForced).length} moves forced`)
  console.log(`  ${sum(own, 'promptTokens')} prompt tokens, ${sum(own, 'answerTokens')} answer tokens`)
  console.log(
    `  ${(sum(own, 'milliseconds') / 1000 / Math.max(1, own.length - own.filter(isForced).length)).toFixed(1)} s a move taken`,
  )
  console.log(`  ${own.filter(({ note }) => note?.['thought']).length} thoughts, ${await overheard(events, own)}`)
}

function isForced({ forced }: Moved): boolean {
  return forced !== undefined
}

function sum(moves: readonly Moved[], key: string): number {
  return moves.reduce((total, { note }) => total + Number(note?.[key] ?? 0), 0)
}

/** Thoughts that somebody was told, of those whose words no seat ever said aloud. */
async function overheard(events: readonly Event[], own: readonly Moved[]): Promise<string> {
  const { game, seats } = headerOf(events)
  const scenario = await openScenario(game)
  const listeners = [...seats.keys(), 'audience' as const]
  const told = listeners.map((listener) =>
    [...tellMatch(scenario, events, listener)].map(({ text }) => text).join('\n'),
  )
  const said = own.map(({ text = '' }) => text).join('\n')
  const thoughts = own.map(({ note }) => String(note?.['thought'] ?? '')).filter((thought) => thought.length >= TELLING)
  const silent = thoughts.filter((thought) => !said.includes(thought))
  const heard = silent.filter((thought) => told.some((words) => words.includes(thought)))
  return `${silent.length} of them looked for, ${heard.length} overheard`
}
