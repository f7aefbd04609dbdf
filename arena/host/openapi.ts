/** The HTTP side as an OpenAPI document; a test holds its list of routes to the routes that are served. */
import { SCHEMAS } from './schemas.ts'
import { SERVER_SCHEMAS } from './server-schemas.ts'

interface Route {
  readonly method: 'get' | 'post' | 'put'
  readonly path: string
  readonly summary: string
  readonly query?: readonly string[]
  readonly body?: keyof typeof SCHEMAS | 'text'
  readonly answer?: keyof typeof SERVER_SCHEMAS
}

const get = (path: string, summary: string, more: Partial<Route> = {}): Route => ({
  method: 'get',
  path,
  summary,
  ...more,
})
const post = (path: string, summary: string, body: NonNullable<Route['body']>, more: Partial<Route> = {}): Route => ({
  method: 'post',
  path,
  summary,
  body,
  ...more,
})

export const ROUTES: readonly Route[] = [
  get('/api/health', 'That the arena is up, and what it is'),
  get('/api/scenarios', 'Scenarios that can be played'),
  get('/api/scenarios/{id}', 'One scenario: seats, range of scores'),
  get('/api/scenarios/{id}/document', 'The document as it stands on disk (studio)'),
  {
    method: 'put',
    path: '/api/scenarios/{id}/document',
    summary: 'Saves a document without faults (studio)',
    body: 'text',
  },
  post('/api/scenarios/{id}/check', 'Every fault of a document (studio)', 'studioCheck'),
  post('/api/scenarios/{id}/preview', 'What a seat is sent (studio)', 'studioPreview'),
  post('/api/scenarios/{id}/balance', 'Who wins how often (studio)', 'studioBalance'),
  post('/api/scenarios/new', 'A new scenario from another or from the generator (studio)', 'studioNew'),
  get('/api/agents', 'Agents that can be played with'),
  get('/api/matches', 'Matches, newest first', {
    query: ['state', 'scenario', 'agent', 'tournament', 'limit', 'before'],
  }),
  post('/api/matches', 'Starts a match', 'newMatch', { answer: 'match' }),
  get('/api/matches/{id}', 'One match', { answer: 'match' }),
  get('/api/matches/{id}/frames', 'A match as a sight may see it', {
    query: ['sight', 'from', 'limit'],
    answer: 'frames',
  }),
  get('/api/matches/{id}/log', 'The log, a JSON line an event'),
  get('/api/matches/{id}/credit', 'How the outcome is shared over the turns', { query: ['method'] }),
  get('/api/methods', 'Ways of sharing an outcome'),
  post('/api/replay', 'Tells a log from anywhere', 'text'),
  post('/api/replay/credit', 'How the outcome of a log from anywhere is shared over its turns', 'text', {
    query: ['method'],
  }),
  post('/api/play', "A person's seat in a new match", 'play'),
  get('/api/standings', 'Ratings with intervals', { query: ['scenario'] }),
  get('/api/standings/history', 'Ratings as matches came in', { query: ['scenario'] }),
  get('/api/tournaments', 'Tournaments'),
  get('/api/tournaments/{id}', 'One tournament'),
  get('/api/training', 'Training runs'),
  get('/api/training/{id}', 'One training run with its curves'),
  post('/api/agent/join', 'Joins as an agent that only speaks HTTP', 'poll'),
  get('/api/agent/next', 'Waits for messages', { query: ['wait'] }),
  post('/api/agent/act', 'Answers an ask', 'act', { answer: 'reply' }),
  post('/api/agent/beliefs', 'Answers a survey', 'beliefs', { answer: 'reply' }),
  get('/api/metrics', 'Figures of the running server, as Prometheus reads them'),
  get('/api/openapi.json', 'This document'),
  get('/api/asyncapi.json', 'The sockets, as an AsyncAPI document'),
]

export function openapi(version: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of ROUTES) {
    const path = (paths[route.path] ??= {})
    path[route.method] = operationOf(route)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Parley', version, description: 'The HTTP side of a Parley arena. See docs/protocol.md.' },
    paths,
    components: {
      schemas: {
        ...SCHEMAS,
        match: SERVER_SCHEMAS.match,
        frames: SERVER_SCHEMAS.frames,
        reply: SERVER_SCHEMAS.reply,
        refusal: SERVER_SCHEMAS.closed,
      },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
    security: [{}, { token: [] }],
  }
}

function operationOf({ path, summary, query = [], body, answer }: Route): object {
  const parameter = (name: string, where: 'path' | 'query') => ({
    name,
    in: where,
    required: where === 'path',
    schema: { type: 'string' },
  })
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => parameter(name!, 'path'))
  const json = (schema: object) => ({ 'application/json': { schema } })
  const content =
    body === 'text'
      ? { 'text/plain': { schema: { type: 'string' } } }
      : body
        ? json({ $ref: `#/components/schemas/${body}` })
        : null
  return {
    summary,
    parameters: [...inPath, ...query.map((name) => parameter(name, 'query'))],
    ...(content && { requestBody: { content } }),
    responses: {
      200: {
        description: 'done',
        content: json(answer ? { $ref: `#/components/schemas/${answer}` } : { type: 'object' }),
      },
      default: {
        description: 'refused',
        content: json({ type: 'object', properties: { error: { $ref: '#/components/schemas/refusal' } } }),
      },
    },
  }
}
