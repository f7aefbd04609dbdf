/** One small differentiable expression for every operator: what finite differences and the devices are checked on. */
import { constant, type Op, type Shape, type Value } from '../../arena/onnx/graph.ts'
import * as o from '../../arena/onnx/operators.ts'

export interface Case {
  readonly name: string
  /** Shapes of the differentiable inputs a, b, c, with the range their numbers are drawn from. */
  readonly shapes: readonly Shape[]
  readonly range: readonly [number, number]
  readonly of: (inputs: readonly Value[]) => Value
}

/** Sizes of the named axes in these cases. */
export const SIZES: Readonly<Record<string, number>> = { B: 2, R: 3, '(B*R)': 6 }

type Of = (a: Value, b: Value, c: Value) => Value
const one = (name: string, shapes: readonly Shape[], of: Of, range: readonly [number, number] = [-1.5, 1.5]): Case => ({
  name,
  shapes,
  range,
  of: ([a, b, c]) => of(a!, b!, c!),
})

const index = (shape: readonly number[], numbers: readonly number[]) => constant('int32', shape, numbers)
const positive = [0.3, 2] as const
const stretched = [['B', 3], [3]] as const

/** null: no gradient of its own (a leaf, a shape, a comparison, or the backward of another). */
export const CASES = {
  Input: null,
  Constant: null,
  Shape: null,
  Range: null,
  ScatterND: null,
  ScatterElements: null,
  Greater: null,
  Less: null,
  Equal: null,
  Sign: null,
  Identity: [one('a * stopped b', [[3], [3]], (a, b) => o.mul(a, o.stopGradient(o.exp(b))))],
  Cast: [one('there and back', [[3]], (a) => o.cast(o.cast(o.mul(a, a), 'float32'), a.type))],
  Reshape: [
    one('named sizes', [['B', 'R', 2]], (a) => o.exp(o.reshape(a, ['R', 'B', 2], a))),
    one('a new name', [['B', 'R', 2]], (a) => o.exp(o.reshape(a, ['(B*R)', 2]))),
  ],
  Expand: [
    one('to a given shape', [[3], ['B', 3]], (a, b) => o.mul(o.expandLike(a, b), b)),
    one(
      'a thin gradient',
      [
        ['B', 1],
        ['B', 3],
      ],
      (a, b) => o.sum(o.expandLike(o.exp(a), b), [1]),
    ),
  ],
  Transpose: [one('three axes', [['B', 3, 2]], (a) => o.exp(o.transpose(a, [2, 0, 1])))],
  Concat: [
    one(
      'along axis 1',
      [
        ['B', 2],
        ['B', 3],
      ],
      (a, b) => o.exp(o.concat([a, b, a], 1)),
    ),
  ],
  Slice: [
    one('the middle', [['B', 5]], (a) => o.exp(o.slice(a, 1, 1, 3))),
    one('three pieces and a gap, used unequally', [['B', 6]], (a) =>
      o.mul(o.slice(a, 1, 0, 2), o.mul(o.slice(a, 1, 4, 6), o.slice(a, 1, 2, 4))),
    ),
    one('overlapping pieces', [['B', 4]], (a) => o.mul(o.slice(a, 1, 0, 3), o.slice(a, 1, 1, 4))),
    one('the start', [[4, 2]], (a) => o.exp(o.slice(a, 0, 0, 3))),
  ],
  Gather: [
    one('rows twice', [[4, 2]], (a) => o.exp(o.gather(a, index([2, 3], [3, 0, 3, 1, 1, 3])))),
    one('of a table of named length', [['R', 2]], (a) => o.exp(o.gather(a, index([4], [2, 0, 2, 2])))),
  ],
  GatherElements: [
    one('two of four in each row', [['B', 4]], (a) =>
      o.exp(o.pick(o.exp(a), o.reshape(index([4], [3, 0, 1, 2]), ['B', 2], a))),
    ),
  ],
  GatherUnique: [one('rows once', [[4, 2]], (a) => o.exp(o.gather(a, index([3], [3, 0, 2]), { unique: true })))],
  Add: [one('stretched', stretched, (a, b) => o.exp(o.add(a, b)))],
  Sub: [
    one(
      'stretched both ways',
      [
        ['B', 1],
        [1, 3],
      ],
      (a, b) => o.exp(o.sub(a, b)),
    ),
  ],
  Mul: [one('stretched', stretched, (a, b) => o.mul(o.mul(a, b), a))],
  Div: [one('stretched', stretched, (a, b) => o.div(a, b), positive)],
  Pow: [one('base and exponent', stretched, (a, b) => o.pow(a, b), positive)],
  Min: [one('stretched', stretched, (a, b) => o.min(o.exp(a), o.exp(b)))],
  Max: [one('stretched', stretched, (a, b) => o.max(o.exp(a), o.exp(b)))],
  Where: [one('both sides', [['B', 3], [3], [3]], (a, b, c) => o.where(o.greater(a, c), o.mul(a, b), o.exp(b)))],
  Neg: [one('of a square', [[3]], (a) => o.neg(o.mul(a, a)))],
  Abs: [one('of both signs', [[4]], (a) => o.abs(a))],
  Exp: [one('', [[3]], (a) => o.exp(a))],
  Log: [one('', [[3]], (a) => o.log(a), positive)],
  Sqrt: [one('', [[3]], (a) => o.sqrt(a), positive)],
  Relu: [one('of both signs', [[4]], (a) => o.mul(o.relu(a), a))],
  Tanh: [one('', [[3]], (a) => o.tanh(a))],
  Sigmoid: [one('', [[3]], (a) => o.sigmoid(a))],
  Clip: [one('inside and outside', [[6]], (a) => o.mul(o.clip(a, -0.7, 0.7), a))],
  MatMul: [
    one(
      'two matrices',
      [
        ['B', 3],
        [3, 2],
      ],
      (a, b) => o.exp(o.matmul(a, b)),
    ),
    one(
      'many rows, one matrix',
      [
        ['B', 'R', 2],
        [2, 3],
      ],
      (a, b) => o.exp(o.matmul(a, b)),
    ),
    one(
      'batched',
      [
        ['B', 2, 3],
        ['B', 3, 2],
      ],
      (a, b) => o.exp(o.matmul(a, b)),
    ),
    one(
      'batched, one side stretched',
      [
        ['B', 2, 3],
        [1, 3, 2],
      ],
      (a, b) => o.exp(o.matmul(a, b)),
    ),
  ],
  Gemm: [
    one(
      'plain',
      [
        ['B', 3],
        [3, 2],
      ],
      (a, b) => o.exp(o.gemm(a, b)),
    ),
    one(
      'first transposed',
      [
        [3, 'B'],
        [3, 2],
      ],
      (a, b) => o.exp(o.gemm(a, b, { transA: true })),
    ),
    one(
      'second transposed',
      [
        ['B', 3],
        [2, 3],
      ],
      (a, b) => o.exp(o.gemm(a, b, { transB: true })),
    ),
    one(
      'both transposed',
      [
        [3, 'B'],
        [2, 3],
      ],
      (a, b) => o.exp(o.gemm(a, b, { transA: true, transB: true })),
    ),
  ],
  ReduceSum: [
    one('one axis', [['B', 3]], (a) => o.exp(o.sum(a, [1]))),
    one('all, times a stretched input', stretched, (a, b) => o.mul(o.sum(o.mul(a, b)), o.sum(b))),
    one(
      'a sum of a stretched value',
      [
        ['B', 3],
        [1, 3],
      ],
      (a, b) => o.sum(o.add(o.exp(a), o.exp(b)), [0]),
    ),
  ],
  ReduceMean: [
    one('a named axis', [['B', 3]], (a) => o.exp(o.mean(a, [0]))),
    one('all', [['B', 'R']], (a) => o.exp(o.mean(a))),
  ],
  ReduceMax: [
    one('one axis', [['B', 3]], (a) => o.exp(o.largest(a, [1]))),
    one('kept', [['B', 3]], (a) => o.mul(o.largest(a, [1], true), a)),
  ],
  ReduceSumSquare: [one('kept', [['B', 3]], (a) => o.div(a, o.sqrt(o.sumSquares(a, [1], true))))],
  Softmax: [one('last axis', [['B', 3]], (a) => o.softmax(a))],
  LogSoftmax: [one('last axis', [['B', 3]], (a) => o.logSoftmax(a))],
} as const satisfies Record<Op, readonly Case[] | null>

export const ALL_CASES: readonly (readonly [string, Case])[] = Object.entries(CASES).flatMap(([op, cases]) =>
  (cases ?? []).map((one) => [`${op} ${one.name}`.trim(), one] as const),
)

export const concrete = (shape: Shape): number[] => shape.map((dim) => (typeof dim === 'number' ? dim : SIZES[dim]!))
