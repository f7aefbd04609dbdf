/**
 * Keeps a posterior over suspects; asks and searches where it expects to learn most about the likeliest; votes the
 * maximum. An innocent with a secret hides it. Dealt the culprit's part it lies like `culprit`, or, as
 * `detective:honest`, tells the truth as far as it can.
 */
import type { Agent, AgentContext, Answer, Ask, Plugin } from '../../arena/core/agent.ts'
import { type Reader, readerOf } from '../../arena/games/murder-mystery/belief.ts'
import type { MysteryView, Own } from '../../arena/games/murder-mystery/view.ts'
import { guiltyMind } from '../culprit/guilty.ts'
import { GUILE, type Guile, hideAnswer } from '../culprit/lying.ts'
import { bestTurn, type Taste } from './investigate.ts'
import { beliefsOf } from './opinion.ts'
import { actOf, argmax, isTrue, namedOn, offered } from './reading.ts'
import { WEIGHTS, type Weights } from './weights.ts'

export const detective: Plugin = {
  id: 'detective',
  title: 'reasons about alibis, searches and asks; lies only to hide a secret or its guilt',
  kinds: ['murder-mystery'],
  make: (context) => mysteryAgent('detective', context),
}

/** How it inquires and how it lies. */
export interface Temper {
  readonly weights: Weights
  readonly guile: Guile
}

export const TEMPER: Temper = { weights: WEIGHTS, guile: GUILE }

/** A player for any seat of a mystery, by the part it is dealt. */
export function mysteryAgent(name: string, { random, argument }: AgentContext, temper: Temper = TEMPER): Agent {
  const { weights, guile } = temper
  const own = readerOf('own')
  const everybody = readerOf('public')
  const guilty = guiltyMind(random, weights, guile)
  const honest = argument === 'honest'
  const act = (ask: Ask): Answer => {
    const view = ask.view as MysteryView
    if (view.me!.faction === 'killer' && !honest) return { move: guilty.act(view, ask.moves) }
    return { move: innocentMove(view, ask.moves, { own, everybody, random, temper, honest }) }
  }
  return {
    name,
    version: '1',
    act,
    survey: ({ view, seat }) => {
      const seen = view as MysteryView
      return beliefsOf(seen.me!.faction === 'killer' ? guilty.pretend(seen) : own.posterior(seen), seat)
    },
  }
}

interface Mind {
  readonly own: Reader
  readonly everybody: Reader
  readonly random: () => number
  readonly temper: Temper
  readonly honest: boolean
}

function innocentMove(view: MysteryView, moves: readonly string[], mind: Mind): string {
  const { own, everybody, random, temper, honest } = mind
  const { weights, guile } = temper
  if (moves.length === 1) return moves[0]!
  const me = view.me!
  switch (view.record.phase) {
    case 'vote':
    case 'run-off':
      return ballot(view, moves, own.posterior(view))
    case 'answer':
      return (
        (honest ? truthful(view, me, moves) : undefined) ??
        hideAnswer(view, moves, { everybody, guile }) ??
        truthful(view, me, moves) ??
        moves[0]!
      )
    default:
      return bestTurn(moves, { view, belief: own.posterior(view), weights }, random, honestly(view))
  }
}

/** No rebuttals that are bluffs, or that would give away where it was in an hour it hides. */
function honestly(view: MysteryView): Taste {
  const { secrets } = view.me!
  return {
    refuses: (act) =>
      (act.kind === 'contradict' || act.kind === 'confirm' || act.kind === 'deny') &&
      (!isTrue(view, act) || secrets.some(({ slot }) => slot === act.slot)),
  }
}

/** Names the likeliest among those on the ballot. */
export function ballot({ case: story }: MysteryView, moves: readonly string[], belief: ArrayLike<number>): string {
  const chosen = argmax(belief, namedOn(moves, story))
  return offered(moves, `vote ${story.cast[chosen]?.id}`) ?? moves[0]!
}

/** The answer that is so. */
export function truthful({ case: story, record }: MysteryView, me: Own, moves: readonly string[]): string | undefined {
  const question = record.question && actOf(story, record.question.move)
  if (!question) return undefined
  if (question.kind === 'found') return moves[0]
  if (question.kind === 'about') return offered(moves, me.motives.includes(question.of) ? 'motive' : 'nothing')
  if (question.kind !== 'where' && question.kind !== 'saw') return offered(moves, 'say')
  const truth = me.timetable[question.slot]
  if (!truth) return undefined
  if (question.kind === 'where') return offered(moves, `in ${story.places[truth.place]!.id}`)
  if (truth.with.length === 0) return offered(moves, 'alone')
  return offered(moves, `with ${truth.with.map((seat) => story.cast[seat]!.id).join(' ')}`)
}
