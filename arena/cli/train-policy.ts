/** Training for whoever asks (the command, the demo, the server): a run on a thread of its own. */
import { ParleyError } from '../core/errors.ts'
import { startThread } from '../onnx/thread.ts'
import { dropOwnLock } from '../train/lock.ts'
import { TRAIN_DEFAULTS, type TrainOptions, type TrainResult } from '../train/options.ts'
import type { Progress } from '../train/progress.ts'
import type { TrainingNews, TrainingOrder } from './training-thread.ts'

export type TrainRequest = Pick<TrainOptions, 'scenarios' | 'method' | 'out'> & Partial<TrainOptions>

export interface Watching {
  onProgress?(progress: Progress): void
  onRemark?(text: string): void
  /** Aborting stops the run at a checkpoint, from where the same call goes on. */
  readonly signal?: AbortSignal
}

/**
 * Trains and publishes a version in `out`. Throws what `train` throws; a thread that dies (out of memory) is
 * `trainer-died`, and nothing half-written is left.
 */
export function trainPolicy(request: TrainRequest, watching: Watching = {}): Promise<TrainResult> {
  const stop = new SharedArrayBuffer(4)
  const options: TrainOptions = { ...TRAIN_DEFAULTS, ...request }
  const worker = startThread(new URL('./training-thread.ts', import.meta.url), {
    options,
    stop,
  } satisfies TrainingOrder)
  watching.signal?.addEventListener('abort', () => Atomics.store(new Int32Array(stop), 0, 1), { once: true })
  return new Promise((resolve, reject) => {
    worker.on('message', (news: TrainingNews) => {
      if (news.kind === 'progress') watching.onProgress?.(news.progress)
      else if (news.kind === 'remark') watching.onRemark?.(news.text)
      else if (news.kind === 'done') resolve(news.result)
      else reject(news.code === null ? new Error(news.message) : new ParleyError(news.code, news.message))
    })
    const died = (why: string, cause?: unknown) => {
      dropOwnLock(options.out)
      reject(
        new ParleyError(
          'trainer-died',
          `the training thread died: ${why}; the same call goes on from the last checkpoint`,
          { cause },
        ),
      )
    }
    let told = false
    worker.on('message', ({ kind }: TrainingNews) => (told ||= kind === 'done' || kind === 'failed'))
    worker.on('error', (error) => died(error.message, error))
    worker.on('exit', (code) => told || died(`exit code ${code}`))
  })
}
