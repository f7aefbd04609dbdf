/** Tournaments: how far each has come, and one of them with its ratings and cross table. */
import type { TournamentProgress } from '../../arena/host/protocol.ts'
import { Rate } from '../parts/rate.tsx'
import { Scroller } from '../parts/scroller.tsx'
import { StandingsTable } from '../parts/standings.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { useGet } from '../shell/api.ts'
import { lobby } from '../shell/live.ts'
import { parts } from '../shell/router.ts'
import { t } from '../shell/settings.ts'

export function Tournaments() {
  const id = parts.value[1]
  return id === undefined ? <All /> : <One id={id} />
}

function All() {
  const stored = useGet<{ items: readonly TournamentProgress[] }>('/api/tournaments')
  const items = newest(lobby.value?.tournaments ?? [], stored.value?.items ?? [])
  return (
    <>
      <div class="page-head">
        <h1>{t('nav.tournaments')}</h1>
      </div>
      {items.length === 0 && !stored.value ? (
        <Waiting error={stored.error} />
      ) : items.length === 0 ? (
        <div class="panel empty">
          <p>{t('tournaments.none')}</p>
          <p>
            <code>
              npx parley tournament --scenarios kuhn-poker --agents random,perfect --schedule round-robin --matches 200
            </code>
          </p>
        </div>
      ) : (
        <ul class="stack">
          {items.map((one) => (
            <li key={one.id} class="panel stack">
              <div class="spread">
                <h2>
                  <a href={`/tournaments/${encodeURIComponent(one.id)}`}>{one.title}</a>
                </h2>
                <span class={`state state-${one.state}`}>{t(`tournament.${one.state}`)}</span>
              </div>
              <Progress one={one} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The lobby's news win over what was fetched once. */
function newest(
  live: readonly TournamentProgress[],
  stored: readonly TournamentProgress[],
): readonly TournamentProgress[] {
  const known = new Set(live.map(({ id }) => id))
  return [...live, ...stored.filter(({ id }) => !known.has(id))]
}

function One({ id }: { id: string }) {
  const stored = useGet<TournamentProgress>(`/api/tournaments/${encodeURIComponent(id)}`)
  const live = lobby.value?.tournaments.find((other) => other.id === id)
  const one = live ?? stored.value
  if (!one) return <Waiting error={stored.error} />
  const cross = live?.crossTable ?? stored.value?.crossTable
  return (
    <>
      <div class="page-head spread">
        <h1>{one.title}</h1>
        <span class={`state state-${one.state}`}>{t(`tournament.${one.state}`)}</span>
      </div>
      <div class="stack">
        <section class="panel stack" aria-label={t('tournament.progress')}>
          <Progress one={one} />
        </section>
        <section class="panel" aria-labelledby="ratings">
          <h2 id="ratings">{t('tournament.ratings')}</h2>
          <StandingsTable standings={one.ratings} brief={false} />
        </section>
        {cross && <CrossTable agents={one.agents} rows={cross} />}
        {one.command !== undefined && (
          <p class="muted small">
            {t('tournament.command')} <code>{one.command}</code>
          </p>
        )}
      </div>
    </>
  )
}

function Progress({ one }: { one: TournamentProgress }) {
  return (
    <>
      <progress value={one.done} max={Math.max(1, one.planned)} aria-label={t('tournament.progress')} />
      <p class="row muted small">
        <span>{t('tournament.done', { done: one.done, planned: one.planned })}</span>
        <span>{one.schedule}</span>
        <span>{one.scenarios.join(', ')}</span>
        {one.matchesPerSecond !== undefined && (
          <span>{t('tournament.speed', { speed: one.matchesPerSecond.toFixed(1) })}</span>
        )}
        {one.secondsLeft !== undefined && one.state === 'running' && (
          <span>{t('tournament.left', { seconds: Math.round(one.secondsLeft) })}</span>
        )}
      </p>
    </>
  )
}

type Cross = NonNullable<TournamentProgress['crossTable']>

function CrossTable({ agents, rows }: { agents: readonly string[]; rows: Cross }) {
  return (
    <section class="panel" aria-labelledby="cross">
      <h2 id="cross">{t('tournament.cross')}</h2>
      <Scroller label={t('tournament.cross')}>
        <table class="heat">
          <thead>
            <tr>
              <th scope="col">
                <span class="hidden">{t('standings.agent')}</span>
              </th>
              {agents.map((agent) => (
                <th scope="col" key={agent} class="number">
                  {agent}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={agents[at]}>
                <th scope="row">{agents[at]}</th>
                {row.map((cell, against) => (
                  <Rate key={agents[against]} rate={cell} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </section>
  )
}
