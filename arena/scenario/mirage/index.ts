/** A MIRAGE script made into a mystery document. The data names no culprit: the caller does, or the truth text. */
import { basename, resolve } from 'node:path'
import { nearest, ParleyError } from '../../core/errors.ts'
import type { Character, Clue, MysteryDocument, Persona } from '../../games/murder-mystery/document.ts'
import { type RawCharacter, type RawScript, readMirage } from './read.ts'

export interface MirageOptions {
  /** Names of who did it; empty: the truth text is asked. */
  readonly culprits: readonly string[]
  readonly title?: string
}

export interface Imported {
  readonly document: MysteryDocument
  /** What was chosen, guessed or left out, a line each. */
  readonly report: readonly string[]
}

const PROSE = 20_000
const EMPTY: Persona = { story: '', script: '', relationships: '', performance: '', purpose: '', ability: '' }

/** Throws `bad-mirage` for files that can't be read, `no-culprit` when nobody can be told from the truth. */
export function importMirage(dir: string, options: MirageOptions): Imported {
  const raw = readMirage(dir)
  const report = [...raw.report]
  const names = raw.characters.map((one) => one.name)
  const culprits =
    options.culprits.length > 0
      ? options.culprits.map((name) => resolveName(name, names))
      : culpritIn(raw, names, report)
  const language = isHan(raw.truth + names.join('')) ? 'zh' : 'en'
  const ids = idsOf(names, 'who')
  const { places, clues, reveals } = cluesOf(raw, ids, language, report)
  const title = (options.title ?? (raw.truthTitle || basename(resolve(dir)))).slice(0, 120)
  const document: MysteryDocument = {
    id: slug(options.title ?? basename(resolve(dir)), 'mirage-script'),
    kind: 'murder-mystery',
    version: 1,
    title,
    summary:
      language === 'zh' ? `剧本《${title}》，由用户自己的数据导入。` : `"${title}", imported from a user's own copy.`,
    language,
    difficulty: raw.stages > 1 ? 'complex' : 'simple',
    characters: raw.characters.map((one, seat) => characterOf(one, ids[seat]!, culprits.includes(one.name), report)),
    places,
    clues,
    stages: Array.from({ length: raw.stages }, (_, stage) => ({
      title: language === 'zh' ? `第${stage + 1}幕` : `Stage ${stage + 1}`,
      narration: language === 'zh' ? '故事开始。' : 'The story goes on.',
      rounds: 3,
      ...((reveals[stage]?.length ?? 0) > 0 && { reveals: reveals[stage]! }),
    })),
    rules: { talk: true, publish: 'found', searchesPerSeat: 20, searchesPerRound: 20 },
    truth: {
      culprits: culprits.map((name) => ids[names.indexOf(name)]!),
      story: cut(raw.truth || title, 'the truth', report),
    },
  }
  return { document, report }
}

/** A name in any case, a part of one, or a unique beginning. */
function resolveName(came: string, names: readonly string[]): string {
  const word = came.trim().toLowerCase()
  const exact = names.filter((name) => name.toLowerCase() === word)
  const near = names.filter(
    (name) =>
      name.toLowerCase().startsWith(word) ||
      name
        .toLowerCase()
        .split(/[\s·.]+/)
        .includes(word),
  )
  const found = exact.length > 0 ? exact : near
  if (found.length === 1) return found[0]!
  const guess = nearest(came, names)
  const hint = guess && found.length === 0 ? `; did you mean "${guess}"?` : ''
  throw new ParleyError('no-culprit', `no single character "${came}"${hint} (characters: ${names.join(', ')})`)
}

const GUILT = [
  (name: string) => `(?:murderer|killer|culprit)(?:\\s+\\w+){0,3}?\\s+(?:is|was)\\s+(?:\\w+\\s+){0,2}?${name}`,
  (name: string) => `${name}\\s+(?:is|was)\\s+the\\s+(?:murderer|killer|culprit)`,
  (name: string) => `(?:凶手|真凶|兇手)(?:正|就)?(?:是|为)[^。，,]{0,6}?${name}`,
  (name: string) => `${name}(?:就|正)?是(?:真正的)?(?:凶手|真凶)`,
  (name: string) => `${name}\\s+(?:has\\s+|had\\s+)?(?:killed|murdered|poisoned|stabbed|strangled|shot)`,
  (name: string) => `${name}(?:[^。，,]{0,8})(?:杀害|杀死|毒死|杀了)`,
]

