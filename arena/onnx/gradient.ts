/**
 * Backward passes. One rule an operator: from the gradient of its result to the gradients of its inputs. A gradient may
 * be *thin*: size 1 on an axis along which it is the same everywhere, as a sum leaves it; rules that need it whole say so.
 */
import { type Dim, inOrder, isFloat, type Op, scalar, type Value } from './graph.ts'
import {
  cast,
  clip,
  div,
  equal,
  exp,
  gemm,
  greater,
  less,
  log,
  matmul,
  mul,
  neg,
  places,
  pow,
  reshape,
  scatterPicked,
  scatterRows,
  shapeOf,
  sign,
  sub,
  sum,
  swapLast,
  transpose,
  where,
} from './operators.ts'
import { added, concatRule, sliceRule, whole } from './pieces.ts'

/** Gradients by input; null where the operator passes none. Entries that nobody asks for are never computed. */
export type Rule = (node: Value, gradient: Value) => readonly (Value | null)[]

/** d(of)/d(each of wrt), each with the shape of its value; `of` is a scalar. Zeros where `of` does not depend on it. */
export function gradients(of: Value, wrt: readonly Value[]): Value[] {
  if (of.shape.length !== 0 || !isFloat(of.type))
    throw new RangeError(`gradients: of a ${of.type} [${of.shape}], not of a scalar`)
  const order = inOrder([of])
  const needed = dependents(order, new Set(wrt))
  const found = new Map<Value, Value>([[of, scalar(of, 1)]])
  for (const node of order.reverse()) {
    const gradient = found.get(node)
    if (!gradient || !needed.has(node) || wrt.includes(node)) continue
    for (const [index, part] of RULES[node.op](node, gradient).entries()) {
      const target = node.inputs[index]!
      if (!part || !needed.has(target)) continue
      const before = found.get(target)
      found.set(target, before ? added(before, part) : part)
    }
  }
  return wrt.map((value) => whole(found.get(value) ?? scalar(value, 0), value))
}

/** The values of `order` through which a gradient can reach one of `leaves`. */
function dependents(order: readonly Value[], leaves: ReadonlySet<Value>): Set<Value> {
  const needed = new Set<Value>()
  for (const value of order) {
    const reaches = leaves.has(value) || value.inputs.some((from) => needed.has(from))
    if (reaches && isFloat(value.type)) needed.add(value)
  }
  return needed
}

/** The gradient of `node` brought to the axes of one of its stretched inputs: summed where that input was stretched. */
function unbroadcast(gradient: Value, node: Value, target: Value): Value {
  const lead = node.shape.length - target.shape.length
  const missing = node.shape.length - gradient.shape.length
  const full = missing > 0 ? reshape(gradient, [...Array<Dim>(missing).fill(1), ...gradient.shape], node) : gradient
  const stretched = node.shape.map((dim, axis) => dim !== 1 && (axis < lead || target.shape[axis - lead] === 1))
  const summed = stretched.flatMap((is, axis) => (is && full.shape[axis] !== 1 ? [axis] : []))
  const repeated = stretched.flatMap((is, axis) => (is && full.shape[axis] === 1 ? [axis] : []))
  let result = summed.length > 0 ? sum(full, summed, true) : full
  if (repeated.length > 0) result = mul(result, count(node, repeated))
  return lead > 0 ? reshape(result, result.shape.slice(lead), node) : result
}

/** How many elements the given axes of a value span, as a scalar of its type. */
function count(value: Value, axes: readonly number[]): Value {
  const sizes = axes.map((axis) => value.shape[axis]!)
  const known = sizes.reduce<number>((product, size) => (typeof size === 'number' ? product * size : product), 1)
  let result = scalar(value, known)
  for (const axis of axes) {
    if (typeof value.shape[axis] !== 'string') continue
    result = mul(result, reshape(cast(shapeOf(value, axis, axis + 1), value.type), []))
  }
  return result
}

/** A rule for a function of one input: the local slope times the gradient. */
function slope(of: (x: Value, y: Value) => Value): Rule {
  return (node, gradient) => [mul(gradient, of(node.inputs[0]!, node))]
}

const none: Rule = (node) => node.inputs.map(() => null)

