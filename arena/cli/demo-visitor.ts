/** The demo's guest: a process of its own that plays over a real socket, told where and by which token on its command line. */
import { io } from 'socket.io-client'
import { detective } from '../../plugins/detective/index.ts'
import { random as anyone } from '../../plugins/random/index.ts'
import type { Agent, Ask } from '../core/agent.ts'
import { seeded } from '../core/rng.ts'
import { type AskMessage, PROTOCOL } from '../host/protocol.ts'

const [url = '', token = ''] = process.argv.slice(2)
const random = seeded(process.pid)
const sleuth: Agent = await detective.make({ random, argument: '' })
const gambler: Agent = await anyone.make({ random, argument: '' })

const auth = { protocol: PROTOCOL, token, agent: { name: 'visitor', version: '1' }, concurrency: 8, surveys: true }
const socket = io(`${url}/agents`, { auth, transports: ['websocket'] })

socket.on('ask', (ask: AskMessage) => {
  const agent = ask.kind === 'murder-mystery' ? sleuth : gambler
  Promise.resolve(agent.act(ask as Ask))
    .then((answer) => socket.emit('act', { match: ask.match, turn: ask.turn, ...answer }, () => {}))
    .catch((error: unknown) => process.stderr.write(`visitor: ${String(error)}\n`))
})
socket.on('connect_error', (error) => process.stderr.write(`visitor: ${error.message}\n`))
process.on('disconnect', () => process.exit(0))
