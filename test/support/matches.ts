/** Matches for the kernel's tests: recorded in memory, played by agents that are functions of the ask. */
import { createHash } from 'node:crypto'
import type { Agent, Ask } from '../../arena/core/agent.ts'
import type { Game } from '../../arena/core/game.ts'
import { type Digest, type Event, lineOf } from '../../arena/core/log.ts'
import { Match, type MatchOptions } from '../../arena/core/match.ts'
import { pick, stream } from '../../arena/core/rng.ts'

export const digest: Digest = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16)

export interface Recording {
  readonly log: Event[]
  readonly options: MatchOptions
}

/** Options that record into `log`, as a log file would: by value. */
export function recording(game: Game, more: Partial<MatchOptions> = {}, log: Event[] = []): Recording {
  const options: MatchOptions = {
    game,
    match: 'm',
    seed: 7,
    seats: game.seats.map((_, seat) => ({ agent: `agent ${seat}` })),
    record: (event) => {
      log.push(JSON.parse(JSON.stringify(event)) as Event)
    },
    ...more,
  }
  return { log, options }
}

export function opened(game: Game, more: Partial<MatchOptions> = {}): { match: Match; log: Event[] } {
  const { log, options } = recording(game, more)
  return { match: Match.open(options), log }
}

/** A sound answer that depends on the match's seed and the turn alone. */
export function steadyAnswer(seed: number, { turn, moves, speech }: Ask): { move: string; text?: string } {
  const random = stream(seed, 'steady', turn)
  const move = pick(moves, random())
  const speaks = speech !== undefined && (speech.moves === 'all' || speech.moves.includes(move))
  return speaks ? { move, text: `turn ${turn}: "öäü" 🎭\u2028` } : { move }
}

export const steadyAgent = (seed: number): Agent => ({
  name: 'steady',
  act: (ask) => steadyAnswer(seed, ask),
  survey: ({ turn, seat, about }) => ({
    suspects: [0, 1].map((other) => (other !== seat && about.includes(other) ? 1 / (turn + 1) : 0)),
  }),
})

/** The file of a log, a line an event. */
export function fileOf(events: readonly Event[]): string {
  let hash = ''
  let text = ''
  for (const [id, event] of events.entries()) {
    const line = lineOf(id, event, hash, digest)
    text += `${line.text}\n`
    hash = line.hash
  }
  return text
}
