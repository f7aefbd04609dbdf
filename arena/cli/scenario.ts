/** `parley scenario ...`: everything an author does with a scenario. */
import type { Subcommand } from './command.ts'
import { addCheck } from './scenario-check.ts'
import { addMaking } from './scenario-make.ts'
import { addPlaying } from './scenario-play.ts'
import { addPreview } from './scenario-preview.ts'

export const scenarioCommand: Subcommand = {
  name: 'scenario',
  summary: 'write, check, preview, play and balance scenarios',
  examples: [
    'parley scenario new my-mystery',
    'parley scenario check ./my-mystery',
    'parley scenario preview ./my-mystery 0 --stage 1',
    'parley scenario balance ./my-mystery --matches 500 --json',
  ],
  build(command) {
    addMaking(command)
    addCheck(command)
    addPreview(command)
    addPlaying(command)
  },
}
