/**
 * A round's matches on their way from the thread that played them: numbers in columns, words once each. What comes out
 * is what went in, but for the turns' views, texts, notes and beliefs, which stay behind.
 */
import type { SeatRole } from '../core/game.ts'
import type { Turn } from '../core/turn.ts'
import type { Position } from './encode.ts'
import type { Harvest, Taught } from './taught.ts'

interface PackedMatch {
  readonly match: string
  readonly game: string
  readonly kind: string
  readonly seats: readonly Pick<SeatRole, 'role' | 'faction'>[]
  readonly outcome: readonly number[]
  readonly turns: number
  readonly signal?: readonly number[]
}

export interface Packed {
  readonly matches: readonly PackedMatch[]
  /** All logs of the round, one after the other. */
  readonly logs: Uint8Array
  readonly offers: readonly (readonly string[])[]
  /** Moves made that were not among those offered. */
  readonly strays: Readonly<Record<number, string>>
  /** COLUMNS a turn. */
  readonly turns: Int32Array
  readonly rewards: Float64Array
  readonly logProbs: Float64Array
}

/** turn, id, seat, forced, place in `offers`, place of the move in the offer, place of the position (-1: none), place of the decision. */
const COLUMNS = 8

/** `placeOf` gives each position's place in the list that `unpack` is handed. */
export function pack({ matches, logs }: Harvest, placeOf: (position: Position) => number): Packed {
  const turns = matches.flatMap((match) => match.turns)
  const decisions = matches.flatMap((match) => match.decisions)
  const offers = new Map<readonly string[], number>()
  const offerOf = (moves: readonly string[]) => {
    if (!offers.has(moves)) offers.set(moves, offers.size)
    return offers.get(moves)!
  }
  const strays: Record<number, string> = {}
  const columns = new Int32Array(turns.length * COLUMNS)
  for (const [i, { turn, id, seat, forced, moves, move }] of turns.entries()) {
    const decision = decisions[i] ?? null
    const made = moves.indexOf(move)
    if (made < 0) strays[i] = move
    const place = decision ? placeOf(decision.position) : -1
    const row = [turn, id, seat, Number(forced), offerOf(moves), made, place, decision?.chosen ?? -1]
    for (let column = 0; column < COLUMNS; column++) columns[i * COLUMNS + column] = row[column]!
  }
  return {
    matches: matches.map(packedMatch),
    logs: Buffer.from(logs.join('')),
    offers: [...offers.keys()],
    strays,
    turns: columns,
    rewards: Float64Array.from(turns, ({ reward }) => reward),
    logProbs: Float64Array.from(decisions.flatMap((decision) => (decision ? Array.from(decision.logProbs) : []))),
  }
}

function packedMatch({ turns, seats, outcome, signal }: Taught): PackedMatch {
  const { match = '', game = '', kind = '' } = turns[0] ?? {}
  return { match, game, kind, seats, outcome, turns: turns.length, ...(signal && { signal }) }
}

export function unpack(packed: Packed, positions: readonly Position[]): Harvest {
  let [at, logProb] = [0, 0]
  const matches = packed.matches.map((one): Taught => {
    const turns: Turn[] = []
    const decisions: Taught['decisions'][number][] = []
    for (const end = at + one.turns; at < end; at++) {
      turns.push(turnAt(packed, one, at))
      const position = positions[packed.turns[at * COLUMNS + 6]!]
      if (!position) decisions.push(null)
      else {
        const logProbs = packed.logProbs.slice(logProb, (logProb += position.moves.length))
        decisions.push({ position, chosen: packed.turns[at * COLUMNS + 7]!, logProbs })
      }
    }
    const { seats, outcome, signal } = one
    return { turns, decisions, seats, outcome, ...(signal && { signal }) }
  })
  return { matches, logs: [packed.logs] }
}

function turnAt({ turns, rewards, offers, strays }: Packed, one: PackedMatch, at: number): Turn {
  const start = at * COLUMNS
  const seat = turns[start + 2]!
  const moves = offers[turns[start + 4]!]!
  const { role, faction } = one.seats[seat]!
  return {
    match: one.match,
    game: one.game,
    kind: one.kind,
    turn: turns[start]!,
    id: turns[start + 1]!,
    seat,
    role,
    faction,
    view: null,
    moves,
    move: moves[turns[start + 5]!] ?? strays[at]!,
    forced: turns[start + 3] === 1,
    reward: rewards[at]!,
    outcome: one.outcome[seat]!,
  }
}
