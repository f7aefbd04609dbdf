/** Runs in folders of their own, with short settings. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSessionHere } from '../../arena/onnx/session.ts'
import { type Surroundings, TRAIN_DEFAULTS, type TrainOptions } from '../../arena/train/options.ts'
import { openAgent } from '../../plugins/index.ts'

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'parley-train-'))

export const surroundings: Surroundings = { openAgent, open: openSessionHere }

export const shortRun = (out: string, more: Partial<TrainOptions> = {}): TrainOptions => ({
  ...TRAIN_DEFAULTS,
  scenarios: ['kuhn-poker'],
  method: 'mars',
  out,
  steps: 24,
  evaluate: 0,
  checkpointEvery: 2,
  ...more,
  recipe: {
    matches: 32,
    epochs: 2,
    minibatch: 24,
    encoder: { vocabulary: 128, facts: 16, words: 4 },
    ...more.recipe,
  },
})
