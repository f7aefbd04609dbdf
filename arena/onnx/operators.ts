/** The vocabulary for writing graphs: each function applies one ONNX operator and works out type and shape. */
import {
  type Attributes,
  broadcast,
  constant,
  type Dim,
  type Dtype,
  frontAxes,
  isFloat,
  type Op,
  type Shape,
  scalar,
  TYPE_CODE,
  type Value,
} from './graph.ts'

/** An operand: a value, or a number that becomes a scalar of the other operand's type. */
export type Operand = Value | number

function node(op: Op, inputs: readonly Value[], type: Dtype, shape: Shape, attributes: Attributes = {}): Value {
  return { op, inputs, attributes, type, shape }
}

function sameType(op: Op, a: Value, b: Value): void {
  if (a.type !== b.type) throw new TypeError(`${op}: ${a.type} with ${b.type}`)
}

function pair(a: Operand, b: Operand): [Value, Value] {
  if (typeof a !== 'number') return [a, typeof b === 'number' ? scalar(a, b) : b]
  if (typeof b === 'number') throw new TypeError('one of two operands must be a value')
  return [scalar(b, a), b]
}

function binary(op: Op, result?: Dtype): (a: Operand, b: Operand) => Value {
  return (a, b) => {
    const [left, right] = pair(a, b)
    sameType(op, left, right)
    return node(op, [left, right], result ?? left.type, broadcast(left.shape, right.shape))
  }
}

function unary(op: Op): (x: Value) => Value {
  return (x) => node(op, [x], x.type, x.shape)
}

export const add = binary('Add')
export const sub = binary('Sub')
export const mul = binary('Mul')
export const div = binary('Div')
export const pow = binary('Pow')
export const min = binary('Min')
export const max = binary('Max')
export const greater = binary('Greater', 'bool')
export const less = binary('Less', 'bool')
export const equal = binary('Equal', 'bool')
export const neg = unary('Neg')
export const abs = unary('Abs')
export const sign = unary('Sign')
export const exp = unary('Exp')
export const log = unary('Log')
export const sqrt = unary('Sqrt')
export const relu = unary('Relu')
export const tanh = unary('Tanh')
export const sigmoid = unary('Sigmoid')
/** The value itself, with no gradient through it. */
export const stopGradient = unary('Identity')

/** x held between two numbers; the gradient passes from low to high, ends included. */
export function clip(x: Value, low: number, high: number): Value {
  return node('Clip', [x, scalar(x, low), scalar(x, high)], x.type, x.shape)
}

/** Element by element: `yes` where the condition holds, else `no`. */
export function where(condition: Value, yes: Operand, no: Operand): Value {
  const [left, right] = pair(yes, no)
  sameType('Where', left, right)
  const shape = broadcast(condition.shape, broadcast(left.shape, right.shape))
  return node('Where', [condition, left, right], left.type, shape)
}

export function cast(x: Value, type: Dtype): Value {
  return x.type === type ? x : node('Cast', [x], type, x.shape, { to: TYPE_CODE[type] })
}

/** The runtime shape of x, or the part [start, end) of it: int64. */
export function shapeOf(x: Value, start = 0, end = x.shape.length): Value {
  return node('Shape', [x], 'int64', [end - start], { start, end })
}

/** 0, 1, ... up to the size of an axis of x: int32. */
export function places(x: Value, axis: number): Value {
  const size = x.shape[axis]!
  if (typeof size === 'number')
    return constant(
      'int32',
      [size],
      Array.from({ length: size }, (_, place) => place),
    )
  const end = reshape(cast(shapeOf(x, axis, axis + 1), 'int32'), [])
  return node('Range', [scalar(end, 0), end, scalar(end, 1)], 'int32', [size])
}

/**
 * The same numbers in row-major order under another shape. A named size is looked up in x and in `sources`;
 * one name may be new: it takes whatever is left.
 */
