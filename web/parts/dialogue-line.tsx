/** One line of the dialogue. Every word of it is foreign text, shown as text. */
import type { Frame, MatchSummary } from '../../arena/host/protocol.ts'
import { portraitName } from '../boards/seat-plate.tsx'
import { label, t } from '../shell/settings.ts'
import { deedAndWords, type Layers, shadeOf } from './dialogue.ts'
import { short, signed } from './numbers.ts'
import { Portrait } from './portrait.tsx'
import { accentOf } from './seats.ts'

export interface LineProps {
  readonly frame: Frame
  readonly match: MatchSummary
  readonly layers: Layers
  /** Of this utterance, and the largest of the match, when a reward strip is shown. */
  readonly credit?: { readonly value: number; readonly largest: number } | undefined
  readonly newest: boolean
}

export function DialogueLine({ frame, match, layers, credit, newest }: LineProps) {
  const { seat } = frame
  if (frame.type !== 'moved' && frame.type !== 'surveyed') return <Announcement frame={frame} match={match} />
  if (seat === null || seat === undefined) return <Announcement frame={frame} match={match} />
  const who = match.seats[seat]
  const shade = credit && shadeOf(credit.value, credit.largest)
  return (
    <div
      class={`line accent-${accentOf(match, seat)}`}
      data-newest={newest}
      data-credit={shade?.sign}
      style={shade ? { '--strength': `${Math.round(shade.strength * 100)}%` } : {}}
    >
      <span class="face">
        <Portrait name={portraitName(match, seat)} />
      </span>
      <div class="line-words">
        <p class="line-head">
          <b>{who?.name}</b>
          {isWhisper(frame) && <span class="badge">{t('line.whisper')}</span>}
          {frame.forced && (
            <span class="badge badge-warn">{t('line.forced', { why: t(`fault.${frame.forced}`) })}</span>
          )}
          {credit && <span class="line-credit">{signed(credit.value)}</span>}
        </p>
        {frame.type === 'moved' ? <Words {...deedAndWords(frame)} /> : <Beliefs frame={frame} match={match} />}
        {layers.surveys && frame.type === 'moved' && frame.beliefs && <Beliefs frame={frame} match={match} />}
        {layers.notes && frame.note && <Note note={frame.note} />}
      </div>
    </div>
  )
}

/** What the seat does stands as a stage direction before what it says. */
const Words = ({ deed, words }: { deed: string; words: string }) => (
  <p class="line-text">
    {deed !== '' && <span class="line-deed">{deed}</span>}
    {deed !== '' && words !== '' && ' '}
    {words}
  </p>
)

function Announcement({ frame, match }: { frame: Frame; match: MatchSummary }) {
  return <p class={`announcement announcement-${frame.type}`}>{announcement(frame, match)}</p>
}

function announcement(frame: Frame, match: MatchSummary): string {
  const name = match.seats[frame.seat ?? -1]?.name ?? ''
  if (frame.type === 'refused') return t('line.refused', { name, code: frame.code ?? '' })
  if (frame.type === 'forfeited') return t('line.forfeited', { name, why: t(`fault.${frame.fault ?? 'gone'}`) })
  if (frame.type === 'stopped') return t('line.stopped', { reason: frame.reason ?? '' })
  if (frame.type === 'ended') return t('line.ended', { scores: scoresOf(frame.scores ?? [], match) })
  return frame.line ?? frame.move ?? ''
}

export function scoresOf(scores: readonly number[], match: MatchSummary): string {
  return scores.map((score, seat) => `${match.seats[seat]?.name ?? seat} ${short(score)}`).join(' · ')
}

/** Between two seats; everybody else hears only that there was one. */
const isWhisper = ({ move }: Frame) => move === 'whisper' || move?.startsWith('whisper ') === true

/** Whom a seat suspects most, as bars. */
function Beliefs({ frame, match }: { frame: Frame; match: MatchSummary }) {
  const suspects = frame.beliefs?.suspects ?? []
  const ranked = suspects
    .map((share, seat) => ({ share, seat }))
    .filter(({ share }) => share >= 0.005)
    .sort((a, b) => b.share - a.share)
    .slice(0, 3)
  return (
    <ul class="beliefs" aria-label={t('line.beliefs')}>
      {ranked.map(({ share, seat }) => (
        <li key={seat}>
          <span>{match.seats[seat]?.name}</span>
          <span class="belief-bar" style={{ '--share': `${Math.round(share * 100)}%` }} />
          <span class="number">{Math.round(share * 100)}%</span>
        </li>
      ))}
    </ul>
  )
}

/** What was thought stands in full; what the machinery noted in a row beneath; a model's raw answer folded away. */
function Note({ note: { thought, raw, ...rest } }: { note: NonNullable<Frame['note']> }) {
  const entries = Object.entries(rest)
  return (
    <div class="note" role="note" aria-label={t('line.note')}>
      {thought !== undefined && <p class="note-thought">{String(thought)}</p>}
      {entries.length > 0 && (
        <dl>
          {entries.map(([key, value]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{String(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {raw !== undefined && (
        <details>
          <summary>{t('line.raw')}</summary>
          <p class="note-raw">{String(raw)}</p>
        </details>
      )}
    </div>
  )
}

export const factionLabel = (faction: string) => label('faction', faction)
