/** Training runs: curves as they grow, versions with their gate, the five measures as a radar. */
import { useSignal } from '@preact/signals'
import type { MeasuredFigure, MeasuredVersion, TrainingRun } from '../../arena/host/protocol.ts'
import { signed } from '../parts/numbers.ts'
import { Plot } from '../parts/plot.tsx'
import { Measures } from '../parts/radar.tsx'
import { Scroller } from '../parts/scroller.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { useGet } from '../shell/api.ts'
import { lobby } from '../shell/live.ts'
import { parts } from '../shell/router.ts'
import { label, t } from '../shell/settings.ts'

export function Training() {
  const stored = useGet<{ items: readonly TrainingRun[] }>('/api/training')
  const live = lobby.value?.training ?? []
  const known = new Set(live.map(({ id }) => id))
  const runs = [...live, ...(stored.value?.items ?? []).filter(({ id }) => !known.has(id))]
  const wanted = parts.value[1]
  const chosen = useSignal<string | null>(null)
  const run = runs.find(({ id }) => id === (chosen.value ?? wanted)) ?? runs[0]
  return (
    <>
      <div class="page-head spread">
        <h1>{t('nav.training')}</h1>
        {runs.length > 1 && (
          <label class="row">
            <span class="small">{t('training.run')}</span>
            <select value={run?.id} onChange={(event) => (chosen.value = event.currentTarget.value)}>
              {runs.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.scenario} · {one.method} · {one.id}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {run && <Run key={run.id} run={run} />}
      {!run && (stored.value ? <None /> : <Waiting error={stored.error} />)}
    </>
  )
}

function None() {
  return (
    <div class="panel empty">
      <p>{t('training.none')}</p>
      <p>
        <code>npx parley train --scenario kuhn-poker --method mars --steps 400</code>
      </p>
    </div>
  )
}

/** A run in the lobby brings its newest points; the whole of its curves is fetched once. */
function Run({ run }: { run: TrainingRun }) {
  const whole = useGet<TrainingRun>(`/api/training/${encodeURIComponent(run.id)}`)
  const curves = joined(whole.value?.curves ?? {}, run.curves)
  return (
    <div class="stack">
      <section class="panel stack" aria-label={t('training.progress')}>
        <div class="spread">
          <h2>
            {run.scenario} <span class="muted">{run.method}</span>
          </h2>
          <span class={`state state-${run.state}`}>{t(`training.${run.state}`)}</span>
        </div>
        <progress value={run.step} max={Math.max(1, run.steps)} aria-label={t('training.progress')} />
        <p class="row muted small">
          <span>{t('training.step', { step: run.step, steps: run.steps })}</span>
          <span>{run.device}</span>
          <span>{t('training.version', { version: run.version })}</span>
          {run.secondsLeft !== undefined && run.state === 'running' && (
            <span>{t('tournament.left', { seconds: Math.round(run.secondsLeft) })}</span>
          )}
        </p>
      </section>
      <Curves curves={curves} />
      <Measured run={run} />
      <Versions run={run} />
    </div>
  )
}

/** The newest version that was measured, beside the untrained one where that was measured in the same matches. */
function Measured({ run: { measures = [] } }: { run: TrainingRun }) {
  const now = measures.at(-1)
  if (!now) return null
  const { version, matches, against, scenario } = now
  const same = (one: MeasuredVersion) => one.matches === matches && one.against === against && one.scenario === scenario
  const untrained = version > 0 ? measures.find((one) => one.version === 0 && same(one)) : undefined
  return (
    <section class="panel stack" aria-labelledby="measures">
      <div class="spread">
        <h2 id="measures">{t('training.measures')}</h2>
        <p class="muted small">{t('training.measured', { matches, scenario, against })}</p>
      </div>
      <Measures now={now} untrained={untrained ?? null} />
      <p class="muted small">{t('training.measures-note')}</p>
    </section>
  )
}

/** What tells how good the policy is stands first; the rest is there for who wants it. */
const FIRST = /^(loss|nashConv|score|winRate|nonLoss|value|evaluation|entropy|opponent)/i

function Curves({ curves }: { curves: Curves }) {
  const open = useSignal(false)
  const names = Object.keys(curves)
  const first = names.filter((name) => FIRST.test(name))
  const rest = names.filter((name) => !FIRST.test(name))
  return (
    <>
      <Plots names={first.length > 0 ? first : rest} curves={curves} />
      {first.length > 0 && rest.length > 0 && (
        <div>
          <button type="button" aria-expanded={open.value} onClick={() => (open.value = !open.value)}>
            {t(open.value ? 'training.fewer' : 'training.more', { count: rest.length })}
          </button>
        </div>
      )}
      {first.length > 0 && open.value && <Plots names={rest} curves={curves} />}
    </>
  )
}

const Plots = ({ names, curves }: { names: readonly string[]; curves: Curves }) => (
  <ul class="plots">
    {names.map((name) => (
      <li key={name} class="panel">
        <Plot title={titleOf(name)} points={curves[name] ?? []} />
      </li>
    ))}
  </ul>
)

/** `winRate:culprit` is the win rate of a role. */
function titleOf(name: string): string {
  const [what = name, of] = name.split(':')
  const known = label('curve', what)
  const title = known === what ? what.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) : known
  return of === undefined ? title : `${title} · ${label('role', of)}`
}

type Curves = TrainingRun['curves']

function joined(whole: Curves, news: Curves): Curves {
  const names = new Set([...Object.keys(whole), ...Object.keys(news)])
  return Object.fromEntries(
    [...names].map((name) => {
      const old = whole[name] ?? []
      const last = old.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY
      return [name, [...old, ...(news[name] ?? []).filter(([step]) => step > last)]]
    }),
  )
}

const intervalOf = ({ mean, ci95: [low, high] }: MeasuredFigure) => `${signed(mean)} [${signed(low)}, ${signed(high)}]`

function Versions({ run }: { run: TrainingRun }) {
  if (run.versions.length === 0) return null
  const reasons = run.versions.some(({ reason }) => reason !== '')
  return (
    <section class="panel" aria-labelledby="versions">
      <h2 id="versions">{t('training.versions')}</h2>
      <Scroller label={t('training.versions')}>
        <table class="versions">
          <thead>
            <tr>
              <th scope="col" class="number">
                {t('training.version-number')}
              </th>
              <th scope="col" class="number">
                {t('training.parent')}
              </th>
              <th scope="col">{t('training.gate')}</th>
              <th scope="col" class="number">
                {t('training.gain')}
              </th>
              {reasons && <th scope="col">{t('training.reason')}</th>}
            </tr>
          </thead>
          <tbody>
            {run.versions.map(({ version, parent, passed, reason, gain }) => (
              <tr key={version}>
                <td class="number">{version}</td>
                <td class="number">{parent ?? '–'}</td>
                <td class={passed ? 'good' : 'faults'}>{t(passed ? 'training.passed' : 'training.held')}</td>
                <td class="number">{gain ? intervalOf(gain) : '–'}</td>
                {reasons && <td>{reason}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </section>
  )
}
