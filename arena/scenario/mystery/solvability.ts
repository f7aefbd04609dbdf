/** Can the case be solved by what can be found within its rounds? And which parts of it help nobody? */
import type { MysteryDocument } from '../../games/murder-mystery/document.ts'
import { type Tables, tablesOf } from '../../games/murder-mystery/tables.ts'
import { suspectsLeft } from './evidence.ts'

export interface Solvability {
  /** False for documents that play by free talk alone: nothing can be proved about those. */
  readonly structured: boolean
  readonly solvable: boolean
  /** Clues that a table can lay hands on within the rounds, though perhaps not all of them. */
  readonly reachable: readonly string[]
  readonly unreachable: readonly string[]
  /** The findable set of clues that narrows most. */
  readonly found: readonly string[]
  /** Ids of the suspects left by: the clues; what the innocent say; both; both, while secrets are kept. */
  readonly left: {
    readonly clues: readonly string[]
    readonly testimony: readonly string[]
    readonly both: readonly string[]
    readonly withSecretsKept: readonly string[]
  }
  /** Clues that alone single out one suspect. */
  readonly deciding: readonly string[]
  /** Clues that narrow nothing, neither alone nor beside all else. */
  readonly dead: readonly string[]
  /** Facts that no clue bears on, nobody knows and nobody lived through. */
  readonly unknowable: readonly string[]
}

/** Trusts the document: it has been checked. */
export function solvabilityOf(document: MysteryDocument): Solvability {
  const tables = tablesOf(document)
  const structured = tables.slots > 0 && document.crime !== undefined
  const ids = document.characters.map((character) => character.id)
  const says = (clues: readonly number[]) => clues.flatMap((clue) => tables.clues[clue]!.view.says)
  const left = (clues: readonly number[], testimony: 'none' | 'honest' | 'all') =>
    suspectsLeft(tables, { clues: says(clues), testimony }).map((seat) => ids[seat]!)
  const sets = findings(tables)
  const best = sets.reduce((one, two) => (left(two, 'all').length < left(one, 'all').length ? two : one))
  const reachable = tables.clues.flatMap((_, clue) => (sets.some((set) => set.includes(clue)) ? [clue] : []))
  const both = left(best, 'all')
  const narrows = (clue: number) =>
    left([clue], 'none').length < ids.length || left([clue], 'all').length < left([], 'all').length
  const id = (clue: number) => document.clues[clue]!.id
  return {
    structured,
    solvable: !structured || both.join() === [...document.truth.culprits].sort(byOrder(ids)).join(),
    reachable: reachable.map(id),
    unreachable: tables.clues.flatMap((_, clue) => (reachable.includes(clue) ? [] : [id(clue)])),
    found: best.map(id),
    left: {
      clues: left(reachable, 'none'),
      testimony: left([], 'all'),
      both,
      withSecretsKept: left(best, 'honest'),
    },
    deciding: structured ? reachable.filter((clue) => left([clue], 'none').length === 1).map(id) : [],
    dead: structured ? reachable.filter((clue) => !narrows(clue) && !alibiBy(tables, clue)).map(id) : [],
    unknowable: unknowableFacts(document),
  }
}

const byOrder = (ids: readonly string[]) => (a: string, b: string) => ids.indexOf(a) - ids.indexOf(b)

/** A clue that can catch somebody in a lie, bears on a motive, or tells by suggestion: no proof, but no dead weight. */
const alibiBy = (tables: Tables, clue: number) =>
  tables.clues[clue]!.view.says.some(({ kind }) => kind !== 'trait' && kind !== 'took') ||
  tables.document.clues[clue]!.supports !== undefined ||
  tables.document.clues[clue]!.refutes !== undefined

/** A set of clues that one table can lay hands on: place by place in order, no more than the searches of the stages left. */
function findable({ clues, document, rules, seats }: Tables, chosen: readonly number[]): boolean {
  const open = (clue: number) => clues[clue]!.holder >= 0 || revealed(document).has(document.clues[clue]!.id)
  const searched = chosen.filter((clue) => !open(clue))
  const inOrder = searched.every((clue) =>
    clues.every(({ place, stage }, other) => {
      const before = other < clue && place === clues[clue]!.place && stage <= clues[clue]!.stage && !open(other)
      return !before || chosen.includes(other)
    }),
  )
  if (!inOrder || searched.some((clue) => clues[clue]!.place < 0)) return false
  return document.stages.every((_, stage) => {
    const left = document.stages.slice(stage)
    const searches = left.reduce(
      (sum, { rounds }) => sum + Math.min(rounds * rules.searchesPerRound, seats * rules.searchesPerSeat),
      0,
    )
    return searched.filter((clue) => clues[clue]!.stage >= stage).length <= searches
  })
}

const revealed = ({ stages }: MysteryDocument) => new Set(stages.flatMap(({ reveals = [] }) => reveals))

const SUBSETS = 12

/** Every largest set of clues that one table can find; past a dozen clues only those in the document's order. */
function findings(tables: Tables): number[][] {
  const all = tables.clues.map((_, clue) => clue)
  if (findable(tables, all)) return [all]
  if (all.length > SUBSETS) {
    const some: number[] = []
    for (const clue of all) if (findable(tables, some.concat(clue))) some.push(clue)
    return [some]
  }
  const sets = Array.from({ length: 1 << all.length }, (_, mask) => all.filter((clue) => (mask >> clue) & 1))
  const good = sets.filter((set) => findable(tables, set))
  return good.filter(
    (set) => !good.some((other) => other.length > set.length && set.every((clue) => other.includes(clue))),
  )
}

function unknowableFacts({ facts = [], clues, characters }: MysteryDocument): string[] {
  return facts
    .filter(({ id, kind, public: open }) => {
      if (open || kind === 'at' || kind === 'crime' || kind === 'took' || kind === 'trait' || kind === 'motive')
        return false
      if (characters.some(({ knows = [] }) => knows.includes(id))) return false
      return !clues.some(({ supports = [], refutes = [] }) => supports.includes(id) || refutes.includes(id))
    })
    .map((fact) => fact.id)
}
