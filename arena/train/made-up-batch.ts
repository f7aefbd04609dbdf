/** A batch of random positions and credits, for tests and benchmarks that need a network at work. */
import { seeded } from '../core/rng.ts'
import { ADAMW } from '../onnx/optimizer.ts'
import type { Columns } from './columns.ts'
import type { TrainSettings } from './train-step.ts'

export const SETTINGS: Omit<TrainSettings, 'objective'> = {
  loss: { clip: 0.2, dualClip: 0, kl: 0, klExact: 0.1, value: 0.5, beta: 1, lambdaDesirable: 1, lambdaUndesirable: 1 },
  optimizer: ADAMW,
  gradientNorm: 1,
}

/** Every move comes in this many variants, so that a batch holds far fewer distinct moves than moves. */
const VARIANTS = 8

export interface BatchSize {
  readonly rows: number
  readonly moves: number
  readonly facts: number
  readonly vocabulary: number
  readonly seed: number
}

/** Every row with its own facts; one move of each was played, well or badly by chance. */
export function madeUpColumns({ rows, moves, facts, vocabulary, seed }: BatchSize): Columns {
  const random = seeded(seed)
  const token = () => 1 + Math.floor(random() * (vocabulary - 1))
  const positions = Array.from({ length: rows }, (_, row) => ({
    key: `${row}`,
    facts: Array.from({ length: facts }, token),
    moves: Array.from({ length: moves }, (_, move) => [1 + move, 1 + moves + Math.floor(random() * VARIANTS)]),
  }))
  const column = (value: number) => new Float32Array(rows * moves).fill(value)
  const [praise, blame, played] = [column(0), column(0), column(0)]
  for (let row = 0; row < rows; row++) {
    const entry = row * moves + Math.floor(random() * moves)
    played[entry] = 1
    if (random() < 0.5) praise[entry] = random()
    else blame[entry] = -random()
  }
  return {
    ...{ rows, moves, positions, praise, blame, played },
    legal: column(1),
    oldLogp: column(-Math.log(moves)),
    refLogp: column(-Math.log(moves)),
    count: new Float32Array(rows).fill(1),
    outcome: Float32Array.from({ length: rows }, () => 2 * random() - 1),
  }
}