/** A rule for an operator whose inputs stretch: each part is summed back to its input. */
function stretching(rule: Rule): Rule {
  return (node, gradient) =>
    rule(node, gradient).map((part, index) => part && unbroadcast(part, node, node.inputs[index]!))
}

/** Min and Max: the gradient goes to the side that is chosen; on a tie to the second. */
function chosen(isFirst: (a: Value, b: Value) => Value): Rule {
  return stretching((node, gradient) => {
    const [a, b] = node.inputs as [Value, Value]
    const first = isFirst(a, b)
    return [where(first, gradient, scalar(gradient, 0)), where(first, scalar(gradient, 0), gradient)]
  })
}

/** The gradient of a reduction with size 1 on the reduced axes: thin, never stretched here. */
function keptShape(node: Value, gradient: Value): Value {
  if (node.attributes['keepdims'] === 1) return gradient
  const x = node.inputs[0]!
  const reduced = Array.from(node.inputs[1]!.numbers!)
  const full = whole(gradient, node)
  return reshape(
    full,
    x.shape.map((dim, axis) => (reduced.includes(axis) ? 1 : dim)),
    x,
  )
}

function reducedCount(node: Value): Value {
  return count(node.inputs[0]!, Array.from(node.inputs[1]!.numbers!))
}

/** [.., n] -> [rows, n], with one new name for the rows. */
function flat(x: Value, rows: Dim): Value {
  return x.shape.length === 2 ? x : reshape(x, [rows, x.shape[x.shape.length - 1]!])
}

/** a' g, by reading the narrower of the two transposed: kernels do that worse than a plain product. */
function crossed(a: Value, g: Value): Value {
  const [left, right] = [a.shape.at(-1)!, g.shape.at(-1)!]
  const narrower = typeof right === 'number' && (typeof left === 'string' || right < left)
  return narrower ? swapLast(matmul(swapLast(g), a)) : matmul(swapLast(a), g)
}

function matmulRule(node: Value, thin: Value): readonly Value[] {
  const [a, b] = node.inputs as [Value, Value]
  const gradient = whole(thin, node)
  if (b.shape.length === 2) {
    const rows = a.shape.length === 2 ? a.shape[0]! : `(${a.shape.slice(0, -1).join('*')})`
    const g = flat(gradient, rows)
    return [reshape(gemm(g, b, { transB: true }), a.shape, a), gemm(flat(a, rows), g, { transA: true })]
  }
  const da = matmul(gradient, swapLast(b))
  const db = crossed(a, gradient)
  return [unbroadcast(da, { ...da }, a), unbroadcast(db, { ...db }, b)]
}

function gemmRule(node: Value, thin: Value): readonly Value[] {
  const [a, b] = node.inputs as [Value, Value]
  const g = whole(thin, node)
  const transA = node.attributes['transA'] === 1
  const transB = node.attributes['transB'] === 1
  return [
    transA ? gemm(b, g, { transA: transB, transB: true }) : gemm(g, b, { transB: !transB }),
    transB ? gemm(g, a, { transA: true, transB: transA }) : gemm(a, g, { transA: !transA }),
  ]
}

/** The rows' gradients added up by index, as the product with a one-hot matrix: the same on every device, every time. */
function gatherRule(node: Value, thin: Value): readonly (Value | null)[] {
  const [table, index] = node.inputs as [Value, Value]
  const [rows, ...rest] = table.shape
  const flatIndex = reshape(index, ['(gathered)', 1])
  const oneHot = cast(equal(flatIndex, reshape(places(table, 0), [1, rows!], table)), table.type)
  const width = rest.reduce<number>((product, dim) => product * Number(dim), 1)
  const g = reshape(whole(thin, node), ['(gathered)', width])
  return [reshape(gemm(oneHot, g, { transA: true }), table.shape, table), null]
}

function largestRule(node: Value, gradient: Value): readonly (Value | null)[] {
  const x = node.inputs[0]!
  const peak = node.attributes['keepdims'] === 1 ? node : reshape(node, keptShape(node, node).shape, x)
  const at = cast(equal(x, peak), x.type)
  const shared = div(at, sum(at, Array.from(node.inputs[1]!.numbers!), true))
  return [mul(keptShape(node, gradient), shared), null]
}

