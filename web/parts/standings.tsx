/** Ratings with their intervals; errors apart from skill. */
import type { ScenarioSummary, Standing } from '../../arena/host/protocol.ts'
import { useGet } from '../shell/api.ts'
import { label, t } from '../shell/settings.ts'
import { fixed } from './numbers.ts'
import { isRated, poolsOf } from './pools.ts'
import { Scroller } from './scroller.tsx'

export function StandingsTable({ standings, brief }: { standings: readonly Standing[]; brief: boolean }) {
  if (standings.length === 0) return <p class="muted">{t('standings.none')}</p>
  const pools = poolsOf(standings)
  if (pools.length > 1) return <Pools pools={pools} brief={brief} />
  return <Pool standings={standings} brief={brief} label={t('standings.label')} />
}

function Pools({ pools, brief }: { pools: readonly (readonly Standing[])[]; brief: boolean }) {
  const scenarios = useGet<{ items: readonly ScenarioSummary[] }>('/api/scenarios').value?.items ?? []
  const kindOf = (family: string) =>
    family.startsWith('mystery:') ? 'murder-mystery' : (scenarios.find(({ id }) => id === family)?.kind ?? family)
  return (
    <div class="pools">
      {pools.map((pool) => (
        <section key={pool[0]!.agent}>
          <h3>{nameOf(pool, kindOf)}</h3>
          <Pool standings={pool} brief={brief} label={nameOf(pool, kindOf)} />
        </section>
      ))}
    </div>
  )
}

/** By the games its agents played most. */
function nameOf(pool: readonly Standing[], kindOf: (family: string) => string): string {
  if (!pool.some(isRated)) return t('standings.unrated-pool')
  const counts = new Map<string, number>()
  for (const { plays = [] } of pool) for (const one of plays.map(kindOf)) counts.set(one, (counts.get(one) ?? 0) + 1)
  const most = [...counts].sort(([, a], [, b]) => b - a).map(([kind]) => label('kind', kind))
  const names = most.length > POOL_NAMES ? [...most.slice(0, POOL_NAMES), '…'] : most
  return names.length === 0 ? t('standings.label') : names.join(' · ')
}

const POOL_NAMES = 3

function Pool({ standings, brief, label: name }: { standings: readonly Standing[]; brief: boolean; label: string }) {
  const rated = standings.filter(isRated)
  const low = Math.min(...rated.map(({ ci95 }) => ci95[0]))
  const high = Math.max(...rated.map(({ ci95 }) => ci95[1]))
  return (
    <Scroller label={name}>
      <table class="standings">
        <thead>
          <tr>
            <th scope="col" class="number">
              #
            </th>
            <th scope="col">{t('standings.agent')}</th>
            <th scope="col" class="number">
              {t('standings.rating')}
            </th>
            <th scope="col">{t('standings.interval')}</th>
            <th scope="col" class="number">
              {t('standings.games')}
            </th>
            {!brief && (
              <th scope="col" class="number">
                {t('standings.mean')}
              </th>
            )}
            <th scope="col" class="number">
              {t('standings.errors')}
            </th>
          </tr>
        </thead>
        <tbody>
          {standings.map((standing, at) => (
            <Row key={standing.agent} standing={standing} rank={at + 1} low={low} high={high} brief={brief} />
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}

interface RowProps {
  readonly standing: Standing
  readonly rank: number
  readonly low: number
  readonly high: number
  readonly brief: boolean
}

function Row({ standing, rank, low, high, brief }: RowProps) {
  const { agent, rating, ci95, games, mean, errors } = standing
  const failed = errors.late + errors.illegal + errors.gone + errors.error
  return (
    <tr>
      <td class="number muted">{rank}</td>
      <th scope="row">{agent}</th>
      <td class="number">{isRated(standing) ? Math.round(rating) : '–'}</td>
      <td>
        {isRated(standing) ? (
          <Interval rating={rating} ci95={ci95} low={low} high={high} />
        ) : (
          <span class="muted small">{t('standings.unrated')}</span>
        )}
      </td>
      <td class="number">{games}</td>
      {!brief && <td class="number">{fixed(mean, 3)}</td>}
      <td class="number" title={t('standings.errors-of', { ...errors })}>
        {failed}
      </td>
    </tr>
  )
}

/** The interval on the table's common scale, with its bounds in words. */
function Interval({
  rating,
  ci95: [from, to],
  low,
  high,
}: {
  rating: number
  ci95: readonly [number, number]
  low: number
  high: number
}) {
  const at = (value: number) => (high === low ? 50 : (100 * (value - low)) / (high - low))
  return (
    <span
      class="interval"
      role="img"
      aria-label={t('standings.from-to', { from: Math.round(from), to: Math.round(to) })}
    >
      <span class="interval-bar" style={{ left: `${at(from)}%`, width: `${Math.max(1, at(to) - at(from))}%` }} />
      <span class="interval-dot" style={{ left: `${at(rating)}%` }} />
    </span>
  )
}
