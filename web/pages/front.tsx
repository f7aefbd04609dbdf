/** The front page: one match live on the stage, the others beside it, the standings. */
import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Frame, MatchSummary } from '../../arena/host/protocol.ts'
import { Board } from '../boards/board.tsx'
import { linesOf } from '../parts/dialogue.ts'
import { DialogueLine } from '../parts/dialogue-line.tsx'
import { type Feed, follow } from '../parts/feed.ts'
import { MatchCard } from '../parts/match-card.tsx'
import { StandingsTable } from '../parts/standings.tsx'
import { type Lobby, lobby, watching } from '../shell/live.ts'
import { t } from '../shell/settings.ts'

export function Front() {
  const now = lobby.value
  const featured = useFeatured(now)
  if (!now) return <p class="muted loading">{t('shell.loading')}</p>
  const others = now.running.filter(({ id }) => id !== featured)
  const shown = others.length > 0 ? others.slice(0, 8) : now.recent.filter(({ id }) => id !== featured).slice(0, 8)
  return (
    <div class="front">
      <h1 class="hidden">{t('front.title')}</h1>
      {featured === null ? <Quiet /> : <Featured key={featured} match={featured} />}
      <section aria-labelledby="also">
        <h2 id="also">{others.length > 0 ? t('front.also', { count: others.length }) : t('front.recent')}</h2>
        {shown.length === 0 ? (
          <p class="muted">{t('front.nothing-else')}</p>
        ) : (
          <ul class="cards">
            {shown.map((match) => (
              <li key={match.id}>
                <MatchCard match={match} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="standings" class="front-standings">
        <div class="spread">
          <h2 id="standings">{t('front.standings')}</h2>
          <a href="/leaderboard">{t('front.all-standings')}</a>
        </div>
        <StandingsTable standings={now.standings.slice(0, 8)} brief />
      </section>
    </div>
  )
}

const LINGER = 7_000

/** A mystery if there is one; kept until a little after its end, so that the verdict can be read. */
function useFeatured(now: Lobby | null): string | null {
  const chosen = useSignal<string | null>(null)
  const current = now?.running.find(({ id }) => id === chosen.value)
  useEffect(() => {
    if (!now || current) return
    const pick = () => {
      chosen.value = choiceOf(now)
    }
    if (chosen.value === null) return pick()
    const timer = setTimeout(pick, LINGER)
    return () => clearTimeout(timer)
  }, [current === undefined, now === null, now?.running.length === 0])
  return chosen.value
}

function choiceOf({ running, recent }: Lobby): string | null {
  const talks = (match: MatchSummary) => match.kind === 'murder-mystery'
  const early = [...running].filter(talks).sort((a, b) => a.turn - b.turn)[0]
  return (early ?? running[0] ?? recent.find(talks) ?? recent[0])?.id ?? null
}

function Featured({ match: id }: { match: string }) {
  const [feed, setFeed] = useState<Feed | null>(null)
  useEffect(() => {
    const fresh = follow(watching(), id, 'audience')
    setFeed(fresh)
    return () => fresh.close()
  }, [id])
  const match = feed?.match.value
  return (
    <section class="featured panel" aria-labelledby="featured">
      {feed && match ? <LiveStage feed={feed} match={match} /> : <div class="featured-blank" />}
    </section>
  )
}

function LiveStage({ feed, match }: { feed: Feed; match: MatchSummary }) {
  const frames = feed.frames.value
  const lines = useMemo(() => linesOf(frames, { notes: false, surveys: false }), [frames])
  const newest = lines.at(-1)
  const talk = useWholeLines(lines)
  return (
    <>
      <div class="featured-head spread">
        <h2 id="featured">{match.title}</h2>
        <p class="row">
          {match.state === 'running' ? (
            <span class="state state-running">
              <span class="live-dot" aria-hidden="true" />
              {t('match.running')}
            </span>
          ) : (
            <span class="state">{t(`match.${match.state}`)}</span>
          )}
          <a href={`/watch/${encodeURIComponent(match.id)}`}>{t('front.watch')}</a>
        </p>
      </div>
      <div class="featured-board">
        <Board match={match} view={frames.at(-1)?.view} frame={newest} frames={frames} />
      </div>
      <ol class="featured-talk" ref={talk} aria-label={t('viewer.dialogue')}>
        {lines.slice(-7).map((frame) => (
          <li key={frame.id}>
            <DialogueLine
              frame={frame}
              match={match}
              layers={{ notes: false, surveys: false }}
              newest={frame === newest}
            />
          </li>
        ))}
      </ol>
    </>
  )
}

/** Only lines that fit are seen: one that is cut by the upper edge stays hidden. */
function useWholeLines(lines: readonly Frame[]) {
  const list = useRef<HTMLOListElement>(null)
  useLayoutEffect(() => {
    const element = list.current!
    const hide = () => {
      const { top } = element.getBoundingClientRect()
      for (const item of element.querySelectorAll('li')) {
        item.classList.toggle('cut', item.getBoundingClientRect().top < top - 1)
      }
    }
    hide()
    const onResize = new ResizeObserver(hide)
    for (const item of element.children) onResize.observe(item)
    return () => onResize.disconnect()
  }, [lines])
  return list
}

function Quiet() {
  return (
    <div class="panel empty">
      <h2>{t('front.quiet')}</h2>
      <p>{t('front.quiet-hint')}</p>
      <p>
        <a class="button primary" href="/play">
          {t('nav.play')}
        </a>
      </p>
    </div>
  )
}
