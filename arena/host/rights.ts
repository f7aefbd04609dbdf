/** Who may look at a match with whose eyes. */
import { brief, ParleyError } from '../core/errors.ts'
import type { MatchSummary, WatchSight } from './protocol.ts'
import { breakSeal } from './seals.ts'
import { isPerson } from './seat-agents.ts'
import type { MatchSpec } from './store.ts'
import { type Bearer, personOf } from './tokens.ts'

/** Throws `no-seat` for a seat that isn't there, `not-allowed` with what would be, `sealed`. */
export function allowSight(sight: WatchSight, spec: MatchSpec, summary: MatchSummary, bearer: Bearer | null): void {
  breakSeal(summary, bearer)
  if (sight === 'audience') return
  if (typeof sight === 'number' && sight >= spec.agents.length) {
    throw new ParleyError('no-seat', `match ${summary.id} has seats 0 to ${spec.agents.length - 1}, no seat ${sight}`)
  }
  if (summary.open || bearer?.scopes.includes('moderate')) return
  if (typeof sight === 'number' && bearer && sits(bearer, spec, sight)) return
  const what = sight === 'all' ? 'everything' : `what seat ${sight} sees`
  throw new ParleyError(
    'not-allowed',
    `${what} may be seen once the match is over; until then the audience's sight is open`,
  )
}

function sits(bearer: Bearer, spec: MatchSpec, seat: number): boolean {
  const agent = spec.agents[seat]!
  if (bearer.match !== undefined) return bearer.match === spec.id && agent === personOf(bearer.name)
  return !isPerson(agent) && agent === bearer.name
}

/** `audience`, `all` or a seat number, from a query string. */
export function readSight(came: unknown): WatchSight {
  if (came === undefined || came === '' || came === 'audience') return 'audience'
  if (came === 'all') return 'all'
  if (typeof came === 'string' && /^\d{1,3}$/.test(came)) return Number(came)
  throw new ParleyError('bad-sight', `no sight "${brief(came)}"; there are audience, all and the seat numbers`)
}
