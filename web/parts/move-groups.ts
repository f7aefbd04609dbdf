/** Moves as a person finds them: by their first word, so sixty buttons become six with choices behind them. */

export interface MoveGroup {
  /** The first word: `where`, `vote`. */
  readonly verb: string
  readonly moves: readonly string[]
}

/** In the order in which the verbs are first offered. */
export function groupMoves(moves: readonly string[]): MoveGroup[] {
  const groups = new Map<string, string[]>()
  for (const move of moves) {
    const verb = move.split(' ')[0] ?? move
    const group = groups.get(verb)
    if (group) group.push(move)
    else groups.set(verb, [move])
  }
  return [...groups].map(([verb, of]) => ({ verb, moves: of }))
}

/** `where rosa nine` without its verb, ids by the names they stand for: `Rosa · nine`; a lone verb stays. */
export function restOf(move: string, names: ReadonlyMap<string, string>): string {
  const words = move.split(' ')
  const rest = words.length > 1 ? words.slice(1) : words
  return rest
    .map((word) => names.get(word) ?? word.replaceAll('-', ' '))
    .join(' · ')
    .replace(' · with · ', ' with ')
}

/** Names by id, of everything in a view that has both: characters, places, times, clues. */
export function namesIn(view: unknown): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const visit = (value: unknown, depth: number) => {
    if (typeof value !== 'object' || value === null || depth > 4) return
    const { id, name, title } = value as { [key: string]: unknown }
    const called = typeof name === 'string' ? name : title
    if (typeof id === 'string' && typeof called === 'string' && called !== '') names.set(id, called)
    for (const part of Object.values(value)) visit(part, depth + 1)
  }
  visit(view, 0)
  return names
}
