/** Backward passes of cutting and joining: pieces of one gradient that lie side by side are joined once, not added up. */
import { sameShape, scalar, type Value } from './graph.ts'
import { add, concat, expandLike, fill, slice } from './operators.ts'

/** A thin gradient stretched to the shape of its value. */
export function whole(gradient: Value, value: Value): Value {
  return sameShape(gradient.shape, value.shape) ? gradient : expandLike(gradient, value)
}

export function concatRule(node: Value, thin: Value): readonly Value[] {
  const gradient = whole(thin, node)
  const axis = node.attributes['axis'] as number
  let start = 0
  return node.inputs.map((part) => {
    const size = part.shape[axis]
    if (typeof size !== 'number') throw new RangeError('concat: a part of unknown size has no gradient')
    start += size
    return slice(gradient, axis, start - size, start)
  })
}

/** The gradient in its place among zeros. */
export function sliceRule(node: Value, thin: Value): readonly (Value | null)[] {
  const x = node.inputs[0]!
  const [from, to, along] = node.inputs.slice(1).map((value) => value.numbers![0]!) as [number, number, number]
  const size = x.shape[along]
  if (typeof size !== 'number') throw new RangeError('slice: an axis of unknown size has no gradient')
  const zeros = (length: number) => {
    const shape = x.shape.map((dim, axis) => (axis === along ? length : dim))
    return length === 0 ? [] : [fill(scalar(x, 0), shape, x)]
  }
  return [concat([...zeros(from), whole(thin, node), ...zeros(size - to)], along), null, null, null]
}

interface Piece {
  readonly start: number
  readonly end: number
  readonly value: Value
}

/** The sum of two gradients. */
export function added(a: Value, b: Value): Value {
  return joined(a, b) ?? add(a, b)
}

/** Two gradients made by `sliceRule` that overlap nowhere, as one join; null when they are anything else. */
function joined(a: Value, b: Value): Value | null {
  const axis = a.attributes['axis']
  if (a.op !== 'Concat' || b.op !== 'Concat' || typeof axis !== 'number' || !sameShape(a.shape, b.shape)) return null
  if (axis !== b.attributes['axis'] || typeof a.shape[axis] !== 'number') return null
  const pieces = [...piecesOf(a, axis), ...piecesOf(b, axis)].sort((one, other) => one.start - other.start)
  if (pieces.length === 0 || pieces.some(({ end }, index) => end > (pieces[index + 1]?.start ?? end))) return null
  const zeros = (from: number, to: number) => {
    const shape = a.shape.map((dim, at) => (at === axis ? to - from : dim))
    return to === from ? [] : [fill(scalar(a, 0), shape, pieces[0]!.value)]
  }
  let at = 0
  const parts = pieces.flatMap(({ start, end, value }) => {
    const gap = zeros(at, start)
    at = end
    return [...gap, value]
  })
  return concat([...parts, ...zeros(at, a.shape[axis] as number)], axis)
}

/** The parts of a join that are not zeros put there by `fill`. */
function piecesOf(join: Value, axis: number): Piece[] {
  let end = 0
  return join.inputs.flatMap((value) => {
    const start = end
    end += value.shape[axis] as number
    return isZeros(value) ? [] : [{ start, end, value }]
  })
}

function isZeros({ op, inputs }: Value): boolean {
  return op === 'Expand' && inputs[0]!.op === 'Constant' && inputs[0]!.numbers![0] === 0
}
