import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { expect, test } from '@jest/globals'
import { startThread } from '../../arena/onnx/thread.ts'
import { currentVersion, versionFolder, versionsOf } from '../../arena/train/checkpoint.ts'
import type { Surroundings, TrainOptions } from '../../arena/train/options.ts'
import { train } from '../../arena/train/trainer.ts'
import { newFolder, shortRun, surroundings } from './folder.ts'

const FILE = new URL('../../arena/cli/rollout-thread.ts', import.meta.url)

/** Surroundings with threads, which are handed to `met` as they start. */
const threaded = (met: (worker: Worker) => void = () => {}): Surroundings => ({
  ...surroundings,
  rollout(order) {
    const worker = startThread(FILE, order)
    met(worker)
    return worker
  },
})

const FILES = ['policy.onnx', 'state.safetensors', 'manifest.json'] as const
const filesOf = (dir: string) => FILES.map((name) => readFileSync(join(versionFolder(dir, 1), name)).toString('base64'))

const MYSTERY = { vocabulary: 4096, facts: 64, words: 16 }
const CASES: Record<string, Partial<TrainOptions>> = {
  'a table': { steps: 8, recipe: { size: 'table', matches: 33 } },
  'a network and its first self': { steps: 6, method: 'mars-fixed-opponent', recipe: { size: 'tiny', matches: 21 } },
  'victims of mysteries, by what was surveyed': {
    ...{ scenarios: ['mystery:simple'], method: 'maro', learn: ['victim'], against: ['culprit'], steps: 3 },
    recipe: { size: 'linear', matches: 5, epochs: 1, minibatch: 0, encoder: MYSTERY },
  },
}

test.each(Object.keys(CASES))(
  'the number of threads that play changes no bit of %s',
  async (name) => {
    const [alone, shared] = [newFolder(), newFolder()]
    await train(shortRun(alone, { ...CASES[name], rollouts: 0 }), threaded())
    await train(shortRun(shared, { ...CASES[name], rollouts: 2 }), threaded())
    expect(filesOf(shared)).toEqual(filesOf(alone))
    const lines = readFileSync(join(shared, 'progress.jsonl'), 'utf8').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).rolloutThreads)).toEqual(lines.map(() => 2))
  },
  60_000,
)

test('a run that two threads began and one goes on with ends as one that was never stopped', async () => {
  const [whole, broken] = [newFolder(), newFolder()]
  const options = { recipe: { size: 'table' } } as const
  await train(shortRun(whole, options), surroundings)
  const stop = { ...threaded(), onProgress: ({ round }: { round: number }) => round === 2 }
  expect(await train(shortRun(broken, { ...options, rollouts: 2 }), stop)).toMatchObject({ finished: false })
  await train(shortRun(broken, { ...options, rollouts: 1 }), threaded())
  expect(filesOf(broken)).toEqual(filesOf(whole))
}, 240_000)

test('a thread that dies while it plays ends the run with a word, and nothing is published', async () => {
  const dir = newFolder()
  const workers: Worker[] = []
  const dying = {
    ...threaded((worker) => workers.push(worker)),
    onProgress: ({ round }: { round: number }) => {
      if (round === 3) void workers[1]!.terminate()
      return undefined
    },
  }
  const options = { steps: 4000, rollouts: 2, recipe: { size: 'table' } } as const
  await expect(train(shortRun(dir, options), dying)).rejects.toMatchObject({
    code: 'rollout-died',
    message: expect.stringMatching(/^rollout thread 2 died: .*the same call goes on from the last checkpoint$/),
  })
  expect(versionsOf(dir)).toEqual([0])
  expect(currentVersion(dir)).toBe(0)
  expect(existsSync(join(dir, 'running'))).toBe(true)
  expect(existsSync(join(dir, 'lock'))).toBe(false)
  expect(await Promise.all(workers.map((worker) => worker.threadId))).toEqual([-1, -1])
}, 240_000)

test('what goes wrong in a thread is told as if it had gone wrong here', async () => {
  const run = shortRun(newFolder(), { learn: ['first'], against: ['pefect'], rollouts: 1 })
  await expect(train(run, threaded())).rejects.toThrow(/did you mean "perfect"/)
}, 240_000)
