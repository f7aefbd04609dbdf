/**
 * The policy networks as graphs. A batch has R rows (positions) of at most M moves; the rows' views hold N distinct tokens,
 * their moves U distinct moves made of K distinct tokens. Every row is scored against every distinct move in one matrix
 * product; `slots` then picks each row's own moves.
 *
 *   layoutFor(shape)                   names, shapes and places of all parameters in one vector
 *   initialParameters(shape, seed)     that vector, Float32Array
 *   policyModel(shape, parameters?)    ONNX bytes; outputs `logp` [R, M] (0 where not legal) and `value` [R].
 *                                      Without parameters, they are the input `parameters` (session state, so that
 *                                      `writeState` swaps them); with, they are written into the file
 *   network(shape, parameters)         the same as graph values, for train-step.ts
 *
 * Inputs (feeds.ts makes them from positions): `tokens` int32 [N]; `words` int32 [K]; `move` float32 [U, K] counts of words
 * in each move; `slots` int32 [R, M], no slot twice in a row; `legal` float32 [R, M]; and the view, as `view` float32 [R, N]
 * counts for `bag`, or for the transformers `view` int32 [R, T] (places in `tokens`, aligned to the right), `present`
 * float32 [R, T] and `age` int32 [T] (T-1 ... 0).
 */
import { stream } from '../core/rng.ts'
import { encode } from '../onnx/encode.ts'
import { input, type Value } from '../onnx/graph.ts'
import { maskedLogSoftmax } from '../onnx/losses.ts'
import {
  add,
  div,
  gather,
  gemm,
  matmul,
  mul,
  pick,
  relu,
  reshape,
  slice,
  softmax,
  sqrt,
  sub,
  sumSquares,
  swapLast,
  transpose,
} from '../onnx/operators.ts'
import { type Layout, layoutOf, type Parameters, type Part, parameters as parametersOf } from '../onnx/parameters.ts'
import { floats } from '../onnx/tensor.ts'

export const NETWORKS = {
  bag: { width: 128, layers: 0, heads: 0 },
  tiny: { width: 64, layers: 2, heads: 4 },
  small: { width: 128, layers: 4, heads: 4 },
} as const

export interface NetworkShape {
  readonly size: keyof typeof NETWORKS
  /** Distinct tokens, 0 (padding) included. */
  readonly vocabulary: number
  /** Most tokens of a view. */
  readonly facts: number
}

/** Heads of the pooling that turns a view into one context. */
const POOLS = 4

type Sized = Part & { readonly deviation: number }

/** Deviations keep every activation near 1 and the first policy near uniform. */
function partsOf({ size, vocabulary, facts }: NetworkShape): Sized[] {
  const { width, layers, heads } = NETWORKS[size]
  const matrix = (name: string, from: number, to: number, gain = 1): Sized => ({
    name,
    shape: [from, to],
    deviation: gain / Math.sqrt(from),
  })
  const bias = (name: string, to: number): Sized => ({ name, shape: [to], deviation: 0 })
  const head = [matrix('move', width, width), matrix('value', width, 1, 0.1), bias('value-bias', 1)]
  if (size === 'bag') {
    return [
      { name: 'token', shape: [vocabulary, width], deviation: 0.2 },
      bias('bias-1', width),
      matrix('hidden', width, width, Math.SQRT2),
      bias('bias-2', width),
      ...head,
    ]
  }
  // Queries meet keys in products of width / heads terms: both carry half of the usual 1 / sqrt of that.
  const sharpness = (width / heads) ** -0.25
  const blocks = Array.from({ length: layers }, (_, layer) => [
    matrix(`heads-${layer}`, width, 3 * width, sharpness),
    matrix(`join-${layer}`, width, width, 1 / (sharpness * Math.sqrt(2 * layers))),
    matrix(`wide-${layer}`, width, 4 * width, Math.SQRT2),
    matrix(`narrow-${layer}`, 4 * width, width, 1 / Math.sqrt(2 * layers)),
  ])
  return [
    { name: 'token', shape: [vocabulary, width], deviation: 0.5 },
    { name: 'age', shape: [facts, width], deviation: 0.1 },
    ...blocks.flat(),
    matrix('pool', width, POOLS),
    matrix('context', POOLS * width, width, Math.SQRT2),
    bias('context-bias', width),
    ...head,
  ]
}

export function layoutFor(shape: NetworkShape): Layout {
  return layoutOf(partsOf(shape))
}

/** Normal draws, a stream of its own for every part, so that a part's start does not depend on the others. */
export function initialParameters(shape: NetworkShape, seed: number): Float32Array {
  const layout = layoutFor(shape)
  const vector = new Float32Array(layout.size)
  for (const [index, { name, deviation }] of partsOf(shape).entries()) {
    if (deviation === 0) continue
    const random = stream(seed, 'parameters', name)
    const { start, end } = layout.parts[index]!
    for (let i = start; i < end; i++) {
      const radius = Math.sqrt(-2 * Math.log(1 - random()))
      vector[i] = deviation * radius * Math.cos(2 * Math.PI * random())
    }
  }
  return vector
}

