/** The thread a training run has to itself: play and kernels alike, so that nobody's event loop waits for either. */
import { parentPort, workerData } from 'node:worker_threads'
import { openAgent } from '../../plugins/index.ts'
import { ParleyError } from '../core/errors.ts'
import { openSessionHere } from '../onnx/session.ts'
import { startThread } from '../onnx/thread.ts'
import type { TrainOptions, TrainResult } from '../train/options.ts'
import type { Progress } from '../train/progress.ts'
import { train } from '../train/trainer.ts'
import { turnJudge } from './judge.ts'

export interface TrainingOrder {
  readonly options: TrainOptions
  /** One int32; not 0: stop at the next checkpoint. */
  readonly stop: SharedArrayBuffer
}

export type TrainingNews =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'remark'; readonly text: string }
  | { readonly kind: 'done'; readonly result: TrainResult }
  | { readonly kind: 'failed'; readonly code: string | null; readonly message: string }

const port = parentPort!
const { options, stop } = workerData as TrainingOrder
const flag = new Int32Array(stop)
const tell = (news: TrainingNews) => port.postMessage(news)

try {
  const result = await train(options, {
    openAgent,
    open: openSessionHere,
    rollout: (order) => startThread(new URL('./rollout-thread.ts', import.meta.url), order),
    ...(options.judge && { judge: await turnJudge(options.judge.url, options.judge.model) }),
    remark: (text) => tell({ kind: 'remark', text }),
    onProgress: (progress) => {
      tell({ kind: 'progress', progress })
      return Atomics.load(flag, 0) !== 0
    },
  })
  tell({ kind: 'done', result })
} catch (error) {
  const code = error instanceof ParleyError ? error.code : null
  tell({
    kind: 'failed',
    code,
    message: error instanceof Error ? (code ? error.message : (error.stack ?? '')) : String(error),
  })
}
