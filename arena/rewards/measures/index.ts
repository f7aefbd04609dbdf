/** All measures of a set of matches, per faction, each with its bootstrap interval over matches. */
import type { Lived } from '../methods.ts'
import { bootstrap, type Figure, meanOf } from './interval.ts'
import type { JudgedSeat } from './judged.ts'
import { cicOf, reciprocalRankOf, tiiOf, victoryOf } from './mirage.ts'
import { consistency, informativeness, responsiveness, type Talk, talkOf } from './talk.ts'

export { bootstrap, type Figure, meanOf } from './interval.ts'
export { type Judge, type JudgedSeat, judgeMatch, judgeTurns, readScore } from './judged.ts'
export { cicOf, reciprocalRankOf, tiiOf, victoryOf } from './mirage.ts'
export { rougeL, wordsOf } from './rouge.ts'
export { endOf, sightOf } from './sight.ts'
export { talkOf } from './talk.ts'

export type ByFaction = Readonly<Record<string, Figure>>

export interface Measures {
  readonly matches: number
  readonly victory: ByFaction
  /** Of the true culprit among all characters, ranked by doubt. */
  readonly reciprocalRank: Figure | null
  /** Share of suspicion: higher is more suspected. */
  readonly tii: ByFaction
  readonly cic: Figure | null
  /** Against what the rounds leave time to find. */
  readonly cicReachable: Figure | null
  /** Judged; absent without a judge. */
  readonly ici?: ByFaction
  readonly sci?: ByFaction
  /** Stand-ins, not ICI and SCI. */
  readonly responsiveness: ByFaction
  readonly informativeness: ByFaction
  readonly consistency: ByFaction
  /** Plain mean of the five, by faction; only when all five are there. */
  readonly overall?: Readonly<Record<string, number>>
}

/** `judged` holds, match by match, what a judge said of its seats. */
export function measure(matches: readonly Lived[], judged: readonly (readonly JudgedSeat[])[] | null = null): Measures {
  const cic = matches.map(cicOf)
  const talks = matches.map(talkOf)
  const spoken = (of: (talk: readonly Talk[]) => number | null) => byFaction(talks, of)
  const plain = (each: readonly Record<string, number>[]) => byFaction(each, meanOf)
  const measures: Measures = {
    matches: matches.length,
    victory: plain(matches.map(victoryOf)),
    reciprocalRank: bootstrap(
      matches.map(reciprocalRankOf).filter((one) => one !== null),
      meanOf,
    ),
    tii: plain(matches.map(tiiOf)),
    cic: bootstrap(
      cic.flatMap((one) => (one ? [one.plain] : [])),
      meanOf,
    ),
    cicReachable: bootstrap(
      cic.flatMap((one) => (one ? [one.reachable] : [])),
      meanOf,
    ),
    responsiveness: spoken(responsiveness),
    informativeness: spoken(informativeness),
    consistency: spoken(consistency),
  }
  return judged ? withJudged(measures, judged) : measures
}

function withJudged(measures: Measures, judged: readonly (readonly JudgedSeat[])[]): Measures {
  const by = (key: 'ici' | 'sci') =>
    byFaction(
      judged.map((seats) => seatMeans(seats, key)),
      meanOf,
    )
  const [ici, sci] = [by('ici'), by('sci')]
  const overall: Record<string, number> = {}
  for (const faction of Object.keys(measures.victory)) {
    const five = [measures.victory[faction], measures.tii[faction], measures.cic, ici[faction], sci[faction]]
    if (five.every((figure) => figure)) overall[faction] = five.reduce((sum, figure) => sum + figure!.mean, 0) / 5
  }
  return { ...measures, ici, sci, ...(Object.keys(overall).length > 0 && { overall }) }
}

function seatMeans(seats: readonly JudgedSeat[], key: 'ici' | 'sci'): Record<string, number> {
  const means: Record<string, number> = {}
  for (const faction of new Set(seats.map((seat) => seat.faction))) {
    const mean = meanOf(seats.filter((seat) => seat.faction === faction).map((seat) => seat[key]))
    if (mean !== null) means[faction] = mean
  }
  return means
}

/** One statistic for each faction that any match has a value for. */
function byFaction<T>(
  each: readonly Readonly<Record<string, T>>[],
  of: (drawn: readonly T[]) => number | null,
): ByFaction {
  const figures: Record<string, Figure> = {}
  for (const faction of new Set(each.flatMap((one) => Object.keys(one)))) {
    const figure = bootstrap(
      each.flatMap((one) => (faction in one ? [one[faction]!] : [])),
      of,
    )
    if (figure) figures[faction] = figure
  }
  return figures
}