export function reshape(x: Value, shape: Shape, ...sources: readonly Value[]): Value {
  const parts = shape.map((dim) => (typeof dim === 'number' ? dim : findDim(dim, [x, ...sources])))
  if (parts.filter((part) => part === null).length > 1) throw new RangeError(`reshape: two unknown sizes in [${shape}]`)
  const numbers = parts.map((part) => (part === null ? -1 : part))
  const named = shape.filter((dim) => typeof dim === 'string').length
  const settled = named === 1 ? shape.map((dim) => (typeof dim === 'string' ? -1 : dim)) : numbers
  return node('Reshape', [x, dimsValue(settled)], x.type, shape)
}

function findDim(dim: string, sources: readonly Value[]): Value | null {
  for (const source of sources) {
    const axis = source.shape.indexOf(dim)
    if (axis >= 0) return shapeOf(source, axis, axis + 1)
  }
  return null
}

function dimsValue(parts: readonly (number | Value)[]): Value {
  if (parts.every((part) => typeof part === 'number')) return constant('int64', [parts.length], parts)
  const values = parts.map((part) => (typeof part === 'number' ? constant('int64', [1], [part]) : part))
  return concat(values, 0)
}

/** One number everywhere; named sizes are looked up in `sources`. */
export function fill(number: Value, shape: Shape, ...sources: readonly Value[]): Value {
  const parts = shape.map((dim) => {
    const part = typeof dim === 'number' ? dim : findDim(dim, sources)
    if (part === null) throw new RangeError(`fill: no source for "${dim}"`)
    return part
  })
  return node('Expand', [number, dimsValue(parts)], number.type, shape)
}

/** x stretched to the shape of `like`. */
export function expandLike(x: Value, like: Value): Value {
  const fixed = like.shape.every((dim) => typeof dim === 'number')
  const target = fixed ? constant('int64', [like.shape.length], like.shape as number[]) : shapeOf(like)
  return node('Expand', [x, target], x.type, broadcast(x.shape, like.shape))
}

/** Axes reordered: axis i of the result is axis order[i] of x. Undoing an order gives back what was ordered. */
export function transpose(x: Value, order: readonly number[]): Value {
  const perm = frontAxes(x.shape.length, order)
  if (new Set(perm).size !== x.shape.length)
    throw new RangeError(`transpose: [${order}] is no order of ${x.shape.length} axes`)
  const before = x.op === 'Transpose' ? (x.attributes['perm'] as readonly number[]) : null
  if (before && perm.every((axis, at) => before[axis] === at)) return x.inputs[0]!
  return node(
    'Transpose',
    [x],
    x.type,
    perm.map((axis) => x.shape[axis]!),
    { perm },
  )
}

/** The last two axes swapped. */
export function swapLast(x: Value): Value {
  const order = x.shape.map((_, axis) => axis)
  return transpose(x, [...order.slice(0, -2), order.length - 1, order.length - 2])
}

/** Joined along one axis, whose sizes must be numbers unless there is only one part. */
export function concat(parts: readonly Value[], axis: number): Value {
  const first = parts[0]
  if (!first) throw new RangeError('concat: nothing to join')
  if (parts.length === 1) return first
  const [front] = frontAxes(first.shape.length, [axis]) as [number]
  const sizes = parts.map((part) => part.shape[front]!)
  const total: Dim = sizes.every((size) => typeof size === 'number')
    ? sizes.reduce((a, b) => a + b, 0)
    : sizes.join('+')
  const shape = first.shape.map((dim, at) => (at === front ? total : dim))
  return node('Concat', parts, first.type, shape, { axis: front })
}

/** The part [start, end) along one axis; both are numbers within the axis. */
export function slice(x: Value, axis: number, start: number, end: number): Value {
  const [front] = frontAxes(x.shape.length, [axis]) as [number]
  const shape = x.shape.map((dim, at) => (at === front ? end - start : dim))
  const at = (number: number) => constant('int64', [1], [number])
  return node('Slice', [x, at(start), at(end), at(front)], x.type, shape)
}

