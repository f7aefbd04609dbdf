/** A region that scrolls sideways, by keyboard too. */
import type { ComponentChildren } from 'preact'

export function Scroller({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <figure class="scroll-x" tabIndex={0} aria-label={label}>
      {children}
    </figure>
  )
}
