/** Protobuf's wire format: varints, length-delimited fields, nested messages. Numbers up to 2^53. */

export class Message {
  #bytes = new Uint8Array(64)
  #length = 0

  /** The message so far, without its spare room. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  /** Wire type 0; negative numbers as their 64-bit two's complement. */
  whole(field: number, value: number): this {
    this.#varint(field * 8)
    this.#varint64(value)
    return this
  }

  /** Wire type 2: raw bytes, a string in UTF-8, or another message. */
  chunk(field: number, value: Uint8Array | string | Message): this {
    const bytes = value instanceof Message ? value.bytes : typeof value === 'string' ? UTF8.encode(value) : value
    this.#varint(field * 8 + 2)
    this.#varint(bytes.length)
    this.#room(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
    return this
  }

  /** Wire type 2: many whole numbers, packed. */
  packed(field: number, values: readonly number[]): this {
    const inner = new Message()
    for (const value of values) inner.#varint64(value)
    return this.chunk(field, inner)
  }

  #varint64(value: number): void {
    if (!Number.isSafeInteger(value)) throw new RangeError(`protobuf: ${value} is no whole number`)
    if (value >= 0) this.#varint(value)
    else this.#bigVarint(BigInt.asUintN(64, BigInt(value)))
  }

  #bigVarint(value: bigint): void {
    let rest = value
    for (; rest > 127n; rest >>= 7n) this.#byte(Number(rest & 127n) | 128)
    this.#byte(Number(rest))
  }

  #varint(value: number): void {
    let rest = value
    for (; rest > 127; rest = Math.floor(rest / 128)) this.#byte((rest % 128) | 128)
    this.#byte(rest)
  }

  #byte(value: number): void {
    this.#room(1)
    this.#bytes[this.#length++] = value
  }

  #room(extra: number): void {
    if (this.#length + extra <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + extra))
    larger.set(this.bytes)
    this.#bytes = larger
  }
}

const UTF8 = new TextEncoder()

/** The length-delimited fields numbered `field` of a message, in order. Throws on bytes that are no message. */
export function chunksOf(bytes: Uint8Array, field: number): Uint8Array[] {
  const found: Uint8Array[] = []
  for (let at = 0; at < bytes.length; ) {
    const key = readVarint(bytes, at)
    if (key.value % 8 === 0) {
      at = readVarint(bytes, key.end).end
      continue
    }
    if (key.value % 8 !== 2) throw new RangeError(`protobuf: wire type ${key.value % 8}`)
    const length = readVarint(bytes, key.end)
    at = length.end + length.value
    if (Math.floor(key.value / 8) === field) found.push(bytes.subarray(length.end, at))
  }
  return found
}

function readVarint(bytes: Uint8Array, start: number): { readonly value: number; readonly end: number } {
  let value = 0
  for (let at = start, scale = 1; at < bytes.length; at++, scale *= 128) {
    value += (bytes[at]! & 127) * scale
    if (bytes[at]! < 128) return { value, end: at + 1 }
  }
  throw new RangeError('protobuf: the bytes end within a number')
}
