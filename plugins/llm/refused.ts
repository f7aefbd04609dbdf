/** What a turn's refused answers cost and said: their events carry no note, so the note of the answer that is taken does. */
import type { Answer } from '../../arena/core/agent.ts'
import { ParleyError } from '../../arena/core/errors.ts'
import type { Chat } from './chat.ts'

/** Letters kept of each refused answer. */
const KEPT = 1_000

export class Refused {
  readonly #chat: Chat
  #turn = -1
  #texts: string[] = []
  #tokens = 0
  #milliseconds = 0
  #own = true

  constructor(chat: Chat) {
    this.#chat = chat
  }

  /** Whether the last try at this turn failed by the model's own words; a server's fault is never told to a model as its own. */
  isOwn(turn: number): boolean {
    return this.#turn !== turn || this.#own
  }

  /** Answers, with the turn's refused answers in the note; what is thrown is kept count of. */
  async watched(turn: number, answer: () => Promise<Answer>): Promise<Answer> {
    if (this.#turn !== turn) {
      this.#texts = []
      this.#tokens = 0
      this.#milliseconds = 0
    }
    this.#turn = turn
    this.#own = true
    const began = performance.now()
    const tokens = this.#chat.matchTokens
    try {
      const given = await answer()
      return this.#texts.length === 0 ? given : { ...given, note: { ...given.note, ...this.#note() } }
    } catch (error) {
      this.#tokens += this.#chat.matchTokens - tokens
      this.#milliseconds += performance.now() - began
      this.#own = error instanceof ParleyError && (error.code === 'unreadable' || error.code === 'refused')
      if (this.#own) this.#texts.push(textOf(error as Error).slice(0, KEPT))
      throw error
    }
  }

  #note() {
    return {
      refusedAnswers: this.#texts.length,
      refusedTokens: this.#tokens,
      refusedMilliseconds: Math.round(this.#milliseconds),
      refusedText: this.#texts.join('\n\n'),
    }
  }
}

const textOf = ({ cause, message }: Error): string => (typeof cause === 'string' ? cause : message)
