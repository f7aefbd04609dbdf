/** The first agent of every kind: small, whole, and green under `parley agent check`. */

interface Template {
  readonly files: Readonly<Record<string, string>>
  /** The command that checks it; FOLDER stands for where it was written. */
  readonly check: string
}

const MODULE = `/** Plays the first move it is offered. \`view\` is all the seat knows; \`prompt\` is the same in words. */
export const name = 'my-agent'

export function act({ moves, view, prompt, speech }) {
  return { move: moves[0] }
}
`

const SANDBOX = `/** Runs without files, network or clock. Global variables last for the match. */
function act({ moves, view, prompt, speech }) {
  return { move: moves[0] }
}
`

const STDIO = `"""Reads one JSON line an ask, writes one JSON line an answer."""
import json
import sys

for line in sys.stdin:
    ask = json.loads(line)
    if ask["type"] == "survey":
        about = ask["about"]
        seats = max(about + [ask["seat"]]) + 1
        suspects = [1 / len(about) if seat in about else 0 for seat in range(seats)]
        answer = {"beliefs": {"suspects": suspects}}
    else:
        answer = {"move": ask["moves"][0]}
    print(json.dumps({"match": ask["match"], "turn": ask["turn"], "seat": ask["seat"], **answer}), flush=True)
`

const HTTP = `/** Answers the arena's POSTs. Check the header x-parley-signature where the address is open to others. */
import { createServer } from 'node:http'

createServer(async (request, response) => {
  let body = ''
  for await (const piece of request) body += piece
  const ask = JSON.parse(body)
  const about = ask.about ?? []
  const suspects = Array.from({ length: Math.max(ask.seat, ...about) + 1 }, (_, seat) => (about.includes(seat) ? 1 : 0))
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(ask.type === 'survey' ? { beliefs: { suspects } } : { move: ask.moves[0] }))
}).listen(9000, '127.0.0.1')
`

const PYTHON = `"""Joins an arena over a socket. pip install parley-client"""
import os

from parley_client import Ask, play


def act(ask: Ask) -> str:
    return ask.moves[0]


play(os.environ["PARLEY_URL"], os.environ["PARLEY_TOKEN"], act)
`

const SOCKET = `/** Joins an arena over socket.io. npm install socket.io-client */
import { io } from 'socket.io-client'

const auth = { protocol: 1, token: process.env.PARLEY_TOKEN }
const socket = io(\`\${process.env.PARLEY_URL}/agents\`, { auth, transports: ['websocket'] })

socket.on('ask', ({ match, turn, moves }) => socket.emit('act', { match, turn, move: moves[0] }))
socket.on('refused', ({ message }) => console.error(message))
socket.on('connect_error', ({ message }) => console.error(message))
`

const WEBSOCKET = `"""Joins an arena over a plain WebSocket. pip install websockets"""
import asyncio
import json
import os

import websockets


async def main() -> None:
    url = os.environ["PARLEY_URL"].replace("http", "ws", 1) + "/ws/agents"
    async for socket in websockets.connect(url):  # dials again, and joins again, whenever the link has dropped
        try:
            await socket.send(json.dumps({"type": "join", "protocol": 1, "token": os.environ["PARLEY_TOKEN"]}))
            async for line in socket:
                ask = json.loads(line)
                if ask["type"] == "ask":
                    act = {"type": "act", "match": ask["match"], "turn": ask["turn"], "move": ask["moves"][0]}
                    await socket.send(json.dumps(act))
        except websockets.ConnectionClosed:
            pass


asyncio.run(main())
`

const POLL = `#!/usr/bin/env node
/** Joins an arena with nothing but HTTP requests. */
const url = \`\${process.env.PARLEY_URL}/api/agent\`
const headers = { authorization: \`Bearer \${process.env.PARLEY_TOKEN}\`, 'content-type': 'application/json' }
const get = async (path) => await (await fetch(\`\${url}/\${path}\`, { headers })).json()
const post = async (path, body) => await (await fetch(\`\${url}/\${path}\`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
const pause = () => new Promise((done) => setTimeout(done, 1000))

for (;;) {
  try {
    const { messages = [], error } = await get('next?wait=20')
    if (error && (await post('join', {})).error) await pause() // else joined: for the first time, or again
    for (const { type, match, turn, moves } of messages) {
      if (type === 'ask') await post('act', { match, turn, move: moves[0] })
    }
  } catch {
    await pause() // the arena is away
  }
}
`

const MODEL = `{
  "model": "qwen3",
  "baseURL": "http://localhost:8000/v1",
  "temperature": 0.7,
  "contextTokens": 8192,
  "structured": true,
  "budget": { "matchTokens": 100000 }
}
`

const MCP = `/** A client of the Model Context Protocol. npm install @modelcontextprotocol/client; a model would choose by what "look" says. */
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const server = { command: 'npx', args: ['parley', 'agent', 'mcp'], env: process.env, stderr: 'inherit' }
const client = new Client({ name: 'my-agent', version: '1' })
await client.connect(new StdioClientTransport(server))

for (;;) {
  const { structuredContent } = await client.callTool({ name: 'look', arguments: {} })
  const { turn } = structuredContent
  if (turn) await client.callTool({ name: 'move', arguments: { move: turn.moves[0] } })
}
`

export const TEMPLATES = {
  module: {
    files: { 'index.js': MODULE, 'package.json': '{ "type": "module" }\n' },
    check: 'parley agent check module:./FOLDER',
  },
  sandbox: { files: { 'agent.js': SANDBOX }, check: 'parley agent check sandbox:./FOLDER/agent.js' },
  stdio: { files: { 'agent.py': STDIO }, check: 'parley agent check stdio:"python3 FOLDER/agent.py"' },
  http: { files: { 'agent.mjs': HTTP }, check: 'node FOLDER/agent.mjs & parley agent check http://127.0.0.1:9000/act' },
  python: { files: { 'agent.py': PYTHON }, check: 'parley agent check --run "python3 FOLDER/agent.py"' },
  socket: { files: { 'agent.mjs': SOCKET }, check: 'parley agent check --run "node FOLDER/agent.mjs"' },
  websocket: { files: { 'agent.py': WEBSOCKET }, check: 'parley agent check --run "python3 FOLDER/agent.py"' },
  llm: { files: { 'model.json': MODEL }, check: 'parley agent check llm:./FOLDER/model.json' },
  mcp: { files: { 'agent.mjs': MCP }, check: 'parley agent check --run "node FOLDER/agent.mjs"' },
  poll: { files: { 'agent.mjs': POLL }, check: 'parley agent check --run "node FOLDER/agent.mjs"' },
} as const satisfies Readonly<Record<string, Template>>

export type AgentKind = keyof typeof TEMPLATES
