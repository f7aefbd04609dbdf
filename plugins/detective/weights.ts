/** How much a detective cares for each sort of move; found by hill climbing (`test/bench/tune-detective.ts`). */

export interface Weights {
  /** Where a suspect was at the deed's hour, at the weapon's, and at others: times its probability of guilt. */
  readonly whereDeed: number
  readonly whereTook: number
  readonly whereAny: number
  /** The same of somebody believed innocent, as a witness to others. */
  readonly witnessDeed: number
  readonly witnessTook: number
  readonly sawDeed: number
  readonly sawTook: number
  readonly sawAny: number
  readonly seenDeed: number
  readonly seenTook: number
  /** More for claims to a place that others claim too, or that is in conflict already. */
  readonly shared: number
  readonly conflict: number
  readonly contradict: number
  readonly contradictDeed: number
  readonly confirm: number
  readonly confirmDeed: number
  readonly deny: number
  readonly search: number
  readonly searchScene: number
  readonly searchSource: number
  readonly shareTrait: number
  readonly shareTook: number
  readonly shareEmpty: number
  readonly shareItem: number
  readonly shareMotive: number
  readonly found: number
  readonly foundScene: number
  readonly about: number
  readonly accuse: number
  /** Noise on every score, so that tables don't all play alike. */
  readonly noise: number
}

export const WEIGHTS: Weights = {
  whereDeed: 3,
  whereTook: 1.896,
  whereAny: 0.124,
  witnessDeed: 0.985,
  witnessTook: 1.339,
  sawDeed: 1.697,
  sawTook: 1.631,
  sawAny: 0.7,
  seenDeed: 0.962,
  seenTook: 1.17,
  shared: 0.239,
  conflict: -0.009,
  contradict: 1.633,
  contradictDeed: 2.884,
  confirm: 0.604,
  confirmDeed: 3.874,
  deny: 0.642,
  search: 1.095,
  searchScene: 0.972,
  searchSource: 0.569,
  shareTrait: 2.579,
  shareTook: 1.367,
  shareEmpty: 0.6,
  shareItem: 0.059,
  shareMotive: 0.295,
  found: 0.65,
  foundScene: 0.373,
  about: 0.1,
  accuse: -0.013,
  noise: 0.187,
}
