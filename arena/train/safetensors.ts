/** The safetensors format: a length, a JSON header of names, types, shapes and offsets, then the bytes. */
import { ParleyError } from '../core/errors.ts'
import { type Tensor, type Tensors, tensor } from '../onnx/tensor.ts'

const CODES = { float32: 'F32', float64: 'F64', int32: 'I32', int64: 'I64', bool: 'BOOL' } as const satisfies Record<
  Tensor['type'],
  string
>

interface Entry {
  readonly dtype: string
  readonly shape: readonly number[]
  readonly data_offsets: readonly [number, number]
}

/** Little-endian, tensors in the order of their names' listing; `metadata` is text by key. */
export function toSafetensors(tensors: Tensors, metadata: Readonly<Record<string, string>> = {}): Uint8Array {
  const header: Record<string, unknown> = { __metadata__: metadata }
  let end = 0
  for (const [name, { type, dims, data }] of Object.entries(tensors)) {
    header[name] = { dtype: CODES[type], shape: dims, data_offsets: [end, (end += data.byteLength)] }
  }
  const text = new TextEncoder().encode(JSON.stringify(header))
  const padded = Math.ceil(text.length / 8) * 8
  const bytes = new Uint8Array(8 + padded + end).fill(0x20, 8, 8 + padded)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(padded), true)
  bytes.set(text, 8)
  let at = 8 + padded
  for (const { data } of Object.values(tensors)) {
    bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at)
    at += data.byteLength
  }
  return bytes
}

/** Throws `bad-tensors` when the bytes are cut short or are no safetensors. */
export function fromSafetensors(bytes: Uint8Array): { tensors: Tensors; metadata: Readonly<Record<string, string>> } {
  const bad = (why: string) => new ParleyError('bad-tensors', `not a safetensors file: ${why}`)
  if (bytes.length < 8) throw bad(`${bytes.length} bytes`)
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true))
  if (8 + length > bytes.length) throw bad(`the header should have ${length} bytes`)
  const { __metadata__: metadata = {}, ...entries } = headerOf(bytes.subarray(8, 8 + length), bad)
  const tensors: Record<string, Tensor> = {}
  for (const [
    name,
    {
      dtype,
      shape,
      data_offsets: [from, to],
    },
  ] of Object.entries(entries as Record<string, Entry>)) {
    const start = 8 + length
    if (start + to > bytes.length) throw bad(`"${name}" is cut short`)
    tensors[name] = read(dtype, shape, new Uint8Array(bytes.subarray(start + from, start + to)), bad)
  }
  return { tensors, metadata: metadata as Record<string, string> }
}

function headerOf(bytes: Uint8Array, bad: (why: string) => Error): Record<string, unknown> {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
  } catch {
    throw bad('the header is no JSON')
  }
}

function read(
  dtype: string,
  shape: readonly number[],
  bytes: Uint8Array<ArrayBuffer>,
  bad: (why: string) => Error,
): Tensor {
  const { buffer } = bytes
  if (dtype === 'I64') return { type: 'int64', dims: shape, data: new BigInt64Array(buffer) }
  if (dtype === 'F32') return tensor('float32', shape, new Float32Array(buffer))
  if (dtype === 'F64') return tensor('float64', shape, new Float64Array(buffer))
  if (dtype === 'I32') return tensor('int32', shape, new Int32Array(buffer))
  if (dtype === 'BOOL') return tensor('bool', shape, bytes)
  throw bad(`type ${dtype}`)
}
