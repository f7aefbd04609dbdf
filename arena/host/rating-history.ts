/** How ratings moved as matches came in: at each point the table's own fit, over the matches there were by then. */
import type { RatingCurve } from './protocol.ts'
import { ratePools } from './rating-pools.ts'
import { finishedOf, isRanked, type Results, remembered, WINDOW } from './standings.ts'
import type { Store } from './store.ts'

const POINTS = 20
const FRESH_MS = 30_000

export function ratingHistory(store: Pick<Store, 'results'>): (scenario?: string) => Promise<readonly RatingCurve[]> {
  return remembered(
    FRESH_MS,
    async (scenario) =>
      await curvesOf(await store.results({ limit: WINDOW, ...(scenario !== undefined && { scenario }) })),
  )
}

/** The live matches come first: no fit waits for another. */
const breath = () => new Promise<void>((done) => setImmediate(done))

/** At most `POINTS` points, evenly apart, the last over all matches; an agent's curve begins where it can be rated. */
export async function curvesOf(matches: Results): Promise<readonly RatingCurve[]> {
  const played = matches.filter(({ results }) => results.length > 0).map(finishedOf)
  const counts = Array.from({ length: POINTS }, (_, at) => Math.ceil((played.length * (at + 1)) / POINTS))
  const curves = new Map<string, (readonly [number, number])[]>()
  for (const count of new Set(counts.filter((one) => one > 0))) {
    await breath()
    for (const { agent, rating } of ratePools(played.slice(0, count), { seed: 1, resamples: 0 })) {
      if (rating === undefined || !isRanked(agent)) continue
      curves.set(agent, [...(curves.get(agent) ?? []), [count, rating]])
    }
  }
  const newest = (points: readonly (readonly [number, number])[]) => points.at(-1)![1]
  return [...curves]
    .map(([agent, points]) => ({ agent, points }))
    .sort((a, b) => newest(b.points) - newest(a.points) || (a.agent < b.agent ? -1 : 1))
}
