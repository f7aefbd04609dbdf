/**
 * Numbers as expressions: a value is an ONNX operator applied to other values, with its element type and shape known.
 * Values are plain immutable data, so a graph is whatever its outputs reach; unused values cost nothing.
 */

export const FLOATS = ['float32', 'float64'] as const
export type Float = (typeof FLOATS)[number]
export type Dtype = Float | 'int32' | 'int64' | 'bool'

/** TensorProto.DataType */
export const TYPE_CODE = {
  float32: 1,
  int32: 6,
  int64: 7,
  bool: 9,
  float64: 11,
} as const satisfies Record<Dtype, number>

/** A size, or the name of a size known only when the graph runs ("B"). Equal names are equal sizes. */
export type Dim = number | string
export type Shape = readonly Dim[]

/** Every operator a graph may hold, by its ONNX name; `Input` and `Constant` are the leaves. */
export const OPS = [
  ...['Input', 'Constant', 'Identity', 'Shape', 'Range', 'Cast', 'Reshape', 'Expand', 'Transpose', 'Concat', 'Slice'],
  ...[
    'Gather',
    'GatherUnique',
    'ScatterND',
    'GatherElements',
    'ScatterElements',
    'Add',
    'Sub',
    'Mul',
    'Div',
    'Pow',
    'Min',
    'Max',
    'Greater',
    'Less',
    'Equal',
    'Where',
  ],
  ...['Neg', 'Abs', 'Sign', 'Exp', 'Log', 'Sqrt', 'Relu', 'Tanh', 'Sigmoid', 'Clip', 'MatMul', 'Gemm'],
  ...['ReduceSum', 'ReduceMean', 'ReduceMax', 'ReduceSumSquare', 'Softmax', 'LogSoftmax'],
] as const
export type Op = (typeof OPS)[number]

/** Whole-number attributes only: our operators need no other kind. */
export type Attributes = Readonly<Record<string, number | readonly number[]>>

export interface Value {
  readonly op: Op
  readonly inputs: readonly Value[]
  readonly attributes: Attributes
  readonly type: Dtype
  readonly shape: Shape
  /** Inputs only: the name under which a run feeds it. */
  readonly name?: string
  /** Constants only: row-major; int64 as whole numbers, bool as 0 and 1. */
  readonly numbers?: ArrayLike<number>
}

export function isFloat(type: Dtype): type is Float {
  return type === 'float32' || type === 'float64'
}

/** Fed by name at every run. */
export function input(name: string, type: Dtype, shape: Shape): Value {
  return { op: 'Input', inputs: [], attributes: {}, type, shape, name }
}

/** Fixed numbers, row-major. Throws when their count is not the shape's. */
export function constant(type: Dtype, shape: readonly number[], numbers: ArrayLike<number>): Value {
  const size = shape.reduce((product, dim) => product * dim, 1)
  if (numbers.length !== size) throw new RangeError(`constant: ${numbers.length} numbers for shape [${shape}]`)
  return { op: 'Constant', inputs: [], attributes: {}, type, shape, numbers }
}

/** A scalar of the same element type as `like`. */
export function scalar(like: Value, number: number): Value {
  return constant(like.type, [], [number])
}

/** The shape of two arrays combined element by element (sizes of 1 stretch); throws when they don't fit. */
export function broadcast(a: Shape, b: Shape): Shape {
  const rank = Math.max(a.length, b.length)
  return Array.from({ length: rank }, (_, axis) => {
    const left = a[axis - rank + a.length] ?? 1
    const right = b[axis - rank + b.length] ?? 1
    if (left === right || right === 1) return left
    if (left === 1) return right
    throw new RangeError(`shapes [${a}] and [${b}] do not broadcast`)
  })
}

export function sameShape(a: Shape, b: Shape): boolean {
  return a.length === b.length && a.every((dim, axis) => dim === b[axis])
}

/** Axes counted from the front, each in range; throws otherwise. */
export function frontAxes(rank: number, axes: readonly number[]): number[] {
  return axes.map((axis) => {
    const front = axis < 0 ? axis + rank : axis
    if (front < 0 || front >= rank) throw new RangeError(`axis ${axis} of a rank-${rank} value`)
    return front
  })
}

/** All values that `outputs` need, each after its inputs, in one fixed order. */
export function inOrder(outputs: readonly Value[]): Value[] {
  const order = new Set<Value>()
  const open: { value: Value; next: number }[] = []
  for (const output of outputs) {
    if (!order.has(output)) open.push({ value: output, next: 0 })
    while (open.length > 0) {
      const top = open[open.length - 1]!
      const child = top.value.inputs[top.next++]
      if (child === undefined) {
        order.add(top.value)
        open.pop()
      } else if (!order.has(child)) open.push({ value: child, next: 0 })
    }
  }
  return [...order]
}
