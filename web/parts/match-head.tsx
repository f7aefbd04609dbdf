/** The title of a match and how it stands, with its clock. */
import { useEffect, useState } from 'preact/hooks'
import type { MatchSummary } from '../../arena/host/protocol.ts'
import { label, t } from '../shell/settings.ts'
import { scoresOf } from './dialogue-line.tsx'
import { resultOf } from './match-card.tsx'

/** `seated`: a player has a clock of its own. */
export function MatchHead({ match, seated }: { match: MatchSummary | null; seated: boolean }) {
  if (!match) return null
  return (
    <div class="match-head spread">
      <h1>{match.title}</h1>
      <p class="row">
        <span class={`state state-${match.state}`}>
          {match.state === 'running' && <span class="live-dot" aria-hidden="true" />}
          {t(`match.${match.state}`)}
        </span>
        <span class="muted">{label('kind', match.kind)}</span>
        {match.state === 'running' && !seated && <Waiting match={match} />}
        {match.scores && <span class="match-scores">{endOf(match, match.scores)}</span>}
      </p>
    </div>
  )
}

/** Scores where they say something; in a mystery the side that won. */
const endOf = (match: MatchSummary, scores: readonly number[]) =>
  match.kind === 'murder-mystery' ? resultOf(match) : scoresOf(scores, match)

function Waiting({ match }: { match: MatchSummary }) {
  const names = match.waitingFor.map((seat) => match.seats[seat]?.name ?? '').join(', ')
  if (names === '') return null
  return (
    <span class="muted">
      {t('match.waiting-for', { names })}
      {match.deadline !== undefined && <Clock until={match.deadline} />}
    </span>
  )
}

/** Seconds left, ticking. */
export function Clock({ until }: { until: number }) {
  const [left, setLeft] = useState(until - Date.now())
  useEffect(() => {
    setLeft(until - Date.now())
    const timer = setInterval(() => setLeft(until - Date.now()), 250)
    return () => clearInterval(timer)
  }, [until])
  const seconds = Math.max(0, Math.ceil(left / 1000))
  return (
    <span class="clock" role="timer" data-short={seconds <= 10}>
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </span>
  )
}
