/** Graphs as ONNX bytes (opset 22, IR 10). Field numbers are those of onnx.proto. */
import { type Dim, inOrder, type Op, TYPE_CODE, type Value } from './graph.ts'
import { chunksOf, Message } from './protobuf.ts'
import { type Numbers, type Tensor, type Tensors, tensor } from './tensor.ts'

const IR_VERSION = 10
const OPSET = 22
/** AttributeProto.AttributeType */
const INT = 2
const INTS = 7

export interface EncodeOptions {
  /** Inputs to write into the file as fixed weights, by name. */
  readonly fixed?: Tensors
  /** Free words kept in the file. */
  readonly metadata?: Readonly<Record<string, string>>
}

/**
 * The bytes of a model that computes `outputs` by name from the inputs they reach. The same graph gives the same
 * bytes. Throws when two inputs, or an input and an output, share a name and when a fixed tensor does not fit its input.
 */
export function encode(
  outputs: Readonly<Record<string, Value>>,
  { fixed = {}, metadata = {} }: EncodeOptions = {},
): Uint8Array {
  const names = nameAll(inOrder(Object.values(outputs)), outputs)
  const written = [...firstOfEach(names)]
  const graph = new Message()
  for (const value of written) {
    if (value.op !== 'Input' && value.op !== 'Constant') graph.chunk(1, nodeMessage(value, names))
  }
  for (const [name, value] of Object.entries(outputs)) {
    if (names.get(value) !== name) graph.chunk(1, identity(names.get(value)!, name))
  }
  graph.chunk(2, 'parley')
  for (const value of written) {
    const weights = initializer(value, fixed)
    if (weights) graph.chunk(5, tensorMessage(names.get(value)!, weights))
  }
  for (const value of written) {
    if (value.op === 'Input' && !Object.hasOwn(fixed, value.name!)) graph.chunk(11, valueInfo(value.name!, value))
  }
  for (const [name, value] of Object.entries(outputs)) graph.chunk(12, valueInfo(name, value))
  return modelMessage(graph, metadata).bytes.slice()
}

/** The names of a model's outputs, from its bytes as `encode` writes them. */
export function outputNames(model: Uint8Array): string[] {
  const outputs = chunksOf(model, 7).flatMap((graph) => chunksOf(graph, 12))
  return outputs.flatMap((output) => chunksOf(output, 1)).map((name) => new TextDecoder().decode(name))
}

function modelMessage(graph: Message, metadata: Readonly<Record<string, string>>): Message {
  const model = new Message().whole(1, IR_VERSION).chunk(2, 'parley').chunk(7, graph)
  model.chunk(8, new Message().chunk(1, '').whole(2, OPSET))
  for (const [key, text] of Object.entries(metadata)) model.chunk(14, new Message().chunk(1, key).chunk(2, text))
  return model
}

/**
 * A name for every value. Inputs keep theirs, outputs bear theirs, all else is numbered in order with a mark that no input
 * has. Values that compute the same thing get one name, so that it is computed once.
 */
function nameAll(order: readonly Value[], outputs: Readonly<Record<string, Value>>): Map<Value, string> {
  const names = new Map<Value, string>()
  const taken = new Set(Object.keys(outputs))
  const called = new Map(Object.entries(outputs).map(([name, value]) => [value, name]))
  const same = new Map<string, string>()
  for (const value of order) {
    const key = recipeOf(value, names)
    const known = key === null ? undefined : same.get(key)
    const own = value.op === 'Constant' ? undefined : called.get(value)
    const name = known ?? (value.op === 'Input' ? value.name! : (own ?? `:${names.size}`))
    if (value.op === 'Input' && taken.has(name)) throw new RangeError(`encode: two values are called "${name}"`)
    if (value.op === 'Input') taken.add(name)
    if (key !== null) same.set(key, name)
    names.set(value, name)
  }
  return names
}

/** Equal for values that are certain to be equal; null for those that stand alone. */
function recipeOf(value: Value, names: ReadonlyMap<Value, string>): string | null {
  if (value.op === 'Input' || (value.numbers?.length ?? 0) > 64) return null
  const inputs = value.inputs.map((from) => names.get(from))
  return JSON.stringify([
    value.op,
    value.attributes,
    value.type,
    value.shape,
    inputs,
    value.numbers && Array.from(value.numbers, spelled),
  ])
}

const spelled = (number: number) => (Object.is(number, -0) ? '-0' : String(number))

/** One value for each name. */
function* firstOfEach(names: ReadonlyMap<Value, string>): Generator<Value> {
  const seen = new Set<string>()
  for (const [value, name] of names) {
    if (!seen.has(name)) yield value
    seen.add(name)
  }
}

function nodeMessage(value: Value, names: ReadonlyMap<Value, string>): Message {
  const message = new Message()
  for (const from of value.inputs) message.chunk(1, names.get(from)!)
  message.chunk(2, names.get(value)!).chunk(3, names.get(value)!).chunk(4, onnxName(value.op))
  for (const [name, attribute] of Object.entries(value.attributes)) message.chunk(5, attributeMessage(name, attribute))
  return message
}

/** `GatherUnique` is a Gather that promises something to the backward pass. */
function onnxName(op: Op): string {
  return op === 'GatherUnique' ? 'Gather' : op
}

function identity(from: string, to: string): Message {
  return new Message().chunk(1, from).chunk(2, to).chunk(3, to).chunk(4, 'Identity')
}

function attributeMessage(name: string, value: number | readonly number[]): Message {
  const message = new Message().chunk(1, name)
  if (typeof value === 'number') return message.whole(3, value).whole(20, INT)
  return message.packed(8, value).whole(20, INTS)
}

function initializer(value: Value, fixed: Tensors): Tensor | undefined {
  if (value.op === 'Constant') return tensor(value.type, value.shape as number[], value.numbers!)
  if (value.op !== 'Input' || !Object.hasOwn(fixed, value.name!)) return undefined
  const weights = fixed[value.name!]!
  const fits =
    weights.type === value.type &&
    value.shape.every((dim, axis) => typeof dim === 'string' || dim === weights.dims[axis])
  if (!fits || weights.dims.length !== value.shape.length) {
    throw new RangeError(
      `encode: "${value.name}" is ${value.type} [${value.shape}], not ${weights.type} [${weights.dims}]`,
    )
  }
  return weights
}

function tensorMessage(name: string, { type, dims, data }: Tensor): Message {
  return new Message().packed(1, dims).whole(2, TYPE_CODE[type]).chunk(8, name).chunk(9, rawBytes(data))
}

/** Little-endian, as every platform that Node runs on lays numbers out. */
function rawBytes(data: Numbers): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
}

function valueInfo(name: string, { type, shape }: Value): Message {
  const dims = new Message()
  for (const dim of shape) dims.chunk(1, dimension(dim))
  const tensorType = new Message().whole(1, TYPE_CODE[type]).chunk(2, dims)
  return new Message().chunk(1, name).chunk(2, new Message().chunk(1, tensorType))
}

function dimension(dim: Dim): Message {
  return typeof dim === 'number' ? new Message().whole(1, dim) : new Message().chunk(2, dim)
}
