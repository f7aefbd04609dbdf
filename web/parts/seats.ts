/** What seats are called and coloured by. */
import type { Frame, MatchSeat, MatchSummary } from '../../arena/host/protocol.ts'

/**
 * The seats with the roles that a running mystery keeps from its summary, where this sight may know them: from its own
 * view, or with all eyes from everybody's.
 */
export function withRoles(match: MatchSummary, frame: Frame | undefined): MatchSummary {
  const known = [frame?.view, ...(frame?.views ?? [])].map(ownOf).filter((own) => own !== null)
  if (match.kind !== 'murder-mystery' || known.length === 0) return match
  const seats = match.seats.map((one, seat) => {
    const own = known.find((other) => other.seat === seat)
    return own ? { role: own.role, faction: own.faction, ...one } : one
  })
  return { ...match, seats }
}

const ownOf = (view: unknown) => (view as { me?: Own | null } | undefined)?.me ?? null

interface Own {
  readonly seat: number
  readonly role: string
  readonly faction: string
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
