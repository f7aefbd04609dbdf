/** A match in a list: who plays what, and how it stands. */
import type { MatchSummary } from '../../arena/host/protocol.ts'
import { portraitName } from '../boards/seat-plate.tsx'
import { label, t } from '../shell/settings.ts'
import { Portrait } from './portrait.tsx'
import { accentOf } from './seats.ts'

/** Who came out ahead, in a few words. */
export function resultOf({ state, outcome, seats, kind }: MatchSummary): string {
  if (state !== 'over' || !outcome) return t(`match.${state}`)
  const ahead = seats.filter((_, seat) => (outcome[seat] ?? 0) > 0)
  if (ahead.length === 0) return t('match.nobody-won')
  const names = kind === 'murder-mystery' ? [label('faction', ahead[0]!.faction ?? '')] : ahead.map(({ name }) => name)
  return t('match.won', { names: names.join(', ') })
}

export function MatchCard({ match }: { match: MatchSummary }) {
  const running = match.state === 'running'
  return (
    <a class="match-card" href={`/watch/${encodeURIComponent(match.id)}`} data-state={match.state}>
      <span class="match-card-faces" aria-hidden="true">
        {match.seats.slice(0, 8).map((_, seat) => (
          <span key={seat} class={`face accent-${accentOf(match, seat)}`} data-won={(match.outcome?.[seat] ?? 0) > 0}>
            <Portrait name={portraitName(match, seat)} />
          </span>
        ))}
      </span>
      <span class="match-card-title">{match.title}</span>
      <span class="match-card-agents">{[...new Set(match.seats.map(({ agent }) => agent))].join(' · ')}</span>
      <span class="match-card-state">
        {running && <span class="live-dot" aria-hidden="true" />}
        {running ? t('match.turn', { turn: match.turn }) : resultOf(match)}
        <span class="muted"> · {label('kind', match.kind)}</span>
      </span>
    </a>
  )
}
