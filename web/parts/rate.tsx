/** A mean success in a table, darker the farther from nothing. */
import { t } from '../shell/settings.ts'
import { fixed } from './numbers.ts'

export function Rate({ rate }: { rate: { readonly mean: number; readonly games: number } | null | undefined }) {
  if (!rate) return <td class="number muted">–</td>
  const strength = Math.round(Math.min(1, Math.abs(rate.mean)) * 42)
  return (
    <td
      class="number heat-cell"
      data-sign={rate.mean >= 0 ? 'plus' : 'minus'}
      style={{ '--heat': `${strength}%` }}
      title={t('leaderboard.games', { games: rate.games })}
    >
      {fixed(rate.mean, 2)}
    </td>
  )
}
