/**
 * `parley analyse intent`: how early the policy's suspicions find the hidden role, trained and untrained. A survey of a
 * policy is the vote it would cast if the vote were now: its odds over the seats asked about.
 */
import type { SurveyAsk } from '../../core/agent.ts'
import { ParleyError } from '../../core/errors.ts'
import type { Game } from '../../core/game.ts'
import type { MysteryView } from '../../games/murder-mystery/view.ts'
import type { Estimate } from '../../ratings/interval.ts'
import { culpritsOf } from '../../rewards/potentials.ts'
import { earlier, type Intent, intentOf, type Suspicion, suspicionOf } from '../../train/intent.ts'
import type { PlayedMatch } from '../../train/self-play.ts'
import type { Analysed } from '../analyse.ts'
import type { NamedPolicy } from '../judged-by-policy.ts'
import { lineFigure } from './figures.ts'
import { playedBy, type Subject } from './play.ts'

interface Asked {
  readonly match: number
  readonly moment: number
  readonly survey: SurveyAsk
}

export async function analyseIntent(subject: Subject): Promise<Analysed> {
  const asked: Asked[] = []
  const played = await playedBy(subject, (match, survey) => asked.push({ match, moment: asked.length, survey }))
  const heard = asked.filter(({ match, survey }) => isVictim(played[match]!.game, survey.seat))
  if (heard.length === 0) {
    throw new ParleyError('no-survey', `${subject.options.scenario}: nobody is surveyed there; name a murder mystery`)
  }
  const [untrained, trained] = await Promise.all(
    [subject.untrained, subject.trained].map((policy) => suspicionsOf(heard, played, policy)),
  )
  const found = { untrained: intentOf(untrained!), trained: intentOf(trained!) }
  const gain = earlier(trained!, untrained!)
  const chance = heard.reduce((sum, { survey }) => sum + 1 / survey.about.length, 0) / heard.length
  return {
    value: { matches: played.length, ...found, earlier: gain, chance },
    ...told({ found, gain, chance, matches: played.length }),
  }
}

function isVictim(game: Game, seat: number): boolean {
  const culprits = culpritsOf(game)
  return culprits.length > 0 && culprits.every((culprit) => game.seats[culprit]!.faction !== game.seats[seat]!.faction)
}

function suspicionsOf(
  heard: readonly Asked[],
  played: readonly PlayedMatch[],
  policy: NamedPolicy,
): Promise<Suspicion[]> {
  return Promise.all(
    heard.map(async ({ match, moment, survey }): Promise<Suspicion> => {
      const { game } = played[match]!
      const { seat } = survey
      const view = survey.view as MysteryView
      const suspects = await suspectsBy(policy, game, survey, view)
      const { round, stage } = view.record
      const before = view.case.stages.slice(0, stage).reduce((sum, { rounds }) => sum + rounds, 0)
      return { match, seat, moment, round: before + round, ...suspicionOf(suspects, culpritsOf(game)) }
    }),
  )
}

/** By seat: the odds of the vote it would cast now. */
async function suspectsBy({ model }: NamedPolicy, game: Game, { seat, about }: SurveyAsk, view: MysteryView) {
  const votes = about.map((suspect) => `vote ${view.case.cast[suspect]!.id}`)
  const logProbs = await model.ask(model.encode(game, view, seat, votes))
  const suspects = game.seats.map(() => 0)
  for (const [k, suspect] of about.entries()) suspects[suspect] = Math.exp(logProbs[k]!)
  return suspects
}

interface Found {
  readonly found: Readonly<Record<'untrained' | 'trained', Intent>>
  readonly gain: Estimate
  readonly chance: number
  readonly matches: number
}

function told({ found, gain, chance, matches }: Found): Omit<Analysed, 'value'> {
  const figure = ({ mean, ci95 }: Estimate) => `${mean.toFixed(3)} [${ci95[0].toFixed(3)}, ${ci95[1].toFixed(3)}]`
  const { untrained, trained } = found
  const rounds = trained.rounds.map(({ round, onCulprits }, i) => ({
    round,
    trained: onCulprits,
    untrained: untrained.rounds[i]!.onCulprits,
  }))
  return {
    markdown: [
      `Suspicion of the true culprits by those who look for them, ${matches} matches; by chance ${chance.toFixed(3)}.`,
      '',
      '| | untrained | trained |',
      '|---|---|---|',
      ...rounds.map(
        (one) =>
          `| round ${one.round}: probability on the culprits | ${figure(one.untrained)} | ${figure(one.trained)} |`,
      ),
      `| likeliest suspect at the last survey | ${figure(untrained.found)} | ${figure(trained.found)} |`,
      `| likeliest for good from (share of the surveys; 1 never) | ${figure(untrained.recognition)} | ${figure(trained.recognition)} |`,
      '',
      `Trained less untrained, match by match: ${figure(gain)} (below 0: it sees through earlier).`,
      '',
    ].join('\n'),
    csv: [
      'policy,round,on_culprits,low,high',
      ...(['untrained', 'trained'] as const).flatMap((policy) =>
        found[policy].rounds.map(({ round, onCulprits: { mean, ci95 } }) => [policy, round, mean, ...ci95].join(',')),
      ),
      '',
    ].join('\n'),
    svg: lineFigure('Suspicion of the true culprit, by round', {
      lines: { untrained: untrained.rounds, trained: trained.rounds },
      level: { name: 'chance', value: chance },
    }),
  }
}
