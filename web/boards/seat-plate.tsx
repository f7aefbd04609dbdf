/** A seat at a table: portrait, name, agent, and whether it has the floor. */
import type { MatchSeat, MatchSummary } from '../../arena/host/protocol.ts'
import { Portrait } from '../parts/portrait.tsx'
import { accentOf, agentOf } from '../parts/seats.ts'
import { t } from '../shell/settings.ts'

export function SeatPlate({ match, seat, note }: { match: MatchSummary; seat: number; note?: string | undefined }) {
  const who: MatchSeat = match.seats[seat]!
  const floor = match.state === 'running' && match.waitingFor.includes(seat)
  return (
    <div class={`plate accent-${accentOf(match, seat)}`} data-floor={floor}>
      <span class="face">
        <Portrait name={portraitName(match, seat)} />
      </span>
      <span class="plate-words">
        <span class="plate-name">{who.name}</span>
        <span class="plate-agent">{agentOf(who)}</span>
        {!who.here && <span class="plate-away">{t('seat.away')}</span>}
        {note !== undefined && <span class="plate-note">{note}</span>}
      </span>
    </div>
  )
}

/** Characters are drawn by their own name; "First" and "X" by the agent that sits there. */
export function portraitName(match: MatchSummary, seat: number): string {
  const who = match.seats[seat]!
  return match.kind === 'murder-mystery' ? who.name : `${who.agent} ${who.name}`
}
