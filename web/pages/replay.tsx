/** A log file dropped on the page, told from its first event to its last. */
import { useSignal } from '@preact/signals'
import type { Replay } from '../../arena/host/protocol.ts'
import { type Feed, wholeFeed } from '../parts/feed.ts'
import { MatchHead } from '../parts/match-head.tsx'
import { creditOfLog } from '../parts/reward-strip.tsx'
import { Viewer } from '../parts/viewer.tsx'
import { postText } from '../shell/api.ts'
import { t } from '../shell/settings.ts'

interface Opened {
  readonly feed: Feed
  readonly torn: number
  /** The file's text: its credit is worked out by the arena, which does not keep it. */
  readonly log: string
}

export function ReplayPage() {
  const opened = useSignal<Opened | null>(null)
  const error = useSignal<string | null>(null)
  const over = useSignal(false)
  const drops = useSignal(0)
  const open = async (file: File | undefined) => {
    if (!file) return
    error.value = null
    try {
      const log = await file.text()
      const { match, batch, torn } = await postText<Replay>('/api/replay', log)
      drops.value += 1
      opened.value = { feed: wholeFeed(match, batch), torn, log }
    } catch (cause) {
      opened.value = null
      error.value = cause instanceof Error ? cause.message : String(cause)
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the file button is the first
    <div
      class="drop"
      data-over={over.value}
      onDragOver={(event) => {
        event.preventDefault()
        over.value = true
      }}
      onDragLeave={() => {
        over.value = false
      }}
      onDrop={(event) => {
        event.preventDefault()
        over.value = false
        void open(event.dataTransfer?.files[0])
      }}
    >
      <div class="page-head spread">
        <h1>{t('nav.replay')}</h1>
        <label class="button file-button">
          {t('replay.choose')}
          <input
            class="hidden"
            type="file"
            accept=".jsonl,.json,.ndjson,text/plain"
            onChange={(event) => void open(event.currentTarget.files?.[0])}
          />
        </label>
      </div>
      {error.value !== null && (
        <p role="alert" class="panel faults">
          {error.value}
        </p>
      )}
      {opened.value ? <Told key={drops.value} {...opened.value} /> : <Invitation />}
    </div>
  )
}

function Told({ feed, torn, log }: Opened) {
  return (
    <>
      {torn > 0 && <p role="status">{t('replay.torn', { count: torn })}</p>}
      <MatchHead match={feed.match.value} seated={false} />
      <Viewer feed={feed} sight="all" creditBy={creditOfLog(log)} />
    </>
  )
}

function Invitation() {
  return (
    <div class="panel empty drop-zone">
      <h2>{t('replay.drop')}</h2>
      <p>{t('replay.hint')}</p>
    </div>
  )
}
