/** Matches from log files as a round of lessons: what was played by others, judged by the policy that is to learn. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ParleyError } from '../core/errors.ts'
import type { Game } from '../core/game.ts'
import { headerOf, parseLog } from '../core/log.ts'
import { turnsOf } from '../core/turn.ts'
import type { Lived } from '../rewards/methods.ts'
import { openScenario, sha256Digest } from '../scenario/index.ts'
import type { Encode } from './encode.ts'
import { type Decision, logProbsOf, type PlayedMatch, type Policy } from './self-play.ts'

/** Whole logs of finished matches; unfinished ones are left out. A folder stands for the .jsonl files in it. */
export async function readLogs(paths: readonly string[]): Promise<Lived[]> {
  const games = new Map<string, Game>()
  const lived: Lived[] = []
  for (const file of paths.flatMap(filesOf)) {
    const { events } = parseLog(readFileSync(file, 'utf8'), sha256Digest)
    if (events.at(-1)?.type !== 'ended') continue
    const { game: id } = headerOf(events)
    const game = games.get(id) ?? (await openScenario(id)).game
    games.set(id, game)
    lived.push({ game, events, turns: turnsOf(game, events) })
  }
  return lived
}

function filesOf(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new ParleyError('no-log', `no log or folder ${path}`)
  if (!found.isDirectory()) return [path]
  return readdirSync(path)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => join(path, name))
}

/** Every turn as a decision of `policy`, whoever made it; forced ones excepted. Games that are not encoded alike may mix. */
export async function asPlayed(lived: readonly Lived[], policy: Policy, encode: Encode): Promise<PlayedMatch[]> {
  const turns = lived.flatMap(({ game, turns }) => turns.map((turn) => ({ game, turn })))
  const chosen = turns.map(({ turn }) => turn.moves.indexOf(turn.move))
  const positions = turns.map(({ game, turn }) => encode(game, turn.view, turn.seat, turn.moves))
  const rows = await logProbsOf(policy, positions)
  const decisions = turns.map(({ turn }, i): Decision | null =>
    turn.forced || chosen[i]! < 0 ? null : { position: positions[i]!, chosen: chosen[i]!, logProbs: rows[i]! },
  )
  let next = 0
  return lived.map(({ game, events, turns: own }) => ({
    game,
    events,
    turns: own,
    decisions: decisions.slice(next, (next += own.length)),
    ...endOf(game, events),
  }))
}

function endOf(game: Game, events: Lived['events']) {
  const end = events.at(-1)
  const none = game.seats.map(() => 0)
  return end?.type === 'ended' ? { scores: end.scores, outcome: end.outcome } : { scores: none, outcome: none }
}
