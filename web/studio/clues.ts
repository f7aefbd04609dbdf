/** The clue map out of a document's text: where each clue is found, what it bears on, and what nothing bears on. */

export interface ClueRow {
  readonly id: string
  readonly title: string
  readonly where: string
  readonly stage: number
  /** False when no search, holder or stage ever brings it up. */
  readonly reachable: boolean
  readonly bears: readonly string[]
}

export interface ClueMapRows {
  readonly clues: readonly ClueRow[]
  /** Facts that no clue supports, refutes or says, and nobody at the table knows; whereabouts can always be asked for. */
  readonly bare: readonly string[]
}

interface Loose {
  readonly [key: string]: unknown
}

/** Null when the text is no document with clues. */
export function clueMapOf(text: string): ClueMapRows | null {
  const document = parsed(text)
  if (!document || !Array.isArray(document['clues'])) return null
  const stages = listOf(document['stages'])
  const revealed = new Set(stages.flatMap((stage) => wordsOf(stage['reveals'])))
  const places = new Set(listOf(document['places']).map(({ id }) => id))
  const clues = listOf(document['clues']).map((clue) => rowOf(clue, { revealed, places, stages: stages.length }))
  const touched = new Set(clues.flatMap(({ bears }) => bears.map((word) => word.slice(2))))
  const said = new Set(listOf(document['clues']).flatMap((clue) => listOf(clue['says']).map(signature)))
  const told = new Set(listOf(document['characters']).flatMap((one) => wordsOf(one['knows'])))
  const bare = listOf(document['facts'])
    .filter((fact) => fact['public'] !== true && fact['kind'] !== 'at' && !told.has(String(fact['id'])))
    .filter((fact) => !touched.has(String(fact['id'])) && !said.has(signature(fact)))
    .map((fact) => String(fact['id']))
  return { clues, bare }
}

interface Around {
  readonly revealed: ReadonlySet<string>
  readonly places: ReadonlySet<unknown>
  readonly stages: number
}

function rowOf(clue: Loose, { revealed, places, stages }: Around): ClueRow {
  const id = String(clue['id'])
  const stage = typeof clue['stage'] === 'number' ? clue['stage'] : 0
  const found = clue['holder'] !== undefined || places.has(clue['place']) || revealed.has(id)
  return {
    id,
    title: String(clue['title'] ?? clue['id']),
    where: String(clue['place'] ?? clue['holder'] ?? (revealed.has(id) ? 'stage' : '–')),
    stage,
    reachable: found && stage < Math.max(1, stages),
    bears: [
      ...wordsOf(clue['supports']).map((word) => `+ ${word}`),
      ...wordsOf(clue['refutes']).map((word) => `− ${word}`),
      ...listOf(clue['says']).map((says) => `= ${signature(says)}`),
    ],
  }
}

/** `at rosa chapel ten`: what a fact or a proof comes to, whatever its id. */
const signature = (says: Loose): string =>
  ['kind', 'who', 'trait', 'value', 'place', 'slot']
    .map((key) => says[key])
    .filter((part) => part !== undefined)
    .join(' ')

const listOf = (came: unknown): Loose[] =>
  Array.isArray(came) ? came.filter((one): one is Loose => typeof one === 'object' && one !== null) : []

const wordsOf = (came: unknown): string[] => (Array.isArray(came) ? came.filter((one) => typeof one === 'string') : [])

function parsed(text: string): Loose | null {
  try {
    const came: unknown = JSON.parse(text)
    return typeof came === 'object' && came !== null ? (came as Loose) : null
  } catch {
    return null
  }
}
