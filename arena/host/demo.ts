/** Something to watch at any time: built-in agents, and whoever has joined, play for ever at a pace people can follow. */
import { pick, stream } from '../core/rng.ts'
import type { Scenario } from '../scenario/scenario.ts'
import { newMatchId, newSeed } from './http-starting.ts'
import type { Rooms } from './rooms.ts'
import { isPerson } from './seat-agents.ts'
import type { Session } from './sessions.ts'

export interface DemoTable {
  /** The scenario of the n-th match at this table. */
  scenario(n: number): string
  /** Built-in agents by seat. */
  agents(scenario: Scenario, n: number): readonly string[]
  readonly pace: number
}

export interface Demo {
  stop(): void
}

/** Breath between two matches at a table, in milliseconds. */
const PAUSE = 4_000

export function runDemo(rooms: Rooms, tables: readonly DemoTable[], failed: (error: unknown) => void): Demo {
  let stopped = false
  const next = (table: DemoTable, n: number) => {
    if (stopped) return
    start(rooms, table, n)
      .then((id) => rooms.whenOver(id, () => setTimeout(next, PAUSE, table, n + 1).unref()))
      .catch((error: unknown) => {
        failed(error)
        setTimeout(next, PAUSE * 5, table, n + 1).unref()
      })
  }
  for (const table of tables) next(table, 0)
  return {
    stop() {
      stopped = true
    },
  }
}

async function start(rooms: Rooms, table: DemoTable, n: number): Promise<string> {
  const name = table.scenario(n)
  const scenario = await rooms.options.openScenario(name)
  const random = stream(newSeed(), 'demo')
  const guests = rooms.options.sessions.all().filter((session) => free(session, scenario.kind))
  const agents = [...table.agents(scenario, n)]
  if (guests.length > 0) agents[Math.floor(random() * agents.length)] = pick(guests, random()).name
  const open = agents.every((spec) => rooms.options.isBuiltIn(spec))
  const spec = {
    id: newMatchId(),
    scenario: name,
    seed: newSeed(),
    agents,
    survey: 'every',
    open,
    pace: table.pace,
  } as const
  return (await rooms.start(spec)).id
}

const free = (session: Session, kind: string) =>
  session.here &&
  !isPerson(session.name) &&
  session.matches.size < session.concurrency &&
  (session.kinds?.includes(kind) ?? true)
