/**
 * Fits a prompt into what a model can read. Every prompt says all the seat knows, so nothing has to be remembered from
 * turn to turn but what grew too long: the oldest lines of the longest section (what was said) are summarised, in the
 * model's own words, and the summary is gone on with. Other sections, where private facts stand, are never touched.
 */
import { type Chat, tokensIn } from './chat.ts'

/** Lines at the end of the talk that always stay as they are. */
const FRESH = 12

export class Memory {
  readonly #chat: Chat
  #summary = ''
  /** Lines that are in the summary. */
  #summarised: string[] = []

  constructor(chat: Chat) {
    this.#chat = chat
  }

  /** The prompt, in at most so many tokens where that can be done. */
  async fitted(prompt: string, most: number): Promise<string> {
    if (tokensIn(prompt) <= most) return prompt
    const sections = prompt.split(/\n(?=# )/)
    const longest = sections.reduce(
      (best, one, index) => (lines(one).length > lines(sections[best]!).length ? index : best),
      0,
    )
    const [title = '', ...talk] = lines(sections[longest]!)
    const rest = tokensIn(prompt) - tokensIn(talk.join('\n'))
    const kept = freshEnd(talk, Math.max(0, (most - rest) / 2))
    const old = talk.slice(0, talk.length - kept.length)
    if (old.length === 0) return prompt
    const summary = await this.#told(old, Math.max(200, Math.floor((most - rest) / 3)))
    sections[longest] = [title, `(Earlier, in short: ${summary})`, ...kept].join('\n')
    return sections.join('\n')
  }

  async #told(old: readonly string[], most: number): Promise<string> {
    const known = this.#summarised.every((line, index) => old[index] === line) ? this.#summarised.length : 0
    if (known === 0) this.#summary = ''
    let next = known
    while (next < old.length) {
      const piece = pieceOf(old, next, this.#chat.settings.contextTokens / 2)
      this.#summary = await this.#summarise(this.#summary, old.slice(next, next + piece), most)
      next += piece
    }
    this.#summarised = [...old]
    return this.#summary
  }

  /** When the model can't, the lines are counted: that something is missing is always said. */
  async #summarise(before: string, talk: readonly string[], most: number): Promise<string> {
    const task = `Summarise this talk in at most ${Math.floor(most * 0.6)} words. Keep who claimed to be where and when, who saw whom, what was found, who accused whom and why. No comment of yours.`
    const content = `${before === '' ? '' : `So far: ${before}\n\n`}${talk.join('\n')}`
    try {
      const { text } = await this.#chat.ask([
        { role: 'system', content: task },
        { role: 'user', content },
      ])
      if (text !== '') return text.slice(0, most * 6)
    } catch {
      // the turn itself will say what is wrong with the model
    }
    return `${before} [${talk.length} lines left out]`.trim()
  }
}

const lines = (text: string): string[] => text.split('\n')

function freshEnd(talk: readonly string[], most: number): readonly string[] {
  let tokens = 0
  let from = talk.length
  while (from > 0 && (talk.length - from < FRESH || tokens + tokensIn(talk[from - 1]!) < most))
    tokens += tokensIn(talk[--from]!)
  return talk.slice(from)
}

function pieceOf(talk: readonly string[], from: number, most: number): number {
  let tokens = 0
  let count = 0
  while (from + count < talk.length && (count === 0 || tokens < most)) tokens += tokensIn(talk[from + count++]!)
  return count
}
