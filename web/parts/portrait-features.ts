/** What a portrait looks like, by name alone: the same name always draws the same person. */

export interface Features {
  /** 0..359, of the backdrop. */
  readonly hue: number
  readonly skin: string
  readonly hair: string
  readonly coat: string
  readonly style: number
  readonly collar: number
  readonly extra: number
}

const SKINS = ['#f0d3b8', '#e3b896', '#c98f66', '#a26a45', '#7a4a30', '#f5dfcc']
const HAIRS = ['#2b2422', '#4a3324', '#7a4f2a', '#a8772f', '#8d8a86', '#5b2a22', '#d9c9a8']
const COATS = ['#2f3d5c', '#5a2f3a', '#32503f', '#4b4560', '#6b4a2b', '#2f4f57', '#3c3a3a', '#7a3b2e']

export const STYLES = 8
export const COLLARS = 4
export const EXTRAS = 6

export function featuresOf(name: string): Features {
  const draw = stream(name)
  return {
    hue: draw(360),
    skin: SKINS[draw(SKINS.length)]!,
    hair: HAIRS[draw(HAIRS.length)]!,
    coat: COATS[draw(COATS.length)]!,
    style: draw(STYLES),
    collar: draw(COLLARS),
    extra: draw(EXTRAS),
  }
}

/** Numbers below a bound, from an FNV-1a hash of the text stirred on by xorshift. */
function stream(text: string): (below: number) => number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (below) => {
    hash ^= hash << 13
    hash ^= hash >>> 17
    hash ^= hash << 5
    return (hash >>> 8) % below
  }
}
