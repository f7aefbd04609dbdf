/** Logs as rows for other trainers: what was asked, what was answered, what it was worth. */
import { type Choice, choiceOf } from '../core/game.ts'
import { replay } from '../core/log.ts'
import { hash32 } from '../core/rng.ts'
import { balance } from '../rewards/balance.ts'
import { utilitiesOf } from '../rewards/credit.ts'
import { turnAdvantages } from '../rewards/mars.ts'
import { type CreditSettings, creditsOfMatch, type Lived } from '../rewards/methods.ts'
import type { Scenario } from '../scenario/scenario.ts'

export interface Row {
  readonly split: 'train' | 'test'
  readonly match: string
  readonly scenario: string
  readonly scenario_hash: string
  readonly turn: number
  readonly seat: number
  readonly role: string
  readonly faction: string
  readonly agent: string
  readonly agent_version: string
  /** What an agent that reads was sent. */
  readonly prompt: string
  /** The answer in the form that the prompt asks for: `MOVE: vote clara`, and `SAY: ...` on a line of its own where it spoke. */
  readonly completion: string
  readonly move: string
  readonly moves: readonly string[]
  readonly outcome: number
  readonly credit: number
  /** credit T: on the outcome's own scale. */
  readonly utility: number
  /** MARS: turn-level gain, centred by role. */
  readonly advantage: number
  readonly role_weight: number
}

/**
 * Matches go to one side whole, and so do all matches of one generated scenario; `share` of them to `test`.
 */
export function splitOf(scenario: string, match: string, share: number): Row['split'] {
  const unit = /:\d+$/.test(scenario) ? scenario : `${scenario}/${match}`
  return hash32(`split ${unit}`) / 2 ** 32 < share ? 'test' : 'train'
}

export interface RowOptions {
  readonly share: number
  credit(match: Lived): CreditSettings
  scenario(id: string): Scenario
}

/** Forced moves teach nothing and are left out; weights and advantages are taken over what is left. */
export function rowsOf(matches: readonly Lived[], options: RowOptions): Row[] {
  const turns = matches.flatMap((match) => match.turns)
  const credits = matches.flatMap((match) => creditsOfMatch(match, options.credit(match)))
  const utilities = utilitiesOf(turns, credits)
  const advantages = turnAdvantages(turns)
  const { weights } = balance(turns.map(({ kind, role }) => `${kind}/${role}`))
  const headers = matches.flatMap(({ events, turns: own }) => own.map(() => events[0]!))
  const choices = matches.flatMap(choicesOf)
  return turns.flatMap((turn, i): Row[] => {
    const header = headers[i]!
    if (turn.forced || header.type !== 'opened') return []
    const { agent, version } = header.seats[turn.seat]!
    const scenario = options.scenario(turn.game)
    return [
      {
        split: splitOf(turn.game, turn.match, options.share),
        match: turn.match,
        scenario: turn.game,
        scenario_hash: header.scenarioHash,
        turn: turn.turn,
        seat: turn.seat,
        role: turn.role,
        faction: turn.faction,
        agent,
        agent_version: version ?? '',
        prompt: scenario.prompt(turn.view, turn.seat, choices[i]!),
        completion: turn.text === undefined ? `MOVE: ${turn.move}` : `MOVE: ${turn.move}\nSAY: ${turn.text}`,
        move: turn.move,
        moves: turn.moves,
        outcome: turn.outcome,
        credit: credits[i]!,
        utility: utilities[i]!,
        advantage: advantages[i]!,
        role_weight: weights[i]!,
      },
    ]
  })
}

/** By turn: what was offered, words included. */
function choicesOf({ game, events, turns }: Lived): Choice[] {
  const before = new Map([...replay(game, events)].map(({ id, before: state }) => [id, state]))
  return turns.map(({ id, seat, moves }) => choiceOf(game.next(before.get(id)), seat) ?? { seat, moves })
}

/** KTO: a label a row; rows of no utility say nothing. */
export const ktoRows = (rows: readonly Row[]): (Pick<Row, 'prompt' | 'completion' | 'split'> & { label: boolean })[] =>
  rows.flatMap(({ prompt, completion, utility, split }) =>
    utility === 0 ? [] : [{ prompt, completion, label: utility > 0, split }],
  )

/** Policy gradients: an advantage and a role weight a row. */
export const gradientRows = (
  rows: readonly Row[],
): Pick<Row, 'prompt' | 'completion' | 'advantage' | 'role_weight' | 'split'>[] =>
  rows.map(({ prompt, completion, advantage, role_weight, split }) => ({
    prompt,
    completion,
    advantage,
    role_weight,
    split,
  }))
