/** Laws of a game under the match runner: its log replays, and a match resumed anywhere goes on as if nothing happened. */
import { expect } from '@jest/globals'
import type { Ask } from '../../../arena/core/agent.ts'
import type { Game } from '../../../arena/core/game.ts'
import { type Event, replay } from '../../../arena/core/log.ts'
import { Match, type MatchOptions } from '../../../arena/core/match.ts'
import { pick, stream } from '../../../arena/core/rng.ts'
import { turnsOf } from '../../../arena/core/turn.ts'
import type { Law } from './law.ts'

const options = (game: Game, seed: number, log: Event[]): MatchOptions => ({
  game,
  match: `match-${seed}`,
  seed,
  seats: game.seats.map(() => ({ agent: 'steady' })),
  record: (event) => {
    log.push(JSON.parse(JSON.stringify(event)) as Event)
  },
})

/** Answers by (seed, turn) alone, so that a resumed match is asked nothing new. */
export function finish(match: Match): void {
  while (!match.done) {
    for (const ask of match.asks()) match.answer(ask.seat, steady(match.seed, ask))
  }
}

function steady(seed: number, { turn, moves, speech }: Ask) {
  const random = stream(seed, 'steady', turn)
  const move = pick(moves, random())
  const speaks = speech !== undefined && (speech.moves === 'all' || speech.moves.includes(move)) && random() < 0.5
  return speaks ? { move, text: `word ${turn}`.slice(0, speech.max) } : { move }
}

export function recorded(game: Game, seed: number): { log: Event[]; match: Match } {
  const log: Event[] = []
  const match = Match.open(options(game, seed, log))
  finish(match)
  return { log, match }
}

/** Matches each law plays. */
const MATCHES = 4

export const replayLaws: readonly Law[] = [
  {
    name: 'a log replays to the same state, and again',
    check(game) {
      for (let seed = 0; seed < MATCHES; seed++) {
        const { log, match } = recorded(game, seed)
        for (let round = 0; round < 2; round++) {
          const last = [...replay(game, log)].at(-1)!
          expect(JSON.stringify(last.after)).toBe(JSON.stringify(match.state))
        }
        expect(recorded(game, seed).log).toEqual(log)
      }
    },
  },
  {
    name: 'resumed at every event it goes on to the undisturbed log',
    check(game) {
      const { log } = recorded(game, 1)
      for (let cut = 1; cut <= log.length; cut++) {
        const resumed = log.slice(0, cut)
        finish(Match.resume(options(game, 1, resumed), [...resumed]))
        if (JSON.stringify(resumed) !== JSON.stringify(log)) {
          expect({ cut, log: resumed }).toEqual({ cut, log })
        }
      }
    },
  },
  {
    name: 'the rewards of a seat that had a turn sum to its score',
    check(game) {
      for (let seed = 0; seed < MATCHES; seed++) {
        const { log, match } = recorded(game, seed)
        const turns = turnsOf(game, log)
        for (const seat of new Set(turns.map((turn) => turn.seat))) {
          const sum = turns.filter((turn) => turn.seat === seat).reduce((total, { reward }) => total + reward, 0)
          expect(sum).toBeCloseTo(match.result![seat]!, 9)
        }
      }
    },
  },
]
