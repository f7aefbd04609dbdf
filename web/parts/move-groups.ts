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

/** `where rosa nine` without its verb, ids as words: `rosa nine`; a lone verb stays. */
export function restOf(move: string): string {
  const words = move.split(' ')
  return (words.length > 1 ? words.slice(1) : words).join(' ').replaceAll('-', ' ')
}
