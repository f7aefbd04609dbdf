/** What a reader chose: language, light or dark. Kept in the browser; a browser that keeps nothing is fine too. */
import { effect, signal } from '@preact/signals'
import { en, type Words } from '../words/en.ts'

export type Language = 'en' | 'zh'
export type Theme = 'light' | 'dark'

export const language = signal<Language>(languageFrom(kept('language') ?? spoken()))
export const theme = signal<Theme>(themeFrom(kept('theme')))
const words = signal<Words>(en)

/** The browser's own language; English where the folds run without a browser. */
function spoken(): string {
  return typeof navigator === 'undefined' ? 'en' : navigator.language
}

export type Key = keyof Words

/** A phrase in the reader's language; `{name}` is replaced by `values.name`. */
export function t(key: Key, values: Readonly<Record<string, string | number>> = {}): string {
  return (words.value[key] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

type Group = 'faction' | 'role' | 'kind' | 'move' | 'method' | 'measure' | 'curve'

/** A label for a word that the arena chose (a faction, a role, a kind): translated where known, else as it came. */
export function label(group: Group, word: string): string {
  const key = `${group}.${word}` as Key
  return words.value[key] ?? word.replaceAll('-', ' ')
}

/** A browser may call its language by what is no language tag (`en-US@posix`); libraries that format numbers would throw. */
export function settleLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language)
  } catch {
    Object.defineProperty(navigator, 'language', { value: language.value, configurable: true })
  }
}

/** Follows the choices: document language, theme, title font; loads Chinese when first wanted. */
export function applySettings(): void {
  effect(() => {
    document.documentElement.dataset['theme'] = theme.value
    keep('theme', theme.value)
  })
  effect(() => {
    const wanted = language.value
    document.documentElement.lang = wanted
    keep('language', wanted)
    if (wanted === 'en') words.value = en
    else void import('../words/zh.ts').then(({ zh }) => language.value === 'zh' && (words.value = zh))
  })
}

function languageFrom(tag: string): Language {
  return tag.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

function themeFrom(came: string | null): Theme {
  if (came === 'light' || came === 'dark') return came
  const dark = typeof matchMedia !== 'undefined' && matchMedia('(prefers-color-scheme: dark)').matches
  return dark ? 'dark' : 'light'
}

function kept(key: string): string | null {
  try {
    return localStorage.getItem(`parley.${key}`)
  } catch {
    return null
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(`parley.${key}`, value)
  } catch {
    // a private window may refuse; the choice then lasts as long as the page
  }
}
