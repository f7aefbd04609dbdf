/** Who plays how well: ratings with intervals, by scenario, with each agent's success by role. */
import { useSignal } from '@preact/signals'
import type { ScenarioSummary, Standing } from '../../arena/host/protocol.ts'
import { Rate } from '../parts/rate.tsx'
import { RatingHistory } from '../parts/rating-history.tsx'
import { Scroller } from '../parts/scroller.tsx'
import { StandingsTable } from '../parts/standings.tsx'
import { useGet } from '../shell/api.ts'
import { lobby } from '../shell/live.ts'
import { label, t } from '../shell/settings.ts'

export function Leaderboard() {
  const scenario = useSignal('')
  const scenarios = useGet<{ items: readonly ScenarioSummary[] }>('/api/scenarios')
  const chosen = useGet<{ items: readonly Standing[] }>(
    scenario.value === '' ? null : `/api/standings?scenario=${encodeURIComponent(scenario.value)}`,
  )
  const standings = scenario.value === '' ? (lobby.value?.standings ?? null) : (chosen.value?.items ?? null)
  return (
    <>
      <div class="page-head spread">
        <h1>{t('nav.leaderboard')}</h1>
        <label class="row">
          <span class="small">{t('leaderboard.scenario')}</span>
          <select value={scenario.value} onChange={(event) => (scenario.value = event.currentTarget.value)}>
            <option value="">{t('leaderboard.all')}</option>
            {scenarios.value?.items.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div class="stack">
        <section class="panel" aria-labelledby="ratings">
          <h2 id="ratings" class="hidden">
            {t('standings.label')}
          </h2>
          {standings ? (
            <StandingsTable standings={standings} brief={false} />
          ) : (
            <p class="muted loading">{t('shell.loading')}</p>
          )}
        </section>
        <RatingHistory scenario={scenario.value} />
        {standings && <Roles standings={standings} />}
        <p class="muted small">{t('leaderboard.note')}</p>
      </div>
    </>
  )
}

/** Mean success by role; darker is better. */
function Roles({ standings }: { standings: readonly Standing[] }) {
  const roles = [...new Set(standings.flatMap(({ roles: by }) => Object.keys(by ?? {})))].sort()
  if (roles.length === 0) return null
  return (
    <section class="panel" aria-labelledby="roles">
      <h2 id="roles">{t('leaderboard.roles')}</h2>
      <Scroller label={t('leaderboard.roles')}>
        <table class="heat">
          <thead>
            <tr>
              <th scope="col">{t('standings.agent')}</th>
              {roles.map((role) => (
                <th scope="col" key={role} class="number">
                  {label('role', role)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {standings.map(({ agent, roles: by }) => (
              <tr key={agent}>
                <th scope="row">{agent}</th>
                {roles.map((role) => (
                  <Rate key={role} rate={by?.[role]} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </section>
  )
}
