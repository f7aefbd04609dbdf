/** Every utterance of a finished match as a bar: what it earned under a method, and that the bars sum to the outcome. */
import type { Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { CreditStrip, MatchSummary } from '../../arena/host/protocol.ts'
import { get, useGet } from '../shell/api.ts'
import { amend, query } from '../shell/router.ts'
import { t } from '../shell/settings.ts'
import { Scroller } from './scroller.tsx'
import { accentOf } from './seats.ts'

interface Props {
  readonly match: MatchSummary
  readonly strip: Signal<CreditStrip | null>
  onSeek(id: number): void
}

export function RewardStrip({ match, strip, onSeek }: Props) {
  const methods = useGet<{ items: readonly { id: string; title: string }[] }>('/api/methods')
  const method = query.value.get('method') ?? ''
  useEffect(() => {
    let wanted = true
    if (method === '') strip.value = null
    else
      get<CreditStrip>(`/api/matches/${encodeURIComponent(match.id)}/credit?method=${encodeURIComponent(method)}`).then(
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
                {title}
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
      >
        <path class="strip-plus" d={path(1)} />
        <path class="strip-minus" d={path(-1)} />
        <path class="strip-zero" d={`M0 ${HEIGHT / 2}H${turns.length}`} />
      </svg>
      <Sums strip={strip} match={match} />
    </>
  )
}

/** A credit method that shares an outcome out adds up to it; the table shows whether it does. */
function Sums({ strip, match }: { strip: CreditStrip; match: MatchSummary }) {
  return (
    <Scroller label={t('strip.sum')}>
      <table class="sums">
        <thead>
          <tr>
            <th scope="col">{t('strip.seat')}</th>
            <th scope="col" class="number">
              {t('strip.turns')}
            </th>
            <th scope="col" class="number">
              {t('strip.sum')}
            </th>
            <th scope="col" class="number">
              {t('strip.outcome')}
            </th>
            <th scope="col">
              <span class="hidden">{t('strip.equal')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {match.seats.map(({ name }, seat) => {
            const [sum, outcome] = [strip.sums[seat] ?? 0, strip.outcome[seat] ?? 0]
            const equal = Math.abs(sum - outcome) < 1e-6
            return (
              <tr key={seat}>
                <th scope="row" class={`accent-${accentOf(match, seat)}`}>
                  {name}
                </th>
                <td class="number">{strip.turns.filter((turn) => turn.seat === seat).length}</td>
                <td class="number">{sum.toFixed(3)}</td>
                <td class="number">{outcome.toFixed(3)}</td>
                <td>
                  {equal ? (
                    <span class="good">= {t('strip.equal')}</span>
                  ) : (
                    <span class="muted">{t('strip.differs')}</span>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Scroller>
  )
}
