/** The document's text: CodeMirror in a shadow tree, so that its styles need no exception from the page's policy. */
import type { Signal } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { DocumentFault } from '../../arena/host/protocol.ts'
import { theme } from '../shell/settings.ts'
import type { Pen } from './pen.ts'

export interface EditorHandle {
  goTo(fault: DocumentFault): void
  replace(text: string): void
}

interface EditorProps {
  readonly label: string
  readonly text: Signal<string>
  readonly faults: readonly DocumentFault[]
  readonly handle: { current: EditorHandle | null }
  onSave(): void
}

export function Editor({ label, text, faults, handle, onSave }: EditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const save = useRef(onSave)
  save.current = onSave
  const [pen, setPen] = useState<Pen | null>(null)
  useEffect(() => {
    let made: Pen | null = null
    let gone = false
    void import('./pen.ts').then(({ makePen }) => {
      if (gone || !host.current) return
      made = makePen({
        host: host.current,
        label,
        text: text.value,
        onChange: (now) => (text.value = now),
        onSave: () => save.current(),
      })
      handle.current = made
      setPen(made)
    })
    return () => {
      gone = true
      made?.close()
      handle.current = null
    }
  }, [])
  useEffect(() => pen?.show(faults), [pen, faults])
  useEffect(() => pen?.dark(theme.value === 'dark'), [pen, theme.value])
  return <div class="editor" ref={host} />
}
