/** Reads JSON and remembers where each value stood, so that a fault can name its line and column. */

/** 1-based, as editors count; columns in UTF-16 code units. */
export interface Place {
  readonly line: number
  readonly column: number
}

export interface Read {
  readonly value: unknown
  /** Where the value at a JSON pointer begins; the nearest ancestor's place when nothing is there. */
  at(pointer: string): Place
}

/** What stopped the reading, and where. */
export class JsonError extends Error {
  readonly place: Place

  constructor(message: string, place: Place) {
    super(message)
    this.name = 'JsonError'
    this.place = place
  }
}

const DEPTH = 64

/** RFC 8259 JSON, and a byte order mark in front; throws JsonError. A key given twice is an error, never a silent loss. */
export function readJson(text: string): Read {
  const reader = new Reader(text.replace(/^\ufeff/, ' '))
  const value = reader.read()
  return { value, at: (pointer) => reader.at(pointer) }
}

/** One segment of a JSON pointer, escaped by RFC 6901. */
export const segment = (key: string | number) => String(key).replaceAll('~', '~0').replaceAll('/', '~1')

class Reader {
  readonly #text: string
  readonly #starts = new Map<string, number>()
  #index = 0

  constructor(text: string) {
    this.#text = text
  }

  read(): unknown {
    const value = this.#value('', 0)
    this.#space()
    if (this.#index < this.#text.length) this.#fail('the document ends here, but more text follows')
    return value
  }

  at(pointer: string): Place {
    let path = pointer
    while (path !== '' && !this.#starts.has(path)) path = path.slice(0, path.lastIndexOf('/'))
    return this.#place(this.#starts.get(path) ?? 0)
  }

  #place(index: number): Place {
    const before = this.#text.slice(0, index)
    const line = before.split('\n').length
    return { line, column: index - before.lastIndexOf('\n') }
  }

  #fail(message: string): never {
    throw new JsonError(message, this.#place(this.#index))
  }

  #space(): void {
    while (' \t\n\r'.includes(this.#text[this.#index] ?? 'x')) this.#index++
  }

  #value(pointer: string, depth: number): unknown {
    if (depth > DEPTH) this.#fail(`nested deeper than ${DEPTH}`)
    this.#space()
    this.#starts.set(pointer, this.#index)
    const char = this.#text[this.#index]
    if (char === '{') return this.#object(pointer, depth)
    if (char === '[') return this.#array(pointer, depth)
    if (char === '"') return this.#string()
    return this.#scalar()
  }

  #object(pointer: string, depth: number): unknown {
    const entries: [string, unknown][] = []
    const seen = new Set<string>()
    this.#items('}', () => {
      if (this.#text[this.#index] !== '"') this.#fail(`a key in double quotes was expected, not ${this.#came()}`)
      const start = this.#index
      const key = this.#string()
      if (seen.has(key)) {
        this.#index = start
        this.#fail(`the key "${key}" stands here a second time`)
      }
      seen.add(key)
      this.#space()
      if (this.#text[this.#index] !== ':') this.#fail(`":" was expected after the key "${key}", not ${this.#came()}`)
      this.#index++
      entries.push([key, this.#value(`${pointer}/${segment(key)}`, depth + 1)])
    })
    return Object.fromEntries(entries)
  }

  #array(pointer: string, depth: number): unknown[] {
    const items: unknown[] = []
    this.#items(']', () => items.push(this.#value(`${pointer}/${items.length}`, depth + 1)))
    return items
  }

  /** What stands between the brackets, by commas; a trailing comma is an error that says so. */
  #items(close: string, one: () => void): void {
    this.#index++
    this.#space()
    if (this.#text[this.#index] === close) {
      this.#index++
      return
    }
    for (;;) {
      this.#space()
      if (this.#text[this.#index] === close) this.#fail(`a comma may not stand before "${close}"`)
      one()
      this.#space()
      const char = this.#text[this.#index]
      if (char !== ',' && char !== close) this.#fail(`"," or "${close}" was expected, not ${this.#came()}`)
      this.#index++
      if (char === close) return
    }
  }

  #string(): string {
    const match = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"/y
    match.lastIndex = this.#index
    const found = match.exec(this.#text)
    if (!found) this.#fail('a text begins here and is not closed on this line')
    try {
      const text = JSON.parse(found[0]) as string
      this.#index = match.lastIndex
      return text
    } catch {
      return this.#fail('this text holds a control character or an escape that JSON does not know')
    }
  }

  #scalar(): unknown {
    const match = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
    match.lastIndex = this.#index
    const found = match.exec(this.#text)
    if (!found) this.#fail(`a value was expected, not ${this.#came()}`)
    this.#index = match.lastIndex
    return JSON.parse(found[0])
  }

  #came(): string {
    const char = this.#text[this.#index]
    return char === undefined ? 'the end of the file' : JSON.stringify(char)
  }
}
