/** One turn of the whole loop on a running arena: play, log, credit, train, swap, compare. Told line by line. */
import { join } from 'node:path'
import type { Arena } from '../../server.ts'
import { type Event, headerOf } from '../core/log.ts'
import { stream } from '../core/rng.ts'
import { turnsOf } from '../core/turn.ts'
import { newMatchId } from '../host/http-starting.ts'
import { readLogFile } from '../host/log-file.ts'
import { meanInterval, shareInterval } from '../ratings/interval.ts'
import { CREDIT_DEFAULTS, creditsOfMatch } from '../rewards/methods.ts'
import { isHeldOut } from '../scenario/generate.ts'
import { openScenario } from '../scenario/index.ts'
import { currentVersion } from '../train/checkpoint.ts'
import { progressLine } from '../train/progress.ts'
import { trainPolicy } from './train-policy.ts'

export interface Lesson {
  readonly arena: Arena
  /** The store's folder; the policy's versions live in `runs/demo` below it. */
  readonly data: string
  /** Name of a remote agent that sits in, if one has joined. */
  readonly visitor: string | null
  readonly steps: number
  readonly seed: number
  readonly signal: AbortSignal
  tell(line: string): void
}

export interface Compared {
  readonly version: number
  readonly parent: number
  readonly wins: number
  readonly matches: number
  readonly gain: { readonly mean: number; readonly ci95: readonly [number, number] }
}

const RUN = 'demo'
const MYSTERIES = 6
const POKER = 6
/** Matches of the comparison: pairs on the same mystery, each version once on either side. */
const COMPARED = 10

export const runFolder = (data: string): string => join(data, 'runs', RUN)

/** Plays mysteries and poker on the arena; returns the paths of the mysteries' logs. */
export async function playAll({ arena, data, visitor, seed, tell }: Lesson): Promise<string[]> {
  const policy = currentVersion(runFolder(data)) === null ? 'talker' : `policy:${runFolder(data)}`
  const guests = ['detective', visitor ?? 'detective', policy, 'talker']
  const seeds = seedsOf(seed, MYSTERIES, false)
  const mysteries = await all(MYSTERIES, async (n) => {
    const scenario = `mystery:simple:${seeds[n]}`
    const { game } = await openScenario(scenario)
    let next = 0
    const agents = game.seats.map(({ role }) => (role === 'culprit' ? 'culprit' : guests[next++ % guests.length]!))
    return playOne(arena, scenario, agents, seed + n)
  })
  tell(`played ${mysteries.length} mysteries with ${[...new Set(['culprit', ...guests])].join(', ')}`)
  const second = visitor ?? 'random'
  const poker = await all(POKER, (n) =>
    playOne(arena, 'kuhn-poker', n % 2 ? ['perfect', second] : [second, 'perfect'], seed + n),
  )
  tell(`played ${poker.length} hands of Kuhn poker: ${second} against perfect`)
  return mysteries.map((id) => logOf(data, id))
}

const logOf = (data: string, match: string) => join(data, 'logs', `${match}.jsonl`)

/** Mysteries to learn from and mysteries to measure on are never the same. */
function seedsOf(from: number, count: number, heldOut: boolean): number[] {
  const seeds: number[] = []
  for (let seed = from; seeds.length < count; seed++) if (isHeldOut(seed) === heldOut) seeds.push(seed)
  return seeds
}

const all = async <T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))

async function playOne(arena: Arena, scenario: string, agents: readonly string[], seed: number): Promise<string> {
  const id = newMatchId()
  const spec = { id, scenario, seed, agents, survey: 'every', open: true, pace: 0 } as const
  await arena.rooms.start(spec)
  await new Promise<void>((done) => arena.rooms.whenOver(id, done))
  return id
}

