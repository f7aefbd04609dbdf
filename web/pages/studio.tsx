/** The studio: scenarios to open, copy and generate; one of them to write, check, preview, play and balance. */
import { useSignal } from '@preact/signals'
import type { Health, ScenarioSummary } from '../../arena/host/protocol.ts'
import { post, useGet } from '../shell/api.ts'
import { go, parts } from '../shell/router.ts'
import { label, t } from '../shell/settings.ts'
import { Workbench } from '../studio/workbench.tsx'
import '../styles/studio.css'

export function Studio() {
  const id = parts.value[1]
  const health = useGet<Health>('/api/health')
  if (health.value && !health.value.studio) return <Closed />
  return id === undefined ? <Shelf /> : <Workbench key={id} id={id} />
}

function Closed() {
  return (
    <div class="panel empty">
      <h1>{t('studio.closed')}</h1>
      <p>{t('studio.closed-hint')}</p>
    </div>
  )
}

function Shelf() {
  const scenarios = useGet<{ items: readonly ScenarioSummary[] }>('/api/scenarios')
  return (
    <>
      <div class="page-head">
        <h1>{t('nav.studio')}</h1>
        <p>{t('studio.hint')}</p>
      </div>
      <div class="studio-shelf">
        <ul class="stack">
          {scenarios.value?.items.map((one) => (
            <li key={one.id} class="panel shelf-item">
              <h2>
                <a href={`/studio/${encodeURIComponent(one.id)}`}>{one.title}</a>
              </h2>
              <p class="reading">{one.summary}</p>
              <p class="muted small">
                {label('kind', one.kind)} · {t('studio.seats', { count: one.seats })} · {one.language}
              </p>
            </li>
          ))}
        </ul>
        <NewScenario from={scenarios.value?.items ?? []} />
      </div>
      {scenarios.error !== null && <p class="faults">{scenarios.error}</p>}
    </>
  )
}

function NewScenario({ from }: { from: readonly ScenarioSummary[] }) {
  const id = useSignal('')
  const source = useSignal('mystery:simple:1')
  const error = useSignal<string | null>(null)
  const create = () =>
    post<{ id: string }>('/api/scenarios/new', { id: id.value.trim(), from: source.value }).then(
      (made) => go(`/studio/${encodeURIComponent(made.id)}`),
      (cause: Error) => (error.value = cause.message),
    )
  return (
    <form
      class="panel stack"
      aria-labelledby="new"
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <h2 id="new">{t('studio.new')}</h2>
      <label class="field">
        <span>{t('studio.id')}</span>
        <input
          type="text"
          required
          pattern="[a-z][a-z0-9\-]*"
          value={id.value}
          placeholder="the-lighthouse"
          onInput={(event) => (id.value = event.currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>{t('studio.from')}</span>
        <select value={source.value} onChange={(event) => (source.value = event.currentTarget.value)}>
          <option value="mystery:simple:1">{t('studio.simple')}</option>
          <option value="mystery:complex:1">{t('studio.complex')}</option>
          {from.map((one) => (
            <option key={one.id} value={one.id}>
              {t('studio.copy', { title: one.title })}
            </option>
          ))}
        </select>
      </label>
      {source.value.startsWith('mystery:') && <Seed source={source} />}
      {error.value !== null && (
        <p role="alert" class="faults">
          {error.value}
        </p>
      )}
      <div>
        <button type="submit" class="primary">
          {t('studio.create')}
        </button>
      </div>
    </form>
  )
}

function Seed({ source }: { source: { value: string } }) {
  const [, difficulty, seed] = source.value.split(':')
  return (
    <label class="field">
      <span>{t('studio.seed')}</span>
      <input
        type="number"
        min={0}
        step={1}
        value={seed}
        onInput={(event) =>
          (source.value = `mystery:${difficulty}:${Math.max(0, Math.trunc(Number(event.currentTarget.value)))}`)
        }
      />
    </label>
  )
}
