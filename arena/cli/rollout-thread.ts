/** A thread that plays a training run's matches. */
import { parentPort, workerData } from 'node:worker_threads'
import { openAgent } from '../../plugins/index.ts'
import { type RolloutOrder, serveRollouts } from '../train/rollout.ts'

serveRollouts(parentPort!, workerData as RolloutOrder, openAgent)
