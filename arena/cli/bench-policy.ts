/** How many moves a second a policy can decide when the asks of many matches share a run, beside one ask a run. */
import { availableParallelism } from 'node:os'
import { openSessionHere } from '../onnx/session.ts'
import { judged, positionFeeds } from '../train/feeds.ts'
import { madeUpColumns } from '../train/made-up-batch.ts'
import { initialParameters, type NetworkShape, policyModel } from '../train/network.ts'
import type { Measure } from './bench.ts'

const WAITING = 256
const SECONDS = 1
/** About a small card game, and a hand of Hanabi. */
const FACTS = [10, 30] as const
const VOCABULARY = 512

/** From positions to log-probabilities, encoding into arrays included, on two threads where there are two cores. */
export async function benchPolicy(): Promise<Record<string, Measure>> {
  const found: Record<string, Measure> = {}
  for (const size of ['bag', 'tiny'] as const) {
    for (const facts of FACTS) {
      const shape = { size, vocabulary: VOCABULARY, facts: Math.max(...FACTS) }
      const value = await rate(shape, facts, WAITING)
      const baseline = await rate(shape, facts, 1)
      found[`${size}, ${facts} facts, ${WAITING} asks a run`] = {
        value,
        unit: 'moves/s',
        baseline,
        ratio: value / baseline,
      }
    }
  }
  return found
}

async function rate(shape: NetworkShape, facts: number, rows: number): Promise<number> {
  const { positions } = madeUpColumns({ rows, moves: 4, facts, vocabulary: shape.vocabulary, seed: 1 })
  const model = policyModel(shape, initialParameters(shape, 1))
  const session = await openSessionHere(model, { device: 'cpu', threads: Math.min(2, availableParallelism()) })
  const decide = async () => {
    const feeds = positionFeeds(shape, positions)
    return judged(await session.run(feeds.tensors), feeds)
  }
  for (let warm = 0; warm < 3; warm++) await decide()
  const started = performance.now()
  let moves = 0
  while (performance.now() - started < SECONDS * 1000) {
    await decide()
    moves += rows
  }
  const seconds = (performance.now() - started) / 1000
  await session.close()
  return Math.round(moves / seconds)
}
