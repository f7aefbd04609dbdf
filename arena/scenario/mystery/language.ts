/** Text in another language than the document says: told apart by script, so only where scripts differ. */
import type { MysteryDocument } from '../../games/murder-mystery/document.ts'
import type { Found } from './references.ts'

/** Keys whose text players read. */
const READ = new Set([
  'title',
  'summary',
  'name',
  'about',
  'text',
  'narration',
  'at',
  'story',
  'script',
  'relationships',
  'performance',
  'purpose',
  'ability',
  'victim',
  'weapon',
  'values',
])
const HAN = /\p{Script=Han}/gu
const LATIN = /\p{Script=Latin}/gu

export function languageFaults(document: MysteryDocument): Found[] {
  const han = document.language.split('-')[0] === 'zh'
  return textsOf(document, '').flatMap(({ pointer, text }) => {
    const counts = { han: text.match(HAN)?.length ?? 0, latin: text.match(LATIN)?.length ?? 0 }
    const wrong = han ? counts.han === 0 && counts.latin > 2 : counts.han > 0 && counts.han > counts.latin / 4
    if (!wrong) return []
    return [{ pointer, message: `the language is "${document.language}", but this text is not` }]
  })
}

function textsOf(value: unknown, pointer: string, read = false): { pointer: string; text: string }[] {
  if (typeof value === 'string') return read ? [{ pointer, text: value }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    textsOf(inner, `${pointer}/${key}`, Array.isArray(value) ? read : READ.has(key)),
  )
}
