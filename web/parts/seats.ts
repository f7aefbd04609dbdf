/** What seats are called and coloured by. */
import type { MatchSeat, MatchSummary, WatchSight } from '../../arena/host/protocol.ts'

/**
 * What this pair of eyes should see of the seats. The audience of a running mystery is told no roles, even where the
 * arena would let it look: who wants to know chooses other eyes.
 */
export function forEyes(match: MatchSummary, sight: WatchSight): MatchSummary {
  if (match.kind !== 'murder-mystery' || match.state !== 'running' || sight === 'all') return match
  const seats = match.seats.map((one, seat) => {
    const { role: _role, faction: _faction, ...rest } = one
    return seat === sight ? one : rest
  })
  return { ...match, seats }
}

export type Accent = 'killer' | 'victim' | 'first' | 'second' | 'third' | 'fourth'

const KNOWN: Readonly<Record<string, Accent>> = { killer: 'killer', victim: 'victim', first: 'first', second: 'second' }
const REST: readonly Accent[] = ['third', 'fourth', 'first', 'second']

/** One accent a faction; before factions are known every seat of a mystery is neutral. */
export function accentOf(match: MatchSummary, seat: number): Accent | 'none' {
  const faction = match.seats[seat]?.faction
  return faction === undefined ? 'none' : accentOfFaction(faction)
}

export function accentOfFaction(faction: string): Accent {
  const known = KNOWN[faction]
  if (known) return known
  let sum = 0
  for (let at = 0; at < faction.length; at++) sum = (sum * 31 + faction.charCodeAt(at)) % 9973
  return REST[sum % REST.length]!
}

export const agentOf = ({ agent, version }: MatchSeat): string =>
  version === undefined ? agent : `${agent} · ${version}`
