/** Our ONNX bytes, read back by another protobuf library. */
import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import protobuf from 'protobufjs'
import { encode, outputNames } from '../../arena/onnx/encode.ts'
import { constant, input } from '../../arena/onnx/graph.ts'
import { add, cast, matmul, reshape, softmax, sum, transpose } from '../../arena/onnx/operators.ts'
import { chunksOf, Message } from '../../arena/onnx/protobuf.ts'
import { floats } from '../../arena/onnx/tensor.ts'

const schema = protobuf.parse(readFileSync(new URL('./onnx.proto', import.meta.url), 'utf8'), { keepCase: true }).root
const decode = (type: string, bytes: Uint8Array) => {
  const message = schema.lookupType(`onnx.${type}`)
  return message.toObject(message.decode(bytes), { longs: Number, arrays: true, bytes: Array })
}

const x = input('x', 'float32', ['B', 3])
const w = input('w', 'float32', [3, 2])
const y = softmax(add(matmul(x, w), constant('float32', [2], [1, -2])))

test('a model decodes to the nodes, attributes, inputs and outputs it was made of', () => {
  const model = decode(
    'ModelProto',
    encode({ y, total: sum(transpose(y, [1, 0]), [0], true) }, { metadata: { made: 'in a test é' } }),
  )
  expect(model).toMatchObject({
    ir_version: 10,
    opset_import: [{ version: 22 }],
    metadata_props: [{ key: 'made', value: 'in a test é' }],
  })
  const { node, input: inputs, output, initializer } = model['graph']
  expect(node.map((one: { op_type: string }) => one.op_type)).toEqual([
    'MatMul',
    'Add',
    'Softmax',
    'Transpose',
    'ReduceSum',
  ])
  expect(node[2].attribute).toMatchObject([{ name: 'axis', i: -1, type: 2 }])
  expect(node[3].attribute).toMatchObject([{ name: 'perm', ints: [1, 0], type: 7 }])
  expect(inputs.map((one: { name: string }) => one.name)).toEqual(['x', 'w'])
  expect(inputs[0].type.tensor_type).toEqual({ elem_type: 1, shape: { dim: [{ dim_param: 'B' }, { dim_value: 3 }] } })
  expect(output.map((one: { name: string }) => one.name)).toEqual(['y', 'total'])
  expect(initializer[0]).toMatchObject({ dims: [2], data_type: 1, raw_data: [0, 0, 128, 63, 0, 0, 0, 192] })
})

test('a fixed input becomes a weight of the file, and must fit', () => {
  const { graph } = decode('ModelProto', encode({ y }, { fixed: { w: floats([3, 2], [1, 2, 3, 4, 5, 6]) } }))
  expect(graph.input.map((one: { name: string }) => one.name)).toEqual(['x'])
  expect(graph.initializer.map((one: { name: string }) => one.name)).toContain('w')
  expect(() => encode({ y }, { fixed: { w: floats([2, 3], [1, 2, 3, 4, 5, 6]) } })).toThrow(
    '"w" is float32 [3,2], not float32 [2,3]',
  )
})

test('values that compute the same thing are computed once, and each output still has its name', () => {
  const twice = {
    first: add(sum(x, [0]), 1),
    second: add(sum(x, [0]), 1),
    input: x,
    fixed: constant('float32', [], [-0]),
    other: constant('float32', [], [0]),
  }
  const { graph } = decode('ModelProto', encode(twice))
  expect(graph.node.map((one: { op_type: string }) => one.op_type)).toEqual([
    'ReduceSum',
    'Add',
    'Identity',
    'Identity',
    'Identity',
    'Identity',
  ])
  expect(graph.output.map((one: { name: string }) => one.name)).toEqual(['first', 'second', 'input', 'fixed', 'other'])
  expect(graph.initializer.length).toBe(4)
})

test('the same graph gives the same bytes, and two inputs of one name are refused', () => {
  expect(encode({ y })).toEqual(encode({ y }))
  expect(() => encode({ z: add(x, input('x', 'float32', ['B', 3])) })).toThrow('two values are called "x"')
  expect(() => encode({ x: add(x, 1) })).toThrow('two values are called "x"')
})

test('every constant keeps its numbers in every element type', () => {
  for (const [type, raw] of [
    ['float64', [0, 0, 0, 0, 0, 0, 248, 191]],
    ['int32', [255, 255, 255, 255]],
    ['int64', [255, 255, 255, 255, 255, 255, 255, 255]],
    ['bool', [1]],
  ] as const) {
    const number = type === 'float64' ? -1.5 : type === 'bool' ? 1 : -1
    const { graph } = decode('ModelProto', encode({ c: reshape(cast(constant(type, [], [number]), type), []) }))
    expect(graph.initializer[0]).toMatchObject({ raw_data: raw })
  }
})

test('whole numbers of any size survive the wire format', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.array(fc.maxSafeInteger()), (i, ints) => {
      const decoded = decode('AttributeProto', new Message().whole(3, i).packed(8, ints).bytes)
      expect({ i: 0, ...decoded }).toMatchObject({ i, ints })
    }),
    { seed: 3 },
  )
  expect(() => new Message().whole(1, 0.5)).toThrow('no whole number')
})

test('the names of the outputs can be read back, and bytes that are no message are refused', () => {
  expect(outputNames(encode({ y, next_é: sum(y) }))).toEqual(['y', 'next_é'])
  const message = new Message()
    .whole(1, 2 ** 40)
    .chunk(300, 'first')
    .chunk(2, 'other')
    .chunk(300, 'second')
  expect(chunksOf(message.bytes, 300).map((chunk) => Buffer.from(chunk).toString())).toEqual(['first', 'second'])
  expect(() => chunksOf(new Uint8Array([0xff]), 1)).toThrow('end within a number')
  expect(() => chunksOf(new Uint8Array([0x0d, 0, 0, 0, 0]), 1)).toThrow('wire type 5')
})
