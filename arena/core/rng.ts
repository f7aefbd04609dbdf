/**
 * Seeded randomness by name. A stream is a function of (seed, names) alone, so that a resumed match or a
 * reordered tournament draws what the undisturbed one drew. Good for play, not for secrets.
 */
export type Random = () => number

/** mulberry32: uniform in [0, 1), period 2^32, small enough to check by eye. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The generator that belongs to `names` under `seed`: stream(7, 'match', 12, 'seat', 0). */
export function stream(seed: number, ...names: readonly (string | number)[]): Random {
  let mixed = mix(seed >>> 0)
  for (const name of names) mixed = mix(mixed ^ (typeof name === 'number' ? name >>> 0 : hash32(name)))
  return seeded(mixed)
}

/** FNV-1a over UTF-16 code units: a 32-bit fingerprint, the same on every machine. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** murmur3's finaliser: neighbouring seeds give unrelated streams. */
function mix(value: number): number {
  let hash = (value + 0x9e3779b9) >>> 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The item that `point` in [0, 1) falls on when all are equally likely; throws on an empty list. */
export function pick<T>(items: readonly T[], point: number): T {
  if (items.length === 0) throw new RangeError('pick: nothing to pick from')
  return items[Math.min(items.length - 1, Math.floor(point * items.length))]!
}

/** The outcome whose slice of [0, 1) holds `point`; the last one when rounding leaves the sum just short of 1. */
export function draw<T extends { readonly chance: number }>(odds: readonly T[], point: number): T {
  let edge = 0
  for (const outcome of odds) {
    edge += outcome.chance
    if (point < edge) return outcome
  }
  return odds[odds.length - 1]!
}

/** A new array in Fisher-Yates order. */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const order = items.slice()
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[order[i], order[j]] = [order[j]!, order[i]!]
  }
  return order
}
