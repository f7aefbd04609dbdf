/**
 * One GGUF file behind OpenAI's chat completions, on loopback alone: enough of a model server for `plugins/llm`.
 * Run it in a folder where node-llama-cpp is installed: node serve.mjs MODEL.gguf --port 8011
 */
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    port: { type: 'string', default: '8011' },
    context: { type: 'string', default: '4096' },
    threads: { type: 'string', default: '1' },
    seats: { type: 'string', default: '5' },
    letters: { type: 'string', default: '240' },
    seed: { type: 'string', default: '1' },
  },
})
const [path] = positionals
if (path === undefined) {
  throw new Error(
    'serve.mjs MODEL.gguf [--port 8011] [--context 4096] [--threads 1] [--seats 5] [--letters 240] [--seed 1]',
  )
}

const here = createRequire(join(process.cwd(), 'serve.mjs'))
const { getLlama, LlamaChat } = await import(pathToFileURL(here.resolve('node-llama-cpp')).href)
const llama = await getLlama({ gpu: false, build: 'never' })
const model = await llama.loadModel({ modelPath: path })
const context = await model.createContext({
  contextSize: Number(values.context),
  threads: Number(values.threads),
  sequences: Number(values.seats),
})
/** A sequence a seat: what a seat's last prompt and its next have in common is read once. */
const chats = Array.from({ length: Number(values.seats) }, () => ({
  chat: new LlamaChat({ contextSequence: context.getSequence() }),
  read: '',
}))
const name = basename(path)

function shared(one, other) {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}

/** The sequence that has read the longest beginning of this prompt. */
function chatFor(prompt) {
  const best = chats.reduce((one, other) => (shared(other.read, prompt) > shared(one.read, prompt) ? other : one))
  const fresh = chats.find(({ read }) => read === '')
  const chosen = fresh && shared(best.read, prompt) < prompt.length / 2 ? fresh : best
  chosen.read = prompt
  return chosen.chat
}

const ROLES = { system: 'system', user: 'user' }

/** The library's history; it generates into the empty answer at the end. */
function historyOf(messages) {
  const said = messages.map(({ role, content }) =>
    role === 'assistant' ? { type: 'model', response: [content] } : { type: ROLES[role] ?? 'user', text: content },
  )
  return [...said, { type: 'model', response: [] }]
}

function lengthOf(chat, chatHistory) {
  const { contextText } = chat.chatWrapper.generateContextState({ chatHistory })
  return contextText.tokenize(model.tokenizer).length
}

/** Free text in a schema is given an end, or a small model never comes to the brace. */
function bounded(schema) {
  const fields = Object.entries(schema.properties ?? {}).map(([key, field]) => [key, withEnd(field)])
  return { ...schema, properties: Object.fromEntries(fields) }
}

function withEnd(field) {
  if (field.enum) return { enum: field.enum }
  return field.type === 'string' ? { maxLength: Number(values.letters), ...field } : field
}

let asked = 0

/** One at a time: the cores are few. */
async function complete(request, onText, signal) {
  const history = historyOf(request.messages)
  const schema = request.response_format?.json_schema?.schema
  const chat = chatFor(request.messages.map(({ content }) => content).join('\n'))
  const prompt_tokens = lengthOf(chat, history)
  if (prompt_tokens >= Number(values.context))
    throw new Error(`the prompt has ${prompt_tokens} tokens, of ${values.context}`)
  const { response, metadata } = await chat.generateResponse(history, {
    maxTokens: request.max_tokens ?? 512,
    temperature: request.temperature ?? 0.7,
    seed: request.seed ?? Number(values.seed) + asked++,
    onTextChunk: onText,
    signal,
    ...(schema && { grammar: await llama.createGrammarForJsonSchema(bounded(schema)) }),
  })
  const completion_tokens = model.tokenize(response).length
  return {
    text: response,
    finish: metadata.stopReason === 'maxTokens' ? 'length' : 'stop',
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
  }
}

let line = Promise.resolve()
const inLine = (work) => {
  const mine = line.then(work)
  line = mine.catch(() => {})
  return mine
}

async function bodyOf(incoming) {
  const pieces = []
  for await (const piece of incoming) pieces.push(piece)
  return JSON.parse(Buffer.concat(pieces).toString('utf8'))
}

const head = (object) => ({ id: `chat-${asked}`, object, created: 0, model: name })

async function stream(request, response, signal) {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (value) => response.write(`data: ${JSON.stringify({ ...head('chat.completion.chunk'), ...value })}\n\n`)
  const delta = (content) => send({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })
  const { finish, usage } = await inLine(() => complete(request, delta, signal))
  send({ choices: [{ index: 0, delta: {}, finish_reason: finish }] })
  send({ choices: [], usage })
  response.end('data: [DONE]\n\n')
}

async function whole(request, response, signal) {
  const { text, finish, usage } = await inLine(() => complete(request, undefined, signal))
  const choices = [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: finish }]
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ ...head('chat.completion'), choices, usage }))
}

async function serve(incoming, response) {
  if (incoming.method !== 'POST' || !incoming.url?.endsWith('/chat/completions')) {
    response.writeHead(404).end('{"error":{"message":"only POST /v1/chat/completions"}}')
    return
  }
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  try {
    const request = await bodyOf(incoming)
    await (request.stream ? stream : whole)(request, response, gone.signal)
  } catch (error) {
    if (gone.signal.aborted) return
    const message = JSON.stringify({ error: { message: String(error.message ?? error) } })
    if (response.headersSent) response.end(`data: ${message}\n\n`)
    else response.writeHead(400, { 'content-type': 'application/json' }).end(message)
  }
}

createServer(serve).listen(Number(values.port), '127.0.0.1', () =>
  console.log(`${name} at http://localhost:${values.port}/v1, ${model.trainContextSize} tokens at most`),
)
