/** What a published version was measured to do, kept in its run's folder: `measures/7.json`. The training page draws it. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ByFaction, type Figure, measure } from '../rewards/measures/index.ts'
import type { Contest } from './evaluate.ts'

export interface Measured {
  readonly version: number
  readonly scenario: string
  /** Who played the other seats. */
  readonly against: string
  readonly matches: number
  readonly seed: number
  /** By faction that it played, the measures that have a value, each 0 to 1. */
  readonly factions: Readonly<Record<string, Readonly<Record<string, Figure>>>>
}

/** What each side's seats did in the matches in which the measured player held them. */
export function measuredSides({ played }: Contest): Measured['factions'] {
  const sides = new Map<string, (typeof played)[number]['match'][]>()
  for (const { match, measured } of played) {
    const { faction } = match.game.seats[measured[0]!]!
    sides.set(faction, [...(sides.get(faction) ?? []), match])
  }
  return Object.fromEntries([...sides].map(([faction, matches]) => [faction, figuresOf(faction, matches)]))
}

function figuresOf(faction: string, matches: Parameters<typeof measure>[0]): Readonly<Record<string, Figure>> {
  const { victory, tii, cic, responsiveness, informativeness, consistency } = measure(matches)
  const of = (by: ByFaction) => by[faction] ?? null
  const figures = {
    victory: of(victory),
    tii: of(tii),
    cic,
    responsiveness: of(responsiveness),
    informativeness: of(informativeness),
    consistency: of(consistency),
  }
  return Object.fromEntries(Object.entries(figures).filter((entry): entry is [string, Figure] => entry[1] !== null))
}

/** Written whole or not at all; an earlier measurement of the same version is replaced. */
export function keepMeasured(dir: string, measured: Measured): void {
  const folder = join(dir, 'measures')
  mkdirSync(folder, { recursive: true })
  const draft = join(folder, `${measured.version}.draft-${process.pid}`)
  writeFileSync(draft, `${JSON.stringify(measured, null, 2)}\n`, { flush: true })
  renameSync(draft, join(folder, `${measured.version}.json`))
}
