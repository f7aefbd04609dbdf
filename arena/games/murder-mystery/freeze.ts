/** Views share their parts with states, so they are handed out frozen; what was frozen before is not walked again. */

/** Freezes `value` to the bottom. Where `twin`, which is frozen, has the very same part, that part is passed over. */
export function frozenBeside<T>(value: T, twin: unknown): T {
  if (typeof value !== 'object' || value === null || value === twin || Object.isFrozen(value)) return value
  Object.freeze(value)
  if (Array.isArray(value)) {
    const before = Array.isArray(twin) ? twin : NOTHING
    for (let at = 0; at < value.length; at++) frozenBeside(value[at], before[at])
  } else {
    const before = (twin ?? NO_TWIN) as Partial<T>
    for (const key in value) frozenBeside(value[key], before[key])
  }
  return value
}

const NOTHING: readonly unknown[] = []
const NO_TWIN = {}