/** Whom the truth text calls the killer, by the plainest phrase that fits anybody. */
function culpritIn({ truth }: RawScript, names: readonly string[], report: string[]): string[] {
  const escaped = (name: string) => {
    const all = [name, ...name.split(/\s+/).filter((part) => part.length > 2)]
    return `(?:${all.map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`
  }
  for (const phrase of GUILT) {
    const found = names.filter((name) => new RegExp(phrase(escaped(name)), 'i').test(truth))
    if (found.length !== 1) continue
    report.push(`the truth text names ${found[0]} as the culprit; give --culprit if that is wrong`)
    return found
  }
  throw new ParleyError(
    'no-culprit',
    `the truth text names no culprit plainly; give --culprit with one of: ${names.join(', ')}`,
  )
}

function characterOf({ name, stages }: RawCharacter, id: string, guilty: boolean, report: string[]): Character {
  const trim = (parts: Partial<Persona>) =>
    Object.fromEntries(Object.entries(parts).map(([part, text]) => [part, cut(text, `${part} of ${name}`, report)]))
  const [first = {}, ...later] = stages
  const byStage = later.flatMap((parts, index) => (parts ? [[String(index + 1), trim(parts)] as const] : []))
  return {
    id,
    name: name.slice(0, 60),
    role: guilty ? 'culprit' : 'civilian',
    faction: guilty ? 'killer' : 'victim',
    persona: { ...EMPTY, ...trim(first) },
    ...(byStage.length > 0 && { personaByStage: Object.fromEntries(byStage) }),
  }
}

function cluesOf({ characters, clues, stages }: RawScript, ids: readonly string[], language: string, report: string[]) {
  const headings = [...new Set(clues.map((clue) => clue.under).filter((under) => under !== ''))]
  const holders = new Map(characters.map((one, seat) => [one.name, ids[seat]!]))
  const names = headings.filter((one) => !holders.has(one))
  if (names.length === 0) names.push(language === 'zh' ? '现场' : 'the scene')
  const places = idsOf(names, 'place').map((id, index) => {
    const name = names[index]!.slice(0, 60)
    return { id, name, at: language === 'zh' ? `在${name}` : `at ${name}` }
  })
  const reveals: string[][] = Array.from({ length: stages }, () => [])
  const kept = clues.filter((clue) => clue.text !== '')
  if (kept.length < clues.length) report.push(`${clues.length - kept.length} empty clues were left out`)
  const made = kept.map(({ stage, under, title, text }, index): Clue => {
    const id = `clue-${index + 1}`
    if (under === '') reveals[stage]!.push(id)
    const holder = holders.get(under)
    const place = places[names.indexOf(under)]
    return {
      id,
      text: text.slice(0, 1200),
      ...(title !== '' && { title: title.slice(0, 80) }),
      ...(holder !== undefined ? { holder } : place ? { place: place.id } : {}),
      stage,
    }
  })
  const long = kept.filter((clue) => clue.text.length > 1200).length
  if (long > 0) report.push(`${long} clues were longer than 1200 characters and were cut`)
  report.push(
    'what clues prove, where everybody was and what each may claim are not in the data; add facts to play it without a language model',
  )
  return { places, clues: made, reveals }
}

function cut(text: string, what: string, report: string[]): string {
  if (text.length <= PROSE) return text
  report.push(`${what} has ${text.length} characters; ${PROSE} were kept`)
  return text.slice(0, PROSE)
}

const isHan = (text: string) => (text.match(/\p{Script=Han}/gu)?.length ?? 0) * 4 > text.length

/** Ids from names; those that leave nothing, or are taken, get a number. */
function idsOf(names: readonly string[], word: string): string[] {
  const taken = new Set<string>()
  return names.map((name, index) => {
    const wanted = slug(name, `${word}-${index + 1}`)
    const id = taken.has(wanted) ? `${wanted.slice(0, 56)}-${index + 1}` : wanted
    taken.add(id)
    return id
  })
}

function slug(name: string, otherwise: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const id = plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 60)
  return id.length < 2 ? otherwise : id
}
