/** A language model in a seat: `llm:MODEL@http://localhost:8000/v1`, or `llm:./model.json`. */
import type { Agent, Answer, Ask, Beliefs, Note, Plugin, SurveyAsk } from '../../arena/core/agent.ts'
import { brief, ParleyError } from '../../arena/core/errors.ts'
import type { Move, Speech } from '../../arena/core/game.ts'
import { Chat, type Said } from './chat.ts'
import { Memory } from './memory.ts'
import { Refused } from './refused.ts'
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
  const said = async (prompt: string, schema?: object): Promise<Said> => {
    const content = await memory.fitted(prompt, room)
    return await chat.ask(
      [
        { role: 'system', content: system },
        { role: 'user', content },
      ],
      schema,
    )
  }
  const reply = async (ask: Ask, again: string): Promise<Said> => {
    if (!chat.structured) return await said(ask.prompt + again)
    return await said(promptInJson(ask) + again, schemaOf(ask)).catch(async (error: unknown) => {
      if (!(error instanceof ParleyError && error.code === 'unstructured')) throw error
      return await said(ask.prompt + again)
    })
  }
  const refused = new Refused(chat)
  return {
    name: model,
    act: async (ask) => {
      const { message } = ask.refusal ?? {}
      const again =
        message !== undefined && refused.isOwn(ask.turn)
          ? `\n\nYour last answer was not taken: ${message.slice(0, REASON)}`
          : ''
      return await refused.watched(ask.turn, async () => answerOf(await reply(ask, again), ask, readers))
    },
    survey: async (ask) => beliefsOf(await said(ask.prompt), ask, readers),
  }
}

/** The prompt's last instruction, worded for an answer that is held to the schema: `MOVE: <a move>` as a field of an object. */
function promptInJson({ prompt, speech }: Ask): string {
  const form = [...prompt.matchAll(/MOVE: (<.*>)[ \t]*$/gm)].at(-1)
  const rest = form ? prompt.slice(form.index + form[0].length) : ''
  const said = /^SAY: (<.*>)[ \t]*$/m.exec(rest)
  const fields = {
    thought: '<...>',
    move: form?.[1] ?? '<...>',
    ...(speech && { say: said?.[1] ?? '<...>' }),
  }
  const object = JSON.stringify(fields)
  if (!form) return `${prompt}\n\nJSON: ${object}`
  return `${prompt.slice(0, form.index)}${object}${said ? rest.replace(`\n${said[0]}`, '') : rest}`
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
  if (!read.ok) {
    const message = `${read.message}${reply.cut ? ' (the answer was cut off)' : ''}`
    throw new ParleyError('unreadable', message, { cause: reply.text })
  }
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
