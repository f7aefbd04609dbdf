/** Which frames read as lines of the dialogue, and how the newest of them is found for any point of a match. */
import type { Frame } from '../../arena/host/protocol.ts'

export interface Layers {
  /** Private reasoning beside a move. */
  readonly notes: boolean
  /** Private beliefs, asked between moves. */
  readonly surveys: boolean
}

/** Frames with something to show, oldest first. */
export function linesOf(frames: readonly Frame[], { surveys }: Layers): Frame[] {
  return frames.filter(({ type, line }) => {
    if (type === 'moved' || type === 'dealt') return line !== undefined && line !== ''
    if (type === 'surveyed') return surveys
    return type !== 'opened'
  })
}

/**
 * A line in an agent's own words begins with what the move does, in brackets: `[asks Rosa where she was] "Well, Rosa?"`.
 * Lines of the phrase book are words alone.
 */
export function deedAndWords({ line, text, move }: Pick<Frame, 'line' | 'text' | 'move'>): {
  readonly deed: string
  readonly words: string
} {
  const whole = line ?? move ?? ''
  const [, deed, words] = (text !== undefined && /^[[［【]([^\]］】]*)[\]］】]\s*(.*)$/su.exec(whole)) || []
  return deed === undefined ? { deed: '', words: whole } : { deed, words: words ?? '' }
}

/** How many of `items`, ordered by id, have an id up to `id`. */
export function countUpTo(items: readonly { readonly id: number }[], id: number): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (items[middle]!.id <= id) low = middle + 1
    else high = middle
  }
  return low
}

/** The position in `frames` of the move with number `turn`, or of the last one before it. */
export function positionOfTurn(frames: readonly Frame[], turn: number): number {
  let at = 0
  for (const [position, frame] of frames.entries()) {
    if (frame.type === 'moved' && (frame.turn ?? 0) > turn) break
    at = position
  }
  return at
}

/** From the reward strip: red below zero, green above, as a share of the largest credit. */
export function shadeOf(credit: number, largest: number): { sign: 'plus' | 'minus' | 'zero'; strength: number } {
  if (credit === 0 || largest === 0) return { sign: 'zero', strength: 0 }
  return { sign: credit > 0 ? 'plus' : 'minus', strength: Math.min(1, Math.abs(credit) / largest) }
}
