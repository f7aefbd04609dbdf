/** Every utterance of a finished match as a bar: what it earned under a method, and that the bars sum to the outcome. */
import type { Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { CreditStrip, MatchSummary } from '../../arena/host/protocol.ts'
import { get, postText, useGet } from '../shell/api.ts'
import { amend, query } from '../shell/router.ts'
import { label, t } from '../shell/settings.ts'
import { signed } from './numbers.ts'
import { accentOf } from './seats.ts'

interface Props {
  readonly match: MatchSummary
  readonly strip: Signal<CreditStrip | null>
  creditBy(method: string): Promise<CreditStrip>
  onSeek(id: number): void
}

/** Of a match that the arena keeps. */
export const creditOfMatch = (match: string) => (method: string) =>
  get<CreditStrip>(`/api/matches/${encodeURIComponent(match)}/credit?method=${encodeURIComponent(method)}`)

/** Of a log from anywhere. */
export const creditOfLog = (log: string) => (method: string) =>
  postText<CreditStrip>(`/api/replay/credit?method=${encodeURIComponent(method)}`, log)

export function RewardStrip({ match, strip, creditBy, onSeek }: Props) {
  const methods = useGet<{ items: readonly { id: string; title: string }[] }>('/api/methods')
  const method = query.value.get('method') ?? ''
  useEffect(() => {
    let wanted = true
    if (method === '') strip.value = null
    else
      creditBy(method).then(
        (came) => wanted && (strip.value = came),
        () => wanted && (strip.value = null),
      )
    return () => {
      wanted = false
    }
  }, [match.id, method])
  return (
    <section class="panel strip" aria-labelledby="strip">
      <div class="spread">
        <h2 id="strip">{t('strip.title')}</h2>
        <label class="row">
          <span class="small">{t('strip.method')}</span>
          <select value={method} onChange={(event) => amend({ method: event.currentTarget.value || null })}>
            <option value="">{t('strip.none')}</option>
            {methods.value?.items.map(({ id, title }) => (
              <option key={id} value={id}>
                {label('method', id) === id ? title : label('method', id)}
              </option>
            ))}
          </select>
        </label>
      </div>
      {strip.value ? (
        <Bars strip={strip.value} match={match} onSeek={onSeek} />
      ) : (
        <p class="muted small">{t('strip.hint')}</p>
      )}
    </section>
  )
}

const HEIGHT = 60

function Bars({ strip, match, onSeek }: { strip: CreditStrip; match: MatchSummary; onSeek(id: number): void }) {
  const { turns } = strip
  const largest = Math.max(1e-9, ...turns.map(({ credit }) => Math.abs(credit)))
  const path = (sign: number) =>
    turns
      .map(({ credit }, at) =>
        credit * sign > 0 ? `M${at + 0.5} ${HEIGHT / 2}v${(-credit / largest) * (HEIGHT / 2 - 2)}` : '',
      )
      .join('')
  const onClick = (event: MouseEvent & { currentTarget: Element }) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const turn = turns[Math.floor(((event.clientX - left) / width) * turns.length)]
    if (turn) onSeek(turn.id)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the scrubber does the same by keyboard */}
      <svg
        class="strip-bars"
        viewBox={`0 0 ${Math.max(1, turns.length)} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('strip.bars', { count: turns.length })}
        onClick={onClick}
        style={{ '--bar': `${Math.min(22, Math.max(1.5, 380 / Math.max(1, turns.length)))}px` }}
      >
        <path class="strip-plus" d={path(1)} />
        <path class="strip-minus" d={path(-1)} />
        <path class="strip-zero" d={`M0 ${HEIGHT / 2}H${turns.length}`} />
      </svg>
      <Sums strip={strip} match={match} />
    </>
  )
}

/** A credit method that shares an outcome out adds up to it; the list shows whether it does. */
function Sums({ strip, match }: { strip: CreditStrip; match: MatchSummary }) {
  const equal = strip.sums.every((sum, seat) => Math.abs(sum - (strip.outcome[seat] ?? 0)) < 1e-6)
  return (
    <div class="stack sums-box">
      <p class="small muted">{t(equal ? 'strip.equal' : 'strip.differs')}</p>
      <ul class="sums">
        {match.seats.map(({ name }, seat) => (
          <li key={seat} class={`accent-${accentOf(match, seat)}`}>
            <span class="sums-name">{name}</span>
            <span>
              Σ {signed(strip.sums[seat] ?? 0)} {equal ? '=' : '≠'} {signed(strip.outcome[seat] ?? 0)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