/**
 * y (g - sum(g y)). Where g comes out of a product, g = h v', the sum is taken of h (y v) instead: y v is usually there
 * already, and much smaller than g.
 */
function softmaxRule(node: Value, thin: Value): readonly Value[] {
  const gradient = whole(thin, node)
  const [h, v] = gradient.inputs as [Value, Value]
  const product = gradient.op === 'MatMul' ? mul(h, matmul(node, swapLast(v))) : mul(gradient, node)
  return [mul(node, sub(gradient, sum(product, [-1], true)))]
}

/** 1 where a value that is never negative is above 0, else 0. */
function isAbove0(x: Value): Value {
  return clip(mul(x, 1e30), 0, 1)
}

/** One rule an operator; a missing one does not compile. */
export const RULES = {
  Input: none,
  Constant: none,
  Identity: none,
  Shape: none,
  Range: none,
  Cast: (node, gradient) => [isFloat(node.inputs[0]!.type) ? cast(gradient, node.inputs[0]!.type) : null],
  Reshape: (node, gradient) => [reshape(whole(gradient, node), node.inputs[0]!.shape, node.inputs[0]!), null],
  Expand: (node, gradient) => [unbroadcast(gradient, node, node.inputs[0]!), null],
  Transpose: (node, gradient) => {
    const perm = node.attributes['perm'] as readonly number[]
    return [
      transpose(
        whole(gradient, node),
        perm.map((_, axis) => perm.indexOf(axis)),
      ),
    ]
  },
  Concat: concatRule,
  Slice: sliceRule,
  Gather: gatherRule,
  GatherUnique: (node, gradient) => [scatterRows(node.inputs[0]!, node.inputs[1]!, whole(gradient, node)), null],
  ScatterND: none,
  GatherElements: (node, gradient) => [scatterPicked(node.inputs[0]!, node.inputs[1]!, whole(gradient, node)), null],
  ScatterElements: none,
  Add: stretching((_, gradient) => [gradient, gradient]),
  Sub: stretching((_, gradient) => [gradient, neg(gradient)]),
  Mul: stretching((node, gradient) => [mul(gradient, node.inputs[1]!), mul(gradient, node.inputs[0]!)]),
  Div: stretching((node, gradient) => {
    const [, b] = node.inputs as [Value, Value]
    const part = div(gradient, b)
    return [part, neg(mul(part, node))]
  }),
  Pow: stretching((node, gradient) => {
    const [a, b] = node.inputs as [Value, Value]
    return [mul(gradient, mul(b, pow(a, sub(b, 1)))), mul(gradient, mul(node, log(a)))]
  }),
  Min: chosen((a, b) => less(a, b)),
  Max: chosen((a, b) => greater(a, b)),
  Greater: none,
  Less: none,
  Equal: none,
  Where: stretching((node, gradient) => {
    const condition = node.inputs[0]!
    return [null, where(condition, gradient, scalar(gradient, 0)), where(condition, scalar(gradient, 0), gradient)]
  }),
  Neg: (_, gradient) => [neg(gradient)],
  Abs: slope((x) => sign(x)),
  Sign: none,
  Exp: slope((_, y) => y),
  Log: (node, gradient) => [div(gradient, node.inputs[0]!)],
  Sqrt: (node, gradient) => [div(mul(gradient, 0.5), node)],
  Relu: slope((_, y) => isAbove0(y)),
  Tanh: slope((_, y) => sub(1, mul(y, y))),
  Sigmoid: slope((_, y) => mul(y, sub(1, y))),
  Clip: (node, gradient) => [where(equal(node.inputs[0]!, node), gradient, scalar(gradient, 0)), null, null],
  MatMul: matmulRule,
  Gemm: gemmRule,
  ReduceSum: (node, gradient) => [keptShape(node, gradient), null],
  ReduceMean: (node, gradient) => [div(keptShape(node, gradient), reducedCount(node)), null],
  ReduceMax: largestRule,
  ReduceSumSquare: (node, gradient) => [mul(mul(keptShape(node, gradient), 2), node.inputs[0]!), null],
  Softmax: softmaxRule,
  LogSoftmax: (node, thin) => {
    const gradient = whole(thin, node)
    return [sub(gradient, mul(exp(node), sum(gradient, [-1], true)))]
  },
} as const satisfies Record<Op, Rule>
