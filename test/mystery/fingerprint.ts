/** What matches of mysteries came to, as a digest of all their events and views: shows whether anything plays differently. */
import { createHash } from 'node:crypto'
import type { Plugin } from '../../arena/core/agent.ts'
import type { Game } from '../../arena/core/game.ts'
import { Match, type SurveyPlan } from '../../arena/core/match.ts'
import { playMatch } from '../../arena/core/play.ts'
import { stream } from '../../arena/core/rng.ts'
import { openScenario } from '../../arena/scenario/index.ts'
import { culprit } from '../../plugins/culprit/index.ts'
import { detective } from '../../plugins/detective/index.ts'
import { random } from '../../plugins/random/index.ts'
import { talker } from '../../plugins/talker/index.ts'

export interface Table {
  readonly name: string
  /** The scenario of a seed. */
  scenario(seed: number): string
  readonly killers: Plugin
  readonly victims: Plugin
  readonly survey: SurveyPlan
}

const WRITTEN = ['blind-tasting', 'night-mail', 'sealed-move', 'skerry-light', 'willow-bridge']

const simple = (seed: number) => `mystery:simple:${seed}`
const complex = (seed: number) => `mystery:complex:${seed}`
const written = (seed: number) => WRITTEN[seed % WRITTEN.length]!

export const TABLES: readonly Table[] = [
  { name: 'simple random', scenario: simple, killers: random, victims: random, survey: 'never' },
  { name: 'simple detectives', scenario: simple, killers: culprit, victims: detective, survey: 'never' },
  { name: 'complex random', scenario: complex, killers: random, victims: random, survey: 'never' },
  { name: 'complex detectives', scenario: complex, killers: culprit, victims: detective, survey: 'never' },
  { name: 'complex detectives, surveyed', scenario: complex, killers: culprit, victims: detective, survey: 'every' },
  { name: 'complex talkers, culprit', scenario: complex, killers: culprit, victims: talker, survey: 'round' },
  { name: 'written detectives, surveyed', scenario: written, killers: culprit, victims: detective, survey: 'every' },
  { name: 'written talkers', scenario: written, killers: culprit, victims: talker, survey: 'round' },
]

/** Hex SHA-256 over the events of `count` matches, one a seed, and over what each seat saw at the end. */
export async function fingerprint(table: Table, count: number): Promise<string> {
  const hash = createHash('sha256')
  for (let seed = 0; seed < count; seed++) {
    const { game } = await openScenario(table.scenario(seed))
    const match = await played(table, game, seed, (event) => hash.update(event))
    for (const seat of game.seats.keys()) hash.update(JSON.stringify(game.view(match.state, seat)))
  }
  return hash.digest('hex')
}

async function played(table: Table, game: Game, seed: number, note: (event: string) => void): Promise<Match> {
  const agents = await Promise.all(
    game.seats.map(({ faction }, seat) =>
      (faction === 'killer' ? table.killers : table.victims).make({
        random: stream(seed, 'agent', seat),
        argument: '',
      }),
    ),
  )
  const match = Match.open({
    game,
    match: `m${seed}`,
    seed,
    seats: agents.map(({ name }) => ({ agent: name })),
    survey: table.survey,
    record: (event) => note(JSON.stringify(event)),
  })
  await playMatch(match, agents)
  return match
}
