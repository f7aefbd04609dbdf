/** Plays generated mysteries with chosen sides, and counts: who wins, how beliefs hold up, what was found and said. */
import type { Agent, Plugin } from '../core/agent.ts'
import { Match } from '../core/match.ts'
import { playMatch } from '../core/play.ts'
import { stream } from '../core/rng.ts'
import { readerOf } from '../games/murder-mystery/belief.ts'
import type { MysteryDocument } from '../games/murder-mystery/document.ts'
import { mysteryGame } from '../games/murder-mystery/index.ts'
import type { State } from '../games/murder-mystery/state.ts'
import type { MysteryView } from '../games/murder-mystery/view.ts'

/** Who sits where: `killers` for the culprit's seats, `victims` for the others; `first` for the first innocent. */
export interface Sides {
  readonly killers: Seating
  readonly victims: Seating
  readonly first?: Seating
}

export interface Seating {
  readonly plugin: Plugin
  readonly argument?: string
}

export interface Tally {
  matches: number
  killerWins: number
  seconds: number
  moves: number
  runOffs: number
  found: number
  clues: number
  questions: number
  shares: number
  lies: number
  /** Matches in which one clue lifted the innocents' mean belief from below 0.5 to above 0.85. */
  oneClue: number
  /** By bin of belief: how many beliefs, their sum, how often true. */
  bins: { count: number; sum: number; hits: number }[]
  /** Moves by kind, of the killers and of the others. */
  kinds: { killers: Record<string, number>; victims: Record<string, number> }
}

export interface TableOptions {
  readonly documents: readonly MysteryDocument[]
  readonly sides: Sides
  readonly seed: number
  /** Reads every innocent's belief at the vote and around every clue; slower. */
  readonly study?: boolean
}

/** Plays each document once. `seconds` are of processor time, over the play alone. */
export async function playTable({ documents, sides, seed, study }: TableOptions): Promise<Tally> {
  const tally = emptyTally()
  for (let from = 0; from < documents.length; from += CHUNK) {
    const chunk = documents.slice(from, from + CHUNK)
    const ready = await Promise.all(chunk.map((document, index) => readyMatch(document, sides, seed + from + index)))
    const tables = ready.map(
      ({ game, agents, seed }) =>
        () =>
          openMatch(game, seed, agents),
    )
    const before = process.cpuUsage()
    const played: Match[] = []
    for (const [index, open] of tables.entries()) {
      const match = open()
      const { agents } = ready[index]!
      const watch = study ? studyMatch(match, tally) : undefined
      await playMatch(match, watch ? agents.map((agent) => watched(agent, watch)) : agents)
      played.push(match)
    }
    const { user, system } = process.cpuUsage(before)
    tally.seconds += (user + system) / 1e6
    for (const [index, match] of played.entries()) count(tally, chunk[index]!, match, study === true)
  }
  return tally
}

/** Matches made ready before the clock runs. */
const CHUNK = 20

async function readyMatch(document: MysteryDocument, sides: Sides, seed: number) {
  const game = mysteryGame(document.id, document)
  return { game, seed, agents: await seatAgents(document, sides, stream(seed, document.id)() * 2 ** 32) }
}

function openMatch(game: ReturnType<typeof mysteryGame>, seed: number, agents: readonly Agent[]) {
  return Match.open({ game, match: 'bench', seed, seats: agents.map(({ name }) => ({ agent: name })), record() {} })
}

async function seatAgents(
  document: MysteryDocument,
  { killers, victims, first }: Sides,
  seed: number,
): Promise<Agent[]> {
  const innocents = document.characters.findIndex(({ faction }) => faction !== 'killer')
  return Promise.all(
    document.characters.map(({ faction }, seat) => {
      const { plugin, argument } = faction === 'killer' ? killers : seat === innocents && first ? first : victims
      return plugin.make({ random: stream(seed, 'agent', seat), argument: argument ?? '' })
    }),
  )
}

