/** A person drawn from a name: head, hair, collar and a trifle, in flat shapes. */
import type { JSX } from 'preact'
import { type Features, featuresOf } from './portrait-features.ts'

export function Portrait({ name, class: className = '' }: { name: string; class?: string }) {
  const features = featuresOf(name)
  return (
    <svg class={`portrait ${className}`} viewBox="0 0 64 64" aria-hidden="true">
      <rect width="64" height="64" fill={`hsl(${features.hue} 26% 78%)`} />
      <path d="M0 46 Q32 34 64 46 V64 H0 Z" fill={`hsl(${features.hue} 24% 68%)`} />
      {hairBehind(features)}
      <path d="M12 64 Q13 49 26 47 L38 47 Q51 49 52 64 Z" fill={features.coat} />
      <path d="M27 40 h10 v8 q-5 5 -10 0 Z" fill={features.skin} />
      <path d="M27 43 q5 4 10 0 v2.5 q-5 4 -10 0 Z" fill="#000" opacity=".14" />
      <ellipse cx="32" cy="30" rx="10.5" ry="12.5" fill={features.skin} />
      <Face />
      {hairFront(features)}
      {collar(features)}
      {extra(features)}
    </svg>
  )
}

function Face() {
  return (
    <g fill="none" stroke="#2a211c" stroke-linecap="round" stroke-width="1.1" opacity=".82">
      <path d="M26 27.4 q1.8 -1.2 3.6 -.2 M34.4 27.2 q1.8 -1 3.6 .2" />
      <path d="M27.8 30.2 v.6 M36.2 30.2 v.6" stroke-width="1.9" />
      <path d="M32 30.5 l-.9 3.8 h1.6" opacity=".6" />
      <path d="M29 37.4 q3 1.7 6 0" />
    </g>
  )
}

function hairBehind({ style, hair }: Features): JSX.Element | null {
  if (style === 1) return <path d="M19 30 Q19 14 32 14 Q45 14 45 30 L47 50 H17 Z" fill={hair} />
  if (style === 3) return <path d="M20 28 Q18 44 22 46 H42 Q46 44 44 28 Z" fill={hair} />
  if (style === 5) return <circle cx="32" cy="13" r="6.5" fill={hair} />
  if (style === 7) return <ellipse cx="32" cy="25" rx="15.5" ry="15" fill={hair} />
  return null
}

const FRONTS: readonly string[] = [
  'M21 29 Q20 15 32 15 Q45 15 43 29 Q41 22 35 21 Q26 20 21 29 Z',
  'M21 31 Q21 16 33 16 Q43 17 43 31 Q40 24 31 21 Q24 24 21 31 Z',
  'M21.5 27 Q22 17 31 16.6 Q43 15 42.6 27 Q38 20 32 20.5 Q25 20 21.5 27 Z',
  'M20.5 32 Q19 15 32 15 Q45 15 43.5 32 Q42 25 40 22 L24 22 Q22 26 20.5 32 Z',
  'M21 27 Q19 13 34 14.5 Q46 16 43 28 Q40 21 33 22 Q24 24 21 27 Z',
  'M21 29 Q21 15.5 32 15.5 Q43 15.5 43 29 Q38 20.5 32 20.5 Q26 20.5 21 29 Z',
  'M22 25 Q24 18.6 32 18.2 Q40 18.6 42 25 Q37 21.4 32 21.6 Q27 21.4 22 25 Z',
  'M20.5 29 Q21 15 32 15 Q43 15 43.5 29 Q40 21 32 21.5 Q24 21 20.5 29 Z',
]

const hairFront = ({ style, hair }: Features) => <path d={FRONTS[style]!} fill={hair} />

function collar({ collar: which }: Features): JSX.Element {
  if (which === 0) return <path d="M26 47 L32 55 L38 47 L41 49 L33 60 H31 L23 49 Z" fill="#f6f1e6" />
  if (which === 1) return <path d="M25 48 Q32 54 39 48 L39.5 51 Q32 57.5 24.5 51 Z" fill="#f6f1e6" />
  if (which === 2) return <path d="M26 47 L32 53 L38 47 L35 64 H29 Z M30 54 h4 l1.4 10 h-6.8 Z" fill="#f6f1e6" />
  return (
    <path
      d="M24 48.5 Q32 59 40 48.5"
      fill="none"
      stroke="#e6c468"
      stroke-width="1.6"
      stroke-dasharray=".2 2.6"
      stroke-linecap="round"
    />
  )
}

function extra({ extra: which, coat, hair }: Features): JSX.Element | null {
  if (which === 0)
    return (
      <g fill="none" stroke="#3a2f28" stroke-width="1.1">
        <circle cx="27.6" cy="30.4" r="3.4" />
        <circle cx="36.4" cy="30.4" r="3.4" />
        <path d="M31 30 h2" />
      </g>
    )
  if (which === 1)
    return (
      <g fill={coat}>
        <path d="M15 21.5 Q32 16 49 21.5 Q49 24 46 23.6 Q32 19.6 18 23.6 Q15 24 15 21.5 Z" />
        <path d="M23 20.5 Q23 8.5 32 8.5 Q41 8.5 41 20.5 Q32 17.8 23 20.5 Z" />
        <path d="M23 18.8 Q32 16 41 18.8 V21 Q32 18.2 23 21 Z" fill="#000" opacity=".28" />
      </g>
    )
  if (which === 2) return <path d="M43 21 q4 -5 6 0 q-2 5 -6 0 Z M43 21 q-4 -4 -1 -6 q4 1 1 6 Z" fill="#c9553f" />
  if (which === 3)
    return (
      <path
        d="M39.6 30.4 m-3.4 0 a3.4 3.4 0 1 0 6.8 0 a3.4 3.4 0 1 0 -6.8 0 M43 31 q2 10 -2 17"
        fill="none"
        stroke="#c79a3a"
        stroke-width="1"
        transform="translate(-3.2 0)"
      />
    )
  if (which === 4)
    return (
      <path
        d="M20.6 28 q-1 5 .8 8 M43.4 28 q1 5 -.8 8"
        fill="none"
        stroke={hair}
        stroke-width="2.2"
        stroke-linecap="round"
      />
    )
  return null
}
