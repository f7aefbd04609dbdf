/** Training runs as the pages show them, read from what the learner writes: a folder a run, a line a step, a folder a version. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { MeasuredFigure, MeasuredVersion, TrainedVersion, TrainingRun } from './protocol.ts'

/** A run that wrote nothing for so long, and isn't done, was interrupted. */
const STALE_MS = 120_000
/** Points a curve is thinned to. */
const POINTS = 500
const NOT_CURVES = new Set(['step', 'steps', 'round', 'seconds', 'secondsLeft'])

type Line = Record<string, unknown>

export interface TrainingBoard {
  runs(): readonly TrainingRun[]
  run(id: string): TrainingRun | null
}

/** `dir`: the folder of the runs, as `parley train --out` fills it. Runs are read again when their files changed. */
export function trainingBoard(dir: string): TrainingBoard {
  const known = new Map<string, { at: number; run: TrainingRun }>()
  const run = (id: string): TrainingRun | null => {
    const path = join(dir, id, 'progress.jsonl')
    if (!/^[\w.@-]+$/.test(id) || !existsSync(path)) return null
    const at = Math.max(...[path, join(dir, id, 'current'), join(dir, id, 'measures')].map(changed))
    const cached = known.get(id)
    if (cached?.at === at && (cached.run.state === 'over' || Date.now() - at < STALE_MS)) return cached.run
    const fresh = readRun(dir, id, at)
    known.set(id, { at, run: fresh })
    return fresh
  }
  return {
    run,
    runs: () => (existsSync(dir) ? readdirSync(dir).flatMap((id) => run(id) ?? []) : []),
  }
}

/** Epoch milliseconds of a file's last change; 0 while there is none. A version is published after the last line of progress. */
const changed = (path: string): number => (existsSync(path) ? statSync(path).mtimeMs : 0)

/** Several folders as one; of two runs with one id the earlier folder's is shown. */
export function trainingBoards(dirs: readonly string[]): TrainingBoard {
  const boards = dirs.map(trainingBoard)
  return {
    run: (id) => boards.map((board) => board.run(id)).find((run) => run !== null) ?? null,
    runs: () =>
      [
        ...new Map(
          boards
            .flatMap((board) => board.runs())
            .reverse()
            .map((run) => [run.id, run]),
        ).values(),
      ].reverse(),
  }
}

function readRun(dir: string, id: string, at: number): TrainingRun {
  const lines = linesOf(join(dir, id, 'progress.jsonl'))
  const last = lines.at(-1) ?? {}
  const current = currentOf(join(dir, id))
  const versions = versionsOf(join(dir, id), current)
  const newest = Object(versions.at(-1)?.manifest) as Line
  const running = Object(json(join(dir, id, 'running', 'manifest.json'))) as Line
  const manifest: Line = { ...newest, ...running }
  const step = number(last['step'])
  const steps = number(last['steps'])
  const state = step >= steps && steps > 0 ? 'over' : Date.now() - at < STALE_MS ? 'running' : 'interrupted'
  const scenarios = Array.isArray(manifest['scenarios']) ? manifest['scenarios'].join(', ') : id
  return {
    id,
    scenario: scenarios,
    method: text(manifest['method']),
    device: text(last['device'] ?? manifest['device'] ?? 'cpu'),
    state,
    version: current,
    step,
    steps,
    ...(state === 'running' && { secondsLeft: number(last['secondsLeft']) }),
    curves: curvesOf(lines),
    versions: versions.map(({ version }) => version),
    ...measuresOf(join(dir, id)),
  }
}

function linesOf(path: string): Line[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const value = parsed(line)
      return typeof value === 'object' && value !== null ? [value as Line] : []
    })
}

/** Every number of every line by its name; `winRate: { culprit: 0.4 }` is the curve `winRate:culprit`. */
function curvesOf(lines: readonly Line[]): TrainingRun['curves'] {
  const curves = new Map<string, (readonly [number, number])[]>()
  const add = (name: string, step: number, value: unknown) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return
    const curve = curves.get(name) ?? []
    curve.push([step, value])
    curves.set(name, curve)
  }
  for (const line of lines) {
    const step = number(line['step'])
    for (const [name, value] of Object.entries(line)) {
      if (NOT_CURVES.has(name)) continue
      if (typeof value === 'object' && value !== null) {
        for (const [part, one] of Object.entries(value)) add(`${name}:${part}`, step, one)
      } else add(name, step, value)
    }
  }
  return Object.fromEntries([...curves].map(([name, curve]) => [name, thinned(curve)]))
}

function thinned<T>(points: readonly T[]): readonly T[] {
  const every = Math.ceil(points.length / POINTS)
  return every <= 1 ? points : points.filter((_, index) => index % every === 0 || index === points.length - 1)
}

/** The version in use. */
const currentOf = (dir: string): number => number(json(join(dir, 'current')))

/** `versions/7/manifest.json`; the gate's verdict is in its evaluation. */
function versionsOf(dir: string, current: number): { version: TrainedVersion; manifest: Line }[] {
  const folder = join(dir, 'versions')
  return (existsSync(folder) ? readdirSync(folder) : [])
    .flatMap((name) => {
      const manifest = json(join(folder, name, 'manifest.json')) as Line | undefined
      return manifest ? [{ version: versionOf(manifest, current), manifest }] : []
    })
    .sort((a, b) => a.version.version - b.version.version)
}

function versionOf(manifest: Line, current: number): TrainedVersion {
  const version = number(manifest['version'])
  const evaluation = Object(manifest['evaluation']) as Line
  const gate = Object(evaluation['gate']) as Line
  const passed = typeof gate['passed'] === 'boolean' ? gate['passed'] : version <= current
  const parent = manifest['parent']
  const [gain] = figureOf(['gain', evaluation['gain']])
  return {
    version,
    parent: typeof parent === 'number' ? parent : null,
    passed,
    reason: text(gate['reason'] ?? ''),
    ...(gain && { gain: gain[1] }),
  }
}

/** `measures/7.json`, as `parley evaluate --measures` leaves them. */
function measuresOf(dir: string): Pick<TrainingRun, 'measures'> {
  const folder = join(dir, 'measures')
  const measures = (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => /^\d+\.json$/.test(name))
    .flatMap((name) => measuredIn(Object(json(join(folder, name))) as Line))
    .sort((a, b) => a.version - b.version)
  return measures.length === 0 ? {} : { measures }
}

function measuredIn(one: Line): MeasuredVersion[] {
  const factions = Object.entries(Object(one['factions']) as Line).map(([faction, figures]) => [
    faction,
    Object.fromEntries(Object.entries(Object(figures) as Line).flatMap(figureOf)),
  ])
  if (factions.length === 0) return []
  const { version, scenario, against, matches } = one
  return [
    {
      version: number(version),
      scenario: text(scenario),
      against: text(against),
      matches: number(matches),
      factions: Object.fromEntries(factions),
    },
  ]
}

function figureOf([name, figure]: [string, unknown]): [string, MeasuredFigure][] {
  const { mean, ci95 } = Object(figure) as Line
  if (typeof mean !== 'number' || !Array.isArray(ci95)) return []
  return [[name, { mean, ci95: [number(ci95[0]), number(ci95[1])] }]]
}

function json(path: string): unknown {
  return existsSync(path) ? parsed(readFileSync(path, 'utf8')) : undefined
}

/** A line being written just now is not there yet. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch {
    return undefined
  }
}

const number = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
