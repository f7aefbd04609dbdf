/**
 * `parley bench redteam`: honest matches, with and without all of the red team at work in the same arena: at tables of
 * its own, at tables with honest agents, and at the door. The honest matches' logs must be the same.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import pino from 'pino'
import { redteam } from '../../plugins/redteam/index.ts'
import { wireAttacks } from '../../plugins/redteam/wire.ts'
import { type Arena, startArena } from '../../server.ts'
import type { Event } from '../core/log.ts'
import { newMatchId } from '../host/http-starting.ts'
import { resultsOf } from '../host/room.ts'
import type { MatchSpec } from '../host/store.ts'
import type { Bench } from './bench.ts'
import { Failed } from './command.ts'
import { Gate, joinBoth } from './disturb/agents.ts'

const SCENARIOS = ['kuhn-poker', 'connect-four', 'mystery:simple:1']

export interface RedteamReport {
  /** Honest matches, and those of them whose logs are the same with the red team about. */
  readonly honest: number
  readonly identical: number
  /** Matches the red team sat in; all of them have ended. */
  readonly red: number
  /** By attacker: seats of others at its tables that were found at fault. */
  readonly harmed: Readonly<Record<string, number>>
  /** By attacker: what it was found at fault for. */
  readonly faults: Readonly<Record<string, Readonly<Record<string, number>>>>
}

export async function redteamCheck(): Promise<RedteamReport> {
  const alone = await inArena(async (arena) => await honestLogs(arena))
  return await inArena(async (arena) => {
    const attacks: (() => void)[] = []
    const specs: { readonly who: string; readonly spec: MatchSpec }[] = []
    for (const { id } of redteam) {
      const attack = wireAttacks[id]
      if (attack) attacks.push(attack({ url: arena.url, token: await arena.tokens.make(`sent ${id}`, ['play'], 0) }))
      for (const scenario of SCENARIOS)
        specs.push({ who: id, spec: await table(arena, scenario, [attack ? `sent ${id}` : id]) })
    }
    const red = Promise.all(specs.map(async ({ who, spec }) => ({ who, events: await played(arena, spec) })))
    const logs = await honestLogs(arena)
    const ended = await red
    for (const end of attacks) end()
    const identical = logs.filter((log, index) => isDeepStrictEqual(log, alone[index])).length
    return { honest: logs.length, identical, red: ended.length, ...accounts(ended) }
  })
}

function accounts(ended: readonly { readonly who: string; readonly events: readonly Event[] }[]) {
  const harmed: Record<string, number> = {}
  const faults: Record<string, Record<string, number>> = {}
  for (const { who, events } of ended) {
    for (const { seat, faults: found } of resultsOf(events)) {
      for (const [fault, times] of Object.entries(found)) {
        if (seat > 0) harmed[who] = (harmed[who] ?? 0) + times
        else faults[who] = { ...faults[who], [fault]: (faults[who]?.[fault] ?? 0) + times }
      }
    }
  }
  return { harmed, faults }
}

async function inArena<T>(use: (arena: Arena) => Promise<T>): Promise<T> {
  const data = mkdtempSync(join(tmpdir(), 'parley-redteam-'))
  const settings = { agentMs: 50, requestsPerMinute: 1e6 }
  const arena = await startArena({ port: 0, data, settings, log: pino({ level: 'silent' }) })
  try {
    return await use(arena)
  } finally {
    await arena.close()
    rmSync(data, { recursive: true, force: true })
  }
}

/** Two agents over two wires, built-in ones beside them; without the match's name, which no two runs share. */
async function honestLogs(arena: Arena): Promise<readonly (readonly Event[])[]> {
  const make = async (name: string) => await arena.tokens.make(name, ['play'], 0)
  const tokens = { client: await make('client'), plain: await make('plain') }
  const leave = await joinBoth({ url: arena.url, tokens }, new Gate('open'))
  const specs = []
  for (const scenario of SCENARIOS) {
    specs.push(await table(arena, scenario, ['client', 'plain']), await table(arena, scenario, []))
  }
  const logs = await Promise.all(specs.map(async (spec) => await played(arena, spec)))
  leave()
  return logs.map((events) => events.map((event) => (event.type === 'opened' ? { ...event, match: '' } : event)))
}

async function table(arena: Arena, scenario: string, first: readonly string[]): Promise<MatchSpec> {
  const { game } = await arena.rooms.options.openScenario(scenario)
  const other = game.kind === 'murder-mystery' ? 'detective' : 'random'
  const agents = game.seats.map((_, seat) => first[seat] ?? other)
  return { id: newMatchId(), scenario, seed: 5, agents, survey: 'round', open: false, pace: 0 }
}

async function played(arena: Arena, spec: MatchSpec): Promise<readonly Event[]> {
  await arena.rooms.start(spec)
  await new Promise<void>((done) => arena.rooms.whenOver(spec.id, done))
  return (await arena.rooms.told(spec.id))!.events
}

export const benchRedteam: Bench = async () => {
  const { honest, identical, red, harmed } = await redteamCheck()
  const hurt = Object.values(harmed).reduce((sum, times) => sum + times, 0)
  if (identical < honest || hurt > 0)
    throw new Failed(`${honest - identical} honest logs differ, ${hurt} faults of others at its tables`)
  return {
    [`honest matches beside ${red} of the red team`]: {
      value: identical,
      unit: 'logs as without it',
      baseline: honest,
      ratio: identical / honest,
    },
  }
}
