/** A language model in a seat: `llm:MODEL@http://localhost:8000/v1`, or `llm:./model.json`. */
import type { Agent, Answer, Ask, Beliefs, Note, Plugin, SurveyAsk } from '../../arena/core/agent.ts'
import { brief, ParleyError } from '../../arena/core/errors.ts'
import type { Move, Speech } from '../../arena/core/game.ts'
import { Chat, type Said } from './chat.ts'
import { Memory } from './memory.ts'
import { readSettings } from './settings.ts'

/** How what a model wrote is read; whoever lists the plugin brings it. */
export interface Readers {
  answer(
    text: string,
    offer: { readonly moves: readonly Move[]; readonly speech?: Speech },
  ):
    | { readonly ok: true; readonly move: Move; readonly text?: string }
    | { readonly ok: false; readonly message: string }
  beliefs(text: string, names: readonly string[], seat: number): Beliefs | undefined
}

export const llm = (readers: Readers): Plugin => ({
  id: 'llm',
  title: 'a language model behind any OpenAI-compatible server: llm:MODEL@URL or llm:./model.json',
  make: ({ argument }) => modelAgent(new Chat(readSettings(argument)), readers),
})

/** Letters of a refusal that a model is told: its last lines list what may be played. */
const REASON = 1_000

function modelAgent(chat: Chat, readers: Readers): Agent {
  const memory = new Memory(chat)
  const { model, system, contextTokens, answerTokens } = chat.settings
  const room = contextTokens - answerTokens - 200
  const said = async (prompt: string, schema: object | null): Promise<Said> => {
    const content = await memory.fitted(prompt, room)
    return await chat.ask(
      [
        { role: 'system', content: system },
        { role: 'user', content },
      ],
      schema,
    )
  }
  return {
    name: model,
    act: async (ask) => {
      const again = ask.refusal ? `\n\nYour last answer was not taken: ${ask.refusal.message.slice(0, REASON)}` : ''
      const reply = await said(`${ask.prompt}${again}`, schemaOf(ask))
      return answerOf(reply, ask, readers)
    },
    survey: async (ask) => beliefsOf(await said(ask.prompt, null), ask, readers),
  }
}

/** Thoughts first, so that a model that is held to the schema still thinks before it moves. */
function schemaOf({ moves, speech }: Ask): object {
  const properties = {
    thought: { type: 'string' },
    move: { type: 'string', enum: moves },
    ...(speech && { say: { type: 'string' } }),
  }
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

/** What can't be read is thrown by name: the arena counts it, and asks again with the reason. */
function answerOf(reply: Said, { moves, speech }: Ask, readers: Readers): Answer {
  const read = readers.answer(reply.text, { moves, ...(speech && { speech }) })
  const note = noteOf(reply)
  if (!read.ok) throw new ParleyError('unreadable', `${read.message}${reply.cut ? ' (the answer was cut off)' : ''}`)
  return { move: read.move, ...(read.text !== undefined && read.text !== '' && { text: read.text }), note }
}

function noteOf({ text, promptTokens, answerTokens, matchTokens, milliseconds, cost, logProb, ...said }: Said): Note {
  const thought = said.thought || thoughtIn(text)
  return {
    raw: text,
    promptTokens,
    answerTokens,
    tokens: promptTokens + answerTokens,
    matchTokens,
    milliseconds: Math.round(milliseconds),
    ...(cost > 0 && { cost }),
    ...(thought !== '' && { thought }),
    ...(logProb !== null && { logProb }),
  }
}

/** Where the answer is held to the schema, thoughts are a field of it. */
function thoughtIn(text: string): string {
  try {
    const thought: unknown = Object(JSON.parse(text))['thought']
    return typeof thought === 'string' ? thought : ''
  } catch {
    return '' // an answer in words
  }
}

function beliefsOf(reply: Said, { view, seat }: SurveyAsk, readers: Readers): Beliefs {
  const beliefs = readers.beliefs(reply.text, namesIn(view), seat)
  if (!beliefs) throw new ParleyError('unreadable', `no shares can be read from "${brief(reply.text)}"`)
  return beliefs
}

/** Who sits where, by seat, as a mystery's view says it. */
function namesIn(view: unknown): readonly string[] {
  const cast = Object(Object(view)['case'])['cast'] as readonly { readonly name: string }[] | undefined
  return (cast ?? []).map(({ name }) => name)
}
