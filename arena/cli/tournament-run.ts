/** Runs one tournament for the command line: progress on stderr, Ctrl-C pauses, results and figures in a folder. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openAgent } from '../../plugins/index.ts'
import { workerName } from '../host/jobs-sql.ts'
import { ShownMatches } from '../host/shown-matches.ts'
import { publishTournament } from '../host/tournament-board.ts'
import type { OpenPlace } from '../host/tournament-open.ts'
import type { StopReason } from '../host/tournament-play.ts'
import { progressOf, resultsOf, type TournamentResults } from '../host/tournament-results.ts'
import { type Elapsed, type RunEnd, runTournament } from '../host/tournament-run.ts'
import { TournamentView } from '../host/tournament-state.ts'
import type { TournamentRecord } from '../host/tournament-store.ts'
import { openScenario } from '../scenario/index.ts'
import type { Scenario } from '../scenario/scenario.ts'
import { type CommonOptions, remark } from './command.ts'
import { figuresOf } from './figures.ts'
import { crossCsv, rolesCsv, tableCsv } from './tournament-text.ts'

export const RESAMPLES = 1000

export interface Running {
  readonly place: OpenPlace
  readonly options: CommonOptions
  /** The command that plays the same tournament anew, and the one that goes on with this one. */
  readonly command: string
  readonly resume: string
  /** False leaves the playing to workers elsewhere. */
  readonly plays: boolean
}

/** Scenarios are opened once, however many matches they see. */
export function scenarioCache(): (name: string) => Promise<Scenario> {
  const known = new Map<string, Promise<Scenario>>()
  return (name) => {
    const opened = known.get(name) ?? openScenario(name)
    known.set(name, opened)
    return opened
  }
}

export async function runHere(id: string, running: Running): Promise<TournamentResults> {
  const { place, options, command, resume } = running
  const stop = new AbortController()
  const pause = () => {
    remark(options, '\npausing: matches under way are given up, their logs kept')
    stop.abort('paused' satisfies StopReason)
  }
  process.once('SIGINT', pause)
  process.once('SIGTERM', pause)
  const name = workerName()
  const failed = (error: unknown) => remark(options, `spectators miss something: ${String(error)}`)
  const shows = new ShownMatches(place.arena, { node: name, failed })
  try {
    const deps = { ...place, shows, openAgent, openScenario: scenarioCache() }
    const end = await runTournament(id, deps, {
      stop: stop.signal,
      worker: running.plays ? name : null,
      progress: teller(id, running),
    })
    if (end.state === 'paused') remark(options, `paused (${end.reason}); go on with: ${resume}`)
    const results = await finalResults(end, running)
    await publishTournament(place.arena, progressOf(results, end.view.plan))
    return { ...results, command }
  } finally {
    await shows.close().catch(failed)
    process.off('SIGINT', pause)
    process.off('SIGTERM', pause)
  }
}

async function finalResults({ view, state, reason }: Pick<RunEnd, 'view' | 'state' | 'reason'>, running: Running) {
  const partials = await running.place.store.partials(view.plan.id)
  return resultsOf({ view, state, reason, partials, command: running.command, resamples: RESAMPLES })
}

/** Results of a tournament as it stands in the store. */
export async function resultsNow(
  { plan, state, reason }: TournamentRecord,
  running: Running,
): Promise<TournamentResults> {
  const view = await TournamentView.read(plan, running.place.store, scenarioCache())
  return await finalResults({ view, state, reason }, running)
}

/** A table is fitted again at most after this many times as long as the last fit took, so that it stays in the noise. */
const PATIENCE = 50

function teller(id: string, { place, options, command }: Running): (view: TournamentView, elapsed: Elapsed) => void {
  let [next, shown] = [0, 0]
  let table = ''
  return (view, elapsed) => {
    const at = performance.now()
    if (at >= next) {
      const now = { view, state: 'running', reason: '', partials: [], command, resamples: 0 } as const
      const results = resultsOf({ ...now, wholeBlocks: true })
      table = results.ratings
        .map(({ agent, rating }) => `${agent} ${rating === null ? '-' : rating.toFixed(0)}`)
        .join('  ')
      publishTournament(place.arena, progressOf(results, view.plan, elapsed)).catch((error: unknown) =>
        remark(options, `tournament ${id}: progress was not published: ${String(error)}`),
      )
      next = at + Math.max(1000, PATIENCE * (performance.now() - at))
    }
    const text = progressLine(view, elapsed, table)
    if (options.quiet) return
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text.slice(0, (process.stderr.columns ?? 120) - 1)}`)
    else if (at - shown > 5000) {
      shown = at
      process.stderr.write(`${text}\n`)
    }
  }
}

export function progressLine(
  { done, planned }: { done: number; planned: number },
  elapsed: Elapsed,
  table: string,
): string {
  const rate = elapsed.seconds > 0 ? elapsed.matches / elapsed.seconds : 0
  const left = rate > 0 ? `${((planned - done) / rate).toFixed(0)} s left` : 'starting'
  return `${done}/${planned} matches  ${rate.toFixed(rate < 10 ? 1 : 0)}/s  ${left}  ${table}`
}

/** Writes results.json, the CSV tables and the figures. Returns the files. */
export function writeResults(results: TournamentResults, folder: string): string[] {
  const files: Record<string, string> = {
    'results.json': `${JSON.stringify(results, null, 2)}\n`,
    'table.csv': tableCsv(results),
    'cross-table.csv': crossCsv(results),
    'roles.csv': rolesCsv(results),
    ...figuresOf(results),
  }
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return Object.keys(files).map((name) => join(folder, name))
}
