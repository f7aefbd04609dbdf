/**
 * Hanabi for two: each sees the other's cards and not its own, and hints are all the talk there is. One rule set,
 * mini, simple and full by parameters. Both seats score the sum of the stacks, nothing when the last life is lost.
 */
import { ParleyError } from '../../core/errors.ts'
import type { Game, Move, Next, Played, Seat, Sight } from '../../core/game.ts'
import type { Kind } from '../kind.ts'
import { choose, over, remembered } from '../next.ts'
import { COLOURS, cardName } from './cards.ts'
import { factsOf, moveFactsOf } from './facts.ts'
import { imagined } from './imagine.ts'
import { addCard, afterMove, beginning, type HanabiParameters, type HanabiState, scoreOf } from './state.ts'
import { type HanabiView, viewOf } from './view.ts'

export type { HanabiParameters } from './state.ts'
export type { HanabiView } from './view.ts'

const whole = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum })

export const hanabi: Kind<HanabiParameters> = {
  id: 'hanabi',
  title: 'Hanabi for two',
  parameters: {
    type: 'object',
    additionalProperties: false,
    required: ['players', 'colours', 'ranks', 'hand', 'tokens', 'lives'],
    properties: {
      players: { const: 2 },
      colours: whole(1, 5),
      ranks: whole(2, 5),
      hand: whole(1, 5),
      tokens: whole(1, 8),
      lives: whole(1, 9),
    },
  },
  make: (id, parameters): Game<HanabiState, HanabiView> => {
    const first = beginning(parameters)
    const cards = first.left.reduce((sum, count) => sum + count, 0)
    if (cards < 2 * parameters.hand) {
      throw new ParleyError(
        'bad-parameters',
        `${id}: two hands of ${parameters.hand} need more than the ${cards} cards there are`,
      )
    }
    return {
      id,
      kind: 'hanabi',
      version: 1,
      seats: [
        { role: 'first', faction: 'team', name: 'First' },
        { role: 'second', faction: 'team', name: 'Second' },
      ],
      range: [0, parameters.colours * parameters.ranks],
      openRules: true,
      start: () => first,
      next: (state) => nextOf(parameters, state),
      play: (state, { seat, move }) =>
        seat === null ? addCard(parameters, state, move) : afterMove(parameters, state, seat, move),
      view: (state, sight) => viewOf(parameters, state, sight),
      witness: ({ dealTo }: HanabiState, played: Played, sight: Sight) =>
        played.seat !== null || (sight !== 'audience' && sight !== dealTo) ? played : null,
      tally: (state) => [scoreOf(state), scoreOf(state)],
      /** A shared score: whoever leaves gets nothing, the other what stands on the table. */
      forfeit: (state, seat) => [0, 1].map((other) => (other === seat ? 0 : scoreOf(state))),
      imagine: (view, seat, random) => imagined(parameters, view, seat, random),
      facts: factsOf,
      moveFacts: moveFactsOf,
    }
  },
}

function nextOf(parameters: HanabiParameters, state: HanabiState): Next {
  const { ranks, tokens: allTokens } = parameters
  if (state.dealTo !== null) return dealOf(parameters, state.left)
  const score = scoreOf(state)
  if (state.lives === 0 || state.turnsLeft === 0 || score === parameters.colours * ranks) return over([score, score])
  const partner = state.hands[1 - state.mover]!
  let colours = 0
  let numbers = 0
  for (const { card } of partner) {
    colours |= 1 << Math.floor(card / ranks)
    numbers |= 1 << (card % ranks)
  }
  const hints = state.tokens > 0 ? `${colours} ${numbers}` : '0 0'
  return offers(`${state.mover} ${state.hands[state.mover]!.length} ${state.tokens < allTokens ? 1 : 0} ${hints}`)
}

function dealOf({ ranks }: HanabiParameters, left: readonly number[]): Next {
  const total = left.reduce((sum, count) => sum + count, 0)
  const odds = left.flatMap((count, card) =>
    count > 0 ? [{ move: cardName(card, ranks), chance: count / total }] : [],
  )
  return { kind: 'deal', odds }
}

/** A few thousand at most: seat, cards in hand, whether discarding is allowed, colours and ranks that can be hinted. */
const offers = remembered((key) => {
  const [mover, hand, discard, colours, ranks] = key.split(' ').map(Number) as [Seat, number, number, number, number]
  const slots = Array.from({ length: hand }, (_, slot) => slot + 1)
  const moves: Move[] = slots.map((slot) => `play ${slot}`)
  if (discard) moves.push(...slots.map((slot) => `discard ${slot}`))
  moves.push(...COLOURS.filter((_, colour) => colours & (1 << colour)).map((colour) => `hint ${colour}`))
  moves.push(...[0, 1, 2, 3, 4].filter((rank) => ranks & (1 << rank)).map((rank) => `hint ${rank + 1}`))
  return choose(mover, moves)
})
