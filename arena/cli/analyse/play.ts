/** The matches that are analysed: the policy in its seats, somebody else in the others. */
import { openAgent } from '../../../plugins/index.ts'
import type { Agent, SurveyAsk } from '../../core/agent.ts'
import { stream } from '../../core/rng.ts'
import { encoder } from '../../train/encode.ts'
import { contest } from '../../train/evaluate.ts'
import type { PlayedMatch } from '../../train/self-play.ts'
import { sourceOf } from '../../train/source.ts'
import type { AnalyseOptions } from '../analyse.ts'
import type { NamedPolicy } from '../judged-by-policy.ts'

export interface Subject {
  readonly options: AnalyseOptions
  readonly trained: NamedPolicy
  readonly untrained: NamedPolicy
}

/** `asked` is told of every survey, whose answer is not needed. */
export async function playedBy(
  { options, trained }: Subject,
  asked?: (match: number, survey: SurveyAsk) => void,
): Promise<PlayedMatch[]> {
  const { scenario, seed, matches, against } = options
  const roles = options.roles?.split(',').map((one) => one.trim())
  const name = `policy:${trained.dir}@${trained.version}`
  const { played } = await contest({
    source: sourceOf(
      scenario.split(',').map((one) => one.trim()),
      'held-out',
    ),
    ...{ matches, seed },
    encode: encoder({ vocabulary: 2, facts: 0, words: 0 }),
    player: (game, index, seat, measured) =>
      openAgent(measured || against === undefined ? name : against, {
        game,
        random: stream(seed, 'analyse', index, 'seat', seat),
      }),
    ...(roles && { roles }),
    ...(asked && { survey: 'every', surveyor: async (_game, index) => listening(index, asked) }),
  })
  return played.map(({ match }) => match)
}

/** Hears what is asked, says nothing. */
const listening = (match: number, asked: (match: number, survey: SurveyAsk) => void): Agent => ({
  name: 'listening',
  act: () => ({ move: '' }),
  survey(ask) {
    asked(match, ask)
    return { suspects: [] }
  },
})
