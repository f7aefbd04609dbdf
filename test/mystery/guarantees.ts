/** What the generator promises of every mystery, as a list of broken promises. */
import type { MysteryDocument } from '../../arena/games/murder-mystery/document.ts'
import { houseOf, possible } from './brute-force.ts'

export function brokenPromises(document: MysteryDocument, left: number): string[] {
  const house = houseOf(document)
  const { clues } = document
  const broken: string[] = []
  const all = possible(house, { clues, testimony: true })
  if (all.join() !== house.culprit) broken.push(`all facts leave ${all.join()}, not ${house.culprit} alone`)
  const physical = possible(house, { clues, testimony: false })
  if (physical.length < left) broken.push(`the clues alone leave ${physical.length}`)
  const spoken = possible(house, { clues: [], testimony: true })
  if (spoken.length < 2) broken.push('testimony alone decides')
  for (const clue of clues) {
    if (possible(house, { clues: [clue], testimony: false }).length < 2) broken.push(`${clue.id} alone decides`)
  }
  if (safeLies(document).length === 0) broken.push('every lie of the culprit is refuted by somebody')
  const { characters, stages } = document
  const moves = characters.length * stages.reduce((sum, { rounds }) => sum + rounds, 0)
  if (clues.length > moves) broken.push('more clues than moves')
  return broken
}

/** Places that nobody was in at the hour and that no clue proves empty. */
export function safeLies(document: MysteryDocument): string[] {
  const { at, hour, scene, places, slots } = houseOf(document)
  const taken = new Set([...at.values()].map((row) => row[hour]))
  const proved = document.clues.flatMap(({ says = [] }) =>
    says.flatMap((one) => (one.kind === 'empty' && one.slot === slots[hour] ? [one.place] : [])),
  )
  return places.filter((place) => place !== scene && !taken.has(place) && !proved.includes(place))
}
