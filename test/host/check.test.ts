import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'
import { TEMPLATES } from '../../arena/cli/agent-templates.ts'
import { modelServer, type Request } from './model-server.ts'
import { freshFolder } from './support.ts'

const run = promisify(execFile)

async function parley(
  ...words: string[]
): Promise<{ code: number; value: { checks: { name: string; ok: boolean; detail: string }[] } }> {
  const call = ['--import', 'tsx', 'arena/cli/main.ts', ...words, '--json', '--quiet']
  const ended = await run(process.execPath, call).then(
    ({ stdout }) => ({ stdout, code: 0 }),
    (error: { stdout: string; code: number }) => error,
  )
  return { code: ended.code, value: JSON.parse(ended.stdout.trim().split('\n').at(-1)!) }
}

function written(kind: keyof typeof TEMPLATES): string {
  const dir = join(freshFolder(), 'agent')
  mkdirSync(dir)
  symlinkSync(resolve('node_modules'), join(dir, 'node_modules'))
  for (const [name, text] of Object.entries(TEMPLATES[kind].files)) writeFileSync(join(dir, name), text)
  return dir
}

test('the check is green on a template in this process and on one that joins over a wire', async () => {
  const [inside, outside] = await Promise.all([
    parley('agent', 'check', `module:${written('module')}`),
    parley('agent', 'check', '--run', `${process.execPath} ${written('poll')}/agent.mjs`),
  ])
  for (const { code, value } of [inside, outside]) {
    expect(value.checks.filter(({ ok }) => !ok)).toEqual([])
    expect(code).toBe(0)
  }
  expect(inside.value.checks).toHaveLength(6)
  expect(outside.value.checks).toHaveLength(8)
  expect(outside.value.checks[0]).toMatchObject({ name: 'joins the arena', ok: true })
}, 240_000)

/** The template for HTTP at whatever port is free. */
async function listening(): Promise<{ url: string; child: ChildProcess }> {
  const file = join(written('http'), 'free-port.mjs')
  const told = ".listen(0, '127.0.0.1', function () { console.log(this.address().port) })"
  writeFileSync(file, TEMPLATES.http.files['agent.mjs'].replace(".listen(9000, '127.0.0.1')", told))
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: `http://127.0.0.1:${String(port).trim()}/act`, child }
}

const plainSocket = (whenClosed: string) => `
import WebSocket from 'ws'
function dial() {
  const socket = new WebSocket(process.env.PARLEY_URL.replace('http', 'ws') + '/ws/agents')
  const send = (message) => socket.send(JSON.stringify(message))
  socket.on('open', () => send({ type: 'join', protocol: 1, token: process.env.PARLEY_TOKEN }))
  socket.on('error', () => {})
  socket.on('close', () => ${whenClosed})
  socket.on('message', (line) => {
    const { type, match, turn, moves } = JSON.parse(line)
    if (type === 'ask') send({ type: 'act', match, turn, move: moves[0] })
  })
}
dial()
`

test('the check is green over socket.io, a plain WebSocket and signed POSTs', async () => {
  const plain = join(written('socket'), 'plain.mjs')
  writeFileSync(plain, plainSocket('setTimeout(dial, 50)'))
  const { url, child } = await listening()
  const checked = await Promise.all([
    parley('agent', 'check', url),
    parley('agent', 'check', '--run', `${process.execPath} ${written('socket')}/agent.mjs`),
    parley('agent', 'check', '--run', `${process.execPath} ${plain}`),
  ])
  child.kill()
  expect(checked.map(({ value }) => value.checks.filter(({ ok }) => !ok))).toEqual([[], [], []])
  expect(checked.map(({ value }) => value.checks.length)).toEqual([6, 8, 8])
}, 240_000)

test('the check is green on a language model by its settings and on a client of the Model Context Protocol', async () => {
  const first = ({ response_format: form }: Request) => form?.json_schema.schema.properties.move?.enum[0]
  const server = await modelServer((request) => JSON.stringify({ move: first(request) }))
  const model = join(written('llm'), 'model.json')
  writeFileSync(model, TEMPLATES.llm.files['model.json'].replace('http://localhost:8000/v1', server.url))
  const client = join(written('mcp'), 'agent.mjs')
  const here = ['--import', 'tsx', resolve('arena/cli/main.ts'), 'agent', 'mcp']
  const own = `command: ${JSON.stringify(process.execPath)}, args: ${JSON.stringify(here)}`
  writeFileSync(client, TEMPLATES.mcp.files['agent.mjs'].replace(/command: .*'mcp'\]/, own))
  const checked = await Promise.all([
    parley('agent', 'check', `llm:${model}`),
    parley('agent', 'check', '--wait', '60', '--run', `${process.execPath} ${client}`),
  ])
  await server.close()
  expect(checked.map(({ value }) => value.checks.filter(({ ok }) => !ok))).toEqual([[], []])
  expect(checked.map(({ value }) => value.checks.length)).toEqual([6, 8])
}, 240_000)

test('the check finds an agent that does not come back, and one that takes too long', async () => {
  const leaver = join(written('socket'), 'leaver.mjs')
  writeFileSync(leaver, plainSocket('setInterval(() => {}, 1000)'))
  const slow = join(written('module'), 'slow.js')
  writeFileSync(slow, 'export const act = () => new Promise(() => {})')
  const [left, late] = await Promise.all([
    parley('agent', 'check', '--turn', '5', '--run', `${process.execPath} ${leaver}`),
    parley('agent', 'check', '--turn', '0.05', `module:${slow}`),
  ])
  expect([left.code, late.code]).toEqual([1, 1])
  const faults = left.value.checks.filter(({ ok }) => !ok)
  expect(faults).toEqual([
    { name: expect.stringContaining('comes back'), ok: false, detail: expect.stringContaining('gone') },
  ])
  for (const { ok, detail } of late.value.checks) expect([ok, detail]).toEqual([false, expect.stringContaining('late')])
}, 240_000)

test('the check finds what is wrong with an agent that answers with rubbish, and says so by turn', async () => {
  const { code, value } = await parley('agent', 'check', 'babbler')
  expect(code).toBe(1)
  expect(value.checks.every(({ ok, detail }) => !ok && /turn \d+: (bad-answer|illegal-move)/.test(detail))).toBe(true)
}, 240_000)
