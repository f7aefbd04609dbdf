/** The title of a match and how it stands, with its clock. */
import { useEffect, useState } from 'preact/hooks'
import type { MatchSummary } from '../../arena/host/protocol.ts'
import { label, language, t } from '../shell/settings.ts'
import { scoresOf } from './dialogue-line.tsx'
import { resultOf } from './match-card.tsx'
import { short } from './numbers.ts'

/** `seated`: a player has a clock of its own. */
export function MatchHead({ match, seated }: { match: MatchSummary | null; seated: boolean }) {
  useEffect(() => {
    if (match) document.title = `${match.title} · Parley`
  }, [match?.title, language.value])
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

/** Who won; where all play together their one score, where scores say more than that, the scores too. */
function endOf(match: MatchSummary, scores: readonly number[]): string {
  const together = new Set(match.seats.map(({ faction }) => faction)).size === 1
  if (together) return t('match.score', { score: short(scores[0] ?? 0) })
  const plain = match.kind === 'murder-mystery' || scores.every((score) => Math.abs(score) <= 1)
  return plain ? resultOf(match) : `${resultOf(match)} (${scoresOf(scores, match)})`
}

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
