/** The HTTP side: pages and REST. Every refusal is JSON with a code and a sentence. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import express, { type ErrorRequestHandler, type Express, type Request, type Response } from 'express'
import helmet from 'helmet'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { ParleyError } from '../core/errors.ts'
import type { WireRefusal } from './agent-messages.ts'
import { refusalOf } from './guard.ts'
import type { Doors } from './http-doors.ts'
import { readingRoutes } from './http-reading.ts'
import { startingRoutes } from './http-starting.ts'
import { studioRoutes } from './http-studio.ts'
import { pollRoutes } from './poll-agents.ts'

/** What each code answers with; every other fault of a stranger is 400. */
const STATUS: Readonly<Record<string, number>> = {
  'bad-token': 401,
  'not-allowed': 403,
  sealed: 403,
  'no-match': 404,
  'no-seat': 404,
  'not-joined': 409,
  'no-page': 404,
  'no-run': 404,
  'no-tournament': 404,
  'unknown-scenario': 404,
  'unknown-agent': 404,
  'not-over': 409,
  'too-large': 413,
  'too-fast': 429,
  'too-many': 429,
  internal: 500,
  full: 503,
}

/** When there may be room again for somebody's next match. */
const ROOM_SECONDS = 10

export function httpSide(doors: Doors): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('query parser', 'simple')
  app.use(helmet({ contentSecurityPolicy: { useDefaults: false, directives: POLICY }, strictTransportSecurity: false }))
  app.use('/api', limited(doors.settings.requestsPerMinute))
  app.use('/api', readingRoutes(doors), startingRoutes(doors), studioRoutes(doors), pollRoutes(doors))
  app.use('/api', (request) => {
    throw new ParleyError('no-page', `there is no ${request.method} ${request.path.slice(0, 100)}`)
  })
  pages(app, doors.pages)
  app.use(faults(doors))
  return app
}

/** Everything from here, nothing inline; the framing of a replay (`embed`) is allowed to anyone. */
const POLICY = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'", 'ws:', 'wss:'],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'self'"],
}

function limited(perMinute: number) {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
  return async (request: Request, _response: Response, next: () => void) => {
    try {
      await limiter.consume(request.ip ?? 'unknown')
    } catch (wait) {
      throw new TooManyRequests(perMinute, Math.ceil(Number(Object(wait)['msBeforeNext'] ?? 1000) / 1000))
    }
    next()
  }
}

class TooManyRequests extends ParleyError {
  readonly retry: number
  constructor(perMinute: number, retry: number) {
    super('too-fast', `more than ${perMinute} requests a minute; try again in ${retry} s`)
    this.retry = retry
  }
}

/** The built pages; every path that is none of theirs is the application's own business. */
function pages(app: Express, dir: string): void {
  const index = join(dir, 'index.html')
  app.use(express.static(dir, { index: false, maxAge: '1h', setHeaders: noStoreHtml }))
  app.get('/{*path}', (_request, response) => {
    if (existsSync(index)) response.set('cache-control', 'no-cache').sendFile(index)
    else response.type('text/plain').send('The arena is up. Its pages are not built: run `npm run build`.\n')
  })
}

function noStoreHtml(response: { setHeader(name: string, value: string): unknown }, path: string): void {
  if (path.endsWith('.html')) response.setHeader('cache-control', 'no-cache')
}

function faults({ log }: Doors): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    if (response.headersSent) return next(error)
    const refusal = wireRefusal(error, log)
    if (refusal.retry !== undefined) response.set('retry-after', String(Math.ceil(refusal.retry)))
    response.status(STATUS[refusal.code] ?? 400).json({ error: refusal })
  }
}

function wireRefusal(error: unknown, log: Doors['log']): WireRefusal {
  const { type, limit, retry } = Object(error) as { type?: string; limit?: number; retry?: number }
  if (type === 'entity.too.large') return { code: 'too-large', message: `the body is larger than ${limit} bytes` }
  if (type === 'entity.parse.failed') return { code: 'bad-message', message: 'the body is not JSON' }
  if (typeof type === 'string' && type.startsWith('encoding.'))
    return { code: 'bad-message', message: 'unknown encoding' }
  if (error instanceof URIError) return { code: 'bad-message', message: 'the path is not well encoded' }
  const refusal = refusalOf(error, log)
  if (refusal.code === 'full' || refusal.code === 'too-many') return { ...refusal, retry: ROOM_SECONDS }
  return retry === undefined ? refusal : { ...refusal, retry }
}
