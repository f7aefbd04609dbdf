/** What an agent in a seat will be sent, word for word, at any stage. */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Preview } from '../../arena/host/protocol.ts'
import { Scroller } from '../parts/scroller.tsx'
import { post } from '../shell/api.ts'
import { t } from '../shell/settings.ts'

interface Props {
  readonly path: string
  readonly text: string
  readonly names: readonly string[]
}

export function PreviewPage({ path, text, names }: Props) {
  const seat = useSignal(0)
  const stage = useSignal(0)
  const shown = useSignal<Preview | null>(null)
  const error = useSignal<string | null>(null)
  const stages = stagesOf(text)
  useEffect(() => {
    let wanted = true
    const timer = setTimeout(() => {
      post<Preview>(`${path}/preview`, { seat: seat.value, stage: stage.value, text }).then(
        (came) => {
          if (!wanted) return
          shown.value = came
          error.value = null
        },
        (cause: Error) => wanted && (error.value = cause.message),
      )
    }, 300)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [seat.value, stage.value, text])
  return (
    <div class="stack">
      <div class="row">
        <label class="row">
          <span class="small">{t('studio.seat')}</span>
          <select value={String(seat.value)} onChange={(event) => (seat.value = Number(event.currentTarget.value))}>
            {names.map((name, at) => (
              <option key={at} value={String(at)}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {stages > 1 && (
          <label class="row">
            <span class="small">{t('studio.stage')}</span>
            <select value={String(stage.value)} onChange={(event) => (stage.value = Number(event.currentTarget.value))}>
              {Array.from({ length: stages }, (_, at) => (
                <option key={at} value={String(at)}>
                  {at + 1}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {error.value !== null && <p class="faults small">{error.value}</p>}
      {shown.value && (
        <Scroller label={t('studio.preview')}>
          <pre class="prompt">{shown.value.prompt}</pre>
        </Scroller>
      )}
    </div>
  )
}

function stagesOf(text: string): number {
  try {
    const { stages } = JSON.parse(text) as { stages?: unknown }
    return Array.isArray(stages) ? stages.length : 1
  } catch {
    return 1 // the fault list already says what does not parse
  }
}