/**
 * Rows of a table [V, ...] by int32 index of any shape. `unique` promises that no row is asked for twice,
 * which makes the backward pass a plain scatter instead of a one-hot product.
 */
export function gather(table: Value, index: Value, { unique = false } = {}): Value {
  return node(unique ? 'GatherUnique' : 'Gather', [table, index], table.type, [...index.shape, ...table.shape.slice(1)])
}

/** A table of zeros like `like` with `rows` [N, ...] written at `index` [N]; no row twice. */
export function scatterRows(like: Value, index: Value, rows: Value): Value {
  const zeros = expandLike(scalar(like, 0), like)
  const at = reshape(cast(index, 'int64'), [index.shape[0]!, 1])
  return node('ScatterND', [zeros, at, rows], like.type, like.shape)
}

/** Along the last axis of x [.., U], the entries at int32 `index` [.., M]: no entry twice in one row. */
export function pick(x: Value, index: Value): Value {
  return node('GatherElements', [x, index], x.type, index.shape, { axis: x.shape.length - 1 })
}

/** Zeros like `like` [.., U] with `entries` [.., M] written at `index` [.., M] along the last axis; no entry twice in one row. */
export function scatterPicked(like: Value, index: Value, entries: Value): Value {
  const zeros = expandLike(scalar(like, 0), like)
  return node('ScatterElements', [zeros, index, entries], like.type, like.shape, { axis: like.shape.length - 1 })
}

/** Matrix product over the last two axes; leading axes broadcast. */
export function matmul(a: Value, b: Value): Value {
  sameType('MatMul', a, b)
  const [rows, inner] = a.shape.slice(-2)
  const [depth, columns] = b.shape.slice(-2)
  if (a.shape.length < 2 || b.shape.length < 2 || inner !== depth) {
    throw new RangeError(`matmul: [${a.shape}] with [${b.shape}]`)
  }
  const shape = [...broadcast(a.shape.slice(0, -2), b.shape.slice(0, -2)), rows!, columns!]
  return node('MatMul', [a, b], a.type, shape)
}

/** Product of two matrices, either of them read transposed. */
export function gemm(a: Value, b: Value, { transA = false, transB = false } = {}): Value {
  sameType('Gemm', a, b)
  const [rows, inner] = transA ? [a.shape[1], a.shape[0]] : a.shape
  const [depth, columns] = transB ? [b.shape[1], b.shape[0]] : b.shape
  if (a.shape.length !== 2 || b.shape.length !== 2 || inner !== depth) {
    throw new RangeError(`gemm: [${a.shape}]${transA ? "'" : ''} with [${b.shape}]${transB ? "'" : ''}`)
  }
  return node('Gemm', [a, b], a.type, [rows!, columns!], { transA: Number(transA), transB: Number(transB) })
}

function reduction(op: Op): (x: Value, axes?: readonly number[], keep?: boolean) => Value {
  return (x, axes = x.shape.map((_, axis) => axis), keep = false) => {
    if (!isFloat(x.type)) throw new TypeError(`${op}: ${x.type}`)
    const front = frontAxes(x.shape.length, axes)
    const kept = x.shape.map((dim, axis) => (front.includes(axis) ? 1 : dim))
    const shape = keep ? kept : kept.filter((_, axis) => !front.includes(axis))
    return node(op, [x, constant('int64', [front.length], front)], x.type, shape, { keepdims: Number(keep) })
  }
}

/** Reductions over `axes` (all when absent); `keep` leaves the reduced axes with size 1. */
export const sum = reduction('ReduceSum')
export const mean = reduction('ReduceMean')
export const largest = reduction('ReduceMax')
export const sumSquares = reduction('ReduceSumSquare')

/** Softmax over the last axis. */
export function softmax(x: Value): Value {
  return node('Softmax', [x], x.type, x.shape, { axis: -1 })
}

/** Logarithm of the softmax over the last axis. */
export function logSoftmax(x: Value): Value {
  return node('LogSoftmax', [x], x.type, x.shape, { axis: -1 })
}
