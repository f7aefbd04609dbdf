/** A portrait as the text of an SVG picture: one element on the page, however many shapes it has. */
import { type Features, featuresOf } from './portrait-features.ts'

const drawn = new Map<string, string>()
const KEPT = 500

/** An address for an `img`: the picture itself, no request. Holds nothing of the name but what was drawn from it. */
export function portraitAddress(name: string): string {
  const known = drawn.get(name)
  if (known) return known
  if (drawn.size >= KEPT) drawn.clear()
  const address = `data:image/svg+xml,${encodeURIComponent(drawingOf(featuresOf(name)))}`
  drawn.set(name, address)
  return address
}

function drawingOf(features: Features): string {
  const { hue, coat, skin, style, hair } = features
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">',
    `<rect width="64" height="64" fill="hsl(${hue} 26% 78%)"/>`,
    `<path d="M0 46Q32 34 64 46V64H0Z" fill="hsl(${hue} 24% 68%)"/>`,
    hairBehind(features),
    `<path d="M12 64Q13 49 26 47L38 47Q51 49 52 64Z" fill="${coat}"/>`,
    `<path d="M27 40h10v8q-5 5-10 0Z" fill="${skin}"/>`,
    '<path d="M27 43q5 4 10 0v2.5q-5 4-10 0Z" fill="#000" opacity=".14"/>',
    `<ellipse cx="32" cy="30" rx="10.5" ry="12.5" fill="${skin}"/>`,
    FACE,
    `<path d="${FRONTS[style]}" fill="${hair}"/>`,
    COLLARS[features.collar],
    extra(features),
    '</svg>',
  ].join('')
}

const FACE =
  '<g fill="none" stroke="#2a211c" stroke-linecap="round" stroke-width="1.1" opacity=".82">' +
  '<path d="M26 27.4q1.8-1.2 3.6-.2M34.4 27.2q1.8-1 3.6.2"/><path d="M27.8 30.2v.6M36.2 30.2v.6" stroke-width="1.9"/>' +
  '<path d="M32 30.5l-.9 3.8h1.6" opacity=".6"/><path d="M29 37.4q3 1.7 6 0"/></g>'

function hairBehind({ style, hair }: Features): string {
  if (style === 1) return `<path d="M19 30Q19 14 32 14Q45 14 45 30L47 50H17Z" fill="${hair}"/>`
  if (style === 3) return `<path d="M20 28Q18 44 22 46H42Q46 44 44 28Z" fill="${hair}"/>`
  if (style === 5) return `<circle cx="32" cy="13" r="6.5" fill="${hair}"/>`
  if (style === 7) return `<ellipse cx="32" cy="25" rx="15.5" ry="15" fill="${hair}"/>`
  return ''
}

const FRONTS: readonly string[] = [
  'M21 29Q20 15 32 15Q45 15 43 29Q41 22 35 21Q26 20 21 29Z',
  'M21 31Q21 16 33 16Q43 17 43 31Q40 24 31 21Q24 24 21 31Z',
  'M21.5 27Q22 17 31 16.6Q43 15 42.6 27Q38 20 32 20.5Q25 20 21.5 27Z',
  'M20.5 32Q19 15 32 15Q45 15 43.5 32Q42 25 40 22L24 22Q22 26 20.5 32Z',
  'M21 27Q19 13 34 14.5Q46 16 43 28Q40 21 33 22Q24 24 21 27Z',
  'M21 29Q21 15.5 32 15.5Q43 15.5 43 29Q38 20.5 32 20.5Q26 20.5 21 29Z',
  'M22 25Q24 18.6 32 18.2Q40 18.6 42 25Q37 21.4 32 21.6Q27 21.4 22 25Z',
  'M20.5 29Q21 15 32 15Q43 15 43.5 29Q40 21 32 21.5Q24 21 20.5 29Z',
]

const COLLARS: readonly string[] = [
  '<path d="M26 47L32 55L38 47L41 49L33 60H31L23 49Z" fill="#f6f1e6"/>',
  '<path d="M25 48Q32 54 39 48L39.5 51Q32 57.5 24.5 51Z" fill="#f6f1e6"/>',
  '<path d="M26 47L32 53L38 47L35 64H29ZM30 54h4l1.4 10h-6.8Z" fill="#f6f1e6"/>',
  '<path d="M24 48.5Q32 59 40 48.5" fill="none" stroke="#e6c468" stroke-width="1.6" stroke-dasharray=".2 2.6" stroke-linecap="round"/>',
]

function extra({ extra: which, coat, hair }: Features): string {
  if (which === 0) return GLASSES
  if (which === 1) {
    return `<g fill="${coat}"><path d="M15 21.5Q32 16 49 21.5Q49 24 46 23.6Q32 19.6 18 23.6Q15 24 15 21.5Z"/><path d="M23 20.5Q23 8.5 32 8.5Q41 8.5 41 20.5Q32 17.8 23 20.5Z"/><path d="M23 18.8Q32 16 41 18.8V21Q32 18.2 23 21Z" fill="#000" opacity=".28"/></g>`
  }
  if (which === 2) return '<path d="M43 21q4-5 6 0q-2 5-6 0ZM43 21q-4-4-1-6q4 1 1 6Z" fill="#c9553f"/>'
  if (which === 3) return MONOCLE
  if (which === 4) {
    return `<path d="M20.6 28q-1 5 .8 8M43.4 28q1 5-.8 8" fill="none" stroke="${hair}" stroke-width="2.2" stroke-linecap="round"/>`
  }
  return ''
}

const GLASSES =
  '<g fill="none" stroke="#3a2f28" stroke-width="1.1"><circle cx="27.6" cy="30.4" r="3.4"/><circle cx="36.4" cy="30.4" r="3.4"/><path d="M31 30h2"/></g>'

const MONOCLE =
  '<g fill="none" stroke="#c79a3a" stroke-width="1"><circle cx="36.4" cy="30.4" r="3.4"/><path d="M39.8 31q2 10-2 17"/></g>'
