/** Mistakes of strangers (agents, authors, clients, callers): a code, who, what came, what was allowed. */

export class ParleyError extends Error {
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ParleyError'
    this.code = code
  }
}

/** An unknown name: says what came, the nearest known name when one is near, and the list. */
export function unknownName(what: string, came: string, known: readonly string[]): ParleyError {
  const near = nearest(came, known)
  const hint = near === undefined ? '' : `; did you mean "${near}"?`
  const list = known.length === 0 ? 'there are none' : `known: ${known.slice(0, 40).join(', ')}`
  return new ParleyError(`unknown-${what.replaceAll(' ', '-')}`, `no ${what} "${brief(came)}"${hint} (${list})`)
}

/** The known name within a third of its length in edits, if any; the first wins a tie. */
export function nearest(came: string, known: readonly string[]): string | undefined {
  const word = came.slice(0, 64).toLowerCase()
  let best: string | undefined
  let fewest = Math.max(2, Math.floor(word.length / 3)) + 1
  for (const name of known) {
    const edits = editDistance(word, name.toLowerCase())
    if (edits < fewest) [best, fewest] = [name, edits]
  }
  return best
}

/** A foreign value for an error message: one line, at most 80 characters, no control characters. */
export function brief(value: unknown): string {
  let text: string
  try {
    text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  } catch {
    text = Object.prototype.toString.call(value)
  }
  const clean = text.slice(0, 200).replace(/[\p{C}\u2028\u2029]/gu, '\ufffd')
  return clean.length > 80 ? `${clean.slice(0, 79)}…` : clean
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const above = row
    row = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(swap, above[j]! + 1, row[j - 1]! + 1))
    }
  }
  return row[b.length]!
}
