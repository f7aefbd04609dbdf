/** One scenario under the pen: the document with its faults, and beside it what it comes to. */
import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { CheckReport, DocumentFault, ScenarioDetail } from '../../arena/host/protocol.ts'
import { Tabs } from '../parts/tabs.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { post, put, useGet, useText } from '../shell/api.ts'
import { t } from '../shell/settings.ts'
import { BalancePage } from './balance.tsx'
import { ClueMap } from './clue-map.tsx'
import { draftOf, dropDraft, keepDraft } from './drafts.ts'
import { Editor, type EditorHandle } from './editor.tsx'
import { PreviewPage } from './preview.tsx'
import { TestPlay } from './test-play.tsx'

export function Workbench({ id }: { id: string }) {
  const path = `/api/scenarios/${encodeURIComponent(id)}`
  const stored = useText(`${path}/document`)
  const detail = useGet<ScenarioDetail>(path)
  if (stored.value === null) return <Waiting error={stored.error} />
  return (
    <Desk
      id={id}
      path={path}
      title={detail.value?.title ?? id}
      stored={stored.value}
      names={detail.value?.names ?? []}
    />
  )
}

interface DeskProps {
  readonly id: string
  readonly title: string
  readonly path: string
  readonly stored: string
  readonly names: readonly string[]
}

function Desk({ id, title, path, stored, names }: DeskProps) {
  const draft = draftOf(id)
  const text = useSignal(draft ?? stored)
  const saved = useSignal(stored)
  const faults = useSignal<readonly DocumentFault[]>([])
  const status = useSignal(draft !== null && draft !== stored ? t('studio.draft') : '')
  const editor = useRef<EditorHandle | null>(null)
  useCheck(path, text, faults)
  useEffect(() => (text.value === saved.value ? dropDraft(id) : keepDraft(id, text.value)), [text.value, saved.value])
  const save = async () => {
    const wanted = text.value
    const report = await put<CheckReport>(`${path}/document`, wanted).catch((cause: Error) => {
      status.value = cause.message
      return null
    })
    if (!report) return
    faults.value = report.faults
    if (report.saved !== false && report.faults.length === 0) saved.value = wanted
    status.value = t(report.faults.length === 0 ? 'studio.saved' : 'studio.not-saved', { count: report.faults.length })
  }
  return (
    <>
      <div class="page-head spread">
        <div>
          <h1>{title}</h1>
          <p class="muted small">
            <a href="/studio">{t('nav.studio')}</a> · <code>{id}/scenario.json</code>
          </p>
        </div>
        <div class="row">
          <button
            type="button"
            disabled={text.value === saved.value}
            onClick={() => editor.current?.replace(saved.value)}
          >
            {t('studio.revert')}
          </button>
          <button type="button" class="primary" onClick={() => void save()}>
            {t('studio.save')}
          </button>
          <span role="status" class="muted small">
            {status.value}
          </span>
        </div>
      </div>
      <div class="workbench">
        <div class="stack">
          <Editor
            label={t('studio.document')}
            text={text}
            faults={faults.value}
            onSave={() => void save()}
            handle={editor}
          />
          <Faults faults={faults.value} goTo={(fault) => editor.current?.goTo(fault)} />
        </div>
        <Sides path={path} id={id} text={text.value} names={names} />
      </div>
    </>
  )
}

const SETTLE = 350

/** Checks what stands in the editor once the pen rests. */
function useCheck(path: string, text: Signal<string>, faults: Signal<readonly DocumentFault[]>): void {
  const now = text.value
  useEffect(() => {
    let wanted = true
    const timer = setTimeout(() => {
      post<CheckReport>(`${path}/check`, { text: now }).then(
        (report) => wanted && (faults.value = report.faults),
        () => {}, // the banner already says that the arena is away
      )
    }, SETTLE)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [now])
}

function Faults({ faults, goTo }: { faults: readonly DocumentFault[]; goTo(fault: DocumentFault): void }) {
  return (
    <section class="panel" aria-labelledby="faults">
      <h2 id="faults" aria-live="polite">
        {faults.length === 0 ? t('studio.no-faults') : t('studio.faults', { count: faults.length })}
      </h2>
      <ul class="fault-list">
        {faults.map((fault, at) => (
          <li key={at}>
            <button type="button" class="fault" onClick={() => goTo(fault)}>
              <code>
                {fault.file}:{fault.line}
              </code>
              <span>{fault.message}</span>
              {fault.pointer !== '' && <code class="muted">{fault.pointer}</code>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Sides({ path, id, text, names }: { path: string; id: string; text: string; names: readonly string[] }) {
  const chosen = useSignal('preview')
  const tabs = [
    { id: 'preview', name: t('studio.preview') },
    { id: 'clues', name: t('studio.clue-map') },
    { id: 'play', name: t('studio.test-play') },
    { id: 'balance', name: t('studio.balance') },
  ]
  return (
    <div class="panel">
      <Tabs label={t('studio.sides')} tabs={tabs} chosen={chosen.value} choose={(one) => (chosen.value = one)}>
        {chosen.value === 'preview' && <PreviewPage path={path} text={text} names={names} />}
        {chosen.value === 'clues' && <ClueMap text={text} />}
        {chosen.value === 'play' && <TestPlay id={id} />}
        {chosen.value === 'balance' && <BalancePage path={path} text={text} />}
      </Tabs>
    </div>
  )
}
