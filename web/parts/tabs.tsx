/** Tabs by the book: arrow keys move, one stop in the tab order. */
import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'

interface TabsProps {
  readonly label: string
  readonly tabs: readonly { readonly id: string; readonly name: string }[]
  readonly chosen: string
  choose(id: string): void
  readonly children: ComponentChildren
}

export function Tabs({ label, tabs, chosen, choose, children }: TabsProps) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    const at = tabs.findIndex(({ id }) => id === chosen)
    const next = (at + by + tabs.length) % tabs.length
    choose(tabs[next]!.id)
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}-${id}`}
            aria-selected={id === chosen}
            aria-controls={`${base}-page`}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => choose(id)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}-page`} aria-labelledby={`${base}-${chosen}`} class="tab-page">
        {children}
      </div>
    </div>
  )
}
