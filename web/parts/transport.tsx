/** Going through a match: play, step, scrub, speed; and the way back to what is live. */
import type { Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { t } from '../shell/settings.ts'

export interface Transport {
  /** Position among the lines, from 0; null follows the newest. */
  readonly cursor: Signal<number | null>
  readonly playing: Signal<boolean>
  /** Lines a second. */
  readonly speed: Signal<number>
}

const SPEEDS = [0.5, 1, 2, 4, 10] as const

export function TransportBar({ transport, count, live }: { transport: Transport; count: number; live: boolean }) {
  const { cursor, playing, speed } = transport
  const at = cursor.value ?? count - 1
  usePlay(transport, count)
  useKeys(transport, count)
  return (
    <fieldset class="transport" aria-label={t('transport.label')}>
      <PlayButton transport={transport} count={count} />
      <button
        type="button"
        class="quiet"
        aria-label={t('transport.back')}
        disabled={at <= 0}
        onClick={() => step(transport, count, -1)}
      >
        ‹
      </button>
      <button
        type="button"
        class="quiet"
        aria-label={t('transport.on')}
        disabled={at >= count - 1}
        onClick={() => step(transport, count, 1)}
      >
        ›
      </button>
      <input
        type="range"
        class="scrub"
        min={0}
        max={Math.max(0, count - 1)}
        value={at}
        aria-label={t('transport.scrub')}
        aria-valuetext={t('transport.at', { at: at + 1, count })}
        onInput={(event) => seek(transport, Number(event.currentTarget.value))}
      />
      <span class="transport-count" aria-hidden="true">
        {count === 0 ? 0 : at + 1}/{count}
      </span>
      <label class="row small">
        <span class="hidden">{t('transport.speed')}</span>
        <select value={String(speed.value)} onChange={(event) => (speed.value = Number(event.currentTarget.value))}>
          {SPEEDS.map((one) => (
            <option key={one} value={String(one)}>
              {one}×
            </option>
          ))}
        </select>
      </label>
      {live && (
        <button
          type="button"
          class="live-button"
          aria-pressed={cursor.value === null}
          onClick={() => {
            cursor.value = null
            playing.value = false
          }}
        >
          <span class="live-dot" aria-hidden="true" />
          {t('transport.live')}
        </button>
      )}
    </fieldset>
  )
}

function PlayButton({ transport, count }: { transport: Transport; count: number }) {
  const { playing } = transport
  return (
    <button
      type="button"
      aria-label={t(playing.value ? 'transport.pause' : 'transport.play')}
      onClick={() => toggle(transport, count)}
    >
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
        {playing.value ? (
          <path d="M3 2h3v10H3zM8 2h3v10H8z" fill="currentColor" />
        ) : (
          <path d="M3 1.5v11l9-5.5z" fill="currentColor" />
        )}
      </svg>
    </button>
  )
}

export function seek({ cursor, playing }: Transport, at: number): void {
  cursor.value = at
  playing.value = false
}

function step({ cursor, playing }: Transport, count: number, by: number): void {
  playing.value = false
  cursor.value = Math.max(0, Math.min(count - 1, (cursor.value ?? count - 1) + by))
}

/** From the end, play begins anew. */
function toggle({ cursor, playing }: Transport, count: number): void {
  if (!playing.value && (cursor.value === null || cursor.value >= count - 1)) cursor.value = 0
  playing.value = !playing.value
}

function usePlay({ cursor, playing, speed }: Transport, count: number): void {
  const [on, rate] = [playing.value, speed.value]
  useEffect(() => {
    if (!on) return
    const timer = setInterval(() => {
      const at = cursor.value ?? count - 1
      if (at >= count - 1) playing.value = false
      else cursor.value = at + 1
    }, 1_000 / rate)
    return () => clearInterval(timer)
  }, [on, rate, count])
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -10,
  PageDown: 10,
  ',': -1,
  '.': 1,
}

/** Keys work anywhere on the page but in fields and on controls that need them for themselves. */
function useKeys(transport: Transport, count: number): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const on = event.target instanceof Element ? event.target : null
      if (on?.closest('input, select, textarea, [role="tab"], [role="radio"], .virtual, .cm-editor')) return
      const by = STEPS[event.key]
      if (by !== undefined) step(transport, count, by)
      else if (event.key === 'Home') seek(transport, 0)
      else if (event.key === 'End') transport.cursor.value = null
      else if ((event.key === ' ' && !on?.closest('button, a')) || event.key === 'k') toggle(transport, count)
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [count])
}
