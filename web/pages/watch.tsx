/** All matches, or one of them as it happens and after. */
import { effect, useSignal } from '@preact/signals'
import { useLayoutEffect, useState } from 'preact/hooks'
import type { MatchSummary, WatchSight } from '../../arena/host/protocol.ts'
import { type Feed, follow } from '../parts/feed.ts'
import { MatchCard } from '../parts/match-card.tsx'
import { MatchHead } from '../parts/match-head.tsx'
import { creditOfMatch } from '../parts/reward-strip.tsx'
import { sightOf, Viewer } from '../parts/viewer.tsx'
import { useGet } from '../shell/api.ts'
import { lobby, watching } from '../shell/live.ts'
import { amend, parts, query } from '../shell/router.ts'
import { label, t } from '../shell/settings.ts'

export function Watch() {
  const match = parts.value[1]
  return match === undefined ? <AllMatches /> : <OneMatch key={match} match={match} />
}

function OneMatch({ match }: { match: string }) {
  const sight = sightOf(query.value.get('sight'))
  const feed = useFeed(match, sight)
  const setSight = (wanted: WatchSight) => amend({ sight: wanted === 'audience' ? null : String(wanted) })
  if (!feed) return <p class="muted loading">{t('shell.loading')}</p>
  if (feed.error.value !== null && !feed.match.value) return <NoMatch why={feed.error.value} />
  return (
    <>
      <MatchHead match={feed.match.value} seated={false} />
      <Viewer feed={feed} sight={sight} setSight={setSight} creditBy={creditOfMatch(match)} />
    </>
  )
}

const NoMatch = ({ why }: { why: string }) => (
  <div class="panel empty stack">
    <h1>{t('watch.no-match')}</h1>
    <p role="alert">{why}</p>
    <p>
      <a class="button" href="/watch">
        {t('watch.all')}
      </a>
    </p>
  </div>
)

/** Other eyes take over once they see something: nothing on the page goes blank, and the focus stays where it is. */
function useFeed(match: string, sight: WatchSight): Feed | null {
  const [feed, setFeed] = useState<Feed | null>(null)
  useLayoutEffect(() => {
    const fresh = follow(watching(), match, sight)
    const stop = effect(() => {
      const sees = fresh.frames.value.length > 0 || fresh.error.value !== null
      setFeed((now) => (now === null || sees ? fresh : now))
    })
    return () => {
      stop()
      fresh.close()
    }
  }, [match, sight])
  return feed
}

function AllMatches() {
  const state = useSignal('')
  const older = useGet<{ items: readonly MatchSummary[] }>('/api/matches?limit=60')
  const now = lobby.value
  const live = now?.running ?? []
  const known = new Set(live.map(({ id }) => id))
  const rest = [...(now?.recent ?? []), ...(older.value?.items ?? [])].filter(
    ({ id, state: how }) => how !== 'running' && !known.has(id) && known.add(id),
  )
  const kinds = [...new Set([...live, ...rest].map(({ kind }) => kind))].sort()
  const wanted = (match: MatchSummary) => state.value === '' || match.kind === state.value
  return (
    <>
      <div class="page-head spread">
        <h1>{t('nav.watch')}</h1>
        <div class="row">
          <label class="row">
            <span class="small">{t('watch.kind')}</span>
            <select value={state.value} onChange={(event) => (state.value = event.currentTarget.value)}>
              <option value="">{t('watch.every')}</option>
              {kinds.map((kind) => (
                <option key={kind} value={kind}>
                  {label('kind', kind)}
                </option>
              ))}
            </select>
          </label>
          <a class="button" href="/replay">
            {t('watch.drop')}
          </a>
        </div>
      </div>
      <MatchGroup title={t('watch.running')} empty={t('watch.none')} matches={live.filter(wanted)} />
      <MatchGroup title={t('watch.over')} empty={t('watch.none-over')} matches={rest.filter(wanted)} />
    </>
  )
}

function MatchGroup({ title, empty, matches }: { title: string; empty: string; matches: readonly MatchSummary[] }) {
  return (
    <section class="match-group">
      <h2>{title}</h2>
      {matches.length === 0 ? (
        <p class="muted">{empty}</p>
      ) : (
        <ul class="cards">
          {matches.map((match) => (
            <li key={match.id}>
              <MatchCard match={match} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
