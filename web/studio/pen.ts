/** CodeMirror, set up for scenario documents: JSON, faults from the server under the words they are about. */
import { json } from '@codemirror/lang-json'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { Compartment, type Text } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { basicSetup } from 'codemirror'
import type { DocumentFault } from '../../arena/host/protocol.ts'

export interface Pen {
  show(faults: readonly DocumentFault[]): void
  goTo(fault: DocumentFault): void
  replace(text: string): void
  dark(on: boolean): void
  close(): void
}

interface PenOptions {
  readonly host: HTMLElement
  readonly label: string
  readonly text: string
  onChange(text: string): void
  onSave(): void
}

export function makePen({ host, label, text, onChange, onSave }: PenOptions): Pen {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const shade = new Compartment()
  const saved = () => {
    onSave()
    return true
  }
  const view = new EditorView({
    doc: text,
    root,
    parent: root,
    extensions: [
      keymap.of([{ key: 'Mod-s', preventDefault: true, run: saved }]),
      basicSetup,
      json(),
      lintGutter(),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      syntaxHighlighting(INK),
      EditorView.updateListener.of((update) => update.docChanged && onChange(update.state.doc.toString())),
      shade.of(look(false)),
    ],
  })
  return {
    show: (faults) =>
      view.dispatch(
        setDiagnostics(
          view.state,
          faults.map((fault) => diagnostic(view.state.doc, fault)),
        ),
      ),
    goTo(fault) {
      const { from } = diagnostic(view.state.doc, fault)
      view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
      view.focus()
    },
    replace: (now) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: now } }),
    dark: (on) => view.dispatch({ effects: shade.reconfigure(look(on)) }),
    close: () => view.destroy(),
  }
}

/** The page's own colours, so that both themes can be read. */
const INK = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--first)' },
  { tag: tags.string, color: 'var(--ink)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--second)' },
  { tag: [tags.punctuation, tags.separator, tags.brace, tags.squareBracket], color: 'var(--ink-3)' },
])

/** From the fault's place to the end of its value's line, clamped to what stands there now. */
function diagnostic(doc: Text, { line, column, message }: DocumentFault): Diagnostic {
  const at = doc.line(Math.max(1, Math.min(doc.lines, line)))
  const from = Math.min(at.to, at.from + Math.max(0, (column ?? firstLetter(at.text)) - 1))
  return { from, to: Math.max(from, at.to), severity: 'error', message }
}

const firstLetter = (text: string) => text.length - text.trimStart().length + 1

/** Inherits the page's colours: custom properties reach into a shadow tree. */
function look(dark: boolean) {
  return EditorView.theme(
    {
      '&': { backgroundColor: 'var(--surface)', color: 'var(--ink)', height: '100%', fontSize: '0.8125rem' },
      '.cm-content': { fontFamily: 'var(--mono)', caretColor: 'var(--accent)' },
      '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--ink-3)', border: 'none' },
      '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in oklab, var(--accent) 8%, transparent)' },
      '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
        backgroundColor: 'color-mix(in oklab, var(--accent) 24%, transparent) !important',
      },
      '.cm-tooltip': { backgroundColor: 'var(--surface)', color: 'var(--ink)', border: '1px solid var(--line-strong)' },
      '.cm-scroller': { overflow: 'auto' },
    },
    { dark },
  )
}
