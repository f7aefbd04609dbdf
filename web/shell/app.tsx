/** The frame: masthead, the page, the banner that says when what we show is stale. */
import { effect } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { Front } from '../pages/front.tsx'
import { staleSince, watching } from './live.ts'
import { parts, path, query } from './router.ts'
import { type Key, language, t, theme } from './settings.ts'

type Page = ComponentType
type Load = () => Promise<Page>

/** The first part of the path names the page; all but the front page are fetched when first wanted. */
const PAGES: Readonly<Record<string, { readonly title: Key; readonly load: Load }>> = {
  watch: { title: 'nav.watch', load: () => import('../pages/watch.tsx').then((page) => page.Watch) },
  replay: { title: 'nav.replay', load: () => import('../pages/replay.tsx').then((page) => page.ReplayPage) },
  leaderboard: {
    title: 'nav.leaderboard',
    load: () => import('../pages/leaderboard.tsx').then((page) => page.Leaderboard),
  },
  tournaments: {
    title: 'nav.tournaments',
    load: () => import('../pages/tournaments.tsx').then((page) => page.Tournaments),
  },
  training: { title: 'nav.training', load: () => import('../pages/training.tsx').then((page) => page.Training) },
  studio: { title: 'nav.studio', load: () => import('../pages/studio.tsx').then((page) => page.Studio) },
  play: { title: 'nav.play', load: () => import('../pages/play.tsx').then((page) => page.Play) },
}

/** Sends for the code of the page that the address names, before anything is drawn. */
export function warmPage(): void {
  PAGES[parts.value[0] ?? '']?.load().catch(() => {}) // asked for again, and told about, when it is shown
}

const NAV = ['watch', 'leaderboard', 'tournaments', 'training', 'studio', 'play'] as const

export function App() {
  useEffect(() => void watching(), [])
  if (query.value.get('embed') === '1')
    return (
      <main class="embedded" id="main">
        <Route />
      </main>
    )
  return (
    <div class="shell">
      <a class="skip" href="#main">
        {t('shell.skip')}
      </a>
      <Masthead />
      <div>
        {staleSince.value !== null && <Stale since={staleSince.value} />}
        <main id="main" tabIndex={-1}>
          <Route />
        </main>
      </div>
      <footer class="colophon">
        <span>Parley</span>
        <span>{t('shell.what')}</span>
      </footer>
    </div>
  )
}

function Masthead() {
  const here = parts.value[0]
  return (
    <header class="masthead">
      <a class="wordmark" href="/">
        <Mark />
        Parley
      </a>
      <nav aria-label={t('shell.pages')}>
        <ul>
          {NAV.map((name) => (
            <li key={name}>
              <a href={`/${name}`} {...(here === name && { 'aria-current': 'page' as const })}>
                {t(`nav.${name}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="settings">
        <button
          type="button"
          class="quiet"
          lang={language.value === 'en' ? 'zh' : 'en'}
          onClick={() => (language.value = language.value === 'en' ? 'zh' : 'en')}
        >
          {language.value === 'en' ? '中文' : 'English'}
        </button>
        <button
          type="button"
          class="quiet"
          aria-label={t(theme.value === 'dark' ? 'shell.light' : 'shell.dark')}
          onClick={() => (theme.value = theme.value === 'dark' ? 'light' : 'dark')}
        >
          {theme.value === 'dark' ? <Sun /> : <Moon />}
        </button>
      </div>
    </header>
  )
}

const Mark = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <path d="M3 5h16a4 4 0 0 1 4 4v6a4 4 0 0 1-4 4h-8l-5 5v-5H3z" fill="currentColor" />
    <path d="M27 12v10a4 4 0 0 1-4 4h-7" fill="none" stroke="var(--killer)" stroke-width="2.6" stroke-linecap="round" />
  </svg>
)

const Moon = () => (
  <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
    <path d="M13.5 9.8A6 6 0 0 1 6.2 2.5a6 6 0 1 0 7.3 7.3z" fill="currentColor" />
  </svg>
)

const Sun = () => (
  <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
    <circle cx="8" cy="8" r="3.2" fill="currentColor" />
    <path
      d="M8 .8v2M8 13.2v2M.8 8h2M13.2 8h2M2.9 2.9l1.4 1.4M11.7 11.7l1.4 1.4M2.9 13.1l1.4-1.4M11.7 4.3l1.4-1.4"
      stroke="currentColor"
      stroke-width="1.4"
      stroke-linecap="round"
    />
  </svg>
)

function Stale({ since }: { since: number }) {
  return (
    <div class="stale" role="alert">
      {t('shell.stale', { time: new Date(since).toLocaleTimeString(language.value) })}
    </div>
  )
}

function Route() {
  const name = parts.value[0]
  if (name === undefined) return <Front />
  const page = PAGES[name]
  return page ? <Lazy key={name} load={page.load} /> : <Lost />
}

function Lazy({ load }: { load: Load }) {
  const [state, setState] = useState<{ page: Page | null; failed: boolean }>({ page: null, failed: false })
  useLayoutEffect(() => {
    load().then(
      (page) => setState({ page, failed: false }),
      (cause: unknown) => {
        console.error(cause)
        setState({ page: null, failed: true })
      },
    )
  }, [])
  if (state.failed) return <p role="alert">{t('shell.page-failed')}</p>
  return state.page ? <state.page /> : <p class="muted loading">{t('shell.loading')}</p>
}

function Lost() {
  return (
    <div class="page-head">
      <h1>{t('shell.lost')}</h1>
      <p>
        <a href="/">{t('shell.home')}</a>
      </p>
    </div>
  )
}

effect(() => {
  const page = PAGES[parts.value[0] ?? '']
  document.title = page ? `${t(page.title)} · Parley` : 'Parley'
  void path.value
})
