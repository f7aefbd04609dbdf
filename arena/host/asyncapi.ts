/** The sockets as an AsyncAPI document, made of the schemas that check them. */
import { SCHEMAS } from './schemas.ts'
import { SERVER_SCHEMAS } from './server-schemas.ts'

interface Channel {
  readonly address: string
  readonly description: string
  /** What the client sends, by name of the message and of its schema. */
  readonly client: Readonly<Record<string, keyof typeof SCHEMAS>>
  readonly server: readonly (keyof typeof SERVER_SCHEMAS)[]
}

const AGENTS = {
  client: { act: 'act', beliefs: 'beliefs' },
  server: ['welcome', 'ask', 'reply', 'refused', 'survey', 'over', 'closed'],
} as const

const CHANNELS: Readonly<Record<string, Channel>> = {
  agents: {
    address: '/agents',
    description:
      'socket.io namespace; the handshake `auth` is the join message; `reply` is the acknowledgement of act and beliefs',
    ...AGENTS,
  },
  agentsByWebSocket: {
    address: '/ws/agents',
    description: 'plain WebSocket: each message is a line of JSON with its name as `type`; the first is join',
    client: { join: 'join', ...AGENTS.client },
    server: AGENTS.server,
  },
  watch: {
    address: '/watch',
    description: 'socket.io namespace for spectators; the handshake `auth` may hold a token',
    client: { watch: 'watch', unwatch: 'unwatch', lobby: 'lobby' },
    server: ['frames', 'match', 'beat', 'refused'],
  },
}

export function asyncapi(version: string): object {
  return {
    asyncapi: '3.0.0',
    info: { title: 'Parley', version, description: 'Agents and spectators of a Parley arena. See docs/protocol.md.' },
    channels: Object.fromEntries(Object.entries(CHANNELS).map(([id, channel]) => [id, channelOf(channel)])),
    operations: Object.fromEntries(Object.entries(CHANNELS).flatMap(([id, channel]) => operationsOf(id, channel))),
    components: {
      messages: messages(),
      schemas: { ...prefixed('client', SCHEMAS), ...prefixed('server', SERVER_SCHEMAS) },
    },
  }
}

const messageRef = (side: 'client' | 'server', name: string) => ({ $ref: `#/components/messages/${side}-${name}` })

function channelOf({ address, description, client, server }: Channel): object {
  const sent = Object.values(client).map((name) => [`client-${name}`, messageRef('client', name)] as const)
  const received = server.map((name) => [`server-${name}`, messageRef('server', name)] as const)
  return { address, description, messages: Object.fromEntries([...sent, ...received]) }
}

/** Seen from the arena: what clients send it receives. */
function operationsOf(id: string, { client, server }: Channel): [string, object][] {
  const channel = { $ref: `#/channels/${id}` }
  const list = (side: 'client' | 'server', names: readonly string[]) =>
    names.map((name) => ({ $ref: `#/channels/${id}/messages/${side}-${name}` }))
  return [
    [`${id}-receive`, { action: 'receive', channel, messages: list('client', Object.values(client)) }],
    [`${id}-send`, { action: 'send', channel, messages: list('server', server) }],
  ]
}

function messages(): object {
  const of = (side: 'client' | 'server', schemas: object) =>
    Object.keys(schemas).map((name) => [
      `${side}-${name}`,
      { name, contentType: 'application/json', payload: { $ref: `#/components/schemas/${side}-${name}` } },
    ])
  return Object.fromEntries([...of('client', SCHEMAS), ...of('server', SERVER_SCHEMAS)])
}

const prefixed = (side: string, schemas: object) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [`${side}-${name}`, schema]))
