/** The first frames of the match that the address names, asked for while the page's own code is still on its way. */
import type { FrameBatch, MatchSummary } from '../../arena/host/protocol.ts'
import { get } from './api.ts'

export interface Head {
  readonly match: MatchSummary
  readonly batch: FrameBatch
}

const FRAMES = 12

let begun: { readonly match: string; readonly sight: string; readonly head: Promise<Head | null> } | null = null

/** Called once, first of all; other pages than a match have nothing to gain. */
export function headStart(): void {
  const [, page, match] = location.pathname.split('/')
  if (page !== 'watch' || match === undefined || match === '') return
  const sight = new URLSearchParams(location.search).get('sight') ?? 'audience'
  const path = `/api/matches/${match}`
  const head = Promise.all([
    get<MatchSummary>(path),
    get<FrameBatch>(`${path}/frames?sight=${encodeURIComponent(sight)}&from=0&limit=${FRAMES}`),
  ]).then(
    ([summary, batch]) => ({ match: summary, batch }),
    () => null, // the socket asks again and says what is wrong
  )
  begun = { match: decodeURIComponent(match), sight, head }
}

/** What was asked for, once, if it is what is wanted now. */
export function takeHead(match: string, sight: string): Promise<Head | null> | null {
  if (begun?.match !== match || begun.sight !== sight) return null
  const { head } = begun
  begun = null
  return head
}
