/** One round of play: who sits where, and the matches they make. */
import type { Agent, OpenAgent } from '../core/agent.ts'
import type { Game } from '../core/game.ts'
import { pick, stream } from '../core/rng.ts'
import { versionsOf } from './checkpoint.ts'
import type { Run } from './run-state.ts'
import type { Chair, Opening, Policy } from './self-play.ts'

export interface Company {
  readonly learner: Policy
  /** The policy before the first step; opened when somebody plays against it. */
  readonly first: Policy | null
  readonly openAgent: OpenAgent
}

/** What of a run decides its matches. */
export type Stage = Pick<Run, 'options' | 'recipe' | 'method' | 'source' | 'parent'>

export interface Share {
  readonly round: number
  /** Places within the round: [from, to). */
  readonly from: number
  readonly to: number
}

/** Match by match the same for the same seed and round, whatever else is opened. */
export async function openingsOf(stage: Stage, company: Company, { round, from, to }: Share): Promise<Opening[]> {
  const openings: Opening[] = []
  const first = round * stage.recipe.matches
  for (let i = first + from; i < first + to; i++) openings.push(await openingOf(stage, company, i))
  return openings
}

async function openingOf(run: Stage, company: Company, index: number): Promise<Opening> {
  const { options, recipe } = run
  const { game, hash } = await run.source(index)
  const against = options.against?.length ? pick(options.against, stream(options.seed, 'opponent', index)()) : undefined
  const learns = learningSeats(game, run, index)
  const chairs: Chair[] = []
  for (const [seat] of game.seats.entries()) {
    chairs.push(
      learns[seat] || (against === undefined && !company.first)
        ? { player: company.learner, learns: learns[seat]!, ...(await surveyorOf(run, company, game, index)) }
        : { player: await opponent(run, company, { game, index, seat, spec: against }) },
    )
  }
  const asked =
    recipe.credit.credit === 'potential' && run.method.objective !== 'imitation' && game.survey !== undefined
  return {
    match: `${game.id.replaceAll(':', '-')}-train-${options.seed}-${index}`,
    game,
    seed: Math.floor(stream(options.seed, 'train', index)() * 2 ** 32),
    scenarioHash: hash,
    chairs,
    survey: asked ? 'every' : 'never',
  }
}

/**
 * Those of the wanted roles; without any named, all seats, or where somebody else is to play too (a fixed opponent, a
 * pool) one faction after the other, in a game of one faction one seat after the other.
 */
function learningSeats(game: Game, { options, method }: Stage, index: number): boolean[] {
  const factions = [...new Set(game.seats.map(({ faction }) => faction))]
  const alone = method.id !== 'mars-fixed-opponent' && !options.against?.length
  return game.seats.map(({ role, faction }, seat) => {
    if (options.learn) return options.learn.includes(role) || options.learn.includes(faction)
    if (alone) return true
    if (factions.length === 1 && method.id !== 'mars-fixed-opponent') return seat === index % game.seats.length
    return faction === factions[index % factions.length]
  })
}

interface Place {
  readonly game: Game
  readonly index: number
  readonly seat: number
  readonly spec: string | undefined
}

async function opponent(run: Stage, company: Company, { game, index, seat, spec }: Place): Promise<Agent | Policy> {
  const { openAgent } = company
  if (spec === undefined || spec === 'first') return company.first ?? company.learner
  if (spec === 'past')
    return openAgent(pastOf(run, index), { game, random: stream(run.options.seed, 'against', index, seat) })
  return openAgent(spec, { game, random: stream(run.options.seed, 'against', index, seat) })
}

/** One of the versions that stood in the folder when the run began, drawn for each match. */
function pastOf({ options, parent }: Stage, index: number): string {
  const versions = versionsOf(options.out).filter((version) => version <= (parent ?? 0))
  return `policy:${options.out}@${pick(versions, stream(options.seed, 'past', index)())}`
}

async function surveyorOf(run: Stage, company: Company, game: Game, index: number): Promise<{ surveyor?: Agent }> {
  const spec = run.options.surveyor ?? (game.survey ? SURVEYORS[game.kind] : undefined)
  if (spec === undefined) return {}
  return {
    surveyor: await company.openAgent(spec, { game, random: stream(run.options.seed, 'survey', index) }),
  }
}

/** Whose beliefs stand for a seat whose player has none to tell. */
const SURVEYORS: Readonly<Record<string, string>> = { 'murder-mystery': 'detective' }
