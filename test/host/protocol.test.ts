import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { asyncapi } from '../../arena/host/asyncapi.ts'
import { openapi, ROUTES } from '../../arena/host/openapi.ts'
import { checked, type SCHEMAS } from '../../arena/host/schemas.ts'
import { SERVER_SCHEMAS } from '../../arena/host/server-schemas.ts'
import { joined, over, spec, spectator, type TestArena, table, testArena, until, watched } from './support.ts'

let arena: TestArena
beforeAll(async () => {
  arena = await testArena()
})
afterAll(async () => await arena.close())

const ajv = new Ajv2020({ strict: false })
const faults = (schema: object, value: unknown): string => {
  const check = ajv.compile(schema)
  return check(value) ? '' : `${ajv.errorsText(check.errors)} in ${JSON.stringify(value).slice(0, 300)}`
}

test('every example of docs/protocol.md is a message as the arena takes or sends it', () => {
  const text = readFileSync('docs/protocol.md', 'utf8')
  const examples = [...text.matchAll(/```json (client|server) (\w+)\n([\s\S]+?)```/g)]
  expect(examples.length).toBeGreaterThan(15)
  expect([...text.matchAll(/```json/g)]).toHaveLength(examples.length)
  for (const [, side, name, json] of examples) {
    const value = JSON.parse(json!)
    if (side === 'client') expect(checked(name as keyof typeof SCHEMAS, value)).toBe(value)
    else expect([name, faults(SERVER_SCHEMAS[name as keyof typeof SERVER_SCHEMAS], value)]).toEqual([name, ''])
  }
})

test('what the arena sends is what its schemas say', async () => {
  const token = await arena.tokens.make('alice', ['play'], 0)
  const seen: [string, unknown][] = []
  const agent = await joined(arena.url, token, undefined, { surveys: true })
  agent.socket.onAny((name: string, message: unknown) => seen.push([name, message]))
  agent.socket.on('survey', ({ match, turn, seat, about }) => {
    const suspects = [0, 1, 2, 3, 4, 5].map((one) => (about.includes(one) ? 1 : 0))
    agent.socket.emit('beliefs', { match, turn, seat, beliefs: { suspects } }, (reply: unknown) =>
      seen.push(['reply', reply]),
    )
  })
  const wrong = (reply: unknown) => seen.push(['reply', reply])
  for (const message of [null, {}, { match: 'x', turn: 0, move: 'y' }]) agent.socket.emit('act', message, wrong)
  const agents = await table('mystery:simple:1', ['alice', 'detective', 'culprit'], 'detective')
  const { id } = await arena.rooms.start(spec(agents, { scenario: 'mystery:simple:1', survey: 'round' }))
  const watcher = await spectator(arena.url)
  watcher.onAny((name: string, message: unknown) => seen.push([name, message]))
  await watched(watcher, { match: id })
  await over(arena, id)
  await until(() => seen.some(([name]) => name === 'over') && seen.some(([name]) => name === 'beat'))
  const other = await spectator(arena.url)
  const { batches } = await watched(other, { match: id, sight: 'all' })
  other.disconnect()
  seen.push(...batches.map((batch) => ['frames', batch] as [string, unknown]))
  const names = new Set(seen.map(([name]) => name))
  for (const name of ['ask', 'survey', 'over', 'reply', 'frames', 'beat']) expect(names).toContain(name)
  agent.close()
  watcher.disconnect()
  for (const [name, message] of seen) {
    expect([name, faults(SERVER_SCHEMAS[name as keyof typeof SERVER_SCHEMAS], message)]).toEqual([name, ''])
  }
})

test('the OpenAPI document names the routes that are served, and only those', async () => {
  const served = await (await fetch(`${arena.url}/api/openapi.json`)).json()
  expect(served).toEqual(openapi('0.1.0'))
  for (const { method, path } of ROUTES) {
    const reply = await fetch(arena.url + path.replace(/\{\w+\}/g, 'nothing-here'), { method: method.toUpperCase() })
    const body = reply.headers.get('content-type')?.includes('json') ? await reply.json() : {}
    expect([method, path, body.error?.code]).not.toEqual([method, path, 'no-page'])
  }
  const source = ['reading', 'starting', 'studio']
    .map((part) => readFileSync(`arena/host/http-${part}.ts`, 'utf8'))
    .join('')
  const found = [...source.matchAll(/routes\.(get|post|put)\(\s*'([^']+)'/g)].map(
    ([, method, path]) => `${method} /api${path}`,
  )
  expect(found.length).toBeGreaterThan(20)
  const listed = ROUTES.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`)
  for (const route of found) expect(listed).toContain(route)
})

test('the AsyncAPI document is served, and every reference in it leads somewhere', async () => {
  const document = await (await fetch(`${arena.url}/api/asyncapi.json`)).json()
  expect(document).toEqual(JSON.parse(JSON.stringify(asyncapi('0.1.0'))))
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)].map(([, path]) => path!)
  expect(refs.length).toBeGreaterThan(20)
  for (const path of refs) {
    const found = path
      .split('/')
      .slice(1)
      .reduce((value, key) => Object(value)[key], document)
    expect([path, typeof found]).toEqual([path, 'object'])
  }
})

test('the templates of every way in are at most 30 lines long', async () => {
  const { TEMPLATES } = await import('../../arena/cli/agent-templates.ts')
  for (const [kind, { files }] of Object.entries(TEMPLATES)) {
    for (const text of Object.values(files)) expect([kind, text.split('\n').length <= 31]).toEqual([kind, true])
  }
})
