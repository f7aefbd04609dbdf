/** A server that speaks OpenAI's chat completions, with the manners a test asks for. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Request {
  readonly messages: readonly { role: string; content: string }[]
  readonly response_format?: { json_schema: { schema: { properties: { move: { enum: string[] } } } } }
  readonly max_tokens: number
}

export type Manner = (
  request: Request,
  response: ServerResponse,
  number: number,
) => string | null | Promise<string | null>

export interface ModelServer {
  readonly url: string
  readonly requests: Request[]
  close(): Promise<void>
}

/** `manner` answers with what the model says, or writes the response itself and returns null. */
export async function modelServer(manner: Manner): Promise<ModelServer> {
  const requests: Request[] = []
  const server: Server = createServer((incoming, response) => {
    let body = ''
    incoming.on('data', (piece) => {
      body += piece
    })
    incoming.on('end', () => {
      const request = JSON.parse(body) as Request
      requests.push(request)
      const said = Promise.resolve(manner(request, response, requests.length))
      void said.then((text) => text !== null && say(response, text))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

export function say(response: ServerResponse, text: string, change: { finish?: string; refusal?: string } = {}): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const chunk = (delta: object, finish: string | null, more = {}) =>
    response.write(
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 0, model: 'm', choices: [{ index: 0, delta, finish_reason: finish, ...more }] })}\n\n`,
    )
  for (const piece of text.match(/[\s\S]{1,20}/g) ?? [])
    chunk({ content: piece }, null, {
      logprobs: { content: [{ token: piece, logprob: -0.5, bytes: null, top_logprobs: [] }] },
    })
  if (change.refusal) chunk({ refusal: change.refusal }, null)
  chunk({}, change.finish ?? 'stop')
  response.write(
    `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 0, model: 'm', choices: [], usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 } })}\n\n`,
  )
  response.end('data: [DONE]\n\n')
}

/** The last move that a prompt offers, in the form it asks for. */
export function lastOffer({ messages }: Request): string {
  const offers = [...messages.at(-1)!.content.matchAll(/^- (.+?)(?:: ([^:\n]+))?$/gm)]
  return (offers.at(-1)?.[2] ?? offers.at(-1)?.[1] ?? '').split(', ').at(-1)!
}
