/** `parley scenario preview`: exactly what an agent in a seat is sent, stage by stage. */
import type { Command } from 'commander'
import { ParleyError } from '../core/errors.ts'
import { stream } from '../core/rng.ts'
import type { MysteryView } from '../games/murder-mystery/view.ts'
import { openScenario, type Scenario } from '../scenario/index.ts'
import { wander } from '../scenario/rehearse.ts'
import { MYSTERY } from '../scenario/schema.ts'
import { type CommonOptions, result } from './command.ts'

interface PreviewOptions extends CommonOptions {
  readonly stage: number
  readonly survey: boolean
}

export function addPreview(scenario: Command): void {
  scenario
    .command('preview')
    .description('prints exactly what an agent in that seat is sent')
    .argument('<scenario>', 'a folder or a name')
    .argument('<seat>', 'a seat number from 0, or the name of whoever sits there')
    .option('--stage <number>', 'the first ask of this stage (from 0) after random play', Number, 0)
    .option('--survey', 'what it is sent when it is surveyed', false)
    .addHelpText('after', '\nExample:\n  $ parley scenario preview ./my-mystery rosa --stage 1')
    .action(run)
}

async function run(name: string, who: string, options: PreviewOptions): Promise<void> {
  const scenario = await openScenario(name)
  const seat = seatOf(scenario, who)
  const prompt = firstAsk(scenario, seat, options)
  if (prompt === undefined) {
    throw new ParleyError('bad-option', `${scenario.id}: seat ${seat} is not asked in stage ${options.stage}`)
  }
  result(options, { scenario: scenario.id, seat, stage: options.stage, prompt }, prompt)
}

function seatOf({ id, game }: Scenario, who: string): number {
  const named = game.seats.findIndex(({ name }) => name.toLowerCase().startsWith(who.toLowerCase()))
  const seat = /^\d+$/.test(who) ? Number(who) : named
  if (seat >= 0 && seat < game.seats.length) return seat
  const seats = game.seats.map(({ name }, index) => `${index} (${name})`).join(', ')
  throw new ParleyError('bad-seat', `${id}: no seat "${who}"; seats are ${seats}`)
}

function firstAsk(scenario: Scenario, seat: number, { stage, survey, seed }: PreviewOptions): string | undefined {
  for (const { state, choices } of wander(scenario, stream(seed, 'preview'))) {
    const choice = choices.find((one) => one.seat === seat)
    const view = scenario.game.view(state, seat)
    const reached =
      scenario.kind === MYSTERY
        ? (view as MysteryView).record.stage >= stage && started(view as MysteryView, stage)
        : stage === 0
    if (choice && reached) return scenario.prompt(view, seat, survey ? null : choice)
  }
  return undefined
}

const started = ({ record }: MysteryView, stage: number) => stage === 0 || record.round > 0
