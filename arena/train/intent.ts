/** Does a policy see through the others? How much of its suspicion is on the true culprits, and from when on. */
import { type Estimate, meanInterval } from '../ratings/interval.ts'

/** What one listener outside the culprits' faction held at one survey. */
export interface Suspicion {
  readonly match: number
  readonly seat: number
  readonly round: number
  /** In order of the match. */
  readonly moment: number
  /** Probability put on the true culprits. */
  readonly onCulprits: number
  /** Whether a culprit is the likeliest suspect; 1 / n when n are equally likely. */
  readonly top: number
}

export interface Intent {
  /** Mean probability on the true culprits, by round. Intervals are over matches. */
  readonly rounds: readonly { readonly round: number; readonly onCulprits: Estimate }[]
  /**
   * When a culprit became the likeliest suspect for good, as a share of the surveys a listener was asked: 0 from the
   * first on, 1 never.
   */
  readonly recognition: Estimate
  /** Share of listeners to whom a culprit is the likeliest suspect at the last survey. */
  readonly found: Estimate
}

/** `suspects` sums to 1 over the seats asked about. */
export function suspicionOf(
  suspects: readonly number[],
  culprits: readonly number[],
): Pick<Suspicion, 'onCulprits' | 'top'> {
  const highest = Math.max(...suspects)
  const likeliest = suspects.flatMap((chance, seat) => (chance > highest - 1e-9 ? [seat] : []))
  return {
    onCulprits: culprits.reduce((sum, seat) => sum + suspects[seat]!, 0),
    top: likeliest.filter((seat) => culprits.includes(seat)).length / likeliest.length,
  }
}

export function intentOf(suspicions: readonly Suspicion[]): Intent {
  const rounds = [...new Set(suspicions.map(({ round }) => round))].sort((a, b) => a - b)
  return {
    rounds: rounds.map((round) => ({
      round,
      onCulprits: byMatch(
        suspicions.filter((one) => one.round === round),
        ({ onCulprits }) => onCulprits,
      ),
    })),
    recognition: byMatch(listenersOf(suspicions), ({ recognised }) => recognised),
    found: byMatch(listenersOf(suspicions), ({ last }) => last),
  }
}

/** The difference of two policies' moments of recognition, match by match: below 0, the first sees through earlier. */
export function earlier(first: readonly Suspicion[], second: readonly Suspicion[]): Estimate {
  const [mine, theirs] = [
    meansByMatch(listenersOf(first), recognisedOf),
    meansByMatch(listenersOf(second), recognisedOf),
  ]
  return meanInterval([...mine].flatMap(([match, value]) => (theirs.has(match) ? [value - theirs.get(match)!] : [])))
}

interface Listener {
  readonly match: number
  readonly recognised: number
  readonly last: number
}

const recognisedOf = ({ recognised }: Listener) => recognised

function listenersOf(suspicions: readonly Suspicion[]): Listener[] {
  const groups = new Map<string, Suspicion[]>()
  for (const one of suspicions) {
    const key = `${one.match}/${one.seat}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()].map((asked) => {
    const order = asked.sort((a, b) => a.moment - b.moment)
    const wrong = order.findLastIndex(({ top }) => top <= 0.5)
    return { match: order[0]!.match, recognised: (wrong + 1) / order.length, last: order.at(-1)!.top }
  })
}

const byMatch = <T extends { readonly match: number }>(items: readonly T[], measure: (item: T) => number): Estimate =>
  meanInterval([...meansByMatch(items, measure).values()])

function meansByMatch<T extends { readonly match: number }>(
  items: readonly T[],
  measure: (item: T) => number,
): Map<number, number> {
  const sums = new Map<number, { sum: number; count: number }>()
  for (const item of items) {
    const entry = sums.get(item.match) ?? { sum: 0, count: 0 }
    sums.set(item.match, { sum: entry.sum + measure(item), count: entry.count + 1 })
  }
  return new Map([...sums].map(([match, { sum, count }]) => [match, sum / count]))
}
