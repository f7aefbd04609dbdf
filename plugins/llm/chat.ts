/** One question to a model: streamed, tried again where that helps, counted, and stopped by its budget. */
import OpenAI from 'openai'
import { brief, ParleyError } from '../../arena/core/errors.ts'
import type { ModelSettings } from './settings.ts'

export interface Said {
  /** What it says, its thoughts taken out. */
  readonly text: string
  /** Reasoning, wherever the server put it. */
  readonly thought: string
  readonly promptTokens: number
  readonly answerTokens: number
  /** Of this match so far: refused answers and summaries too. */
  readonly matchTokens: number
  readonly milliseconds: number
  readonly cost: number
  /** Sum over the answer's tokens, when the server gives it. */
  readonly logProb: number | null
  /** It was cut off at `answerTokens`. */
  readonly cut: boolean
}

export interface Usage {
  tokens: number
  money: number
}

export type Message = { role: 'system' | 'user' | 'assistant'; content: string }

/** Shared by every match of this process, by server and model: what the budgets of a whole tournament count. */
const used = new Map<string, Usage>()
const unstructured = new Set<string>()

export class Chat {
  readonly settings: ModelSettings
  readonly usage: Usage
  readonly #client: OpenAI
  readonly #key: string
  #matchTokens = 0

  constructor(settings: ModelSettings) {
    this.settings = settings
    this.#key = `${settings.model}@${settings.baseURL}`
    this.usage = used.get(this.#key) ?? { tokens: 0, money: 0 }
    used.set(this.#key, this.usage)
    this.#client = new OpenAI({
      baseURL: settings.baseURL,
      apiKey: process.env[settings.keyFrom] ?? 'none',
      maxRetries: settings.tries - 1,
      timeout: settings.seconds * 1000,
    })
  }

  /** Whether answers are held to a schema: asked for, and not known to be beyond the server. */
  get structured(): boolean {
    return this.settings.structured && !unstructured.has(this.#key)
  }

  /** Used up in this match: refused answers and summaries too. */
  get matchTokens(): number {
    return this.#matchTokens
  }

  /**
   * Asks for what the schema says, or in words. Throws `budget` when nothing may be spent any longer, `refused` when the
   * model won't, `unstructured` when the server can't keep to a schema (ask in words from then on), `model` when the
   * server won't have the request, and, once all tries are used up, `late` or `gone` when it is slow or down.
   */
  async ask(messages: readonly Message[], schema: object | null = null): Promise<Said> {
    this.#withinBudget()
    const began = performance.now()
    const got = await this.#stream(messages, schema).catch((error: unknown) => {
      if (error instanceof OpenAI.BadRequestError && schema) unstructured.add(this.#key)
      const code = error instanceof OpenAI.BadRequestError && schema ? 'unstructured' : faultOf(error)
      throw new ParleyError(code, `${this.#key}: ${brief((error as Error).message)}`, { cause: error })
    })
    return this.#counted(got, messages, performance.now() - began)
  }

