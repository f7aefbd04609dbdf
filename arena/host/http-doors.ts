/** What the HTTP side is made of, and how it reads a request. */
import type { Request } from 'express'
import type { Logger } from 'pino'
import { brief, ParleyError } from '../core/errors.ts'
import type { Event } from '../core/log.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { Boards } from './boards.ts'
import type { AgentSummary, CreditStrip, Health, Replay, ScenarioSummary } from './protocol.ts'
import type { Registry } from './registry.ts'
import type { Rooms } from './rooms.ts'
import type { Settings } from './settings.ts'
import type { Studio } from './studio.ts'
import type { Bearer, Tokens } from './tokens.ts'

export interface Doors {
  readonly rooms: Rooms
  readonly registry: Registry
  readonly boards: Boards
  readonly tokens: Tokens
  readonly settings: Settings
  readonly log: Logger
  /** Folder of the built pages. */
  readonly pages: string
  /** Whether a stranger may name this built-in agent, argument and all. */
  strangersMay(spec: string): boolean
  /** Anyone may start matches. */
  readonly openTable: boolean
  readonly demo: boolean
  readonly studio: Studio | null
  readonly version: string
  scenarios(): Promise<readonly ScenarioSummary[]>
  agents(): Promise<readonly AgentSummary[]>
  readonly credits: Credits
}

/** How credit is shared out over the turns of a finished match. */
export interface Credits {
  readonly methods: readonly { readonly id: string; readonly title: string }[]
  /** Throws `unknown-method`. */
  strip(scenario: Scenario, match: string, events: readonly Event[], method: string): CreditStrip
}

export type { Health, Replay }

/** Who asks; null for a request without a token. Throws `bad-token`. */
export async function bearerOf(request: Request, tokens: Tokens): Promise<Bearer | null> {
  const header = request.get('authorization')
  if (header === undefined) return null
  const bearer = await tokens.bearer(header.replace(/^Bearer\s+/i, ''))
  if (!bearer) throw new ParleyError('bad-token', 'the token is unknown or revoked')
  return bearer
}

/** A whole number from the query within bounds; `otherwise` when absent. */
export function whole(request: Request, name: string, bounds: { otherwise: number; most: number }): number {
  const came = request.query[name]
  if (came === undefined || came === '') return bounds.otherwise
  const value = Number(came)
  if (!Number.isSafeInteger(value) || value < 0 || value > bounds.most) {
    throw new ParleyError('bad-query', `${name} is a whole number up to ${bounds.most}, not "${brief(came)}"`)
  }
  return value
}

export function word(request: Request, name: string): string | undefined {
  const came = request.query[name]
  return typeof came === 'string' && came !== '' ? came.slice(0, 200) : undefined
}
