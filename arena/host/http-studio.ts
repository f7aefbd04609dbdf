/** REST for the studio: reading, checking and saving scenario documents. Only where the server was started with it. */
import express, { type Request, Router } from 'express'
import { ParleyError } from '../core/errors.ts'
import { bearerOf, type Doors } from './http-doors.ts'
import { checked } from './schemas.ts'
import type { Studio } from './studio.ts'

export function studioRoutes(doors: Doors): Router {
  const routes = Router()
  const json = express.json({ limit: doors.settings.bodyBytes })
  const text = express.text({ type: () => true, limit: doors.settings.bodyBytes })
  const open = async (request: Request): Promise<Studio> => await studioFor(doors, request)
  routes.get('/scenarios/:id/document', async (request, response) => {
    const document = await (await open(request)).document(idOf(request))
    response.type('application/json').send(document)
  })
  routes.put('/scenarios/:id/document', text, async (request, response) => {
    response.json(await (await open(request)).save(idOf(request), String(request.body ?? '')))
  })
  routes.post('/scenarios/:id/check', json, async (request, response) => {
    const { text: draft } = checked<{ text: string }>('studioCheck', request.body)
    response.json(await (await open(request)).check(idOf(request), draft))
  })
  routes.post('/scenarios/:id/preview', json, async (request, response) => {
    const how = checked<{ seat: number; stage?: number; text?: string }>('studioPreview', request.body)
    response.json(await (await open(request)).preview(idOf(request), how))
  })
  routes.post('/scenarios/:id/balance', json, async (request, response) => {
    const how = checked<{ matches: number; text?: string }>('studioBalance', request.body)
    response.json(await (await open(request)).balance(idOf(request), how))
  })
  routes.post('/scenarios/new', json, async (request, response) => {
    const { id, from } = checked<{ id: string; from: string }>('studioNew', request.body)
    await (await open(request)).create(id, from)
    response.status(201).json({ id })
  })
  return routes
}

/** Documents hold the truth of mysteries: the studio is for the machine's owner, or for a moderator. */
async function studioFor({ studio, tokens, openTable }: Doors, request: Request): Promise<Studio> {
  if (!studio) throw new ParleyError('not-allowed', 'this arena was started without the studio')
  const bearer = await bearerOf(request, tokens)
  if (bearer?.scopes.includes('moderate') || (openTable && isLoopback(request))) return studio
  throw new ParleyError('not-allowed', 'the studio takes a token for moderate, or a browser on the same machine')
}

/** By address and by name: a foreign page whose name was made to point here is not this machine's browser. */
const isLoopback = (request: Request) =>
  /^(::1|127\.|::ffff:127\.)/.test(request.socket.remoteAddress ?? '') &&
  /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(request.get('host') ?? '')

function idOf(request: Request): string {
  const id = String(request.params['id'])
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(id)) {
    throw new ParleyError('unknown-scenario', 'a scenario id has letters a-z, digits and "-", at most 64')
  }
  return id
}
