/** One trained version, loaded once and shared by every match: all asks that wait are answered by one run. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ParleyError } from '../../arena/core/errors.ts'
import { openSession } from '../../arena/onnx/open-session.ts'
import type { Session } from '../../arena/onnx/session.ts'
import { readManifest, versionFolder } from '../../arena/train/checkpoint.ts'
import { ENCODER_VERSION, type Encode, encoder, type Position } from '../../arena/train/encode.ts'
import { judged, positionFeeds } from '../../arena/train/feeds.ts'
import type { Size } from '../../arena/train/recipe.ts'
import { isSparse, type SparseSize, sparseFeeds, TABLE } from '../../arena/train/sparse.ts'

export interface Model {
  readonly encode: Encode
  /** Log-probabilities of the position's legal moves; waits for the run that takes it along. */
  ask(position: Position): Promise<ArrayLike<number>>
}

/** `average`: the run's average policy, in small games. Throws `no-version`, `other-encoder`. */
export async function openModel(dir: string, version: number, average: boolean): Promise<Model> {
  const folder = versionFolder(dir, version)
  const { encoder: settings, recipe } = readManifest(folder)
  if (settings.version !== ENCODER_VERSION) {
    throw new ParleyError(
      'other-encoder',
      `${folder} reads views by encoder ${settings.version}, this arena has encoder ${ENCODER_VERSION}: train it anew`,
    )
  }
  const session = await openSession(bytesOf(folder, average ? 'average.onnx' : 'policy.onnx'), { device: 'cpu' })
  const size: Size = average ? 'table' : recipe.size
  const batch = isSparse(size) ? sparseBatch(size, average ? TABLE : recipe.table) : networkBatch(size, settings)
  return { encode: encoder(settings), ask: queue(session, batch) }
}

function bytesOf(folder: string, name: string): Uint8Array {
  try {
    return readFileSync(join(folder, name))
  } catch (cause) {
    throw new ParleyError('no-version', `${folder}: there is no ${name} in it`, { cause })
  }
}

/** Runs a batch: one row of log-probabilities a position. */
type Batch = (session: Session, positions: readonly Position[]) => Promise<ArrayLike<number>[]>

function networkBatch(
  size: Exclude<Size, SparseSize>,
  { vocabulary, facts }: { vocabulary: number; facts: number },
): Batch {
  return async (session, positions) => {
    const feeds = positionFeeds({ size, vocabulary, facts }, positions)
    return judged(await session.run(feeds.tensors), feeds).logps
  }
}

/** Versions from before tables had sizes name none. */
function sparseBatch(size: SparseSize, entries: number = TABLE): Batch {
  return async (session, positions) => {
    const { data, dims } = (await session.run(sparseFeeds(size, positions, entries)))['logp']!
    const width = dims[1]!
    return positions.map(({ moves }, row) => Float32Array.from(moves, (_, i) => Number(data[row * width + i])))
  }
}

interface Waiting {
  readonly position: Position
  readonly resolve: (row: ArrayLike<number>) => void
  readonly reject: (error: unknown) => void
}

/** While a run is under way the next batch gathers. */
function queue(session: Session, batch: Batch): Model['ask'] {
  let waiting: Waiting[] = []
  let running = false
  const turn = async () => {
    while (waiting.length > 0) {
      const now = waiting
      waiting = []
      try {
        const rows = await batch(
          session,
          now.map(({ position }) => position),
        )
        for (const [i, { resolve }] of now.entries()) resolve(rows[i]!)
      } catch (error) {
        for (const { reject } of now) reject(error)
      }
    }
    running = false
  }
  return (position) =>
    new Promise((resolve, reject) => {
      waiting.push({ position, resolve, reject })
      if (running) return
      running = true
      setImmediate(() => void turn())
    })
}
