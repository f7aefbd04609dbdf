/**
 * Murder mysteries: introductions, rounds of questions, searches and rebuttals, one sealed vote. Who did it is data
 * (document.ts); who sees what is sight.ts; what may be done is offers.ts; what it does is rules.ts.
 */
import type { Choice, Game, Move, Next } from '../../core/game.ts'
import type { Kind } from '../kind.ts'
import type { MysteryDocument } from './document.ts'
import { factTokens, moveTokens } from './facts.ts'
import { choicesOf } from './offers.ts'
import { played } from './rules.ts'
import { surveyMoment, viewer, witnessedBy } from './sight.ts'
import { type State, startState } from './state.ts'
import { type Tables, tablesOf } from './tables.ts'
import { factionOutcome, scoresOf } from './verdict.ts'
import type { MysteryView } from './view.ts'

export const murderMystery: Kind<MysteryDocument> = {
  id: 'murder-mystery',
  title: 'Murder mystery',
  parameters: {
    type: 'object',
    required: ['id', 'kind', 'title', 'characters', 'places', 'clues', 'stages', 'truth'],
    properties: { kind: { const: 'murder-mystery' } },
  },
  make: mysteryGame,
}

/** The game of a document. Trusts it: it has been checked. */
export function mysteryGame(id: string, document: MysteryDocument): Game<State, MysteryView> {
  const tables = tablesOf(document)
  const view = viewer(tables)
  const odds = tables.book.begin.map((move) => ({ move, chance: 1 / tables.seats }))
  const next = (state: State): Next => {
    if (state.record.phase === 'over') return { kind: 'over', scores: scoresOf(tables, state) }
    return state.record.phase === 'begin'
      ? { kind: 'deal', odds }
      : { kind: 'choose', choices: choicesOf(tables, state) }
  }
  return {
    id,
    kind: 'murder-mystery',
    version: 1,
    seats: document.characters.map(({ role, faction, name }) => ({ role, faction, name })),
    range: [-1, 1 + mostGoals(document)],
    openRules: false,
    start: () => startState(tables),
    next,
    play: (state, move) => played(tables, state, move),
    view,
    witness: (_, move, sight) => witnessedBy(tables, move, sight),
    outcome: (state) => factionOutcome(tables, state),
    fallback: (_, choice) => fallbackMove(choice),
    survey: (state) => surveyMoment(tables, state),
    facts: factTokens,
    moveFacts: moveTokens,
  }
}

/** Says as little as may be: an empty ballot, no turn, a deflection, else the first answer offered. */
function fallbackMove({ moves }: Choice): Move {
  return ['pass', 'deflect', 'abstain'].find((move) => moves.includes(move)) ?? moves[0]!
}

const mostGoals = ({ characters }: MysteryDocument) =>
  Math.max(...characters.map(({ goals = [] }) => goals.reduce((sum, { score }) => sum + score, 0)))

export type { MysteryDocument, State, Tables }