/** Every utterance of a log with its credit by MARO: the seat's outcome, shared over what it did. */
export async function tellCredits(path: string, tell: (line: string) => void): Promise<void> {
  const { events } = readLogFile(path)
  const { match, game: name } = headerOf(events)
  const { game, line } = await openScenario(name)
  const turns = turnsOf(game, events)
  const credits = creditsOfMatch({ game, events, turns }, CREDIT_DEFAULTS)
  const owed = new Map(turns.map(({ seat, outcome }) => [seat, outcome]))
  for (const [index, { id, seat, view, move, text }] of turns.entries()) {
    const said = line(view, text === undefined ? { seat, move } : { seat, move, text }, `${match}/${id}`)
    tell(`  ${signed(credits[index]!)}  ${game.seats[seat]!.name}: ${said}`)
    owed.set(seat, owed.get(seat)! - credits[index]!)
  }
  const sums = [...owed.values()].every((rest) => Math.abs(rest) < 1e-6)
  tell(`  credits of every seat sum to its outcome: ${sums ? 'yes' : 'NO'}`)
}

const spread = ({ mean, ci95: [low, high] }: Compared['gain']) => `${signed(mean)} [${signed(low)}, ${signed(high)}]`

const signed = (value: number) => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(3)}`

/** Trains on those logs, then by self-play, on a thread beside the server; the version published is in use at once. */
export async function learn({ data, steps, seed, signal, tell }: Lesson, logs: readonly string[]): Promise<number> {
  let told = performance.now()
  const request = {
    scenarios: ['mystery:simple'],
    method: 'maro',
    out: runFolder(data),
    surveyor: 'detective',
    recipe: { matches: 24 },
    ...{ steps, seed, logs, gate: false, evaluate: 200, fresh: true },
  }
  const done = await trainPolicy(request, {
    signal,
    onProgress: (progress) => {
      if (performance.now() - told < 4000 && progress.step < progress.steps) return
      told = performance.now()
      tell(`  ${progressLine(progress)}`)
    },
  })
  const gain = done.evaluation['gain'] as Compared['gain'] | undefined
  if (gain)
    tell(`in 200 matches in process its outcome is ${spread(gain)} above its parent's on mysteries it never saw`)
  tell(`version ${done.version} published after ${done.steps} steps in ${done.seconds.toFixed(0)} s on ${done.device}`)
  return done.version
}

/** Ten matches of a version against its parent on unseen mysteries: the same five tables with the sides swapped. */
export async function compare(lesson: Lesson, version: number, parent: number): Promise<Compared> {
  const { arena, data, seed } = lesson
  const spec = (n: number) => `policy:${runFolder(data)}@${n}`
  const margins: number[] = []
  let wins = 0
  for (const [pair, one] of seedsOf(seed, COMPARED / 2, true).entries()) {
    const scenario = `mystery:simple:${one}`
    const { game } = await openScenario(scenario)
    let margin = 0
    for (const culprit of [version, parent]) {
      const agents = game.seats.map(({ role }) =>
        spec((role === 'culprit') === (culprit === version) ? version : parent),
      )
      const id = await playOne(arena, scenario, agents, Math.floor(stream(seed, 'pair', pair)() * 2 ** 31))
      const freed = culpritWon(
        readLogFile(logOf(data, id)).events,
        game.seats.findIndex(({ role }) => role === 'culprit'),
      )
      const won = freed === (culprit === version)
      wins += won ? 1 : 0
      margin += won ? 1 : -1
    }
    margins.push(margin / 2)
  }
  return { version, parent, wins, matches: COMPARED, gain: meanInterval(margins) }
}

function culpritWon(events: readonly Event[], culprit: number): boolean {
  const ended = events.at(-1)
  return ended?.type === 'ended' && ended.outcome[culprit]! > 0
}

/** Who is better, with the interval that says how sure ten matches can make anyone. */
export function verdict({ version, parent, wins, matches, gain }: Compared): string {
  const share = shareInterval(wins, matches)
  const [low, high] = gain.ci95
  const who = low > 0 ? `version ${version} is better` : high < 0 ? `version ${parent} is better` : 'too close to call'
  const percent = (value: number) => `${(100 * value).toFixed(0)} %`
  return (
    `version ${version} won ${wins} of ${matches} against version ${parent} ` +
    `(${percent(share.mean)}, 95 % interval ${percent(share.ci95[0])} to ${percent(share.ci95[1])}): ${who}`
  )
}
