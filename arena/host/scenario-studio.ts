/** The studio over a folder of scenarios: files on disk are the truth, saving is atomic, and the text before is kept. */
import { copyFileSync, cpSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenAgent } from '../core/agent.ts'
import { ParleyError } from '../core/errors.ts'
import { Match } from '../core/match.ts'
import { playMatch } from '../core/play.ts'
import { stream } from '../core/rng.ts'
import { shareInterval } from '../ratings/interval.ts'
import { reviewDocument } from '../scenario/document.ts'
import { filesOf } from '../scenario/folder.ts'
import { openFiles, openScenario, type Scenario } from '../scenario/index.ts'
import { wander } from '../scenario/rehearse.ts'
import type { BalanceReport, CheckReport, Preview } from './protocol.ts'
import type { Studio } from './studio.ts'

export interface StudioPlace {
  readonly dir: string
  readonly openAgent: OpenAgent
  /** Agents by seat that test a scenario. */
  testers(scenario: Scenario): readonly string[]
  /** Called once a scenario was saved or made. */
  changed(id: string): void
}

const FILE = 'scenario.json'

export function scenarioStudio(place: StudioPlace): Studio {
  const folder = (id: string) => join(place.dir, id)
  const files = (id: string, text?: string): ReadonlyMap<string, string> => {
    const found = new Map(filesOf(existing(folder(id), id)))
    if (text !== undefined) found.set(FILE, text)
    return found
  }
  const check = async (id: string, text: string): Promise<CheckReport> => ({
    faults: reviewDocument(files(id, text)).faults.map(({ severity, ...fault }) => ({
      ...fault,
      ...(severity && { severity }),
    })),
  })
  return {
    document: async (id) => files(id).get(FILE)!,
    check,
    async save(id, text) {
      const report = await check(id, text)
      if (report.faults.some(({ severity }) => severity !== 'warning')) return { ...report, saved: false }
      write(folder(id), text)
      place.changed(id)
      return { ...report, saved: true }
    },
    preview: async (id, { seat, stage = 0, text }) => preview(openFiles(id, files(id, text)), seat, stage),
    balance: async (id, { matches, text }) => await balance(openFiles(id, files(id, text)), matches, place),
    async create(id, from) {
      if (existsSync(folder(id))) throw new ParleyError('name-taken', `there is a scenario "${id}" already`)
      await create(place, id, from)
      place.changed(id)
    },
  }
}

function existing(folder: string, id: string): string {
  if (existsSync(join(folder, FILE))) return folder
  throw new ParleyError('unknown-scenario', `there is no scenario "${id}" to edit`)
}

/** Whole or not at all; the text before stays beside it. */
function write(folder: string, text: string): void {
  const path = join(folder, FILE)
  const draft = join(folder, `.${FILE}.${process.pid}.draft`)
  writeFileSync(draft, text, { flush: true })
  if (existsSync(path)) copyFileSync(path, join(folder, `${FILE}.before`))
  renameSync(draft, path)
}

async function create({ dir }: StudioPlace, id: string, from: string): Promise<void> {
  if (from.startsWith('mystery:')) {
    const { document } = await openScenario(from)
    mkdirSync(join(dir, id), { recursive: true })
    write(join(dir, id), `${JSON.stringify({ ...Object(document), id }, null, 2)}\n`)
    return
  }
  if (!/^[a-z0-9][a-z0-9-]*$/.test(from)) throw new ParleyError('unknown-scenario', `"${from}" is no scenario's id`)
  const source = existing(join(dir, from), from)
  cpSync(source, join(dir, id), { recursive: true })
  const document = JSON.parse(filesOf(source).get(FILE)!) as object
  write(join(dir, id), `${JSON.stringify({ ...document, id }, null, 2)}\n`)
}

/** What a seat is sent at its first ask of a stage, after random play. Throws `no-seat` when it is never asked there. */
function preview(scenario: Scenario, seat: number, stage: number): Preview {
  for (const { state, choices } of wander(scenario, stream(1, 'preview'))) {
    const choice = choices.find((one) => one.seat === seat)
    if (!choice) continue
    const view = scenario.game.view(state, seat)
    if (stageOf(view) >= stage) return { seat, view, prompt: scenario.prompt(view, seat, choice) }
  }
  throw new ParleyError('no-seat', `${scenario.id}: seat ${seat} is not asked for a move in stage ${stage}`)
}

const stageOf = (view: unknown): number => Number(Object(Object(view).record).stage ?? 0)

async function balance(
  scenario: Scenario,
  matches: number,
  { openAgent, testers }: StudioPlace,
): Promise<BalanceReport> {
  const { game } = scenario
  const specs = testers(scenario)
  const wins = new Map<string, number>()
  for (let seed = 1; seed <= matches; seed++) {
    const open = specs.map(async (spec, seat) => await openAgent(spec, { game, random: stream(seed, 'seat', seat) }))
    const agents = await Promise.all(open)
    const seats = agents.map(({ name }) => ({ agent: name }))
    let outcome: readonly number[] = []
    const match = Match.open({
      game,
      match: `test-${seed}`,
      seed,
      seats,
      record: (event) => {
        if (event.type === 'ended') outcome = event.outcome
      },
    })
    await playMatch(match, agents)
    for (const faction of winners(scenario, outcome)) wins.set(faction, (wins.get(faction) ?? 0) + 1)
    await new Promise((done) => setImmediate(done)) // others play here too
  }
  const factions = [...new Set(game.seats.map(({ faction }) => faction))]
  const rates = factions.map((faction) => {
    const won = wins.get(faction) ?? 0
    return [faction, { rate: won / matches, ci95: shareInterval(won, matches).ci95 }] as const
  })
  return { matches, rates: Object.fromEntries(rates) }
}

const winners = ({ game }: Scenario, outcome: readonly number[]): Set<string> =>
  new Set(game.seats.flatMap(({ faction }, seat) => (outcome[seat]! > 0 ? [faction] : [])))
