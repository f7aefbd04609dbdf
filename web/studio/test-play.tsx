/** A trial match of the saved scenario with built-in agents, to be watched at once. */
import { useSignal } from '@preact/signals'
import type { AgentSummary, MatchSummary, ScenarioDetail } from '../../arena/host/protocol.ts'
import { post, useGet } from '../shell/api.ts'
import { go } from '../shell/router.ts'
import { t } from '../shell/settings.ts'

export function TestPlay({ id }: { id: string }) {
  const detail = useGet<ScenarioDetail>(`/api/scenarios/${encodeURIComponent(id)}`)
  const agents = useGet<{ items: readonly AgentSummary[] }>('/api/agents')
  const chosen = useSignal('')
  const error = useSignal<string | null>(null)
  const able = (agents.value?.items ?? []).filter(
    ({ kinds, here }) => here && (!kinds || !detail.value || kinds.includes(detail.value.kind)),
  )
  const agent = chosen.value || able[0]?.id
  const start = () => {
    if (agent === undefined) return
    post<MatchSummary>('/api/matches', { scenario: id, agents: [agent] }).then(
      (match) => go(`/watch/${encodeURIComponent(match.id)}`),
      (cause: Error) => (error.value = cause.message),
    )
  }
  return (
    <div class="stack">
      <p class="muted small">{t('test-play.hint')}</p>
      <div class="row">
        <label class="row">
          <span class="small">{t('test-play.agent')}</span>
          <select value={agent} onChange={(event) => (chosen.value = event.currentTarget.value)}>
            {able.map((one) => (
              <option key={one.id} value={one.id}>
                {one.id}
              </option>
            ))}
          </select>
        </label>
        <button type="button" class="primary" disabled={agent === undefined} onClick={start}>
          {t('test-play.start')}
        </button>
      </div>
      {error.value !== null && (
        <p role="alert" class="faults">
          {error.value}
        </p>
      )}
    </div>
  )
}
