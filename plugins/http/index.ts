/**
 * An agent behind an address: the arena POSTs each ask, signed, and expects an answer. `http://host:9000/act`, `https://...`.
 * The signature, header `x-parley-signature: t=SECONDS,v1=HEX`, is HMAC-SHA256 over `SECONDS.BODY` with the secret in
 * the environment variable PARLEY_HTTP_SECRET; without one, asks go unsigned.
 */
import { createHmac } from 'node:crypto'
import type { Beliefs, Plugin } from '../../arena/core/agent.ts'
import { brief, ParleyError } from '../../arena/core/errors.ts'
import { plainAsk, plainSurvey } from '../plain-ask.ts'

const TRIES = 4
const TIMEOUT_MS = 100_000
const ANSWER_MAX = 262_144

/** What a receiver checks; also for tests. `seconds`: Unix time. */
export function signature(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

function plugin(scheme: 'http' | 'https'): Plugin {
  return {
    id: scheme,
    title: `an agent behind an address: ${scheme}://HOST/PATH`,
    make({ argument }) {
      const url = `${scheme}:${argument}`
      if (!URL.canParse(url))
        throw new ParleyError('bad-agent', `"${brief(url)}" is no address, as in ${scheme}://localhost:9000/act`)
      return {
        name: url,
        act: async (ask) => (await post(url, plainAsk(ask))) as { move: string },
        survey: async (ask) =>
          ((await post(url, plainSurvey(ask))) as { beliefs?: Beliefs }).beliefs ?? { suspects: [] },
      }
    },
  }
}

export const http = plugin('http')
export const https = plugin('https')

/** Tries again where trying again helps: no connection, 429, 502 to 504; waits as told, else a little longer each time. */
async function post(url: string, message: object): Promise<unknown> {
  const body = JSON.stringify(message)
  for (let attempt = 1; ; attempt++) {
    const reply = await send(url, body)
    if (typeof reply !== 'string') {
      if (reply.status < 300) return await read(url, reply)
      if (![429, 502, 503, 504].includes(reply.status) || attempt === TRIES) {
        throw new ParleyError('http-agent', `${url} answered ${reply.status}: ${brief(await reply.text())}`)
      }
    } else if (attempt === TRIES) throw new ParleyError('http-agent', `${url} can't be reached: ${reply}`)
    const told = typeof reply === 'string' ? Number.NaN : Number(reply.headers.get('retry-after'))
    await new Promise((done) => setTimeout(done, Math.min(30_000, told > 0 ? told * 1000 : 100 * 2 ** attempt)))
  }
}

/** The response, or why there is none. */
async function send(url: string, body: string): Promise<Response | string> {
  const secret = process.env['PARLEY_HTTP_SECRET']
  const signed = secret ? { 'x-parley-signature': signature(secret, Math.floor(Date.now() / 1000), body) } : {}
  const headers = { 'content-type': 'application/json', ...signed }
  try {
    return await fetch(url, {
      method: 'POST',
      body,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch (error) {
    return String(Object(error).cause ?? error)
  }
}

async function read(url: string, reply: Response): Promise<unknown> {
  const text = await reply.text()
  if (text.length > ANSWER_MAX)
    throw new ParleyError(
      'http-agent',
      `${url} answered with ${text.length} characters, at most ${ANSWER_MAX} are read`,
    )
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new ParleyError('http-agent', `${url} answered with something that is not JSON: ${brief(text)}`)
  }
}
