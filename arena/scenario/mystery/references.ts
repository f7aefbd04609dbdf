/** Names within a mystery document: each is given once, and every name that is used exists. */
import { nearest } from '../../core/errors.ts'
import type { MysteryDocument } from '../../games/murder-mystery/document.ts'

/** A fault by its JSON pointer; the caller knows the lines. */
export interface Found {
  readonly pointer: string
  readonly message: string
  readonly warning?: boolean
}

type Lists = 'characters' | 'places' | 'slots' | 'traits' | 'facts' | 'clues'

const NAMES: Readonly<Record<Lists, string>> = {
  characters: 'character',
  places: 'place',
  slots: 'slot',
  traits: 'trait',
  facts: 'fact',
  clues: 'clue',
}

/** Everything a key may name, wherever in the document it stands. */
const KEYS: Readonly<Record<string, Lists>> = {
  who: 'characters',
  culprits: 'characters',
  holder: 'characters',
  place: 'places',
  alibi: 'places',
  places: 'places',
  weaponFrom: 'places',
  slot: 'slots',
  slots: 'slots',
  window: 'slots',
  trait: 'traits',
  knows: 'facts',
  supports: 'facts',
  refutes: 'facts',
  clue: 'clues',
  reveals: 'clues',
}

export function referenceFaults(document: MysteryDocument): Found[] {
  const ids = Object.fromEntries(
    (Object.keys(NAMES) as Lists[]).map((list) => [list, (document[list] ?? []).map((one) => one.id)]),
  ) as Record<Lists, string[]>
  return [...twins(ids), ...unknowns(document, ids, '')]
}

function twins(ids: Readonly<Record<Lists, readonly string[]>>): Found[] {
  return (Object.keys(ids) as Lists[]).flatMap((list) =>
    ids[list].flatMap((id, index) => {
      const first = ids[list].indexOf(id)
      if (first === index) return []
      return [
        { pointer: `/${list}/${index}/id`, message: `the ${NAMES[list]} "${id}" is there already (${list} ${first})` },
      ]
    }),
  )
}

/** Walks the document: under a key that names things, every text must be one of them. */
function unknowns(
  value: unknown,
  ids: Readonly<Record<Lists, readonly string[]>>,
  pointer: string,
  list?: Lists,
): Found[] {
  if (typeof value === 'string')
    return list && value !== '*' && !ids[list].includes(value) ? [unknown(value, ids[list], list, pointer)] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const own = Array.isArray(value) ? list : TOP.has(`${pointer}/${key}`) ? undefined : KEYS[key]
    return unknowns(inner, ids, `${pointer}/${key}`, own)
  })
}

/** Lists of things, not of names of things. */
const TOP = new Set(['/places', '/slots'])

function unknown(came: string, known: readonly string[], list: Lists, pointer: string): Found {
  const near = nearest(came, known)
  const hint = near ? `; did you mean "${near}"?` : ''
  const some =
    known.length === 0 ? 'there are none' : `${list}: ${known.slice(0, 24).join(', ')}${known.length > 24 ? ', …' : ''}`
  return { pointer, message: `no ${NAMES[list]} "${came}"${hint} (${some})` }
}
