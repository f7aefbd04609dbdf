/** Plays a scenario with random moves and reads everything it would send: templates that fail show here, and so do leaks. */
import type { Choice, Played, Sight } from '../core/game.ts'
import { witnessed } from '../core/game.ts'
import { draw, pick, type Random, stream } from '../core/rng.ts'
import type { Scenario } from './scenario.ts'
import { TemplateError } from './template.ts'

/** More than any game here takes. */
const MOVES = 2000

export interface Step {
  readonly state: unknown
  /** What may be chosen now; empty for chance. */
  readonly choices: readonly Choice[]
}

/** A match by random moves, as states and moves in turn; takes the moves of `lead` as long as they are offered. */
export function* wander(
  scenario: Scenario,
  random: Random,
  lead: readonly string[] = [],
): Generator<Step & { readonly played: Played }> {
  const { game } = scenario
  let state = game.start()
  for (let turn = 0; turn < MOVES; turn++) {
    const next = game.next(state)
    if (next.kind === 'over') return
    const choices = next.kind === 'choose' ? next.choices : []
    const [choice] = choices
    const offered = next.kind === 'deal' ? next.odds.map((one) => one.move) : choice!.moves
    const led = offered.find((one) => one === lead[turn])
    const move = led ?? (next.kind === 'deal' ? draw(next.odds, random()).move : pick(offered, random()))
    const played: Played = { seat: choice?.seat ?? null, move }
    yield { state, choices, played }
    state = game.play(state, played)
  }
}

/** Every template fault met in `matches` random matches: prompts for moves and surveys, and lines for every sight. */
export function rehearse(scenario: Scenario, matches: number, seed: number): TemplateError[] {
  const found = new Map<string, TemplateError>()
  const tried = (render: () => string) => {
    try {
      render()
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      found.set(error.message, error)
    }
  }
  for (let match = 0; match < matches; match++) {
    let id = 0
    for (const { state, choices, played } of wander(scenario, stream(seed, 'rehearse', match))) {
      const { game } = scenario
      for (const choice of choices) {
        tried(() => scenario.prompt(game.view(state, choice.seat), choice.seat, choice))
        tried(() => scenario.prompt(game.view(state, choice.seat), choice.seat, null))
      }
      const sights: Sight[] = ['audience', ...game.seats.keys()]
      for (const sight of sights) {
        const heard = witnessed(game, state, played, sight)
        if (heard) tried(() => scenario.line(game.view(state, sight), heard, `m:${id}`))
      }
      id++
    }
  }
  return [...found.values()]
}