function emptyTally(): Tally {
  return {
    matches: 0,
    killerWins: 0,
    seconds: 0,
    moves: 0,
    runOffs: 0,
    found: 0,
    clues: 0,
    questions: 0,
    shares: 0,
    lies: 0,
    oneClue: 0,
    bins: Array.from({ length: 10 }, () => ({ count: 0, sum: 0, hits: 0 })),
    kinds: { killers: {}, victims: {} },
  }
}

function count(tally: Tally, document: MysteryDocument, match: Match, study: boolean): void {
  const { record, known } = match.state as State
  tally.matches++
  tally.moves += match.turn
  if (!record.verdict?.caught) tally.killerWins++
  if (record.ballots.length > 1) tally.runOffs++
  tally.clues += known.length
  tally.found += known.filter((mask) => mask !== 0).length
  for (const { seat, move } of record.lines) {
    const [verb = ''] = move.split(' ')
    const side = document.characters[seat]!.faction === 'killer' ? tally.kinds.killers : tally.kinds.victims
    side[verb] = (side[verb] ?? 0) + 1
    if (verb === 'where' || verb === 'saw' || verb === 'about') tally.questions++
    if (verb === 'share') tally.shares++
  }
  const truth = (match.game.view(match.state, 'audience') as MysteryView).truth!
  for (const [slot, { claims }] of record.slots.entries()) {
    for (const [seat, claim] of claims.entries())
      if (claim && claim.place !== truth.timetable[seat]![slot]) tally.lies++
  }
  if (study) calibrate(tally, match, truth.culprits)
}

/** Every innocent's belief in every other seat, at the vote. */
function calibrate(tally: Tally, match: Match, culprits: readonly number[]): void {
  for (const seat of match.game.seats.keys()) {
    const view = match.game.view(match.state, seat) as MysteryView
    if (culprits.includes(seat)) continue
    const belief = readerOf('own').posterior(view)
    for (const [suspect, chance] of belief.entries()) {
      if (suspect === seat) continue
      const bin = tally.bins[Math.min(9, Math.floor(chance * 10))]!
      bin.count++
      bin.sum += chance
      if (culprits.includes(suspect)) bin.hits++
    }
  }
}

/** Called before every move: notes the innocents' mean belief in the culprit, and sees when a single clue jumps it. */
function studyMatch(match: Match, tally: Tally): () => void {
  let last = { belief: 0, clues: 0 }
  let jumped = false
  const innocents = [...match.game.seats.keys()].filter((seat) => match.game.seats[seat]!.faction !== 'killer')
  const culprit = match.game.seats.findIndex(({ role }) => role === 'culprit')
  return () => {
    const views = innocents.map((seat) => match.game.view(match.state, seat) as MysteryView)
    const clues = views.reduce((sum, { record, me }) => sum + record.board.length + me!.clues.length, 0)
    const belief =
      views.reduce((sum, view) => sum + readerOf('own').posterior(view)[culprit]!, 0) / Math.max(1, views.length)
    if (!jumped && clues > last.clues && last.belief < 0.5 && belief > 0.85) {
      jumped = true
      tally.oneClue++
    }
    last = { belief, clues }
  }
}

const watched = (agent: Agent, watch: () => void): Agent => ({
  ...agent,
  act(ask) {
    watch()
    return agent.act(ask)
  },
})

/** 95 % Wilson interval of a share, in percent. */
export function wilson(hits: number, trials: number): { rate: number; low: number; high: number } {
  const z = 1.96
  const share = trials === 0 ? 0 : hits / trials
  const scale = 1 + z ** 2 / Math.max(1, trials)
  const middle = (share + z ** 2 / (2 * Math.max(1, trials))) / scale
  const half =
    (z / scale) * Math.sqrt((share * (1 - share)) / Math.max(1, trials) + z ** 2 / (4 * Math.max(1, trials) ** 2))
  return { rate: 100 * share, low: 100 * (middle - half), high: 100 * (middle + half) }
}