  #withinBudget(): void {
    const { matchTokens, tokens, money } = this.settings.budget
    const spent =
      matchTokens !== undefined && this.#matchTokens >= matchTokens
        ? `${this.#matchTokens} tokens of this match`
        : tokens !== undefined && this.usage.tokens >= tokens
          ? `${this.usage.tokens} tokens`
          : money !== undefined && this.usage.money >= money
            ? `${this.usage.money.toFixed(4)} of money`
            : null
    if (spent) throw new ParleyError('budget', `${this.#key}: the budget is used up: ${spent}`)
  }

  async #stream(messages: readonly Message[], schema: object | null) {
    const { model, temperature, answerTokens, logProbs, seconds } = this.settings
    const format = schema && {
      response_format: {
        type: 'json_schema' as const,
        json_schema: { name: 'answer', strict: true, schema: { ...schema } },
      },
    }
    const stream = await this.#client.chat.completions.create(
      {
        model,
        temperature,
        max_tokens: answerTokens,
        messages: [...messages],
        stream: true,
        stream_options: { include_usage: true },
        ...(logProbs && { logprobs: true }),
        ...format,
      },
      { signal: AbortSignal.timeout(seconds * 1000) },
    )
    return await gather(stream)
  }

  #counted(got: Gathered, messages: readonly Message[], milliseconds: number): Said {
    const { price } = this.settings
    const promptTokens = got.promptTokens ?? messages.reduce((sum, { content }) => sum + tokensIn(content), 0)
    const answerTokens = got.answerTokens ?? tokensIn(got.text)
    const cost = (promptTokens * price.prompt + answerTokens * price.answer) / 1e6
    this.#matchTokens += promptTokens + answerTokens
    this.usage.tokens += promptTokens + answerTokens
    this.usage.money += cost
    if (got.refusal !== '') throw new ParleyError('refused', `the model refused: ${brief(got.refusal)}`)
    const { text, thought } = apart(got.text)
    const { logProb, cut } = got
    return {
      text,
      thought: [got.thought, thought].filter((one) => one !== '').join('\n'),
      promptTokens,
      answerTokens,
      matchTokens: this.#matchTokens,
      milliseconds,
      cost,
      logProb,
      cut,
    }
  }
}

/** What the server did, as the arena counts it: `model` is for requests it won't have, the rest is no fault of the model's. */
function faultOf(error: unknown): 'model' | 'late' | 'gone' {
  if (error instanceof OpenAI.APIUserAbortError || error instanceof OpenAI.APIConnectionTimeoutError) return 'late'
  if (!(error instanceof OpenAI.APIError)) return isAbort(error) ? 'late' : 'gone' // broken off while it answered
  const { status } = error
  return status === undefined || status === 408 || status === 409 || status === 429 || status >= 500 ? 'gone' : 'model'
}

const isAbort = (error: unknown) =>
  error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')

interface Gathered {
  text: string
  thought: string
  refusal: string
  promptTokens: number | null
  answerTokens: number | null
  logProb: number | null
  cut: boolean
}

type Chunk = OpenAI.Chat.Completions.ChatCompletionChunk

async function gather(stream: AsyncIterable<Chunk>): Promise<Gathered> {
  const got: Gathered = {
    text: '',
    thought: '',
    refusal: '',
    promptTokens: null,
    answerTokens: null,
    logProb: null,
    cut: false,
  }
  for await (const { choices, usage } of stream) {
    got.promptTokens = usage?.prompt_tokens ?? got.promptTokens
    got.answerTokens = usage?.completion_tokens ?? got.answerTokens
    const choice = choices?.[0]
    if (!choice) continue
    const delta = choice.delta as {
      content?: string | null
      refusal?: string | null
      reasoning_content?: string
      reasoning?: string
    }
    got.text += delta?.content ?? ''
    got.refusal += delta?.refusal ?? ''
    got.thought += delta?.reasoning_content ?? delta?.reasoning ?? ''
    for (const { logprob } of choice.logprobs?.content ?? []) got.logProb = (got.logProb ?? 0) + logprob
    if (choice.finish_reason === 'length') got.cut = true
  }
  return got
}

/** Thoughts in tags are taken out of what is said, those of a thought that was cut off too. */
function apart(text: string): { text: string; thought: string } {
  const thoughts: string[] = []
  const rest = text.replace(/<(think|thinking|reasoning)>([\s\S]*?)(<\/\1>|$)/gi, (_, __, inside: string) => {
    thoughts.push(inside.trim())
    return ''
  })
  return { text: rest.trim(), thought: thoughts.join('\n') }
}

/** About: a token is four letters of a European language, or one sign of a Chinese one. */
export function tokensIn(text: string): number {
  const wide = text.match(/[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]/g)?.length ?? 0
  return Math.ceil((text.length - wide) / 4 + wide)
}
