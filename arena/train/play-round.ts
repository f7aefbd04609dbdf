/** One round of play: who sits where, and the matches they make. */
import type { Agent } from '../core/agent.ts'
import type { Game } from '../core/game.ts'
import { pick, stream } from '../core/rng.ts'
import { versionsOf } from './checkpoint.ts'
import type { FrozenPolicy } from './learner.ts'
import type { Surroundings } from './options.ts'
import type { Run } from './run-state.ts'
import { type Chair, type Opening, type PlayedMatch, type Policy, playTogether } from './self-play.ts'

export interface Company {
  readonly learner: Policy
  /** The policy before the first step; opened when somebody plays against it. */
  readonly first: FrozenPolicy | null
  readonly surroundings: Surroundings
}

/** The matches of the run's present round; the same for the same policy, seed and round. */
export async function playRound(run: Run, company: Company): Promise<PlayedMatch[]> {
  const { recipe, round } = run
  const openings: Opening[] = []
  for (let i = 0; i < recipe.matches; i++) openings.push(await openingOf(run, company, round * recipe.matches + i))
  return playTogether(openings, run.encode)
}

async function openingOf(run: Run, company: Company, index: number): Promise<Opening> {
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

/** All seats, those of the wanted roles, or one faction after the other when the method plays a fixed opponent. */
function learningSeats(game: Game, { options, method }: Run, index: number): boolean[] {
  const factions = [...new Set(game.seats.map(({ faction }) => faction))]
  return game.seats.map(({ role, faction }) => {
    if (options.learn) return options.learn.includes(role) || options.learn.includes(faction)
    return method.id !== 'mars-fixed-opponent' || faction === factions[index % factions.length]
  })
}

interface Place {
  readonly game: Game
  readonly index: number
  readonly seat: number
  readonly spec: string | undefined
}

async function opponent(run: Run, company: Company, { game, index, seat, spec }: Place): Promise<Agent | Policy> {
  const { openAgent } = company.surroundings
  if (spec === undefined || spec === 'first') return company.first ?? company.learner
  if (spec === 'past')
    return openAgent(pastOf(run, index), { game, random: stream(run.options.seed, 'against', index, seat) })
  return openAgent(spec, { game, random: stream(run.options.seed, 'against', index, seat) })
}

/** One of the versions that stood in the folder when the run began, drawn for each match. */
function pastOf({ options, parent }: Run, index: number): string {
  const versions = versionsOf(options.out).filter((version) => version <= (parent ?? 0))
  return `policy:${options.out}@${pick(versions, stream(options.seed, 'past', index)())}`
}

async function surveyorOf(run: Run, company: Company, game: Game, index: number): Promise<{ surveyor?: Agent }> {
  const spec = run.options.surveyor ?? (game.survey ? SURVEYORS[game.kind] : undefined)
  if (spec === undefined) return {}
  return {
    surveyor: await company.surroundings.openAgent(spec, { game, random: stream(run.options.seed, 'survey', index) }),
  }
}

/** Whose beliefs stand for a seat whose player has none to tell. */
const SURVEYORS: Readonly<Record<string, string>> = { 'murder-mystery': 'detective' }
