/** Under the board: evidence, suspicion, the story of a match, as tabs. */
import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Evidence } from '../boards/mystery-boards.tsx'
import type { Mystery } from '../boards/mystery-view.ts'
import { type Key, language, t } from '../shell/settings.ts'
import { Tabs } from './tabs.tsx'
import type { Shown } from './viewer.tsx'

export function SidePages(shown: Shown) {
  const chosen = useSignal('evidence')
  const mystery = shown.match.kind === 'murder-mystery'
  const pages: readonly (readonly [string, Key])[] = mystery
    ? [
        ['evidence', 'side.evidence'],
        ['suspicion', 'side.suspicion'],
        ['about', 'side.about'],
      ]
    : [['about', 'side.about']]
  const now = pages.some(([id]) => id === chosen.value) ? chosen.value : 'about'
  return (
    <Tabs
      label={t('side.label')}
      tabs={pages.map(([id, key]) => ({ id, name: t(key) }))}
      chosen={now}
      choose={(id) => (chosen.value = id)}
    >
      {now === 'evidence' && shown.frame && <Evidence view={shown.frame.view as Mystery} match={shown.match} />}
      {now === 'suspicion' && <LazySuspicion {...shown} />}
      {now === 'about' && <About {...shown} />}
    </Tabs>
  )
}

/** The graph and the curves come with a layout library of their own. */
function LazySuspicion(shown: Shown) {
  const [page, setPage] = useState<{ Suspicion: ComponentType<Shown> } | null>(null)
  useEffect(() => void import('./suspicion.tsx').then(setPage), [])
  return page ? <page.Suspicion {...shown} /> : <p class="muted loading">{t('shell.loading')}</p>
}

function About({ match, frame }: Shown) {
  const mystery = match.kind === 'murder-mystery' ? (frame?.view as Mystery | undefined) : undefined
  /** Here, that is: a dropped log may be of another arena. */
  const played = match.startedAt > 0
  return (
    <div class="about stack">
      {mystery && <p class="reading">{mystery.case.summary}</p>}
      {mystery && <p class="reading">{mystery.case.narration}</p>}
      {mystery && mystery.case.facts.length > 0 && (
        <ul class="own-facts">
          {mystery.case.facts.map((fact, at) => (
            <li key={at}>{fact}</li>
          ))}
        </ul>
      )}
      {match.truth !== undefined && match.state === 'over' && (
        <details>
          <summary>{t('about.truth')}</summary>
          <p class="reading">{match.truth}</p>
        </details>
      )}
      <dl class="facts">
        <Fact name={t('about.scenario')} value={match.scenario} />
        <Fact name={t('about.match')} value={match.id} />
        {played && <Fact name={t('about.started')} value={new Date(match.startedAt).toLocaleString(language.value)} />}
        <Fact name={t('about.events')} value={String(match.events)} />
      </dl>
      <p class="row">
        {played && match.state === 'over' && (
          <a href={`/api/matches/${encodeURIComponent(match.id)}/log`} download={`${match.id}.jsonl`}>
            {t('about.log')}
          </a>
        )}
      </p>
    </div>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
