/** How often each faction wins with built-in agents in the seats, with intervals. */
import { useSignal } from '@preact/signals'
import type { BalanceReport } from '../../arena/host/protocol.ts'
import { post } from '../shell/api.ts'
import { label, t } from '../shell/settings.ts'

export function BalancePage({ path, text }: { path: string; text: string }) {
  const matches = useSignal(200)
  const report = useSignal<BalanceReport | null>(null)
  const error = useSignal<string | null>(null)
  const busy = useSignal(false)
  const run = async () => {
    busy.value = true
    error.value = null
    await post<BalanceReport>(`${path}/balance`, { matches: matches.value, text }).then(
      (came) => (report.value = came),
      (cause: Error) => (error.value = cause.message),
    )
    busy.value = false
  }
  return (
    <div class="stack">
      <p class="muted small">{t('balance.hint')}</p>
      <div class="row">
        <label class="row">
          <span class="small">{t('balance.matches')}</span>
          <select
            value={String(matches.value)}
            onChange={(event) => (matches.value = Number(event.currentTarget.value))}
          >
            {[50, 200, 500].map((count) => (
              <option key={count} value={String(count)}>
                {count}
              </option>
            ))}
          </select>
        </label>
        <button type="button" disabled={busy.value} onClick={() => void run()}>
          {t(busy.value ? 'balance.running' : 'balance.run')}
        </button>
      </div>
      {error.value !== null && (
        <p role="alert" class="faults">
          {error.value}
        </p>
      )}
      {report.value && <Rates report={report.value} />}
    </div>
  )
}

function Rates({ report }: { report: BalanceReport }) {
  return (
    <table>
      <caption class="hidden">{t('balance.of', { matches: report.matches })}</caption>
      <thead>
        <tr>
          <th scope="col">{t('balance.side')}</th>
          <th scope="col" class="number">
            {t('balance.rate')}
          </th>
          <th scope="col">{t('standings.interval')}</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(report.rates).map(([side, { rate, ci95 }]) => (
          <tr key={side}>
            <th scope="row">{label('faction', side)}</th>
            <td class="number">{percent(rate)}</td>
            <td>
              <span class="interval" role="img" aria-label={`${percent(ci95[0])} – ${percent(ci95[1])}`}>
                <span
                  class="interval-bar"
                  style={{ left: `${100 * ci95[0]}%`, width: `${100 * (ci95[1] - ci95[0])}%` }}
                />
                <span class="interval-dot" style={{ left: `${100 * rate}%` }} />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const percent = (share: number) => `${(100 * share).toFixed(1)}%`