export interface Network {
  /** Log-probabilities of each row's moves [R, M], 0 where not legal. */
  readonly logp: Value
  readonly legal: Value
  /** Predicted outcome of the seat that looks: [R]. */
  readonly value: Value
}

/** Computes in the element type of the parameters. */
export function network(shape: NetworkShape, weights: Parameters): Network {
  const { type } = weights.vector
  const { width } = NETWORKS[shape.size]
  const rowsOf = (name: string, dim: string) =>
    gather(weights.part('token'), input(name, 'int32', [dim]), { unique: true })
  const tokens = rowsOf('tokens', 'N')
  const context = shape.size === 'bag' ? bag(weights, tokens) : transformer(shape, weights, tokens)
  const moves = gemm(gemm(input('move', type, ['U', 'K']), rowsOf('words', 'K')), weights.part('move'))
  const scores = mul(gemm(context, moves, { transB: true }), 1 / Math.sqrt(width))
  const legal = input('legal', type, ['R', 'M'])
  const logits = pick(scores, input('slots', 'int32', ['R', 'M']))
  const value = add(reshape(gemm(context, weights.part('value')), ['R'], context), weights.part('value-bias'))
  return { logp: maskedLogSoftmax(logits, legal), legal, value }
}

/** The sum of the tokens' rows is the first hidden layer, one more follows: [R, W]. */
function bag(weights: Parameters, tokens: Value): Value {
  const first = relu(add(gemm(input('view', tokens.type, ['R', 'N']), tokens), weights.part('bias-1')))
  return relu(add(gemm(first, weights.part('hidden')), weights.part('bias-2')))
}

/** x / rms(x) over the last axis; the gain is left to the matrix that follows. */
function normalised(x: Value): Value {
  const width = x.shape[x.shape.length - 1] as number
  return div(x, sqrt(add(mul(sumSquares(x, [-1], true), 1 / width), 1e-6)))
}

function transformer(shape: NetworkShape, weights: Parameters, tokens: Value): Value {
  const { width, layers } = NETWORKS[shape.size]
  const view = input('view', 'int32', ['R', 'T'])
  const present = input('present', tokens.type, ['R', 'T'])
  const ages = gather(weights.part('age'), input('age', 'int32', ['T']), { unique: true })
  const hidden = reshape(mul(sub(present, 1), 1e9), ['R', 1, 1, 'T'], view)
  let x = reshape(add(gather(tokens, view), ages), ['(R*T)', width])
  for (let layer = 0; layer < layers; layer++) {
    x = add(x, attention(normalised(x), { shape, weights, layer, view, hidden }))
    const wide = relu(gemm(normalised(x), weights.part(`wide-${layer}`)))
    x = add(x, gemm(wide, weights.part(`narrow-${layer}`)))
  }
  return pooled(normalised(x), { shape, weights, layer: layers, view, hidden })
}

interface Surroundings {
  readonly shape: NetworkShape
  readonly weights: Parameters
  readonly layer: number
  readonly view: Value
  /** [R, 1, 1, T]: 0 for a token, -1e9 for padding. */
  readonly hidden: Value
}

function attention(x: Value, { shape, weights, layer, view, hidden }: Surroundings): Value {
  const { width, heads } = NETWORKS[shape.size]
  const split = reshape(gemm(x, weights.part(`heads-${layer}`)), ['R', 'T', 3, heads, width / heads], view)
  const sides = transpose(split, [2, 0, 3, 1, 4])
  const side = (at: number) => reshape(slice(sides, 0, at, at + 1), ['R', heads, 'T', width / heads], sides)
  const scores = matmul(side(0), swapLast(side(1)))
  const heeded = matmul(softmax(add(scores, hidden)), side(2))
  return gemm(reshape(transpose(heeded, [0, 2, 1, 3]), ['(R*T)', width]), weights.part(`join-${layer}`))
}

/** A few learned queries look over the whole view: [R, W]. */
function pooled(x: Value, { shape, weights, view, hidden }: Surroundings): Value {
  const { width } = NETWORKS[shape.size]
  const scores = transpose(reshape(gemm(x, weights.part('pool')), ['R', 'T', POOLS], view), [0, 2, 1])
  const shares = softmax(add(scores, reshape(hidden, ['R', 1, 'T'], view)))
  const seen = reshape(matmul(shares, reshape(x, ['R', 'T', width], view)), ['R', POOLS * width], view)
  return relu(add(gemm(seen, weights.part('context')), weights.part('context-bias')))
}

export function policyModel(shape: NetworkShape, parameters?: Float32Array): Uint8Array {
  const layout = layoutFor(shape)
  const { logp, value } = network(shape, parametersOf(layout))
  if (!parameters) return encode({ logp, value })
  return encode({ logp, value }, { fixed: { parameters: floats([layout.size], parameters) } })
}
